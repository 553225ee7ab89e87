import { flow } from '@kituo/sdk/contracts';
import { type CodeWords, exportOf } from '../../platform/exports/index.ts';
import { flowDrafts } from './read-flows.ts';

const STATUS: CodeWords = {
  DRAFT: ['Draft', '草稿'],
  WAITING: ['Awaiting approval', '待审批'],
  RECORDED: ['Recorded', '已登记'],
};

/** Payments that were written down and are not recorded yet, as a file. */
export const draftExport = exportOf(flowDrafts, {
  kind: 'flows.exportDrafts',
  title: { en: 'Export of draft payments', zh: '导出流水草稿' },
  page: { code: 'afterLoan:repayment:export' },
  params: flow.draftsExport.request,
  fileStem: 'draft-payments',
  subjectType: 'flowDraft',
  columns: [
    { en: 'Draft', zh: '草稿编号', of: (row) => row.draftNo },
    { en: 'Status', zh: '状态', of: (row) => row.draftStatus, codes: STATUS },
    { en: 'Order number', zh: '订单号', of: (row) => row.orderNo },
    { en: 'Channel', zh: '支付渠道', of: (row) => row.paymentChannel },
    { en: 'Serial number', zh: '支付流水号', of: (row) => row.paymentCode },
    { en: 'Receiving account', zh: '收款账户', of: (row) => row.accountId },
    { en: 'Amount (KES)', zh: '金额（KES）', of: (row) => (row.amountCents / 100).toFixed(2) },
    { en: 'Paid', zh: '付款时间', of: (row) => row.repayTime, isTime: true },
    { en: 'Payer', zh: '付款人', of: (row) => row.payerName },
    { en: 'Payer phone', zh: '付款手机号', of: (row) => row.payerPhone },
    { en: 'Remark', zh: '备注', of: (row) => row.remark },
    { en: 'Entered by', zh: '录入人', of: (row) => row.makerName },
    { en: 'Entered', zh: '录入时间', of: (row) => row.createdAt, isTime: true },
  ],
});
