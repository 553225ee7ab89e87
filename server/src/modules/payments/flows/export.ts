import { flow } from '@kituo/sdk/contracts';
import { type CodeWords, exportOf } from '../../platform/exports/index.ts';
import { flows } from './read-flows.ts';

const STATUS: CodeWords = {
  RECEIVED: ['Received', '已到账'],
  UNMATCHED: ['Unmatched', '未匹配'],
  PART_APPLIED: ['Partly applied', '部分核销'],
  APPLIED: ['Applied', '已核销'],
  REFUNDED: ['Refunded', '已退款'],
  REVERSED: ['Reversed', '已冲正'],
};
const SOURCE: CodeWords = {
  CALLBACK: ['Channel', '渠道回调'],
  SUPPLEMENT: ['Supplement', '人工补录'],
  STATEMENT: ['Statement', '对账单'],
};

/** The list as a file: those that the reader sees, masked as the reader is. */
export const flowExport = exportOf(flows, {
  kind: 'flows.export',
  title: { en: 'Export of flows', zh: '导出流水' },
  page: { code: 'afterLoan:repayment:export' },
  params: flow.exportList.request,
  fileStem: 'flows',
  subjectType: 'flow',
  columns: [
    { en: 'Flow', zh: '流水号', of: (row) => row.flowNo },
    { en: 'Serial number', zh: '支付流水号', of: (row) => row.paymentCode },
    { en: 'Channel', zh: '支付渠道', of: (row) => row.paymentChannel },
    { en: 'Payer', zh: '付款人', of: (row) => row.payerName },
    { en: 'Payer phone', zh: '付款手机号', of: (row) => row.payerPhone },
    { en: 'Reference', zh: '付款备注', of: (row) => row.accountReference },
    { en: 'Amount (KES)', zh: '金额（KES）', of: (row) => (row.flowAmountCents / 100).toFixed(2) },
    { en: 'Available (KES)', zh: '可用金额（KES）', of: (row) => (row.writableCents / 100).toFixed(2) },
    { en: 'Paid', zh: '付款时间', of: (row) => row.repayTime, isTime: true },
    { en: 'Source', zh: '来源', of: (row) => row.source, codes: SOURCE },
    { en: 'Status', zh: '状态', of: (row) => row.flowStatus, codes: STATUS },
    { en: 'Owner', zh: '负责人', of: (row) => row.ownerName },
    { en: 'Order number', zh: '订单号', of: (row) => row.orderNo },
  ],
});
