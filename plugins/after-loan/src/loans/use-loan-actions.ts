import { change, payout } from '@kituo/sdk/contracts';
import { allowedAs, useAction, useBatch } from '@kituo/sdk/page';
import type { AttachedFile, List } from '@kituo/sdk/page';
import type { LoanRow } from './loan-fields.ts';

export interface OfflineValues extends Record<string, unknown> {
  readonly approvalTime: string | null;
  readonly lendingTime: string | null;
  readonly loanerAccountId: string | null;
  readonly disbursementCode: string;
  readonly voucher: AttachedFile | null;
  readonly reason: string;
}
interface Reason extends Record<string, unknown> {
  readonly reason: string;
}
const waitsInBatch = change.changeFamilies.payoutBatch;

/** What can be done with orders on their way out, one by one and together. */
export function useLoanActions(list: List<LoanRow>) {
  const refreshed = { refresh: list.refresh };
  const facts = ({ orderNo }: LoanRow) => ({ name: orderNo });
  const one = ({ orderNo }: LoanRow) => ({ orderNo });
  const disburse = useAction({ name: 'disburse', endpoint: payout.disburse, request: one, list: refreshed, facts });
  const replay = useAction({ name: 'replay', endpoint: payout.replay, request: one, list: refreshed, facts });
  const cancel = useAction({
    name: 'payoutCancel',
    endpoint: payout.cancel,
    request: ({ orderNo }: LoanRow, { reason }: Reason) => ({ orderNo, reason }),
    list: refreshed,
    facts,
    isDangerous: true,
  });
  const offline = useAction({
    name: 'offlineLoan',
    endpoint: payout.offlineLoan,
    request: ({ orderNo }: LoanRow, values: OfflineValues) => ({
      orderNo,
      approvalTime: values.approvalTime ?? '',
      lendingTime: values.lendingTime ?? '',
      loanerAccountId: values.loanerAccountId ?? '',
      disbursementCode: values.disbursementCode,
      voucherIds: values.voucher === null ? [] : [values.voucher.attachId],
      reason: values.reason,
    }),
    list: refreshed,
    waitsIn: change.changeFamilies.offlineLoan,
    facts,
  });
  const many = ({ ids }: { readonly ids: readonly string[] | null }, { reason }: Reason) => ({
    orderNos: [...(ids ?? [])],
    reason,
  });
  const shared = { list, request: many, most: 200, waitsIn: waitsInBatch };
  const batchDisburse = useBatch({
    ...shared,
    name: 'batchDisburse',
    endpoint: payout.batchDisburse,
    jobKind: 'payout.disburseMany',
  });
  const batchReplay = useBatch({
    ...shared,
    name: 'batchReplay',
    endpoint: payout.batchReplay,
    jobKind: 'payout.replayMany',
  });
  const batchCancel = useBatch({
    ...shared,
    name: 'batchCancel',
    endpoint: payout.batchCancel,
    jobKind: 'payout.cancelMany',
    isDangerous: true,
  });
  return {
    disburse,
    replay,
    cancel,
    offline,
    batches: [batchDisburse, batchReplay, batchCancel],
    rowActions: [
      allowedAs(disburse, 'disburse'),
      allowedAs(replay, 'replay'),
      allowedAs(cancel, 'cancel'),
      allowedAs(offline, 'offlineLoan'),
    ],
  };
}
