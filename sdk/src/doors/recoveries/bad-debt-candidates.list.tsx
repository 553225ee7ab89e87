import { useText } from '@kituo/sdk';
import type { collection } from '@kituo/sdk/contracts';
import { allowedAs, BatchAction, fieldsOf, FormDialog, useAction, useBatch } from '@kituo/sdk/page';
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
}
const { File, Select, Text } = fieldsOf<EnterValues>();
const byAge = (): EnterValues => ({ badDebtReason: 'DPD_90', remark: '', evidence: null });

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
  const form = (caseIds: readonly string[], { badDebtReason, remark, evidence }: EnterValues) => ({
    caseIds: [...caseIds],
    badDebtReason: badDebtReason ?? '',
    evidence: evidence === null ? [] : [evidence.attachId],
    remark,
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
        {({ orderNo }) => (
          <>
            {fields}
            <File name="evidence" isOptional subjectType="order" subjectNo={orderNo} hint={t('badDebt.evidenceHint')} />
          </>
        )}
      </FormDialog>
      <BatchAction batch={enterMany} nameOf={(caseId) => caseId} defaults={byAge}>
        {fields}
      </BatchAction>
    </PlainList>
  );
}
