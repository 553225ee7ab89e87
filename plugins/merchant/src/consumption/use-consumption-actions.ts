import { prepaid } from '@kituo/sdk/contracts';
import { decision, type List, useAction, useBatch, useDecisions } from '@kituo/sdk/page';
import { type ChargeValues, chargeOf } from './charge.form.tsx';
import type { ConsumptionRow } from './consumption-fields.ts';

export interface ReversalValues extends Record<string, unknown> {
  readonly reverseReason: string | null;
  readonly remark: string;
}
const reversalOf = ({ reverseReason, remark }: ReversalValues) => ({ reverseReason: reverseReason ?? '', remark });

/** A charge as the dialog of decisions reads it. */
export const toDecide = (row: ConsumptionRow) => ({
  ...row,
  makerName: row.applicantName ?? '',
  reason: row.reverseRemark,
  createdAt: row.consumedAt,
});
type ToDecide = ReturnType<typeof toDecide>;

/** Charge by hand, request reversals, decide them. */
export function useConsumptionActions(list: List<ConsumptionRow>) {
  const refreshed = { refresh: list.refresh };
  const charge = useAction({
    name: 'charge',
    endpoint: prepaid.consumptionCharge,
    request: (_nothing: null, values: ChargeValues) => chargeOf(values),
    list: refreshed,
    facts: (_nothing, reply) => ({ name: reply?.recordNo ?? '' }),
  });
  const reverse = useAction({
    name: 'reverse',
    endpoint: prepaid.consumptionReverse,
    request: ({ recordNo }: ConsumptionRow, values: ReversalValues) => ({ recordNo, ...reversalOf(values) }),
    list: refreshed,
    isDangerous: true,
    facts: ({ recordNo }) => ({ name: recordNo }),
  });
  const reverseMany = useBatch({
    name: 'reverseMany',
    endpoint: prepaid.consumptionReverseMany,
    jobKind: 'consumptions.reverseMany',
    list,
    request: ({ ids }, values: ReversalValues) => ({ recordNos: [...(ids ?? [])], ...reversalOf(values) }),
    isDangerous: true,
  });
  const decisions = useDecisions<ToDecide>({
    list: refreshed,
    nameOf: ({ recordNo }) => recordNo,
    approve: decision(prepaid.consumptionAudit, ({ recordNo }: ToDecide, remark) => ({
      recordNo,
      isApproved: true,
      ...(remark !== undefined && { remark }),
    })),
    reject: decision(prepaid.consumptionAudit, ({ recordNo }: ToDecide, remark: string) => ({
      recordNo,
      isApproved: false,
      remark,
    })),
  });
  return { charge, reverse, reverseMany, decisions };
}
