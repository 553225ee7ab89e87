import { transfer } from '@kituo/sdk/contracts';
import { exportOf, type CodeWords } from '../../platform/exports/index.ts';
import { transfers } from './read.ts';

const TYPE: CodeWords = {
  OWN_ACCOUNT: ['To an own account', '转入自有账户'],
  RETURN_TO_PAYER: ['Return to payer', '退回付款人'],
};
const STATUS: CodeWords = {
  SUBMITTED: ['Awaiting approval', '待审核'],
  APPROVED: ['Approved', '已通过'],
  REJECTED: ['Rejected', '已拒绝'],
  GIVEN_UP: ['Withdrawn', '已撤回'],
  RELEASING: ['In progress', '打款中'],
  SUCCESS: ['Paid', '已到账'],
  FAILED: ['Failed', '失败'],
};

/** The list as a file: those that the reader sees, masked as the reader is. */
export const transferExport = exportOf(transfers, {
  kind: 'transfers.export',
  title: { en: 'Export of transfers', zh: '导出转账' },
  page: { code: 'charge:transfer:export' },
  params: transfer.exportList.request,
  fileStem: 'transfers',
  subjectType: 'transfer',
  columns: [
    { en: 'Transfer', zh: '转账编号', of: (row) => row.transferNo },
    { en: 'Merchant', zh: '商户', of: (row) => row.merchantName },
    { en: 'Type', zh: '类型', of: (row) => row.transferType, codes: TYPE },
    { en: 'From', zh: '付款账户', of: (row) => row.sourceAccountName },
    { en: 'Payee', zh: '收款人', of: (row) => row.payeeName },
    { en: 'Payee account', zh: '收款账户', of: (row) => row.payeeAccount ?? row.targetAccountId },
    { en: 'Amount (KES)', zh: '金额（KES）', of: (row) => (row.amountCents / 100).toFixed(2) },
    { en: 'Purpose', zh: '用途', of: (row) => row.purpose },
    { en: 'Status', zh: '状态', of: (row) => row.transferStatus, codes: STATUS },
    { en: 'Failure', zh: '失败原因', of: (row) => row.failReason },
    { en: 'Requested by', zh: '提交人', of: (row) => row.applicantName },
    { en: 'Requested', zh: '提交时间', of: (row) => row.applyTime, isTime: true },
    { en: 'Decided by', zh: '审核人', of: (row) => row.auditorName },
    { en: 'Decided', zh: '审核时间', of: (row) => row.auditTime, isTime: true },
    { en: 'Paid', zh: '到账时间', of: (row) => row.successTime, isTime: true },
  ],
});
