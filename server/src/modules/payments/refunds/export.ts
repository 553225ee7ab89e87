import { refund } from '@kituo/sdk/contracts';
import { exportOf, type CodeWords } from '../../platform/exports/index.ts';
import { refunds } from './read-refunds.ts';

const DECISION: CodeWords = {
  PENDING: ['Awaiting approval', '待审核'],
  APPROVED: ['Approved', '已通过'],
  REJECTED: ['Rejected', '已拒绝'],
};
const PAYOUT: CodeWords = {
  CREATED: ['Not started', '未开始'],
  IN_PROGRESS: ['In progress', '退款中'],
  SUCCESS: ['Refunded', '退款成功'],
  FAILURE: ['Failed', '退款失败'],
};

/** The list as a file: those that the reader sees, masked as the reader is. */
export const refundExport = exportOf(refunds, {
  kind: 'refunds.export',
  title: { en: 'Export of refunds', zh: '导出退款' },
  page: { code: 'charge:refund:export' },
  params: refund.exportList.request,
  fileStem: 'refunds',
  subjectType: 'refund',
  columns: [
    { en: 'Refund', zh: '退款编号', of: (row) => row.refundNo },
    { en: 'Order', zh: '订单号', of: (row) => row.orderNo },
    { en: 'Merchant', zh: '商户', of: (row) => row.merchantNo },
    { en: 'Customer', zh: '客户', of: (row) => row.customerName },
    { en: 'Phone', zh: '手机号', of: (row) => row.phone },
    { en: 'Transaction', zh: '交易号', of: (row) => row.paymentCode },
    { en: 'Payee', zh: '收款人', of: (row) => row.payeeName },
    { en: 'Payee account', zh: '收款账户', of: (row) => row.payeeAccount },
    { en: 'Amount (KES)', zh: '金额（KES）', of: (row) => (row.amountCents / 100).toFixed(2) },
    { en: 'Decision', zh: '审核状态', of: (row) => row.auditStatus, codes: DECISION },
    { en: 'Payout', zh: '打款状态', of: (row) => row.refundStatus, codes: PAYOUT },
    { en: 'Failure', zh: '失败原因', of: (row) => row.failReason },
    { en: 'Requested by', zh: '提交人', of: (row) => row.applicantName },
    { en: 'Requested', zh: '提交时间', of: (row) => row.applyTime, isTime: true },
    { en: 'Decided by', zh: '审核人', of: (row) => row.checkerName },
    { en: 'Paid', zh: '到账时间', of: (row) => row.successTime, isTime: true },
  ],
});
