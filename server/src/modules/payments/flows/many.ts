import { flow, type ParsedRequestOf } from '@kituo/sdk/contracts';
import * as z from 'zod/mini';
import { AppError } from '../../../http/app-error.ts';
import type { CommandCall } from '../../../http/implement.ts';
import { centsIn, importColumns, type ImportKind, instantIn } from '../../platform/imports/index.ts';
import { asCommand, createJob, defineJob } from '../../platform/jobs/index.ts';
import { reachOrder } from '../payments/index.ts';
import { saveDraft } from './draft-commands.ts';
import { assignFlow } from './read-flows.ts';

const owner = z.strictObject({ ownerUserNo: flow.assignMany.request.shape.ownerUserNo });

/** Unmatched payments handed to one person, or to nobody, a transaction each. */
export const assignJob = defineJob({
  kind: 'flows.assign',
  title: { en: 'Assign payments', zh: '指派流水' },
  code: 'afterLoan:flow:assign',
  params: owner,
  runItem: async ({ subjectNo }, { ownerUserNo }, run) =>
    await assignFlow({ flowNo: subjectNo, ownerUserNo }, asCommand(run)),
});

export async function assignMany(
  { flowNos, ownerUserNo }: ParsedRequestOf<typeof flow.assignMany>,
  call: CommandCall,
): Promise<{ jobNo: string }> {
  const items = [...new Set(flowNos)].map((subjectNo) => ({ subjectNo, input: null }));
  return { jobNo: await createJob(assignJob, { ownerUserNo }, call, items) };
}

type Form = flow.FlowDraftForm;

/** Payments that the channel never reported, by file: each row is a draft, whose certificate is added before its commit. */
export const supplementImport: ImportKind<Form> = {
  kind: 'flows.supplement',
  title: { en: 'Import of missing payments', zh: '导入补录流水' },
  code: 'afterLoan:flow:save',
  nameColumn: 'paymentCode',
  columns: importColumns([
    ['orderNo', 'Order number', '订单号', true, 'LO0000000001'],
    ['phone', 'Phone', '手机号', true, '254712345678'],
    ['paymentChannel', 'Channel', '支付渠道', true, 'MPESA'],
    ['paymentCode', 'Serial number', '流水号', true, 'SGR7XK21QP'],
    ['accountId', 'Receiving account', '收款账户', true, 'BANK.MPESA_PAYBILL'],
    ['amountCents', 'Amount (KES)', '金额（KES）', true, '2500.00'],
    ['repayTime', 'Paid at (EAT)', '还款时间（EAT）', true, '2026-11-20 10:30'],
    ['payerName', 'Payer', '付款人', false, 'Wanjiku Otieno'],
    ['remark', 'Remark', '备注', true, 'Missing in the portal'],
  ]),
  toInput: ({ amountCents, repayTime, payerName = '', ...cells }) => ({
    ...Object.fromEntries(Object.entries(cells).map(([key, cell]) => [key, cell.trim()])),
    amountCents: centsIn(amountCents),
    repayTime: instantIn(repayTime),
    ...(payerName.trim() !== '' && { payerName }),
    voucherIds: [],
  }),
  form: flow.save.request,
  unique: [['paymentChannel', 'paymentCode']],
  async check({ orderNo }, { db, caller }) {
    await reachOrder(db, caller.scope, orderNo).catch((error: unknown) => {
      throw error instanceof AppError ? new AppError(error.error, { fields: ['orderNo'] }) : error;
    });
  },
  apply: async (form, run) => await saveDraft(form, asCommand(run)),
};
