import { useText } from '@kituo/sdk';
import { useDetail, useFormValues, useOptions } from '@kituo/sdk/page';
import type { OptionSource } from '@kituo/sdk/page';
import { deskOf } from './case-system.ts';
import type { CaseRow, DeskScope } from './case-system.ts';
import { CASES_TEXTS } from './cases-texts.ts';

const termsOf = (rows: readonly CaseRow[]): string => rows.map(({ termNo }) => termNo).join(', ');

/**
 * Which other cases go along with one: by bill those of its order, over both systems those of its borrower. What is
 * retained stays, and is named.
 */
export function GoAlong(props: {
  readonly scope: DeskScope;
  readonly row: CaseRow;
  /** The collectors of the form. */
  readonly source: OptionSource;
}) {
  const { scope, row, source } = props;
  const t = useText(CASES_TEXTS);
  const { takeSiblings, collectionUserNo } = useFormValues();
  const { options } = useOptions(source);
  const filters = scope === 'BOTH' ? { customerNo: row.customerNo } : { orderNo: row.orderNo };
  const { data } = useDetail(
    deskOf(scope).allotPage,
    takeSiblings === false || scope === 'ORDER' ? null : { filters, page: 1, pageSize: 20, sort: null },
  );
  const people = options.flatMap(({ children = [] }) => children);
  const collector = people.find(({ value }) => value === collectionUserNo)?.label;
  if (data === null || collector === undefined) return null;
  const others = data.rows.filter(({ caseId }) => caseId !== row.caseId);
  const going = others.filter(({ caseStatus }) => caseStatus === row.caseStatus);
  const staying = others.filter(({ caseStatus }) => caseStatus === 'RETAINED');
  const byBill = [row, ...going].filter(({ caseScope }) => caseScope === 'BILL').length;
  return (
    <div aria-live="polite">
      {going.length > 0 && (
        <p>
          {scope === 'BILL'
            ? t('cases.goAlong', { term: row.termNo ?? '', others: termsOf(going), collector })
            : t('cases.goAlongBoth', { orders: going.length + 1 - byBill, bills: byBill, collector })}
        </p>
      )}
      {staying.length > 0 && (
        <p className="kp-muted">{t('cases.stayRetained', { names: staying.map(({ caseNo }) => caseNo).join(', ') })}</p>
      )}
    </div>
  );
}
