import { formatMoney } from '@kituo/sdk';
import type { collection } from '@kituo/sdk/contracts';
import { allowedAs, useAction, useBatch } from '@kituo/sdk/page';
import type { List } from '@kituo/sdk/page';
import { DEDUCTION_ENDPOINTS, type DeductionRow } from './deduction-fields.ts';

/** Components by name, in cents; left as they were asked for, nothing is lowered. */
export interface ApproveValues extends Record<string, unknown> {
  readonly reason: string;
}
interface Reason extends Record<string, unknown> {
  readonly reason: string;
}

/** The components that a waiver asks for. */
export const askedFor = ({ amounts }: DeductionRow) =>
  Object.entries(amounts).flatMap(([component, amountCents]) => (amountCents > 0 ? [{ component, amountCents }] : []));

/** What is decided of waivers, one by one and together. */
export function useDeductionActions(scope: collection.CaseScope, list: List<DeductionRow>) {
  const { of, decideJob } = DEDUCTION_ENDPOINTS[scope];
  const refreshed = { refresh: list.refresh };
  const facts = ({ deductionNo, requestedCents }: DeductionRow) => ({
    name: deductionNo,
    money: formatMoney(requestedCents),
  });
  const approve = useAction({
    name: 'deductionApprove',
    endpoint: of.approve,
    request: (row: DeductionRow, { reason, ...typed }: ApproveValues) => {
      const items = askedFor(row).map(({ component, amountCents }) => {
        const lowered = typed[component];
        return { component, amountCents: typeof lowered === 'number' ? lowered : amountCents };
      });
      const isLowered = items.some(({ amountCents }, index) => amountCents !== askedFor(row)[index]?.amountCents);
      const parsed = of.approve.request.shape.items.parse(isLowered ? items : undefined);
      return {
        deductionNo: row.deductionNo,
        ...(parsed && { items: parsed }),
        ...(reason.trim() !== '' && { reason }),
      };
    },
    list: refreshed,
    facts,
  });
  const reject = useAction({
    name: 'deductionReject',
    endpoint: of.reject,
    request: ({ deductionNo }: DeductionRow, { reason }: Reason) => ({ deductionNo, reason }),
    list: refreshed,
    facts,
    isDangerous: true,
  });
  const many = { endpoint: of.decideMany, jobKind: decideJob, list } as const;
  const approveMany = useBatch({
    ...many,
    name: 'deductionApproveMany',
    request: ({ ids }) => ({ deductionNos: [...(ids ?? [])], isApproved: true }),
  });
  const rejectMany = useBatch({
    ...many,
    name: 'deductionRejectMany',
    request: ({ ids }, { reason }: Reason) => ({ deductionNos: [...(ids ?? [])], isApproved: false, reason }),
    isDangerous: true,
  });
  return {
    approve,
    reject,
    approveMany,
    rejectMany,
    rowActions: [allowedAs(approve, 'approve'), allowedAs(reject, 'reject')],
  };
}
