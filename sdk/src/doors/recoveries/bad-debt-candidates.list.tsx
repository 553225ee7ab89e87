import { useText } from '@kituo/sdk';
import type { collection } from '@kituo/sdk/contracts';
import {
  allowedAs,
  BatchAction,
  fieldsOf,
  FormDialog,
  useAction,
  useBatch,
  useDetail,
  useFormValues,
} from '@kituo/sdk/page';
import type { AttachedFile } from '@kituo/sdk/page';
import { BAD_DEBT_ENDPOINTS, CANDIDATE_COLUMNS, CANDIDATE_FILTERS } from './bad-debt-fields.ts';
import { BadDebtCase } from './bad-debt-case.tsx';
import { PlainList, usePlainList } from './plain-list.tsx';
import { RECOVERIES_TEXTS } from './recoveries-texts.ts';
import { useLabelled } from './use-labelled.ts';
import { BAD_DEBT_REASON } from './recoveries-words.ts';

type Case = collection.BadDebtRow;
interface EnterValues extends Record<string, unknown> {
  readonly badDebtReason: string | null;
  readonly remark: string;
  readonly evidence: AttachedFile | null;
  /** By bill: the order's other cases go along. */
  readonly withSiblings: boolean;
}
const { File, Select, Switch, Text } = fieldsOf<EnterValues>();
const byAge = (): EnterValues => ({ badDebtReason: 'DPD_90', remark: '', evidence: null, withSiblings: true });

/** Cases that may enter the pool by their age; with a filter, those of any age, on evidence. */
export function BadDebtCandidates({ scope, title }: { readonly scope: collection.CaseScope; readonly title: string }) {
  const t = useText(RECOVERIES_TEXTS);
  const { cases, area } = BAD_DEBT_ENDPOINTS[scope];
  const of = usePlainList<Case>({
    load: cases.badDebtCandidates,
    idOf: (row) => row.caseId,
    columns: useLabelled(CANDIDATE_COLUMNS[scope]),
    filters: CANDIDATE_FILTERS[scope],
    defaultSort: '-dpd',
  });
  const form = (caseIds: readonly string[], { badDebtReason, remark, evidence, withSiblings }: EnterValues) => ({
    caseIds: [...caseIds],
    badDebtReason: badDebtReason ?? '',
    evidence: evidence === null ? [] : [evidence.attachId],
    remark,
    ...(scope === 'BILL' && { withSiblings }),
  });
  const enter = useAction({
    name: 'enterBadDebt',
    endpoint: cases.badDebtEnter,
    request: ({ caseId }: Case, values: EnterValues) => form([caseId], values),
    list: { refresh: of.list.refresh },
    facts: ({ orderNo, billNo }) => ({ name: scope === 'ORDER' ? orderNo : (billNo ?? orderNo) }),
  });
  const enterMany = useBatch({
    name: 'enterBadDebtMany',
    endpoint: cases.badDebtEnter,
    jobKind: `${area}.enterBadDebt`,
    list: of.list,
    request: ({ ids }, values: EnterValues) => form(ids ?? [], values),
    most: 500,
  });
  const fields = (
    <>
      <p className="kp-muted">{t('badDebt.enterEffect')}</p>
      <Select name="badDebtReason" options={BAD_DEBT_REASON} />
      <Text name="remark" isLong maxLength={200} />
    </>
  );
  return (
    <PlainList
      of={of}
      title={title}
      emptyText={t('badDebt.noCandidates')}
      rowActions={[allowedAs(enter, 'enterBadDebt')]}
      batches={[enterMany]}
      detail={(row) => <BadDebtCase row={row} scope={scope} />}
    >
      <FormDialog action={enter} defaults={byAge}>
        {({ caseId, orderNo, orderCases, orderInPool }) => (
          <>
            {fields}
            {scope === 'BILL' && orderCases - orderInPool > 1 && <Siblings caseId={caseId} orderNo={orderNo} />}
            <File name="evidence" isOptional subjectType="order" subjectNo={orderNo} hint={t('badDebt.evidenceHint')} />
          </>
        )}
      </FormDialog>
      <BatchAction batch={enterMany} nameOf={(caseId) => caseId} defaults={byAge}>
        {fields}
        {scope === 'BILL' && <Switch name="withSiblings" hint={t('badDebt.siblingsHint')} />}
      </BatchAction>
    </PlainList>
  );
}

/** What is true of a borrower, not of a bill, takes every open bill of the order along. */
const OF_BORROWER: ReadonlySet<unknown> = new Set(['DEATH', 'FRAUD']);

/** The other bills of the order that would go along, by the reason that is chosen. */
function Siblings({ caseId, orderNo }: { readonly caseId: string; readonly orderNo: string }) {
  const t = useText(RECOVERIES_TEXTS);
  const { badDebtReason } = useFormValues();
  const anyAge = OF_BORROWER.has(badDebtReason);
  const { data } = useDetail(BAD_DEBT_ENDPOINTS.BILL.cases.badDebtCandidates, {
    filters: { orderNo, ...(anyAge && { anyAge }) },
    page: 1,
    pageSize: 20,
    sort: null,
  });
  const others = (data?.rows ?? []).filter((row) => row.caseId !== caseId);
  if (others.length === 0) return null;
  const bills = others.map(({ billNo, termNo, installments, dpd }) => {
    const bill = { bill: billNo ?? '', term: `${termNo ?? ''}/${installments}` };
    if (dpd === 0) return t('badDebt.siblingToday', bill);
    return dpd > 0 ? t('badDebt.sibling', { ...bill, count: dpd }) : t('badDebt.siblingDue', { ...bill, count: -dpd });
  });
  return <Switch name="withSiblings" hint={bills.join(' · ')} />;
}
