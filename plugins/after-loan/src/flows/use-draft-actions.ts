import { change, flow } from '@kituo/sdk/contracts';
import { useAction } from '@kituo/sdk/page';
import type { AttachedFile } from '@kituo/sdk/page';
import type { Refreshed } from '../parts/refreshed.ts';
import type { DraftRow } from './flow-fields.ts';

export interface SupplementValues extends Record<string, unknown> {
  readonly phone: string;
  /** The draft whose customer it stays: no number is asked for. */
  readonly draftNo: string | null;
  readonly orderNo: string | null;
  readonly paymentChannel: string | null;
  readonly paymentCode: string;
  readonly accountId: string | null;
  readonly amountCents: number | null;
  readonly repayTime: string | null;
  readonly payerName: string;
  readonly voucher: AttachedFile | null;
  readonly remark: string;
}

const formOf = ({ voucher, payerName, ...values }: SupplementValues, kept: readonly string[] = []) => ({
  orderNo: values.orderNo ?? '',
  paymentChannel: values.paymentChannel ?? '',
  paymentCode: values.paymentCode,
  accountId: values.accountId ?? '',
  amountCents: values.amountCents ?? Number.NaN,
  repayTime: values.repayTime ?? '',
  remark: values.remark,
  ...(payerName.trim() !== '' && { payerName }),
  voucherIds: voucher === null ? [...kept] : [...kept, voucher.attachId],
});

/** Write a flow down that the channel never reported, amend the draft, submit it for approval. */
export function useDraftActions(list: Refreshed) {
  const refreshed = { refresh: list.refresh };
  const supplement = useAction({
    name: 'flowSupplement',
    endpoint: flow.save,
    request: (_nothing: DraftRow | null, values: SupplementValues) => ({ ...formOf(values), phone: values.phone }),
    list: refreshed,
    facts: (_row, reply) => ({ name: reply?.draftNo ?? '' }),
  });
  const update = useAction({
    name: 'draftUpdate',
    endpoint: flow.update,
    request: (row: DraftRow | null, values: SupplementValues) => ({
      ...formOf(values, row?.voucherIds),
      ...(values.draftNo === null && { phone: values.phone }),
      draftNo: row?.draftNo ?? '',
      version: row?.version ?? 0,
    }),
    list: refreshed,
    facts: (row) => ({ name: row?.draftNo ?? '' }),
  });
  const commit = useAction({
    name: 'draftCommit',
    endpoint: flow.commit,
    request: ({ draftNo }: DraftRow) => ({ draftNo }),
    list: refreshed,
    waitsIn: change.changeFamilies.flow,
    facts: ({ draftNo }) => ({ name: draftNo }),
  });
  return { supplement, update, commit };
}
