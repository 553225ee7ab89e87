import { call, formatMoney, useText } from '@kituo/sdk';
import type { caseRepay, collection } from '@kituo/sdk/contracts';
import { allowedAs, BatchAction, fieldsOf, FormDialog, useAction, useBatch } from '@kituo/sdk/page';
import type { List } from '@kituo/sdk/page';
import { RECOVERIES_TEXTS } from './recoveries-texts.ts';
import { REPAY_ENDPOINTS } from './repay-endpoints.ts';

type Row = caseRepay.RepayRow;

interface Values extends Record<string, unknown> {
  readonly collectionUserNo: string | null;
  readonly reason: string;
}
const { Select, Text } = fieldsOf<Values>();
const nothing = (): Values => ({ collectionUserNo: null, reason: '' });

/** Credits repayments to somebody else who had the case: one, or those that are selected. An approver decides. */
export function useAttribution(scope: collection.CaseScope, list: List<Row>) {
  const { repay, attribution } = REPAY_ENDPOINTS[scope];
  const asked = (lineNos: readonly string[], { collectionUserNo, reason }: Values) => ({
    lineNos: [...lineNos],
    collectionUserNo: collectionUserNo ?? '',
    reason,
  });
  const correct = useAction({
    name: 'correctAttribution',
    endpoint: repay.correct,
    request: ({ lineNo }: Row, values: Values) => asked([lineNo], values),
    list: { refresh: list.refresh },
    waitsIn: attribution,
    facts: ({ lineNo, appliedCents }) => ({ name: lineNo, money: formatMoney(appliedCents) }),
  });
  const batch = useBatch({
    name: 'attributionBatch',
    endpoint: repay.correct,
    jobKind: 'caseRepay.attribution',
    list,
    request: ({ ids }, values: Values) => asked(ids ?? [], values),
    most: 500,
    waitsIn: attribution,
  });
  return { scope, correct, batch, rowAction: allowedAs(correct, 'correctAttribution') };
}

/** What a correction needs to know of a row of another list. */
interface CreditRow {
  readonly applicationNo: string;
  readonly lineNos: readonly string[];
  readonly appliedCents: number;
}

/**
 * The same of a list that names a repayment's lines.
 *
 * @example const credit = useCreditCorrection('ORDER', list);
 */
export function useCreditCorrection<R extends CreditRow>(scope: collection.CaseScope, list: { refresh(): void }) {
  const { repay, attribution } = REPAY_ENDPOINTS[scope];
  const correct = useAction({
    name: 'correctAttribution',
    endpoint: repay.correct,
    request: ({ lineNos }: R, { collectionUserNo, reason }: Values) => ({
      lineNos: [...lineNos],
      collectionUserNo: collectionUserNo ?? '',
      reason,
    }),
    list,
    waitsIn: attribution,
    facts: ({ applicationNo, appliedCents }) => ({ name: applicationNo, money: formatMoney(appliedCents) }),
  });
  return { scope, correct };
}

/** The dialog of that correction. */
export function CreditCorrectionForm<R extends CreditRow>(props: {
  readonly of: ReturnType<typeof useCreditCorrection<R>>;
}) {
  const { scope, correct } = props.of;
  return (
    <FormDialog action={correct} defaults={nothing}>
      {({ lineNos }) => <Fields scope={scope} lineNos={lineNos} />}
    </FormDialog>
  );
}

/** The dialogs of a correction. */
export function AttributionForms({ of }: { readonly of: ReturnType<typeof useAttribution> }) {
  return (
    <>
      <FormDialog action={of.correct} defaults={nothing}>
        {({ lineNo }) => <Fields scope={of.scope} lineNos={[lineNo]} />}
      </FormDialog>
      <BatchAction batch={of.batch} defaults={nothing} nameOf={(lineNo) => lineNo}>
        {({ ids }) => <Fields scope={of.scope} lineNos={ids ?? []} />}
      </BatchAction>
    </>
  );
}

function Fields({ scope, lineNos }: { readonly scope: collection.CaseScope; readonly lineNos: readonly string[] }) {
  const t = useText(RECOVERIES_TEXTS);
  const { collectors } = REPAY_ENDPOINTS[scope].repay;
  return (
    <>
      <p className="kp-muted">{t('repay.effect')}</p>
      <Select
        name="collectionUserNo"
        options={{
          kind: 'remote',
          name: `${collectors.name} ${lineNos.join(' ')}`,
          load: async (signal) => {
            const held = await call(collectors, { lineNos: [...lineNos] }, { signal, showLoading: false, quiet: true });
            return held.map(({ userNo, realName }) => ({ value: userNo, label: realName }));
          },
        }}
      />
      <Text name="reason" isLong maxLength={200} />
    </>
  );
}
