import { formatDate, formatMoney, Money, useText } from '@kituo/sdk';
import { useDetail } from '@kituo/sdk/page';
import { deskOf } from './case-system.ts';
import type { CaseRow, DeskScope } from './case-system.ts';
import { CASES_TEXTS } from './cases-texts.ts';

const byOrder = (one: CaseRow, other: CaseRow): number =>
  one.orderNo.localeCompare(other.orderNo) || one.dueDate.localeCompare(other.dueDate);

/**
 * All that a borrower has with this collector, for one call: what each case owes, what was promised, and how much cures
 * each order up to it, as payments reach the oldest bill first.
 */
export function BorrowerSheet({ desk, row }: { readonly desk: DeskScope; readonly row: CaseRow }) {
  const t = useText(CASES_TEXTS);
  const filters = { customerNo: row.customerNo };
  const { data } = useDetail(
    deskOf(desk).selfPage,
    desk === 'ORDER' ? null : { filters, page: 1, pageSize: 20, sort: null },
  );
  const rows = (data?.rows ?? []).toSorted(byOrder);
  if (rows.length < 2) return null;
  const dueCents = rows.reduce((sum, one) => sum + one.dueCents, 0);
  return (
    <details className="cases-borrower">
      <summary className="ks-figures">
        {t('cases.borrowerOwes', { count: rows.length, money: formatMoney(dueCents) })}
      </summary>
      <table className="cases-table">
        <thead>
          <tr>
            <th scope="col">{t('field.caseNo')}</th>
            <th scope="col">{t('field.dueDate')}</th>
            <th scope="col" className="cases-right">
              {t('field.dueCents')}
            </th>
            <th scope="col" className="cases-right">
              {t('cases.cures')}
            </th>
            <th scope="col">{t('field.promiseStatus')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((one) => (
            <tr key={one.caseId} data-own={one.caseId === row.caseId}>
              <td>
                {one.caseNo}
                {one.termNo !== null && ` · ${one.termNo}/${one.installments}`}
              </td>
              <td>{formatDate(one.dueDate)}</td>
              <td className="cases-right">
                <Money cents={one.dueCents} />
              </td>
              <td className="cases-right">
                {/* Older bills of the order are reached first, whoever has them. */}
                <Money cents={one.dueCents + one.olderDueCents} />
              </td>
              <td>
                {one.promiseStatus !== null &&
                  [
                    t(`PROMISE_STATUS.${one.promiseStatus}`),
                    one.promisedRepaymentTime !== null && formatDate(one.promisedRepaymentTime),
                    one.promiseAmountCents !== null && formatMoney(one.promiseAmountCents),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
