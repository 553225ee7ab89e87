import { call, formatMoney, useText } from '@kituo/sdk';
import { caseRepay, change } from '@kituo/sdk/contracts';
import { allowedAs, BatchAction, fieldsOf, FormDialog, useAction, useBatch } from '@kituo/sdk/page';
import type { List } from '@kituo/sdk/page';
import type { CaseRow, CaseScope } from './case-system.ts';
import { CASES_TEXTS } from './cases-texts.ts';

const SYSTEMS = {
  ORDER: { repay: caseRepay.byOrder, approvals: change.changeFamilies.caseAttribution, job: 'caseRepay.attribution' },
  BILL: {
    repay: caseRepay.byBill,
    approvals: change.changeFamilies.caseAttributionStage,
    job: 'caseRepayStage.attribution',
  },
} as const;

interface Values extends Record<string, unknown> {
  readonly collectionUserNo: string | null;
  readonly reason: string;
}
const { Select, Text } = fieldsOf<Values>();
const nothing = (): Values => ({ collectionUserNo: null, reason: '' });

/** Credits all repayments of closed cases to somebody else who had them. An approver decides; nothing is posted. */
export function useOutAttribution(scope: CaseScope, list: List<CaseRow>) {
  const t = useText(CASES_TEXTS);
  const { repay, approvals, job } = SYSTEMS[scope];
  const asked = (caseIds: readonly string[], { collectionUserNo, reason }: Values) => ({
    caseIds: [...caseIds],
    collectionUserNo: collectionUserNo ?? '',
    reason,
  });
  const correct = useAction({
    words: t,
    name: 'caseAttribution',
    endpoint: repay.correct,
    request: ({ caseId }: CaseRow, values: Values) => asked([caseId], values),
    list: { refresh: list.refresh },
    waitsIn: approvals,
    facts: ({ caseNo, collectedCents }) => ({ name: caseNo, money: formatMoney(collectedCents) }),
  });
  const batch = useBatch({
    name: 'caseAttributionMany',
    endpoint: repay.correct,
    jobKind: job,
    list,
    request: ({ ids }, values: Values) => asked(ids ?? [], values),
    most: 100,
    waitsIn: approvals,
  });
  return { scope, correct, batch, rowAction: allowedAs(correct, 'correctAttribution') };
}

/** The dialogs of a correction. */
export function OutAttributionForms({ of }: { readonly of: ReturnType<typeof useOutAttribution> }) {
  return (
    <>
      <FormDialog action={of.correct} defaults={nothing}>
        {({ caseId }) => <Fields scope={of.scope} caseIds={[caseId]} />}
      </FormDialog>
      <BatchAction batch={of.batch} defaults={nothing} nameOf={(caseId) => caseId}>
        {({ ids }) => <Fields scope={of.scope} caseIds={ids ?? []} />}
      </BatchAction>
    </>
  );
}

function Fields({ scope, caseIds }: { readonly scope: CaseScope; readonly caseIds: readonly string[] }) {
  const t = useText(CASES_TEXTS);
  const { collectors } = SYSTEMS[scope].repay;
  return (
    <>
      <p className="kp-muted">{t('cases.attributionEffect')}</p>
      <Select
        name="collectionUserNo"
        options={{
          kind: 'remote',
          name: `${collectors.name} ${caseIds.join(' ')}`,
          load: async (signal) => {
            const held = await call(collectors, { caseIds: [...caseIds] }, { signal, showLoading: false, quiet: true });
            return held.map(({ userNo, realName }) => ({ value: userNo, label: realName }));
          },
        }}
      />
      <Text name="reason" isLong maxLength={200} />
    </>
  );
}
