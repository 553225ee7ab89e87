import { wallet } from '@kituo/sdk/contracts';
import { exportOf, type CodeWords } from '../../platform/exports/index.ts';
import { withdrawals } from './read.ts';

const STATUS: CodeWords = {
  REQUESTED: ['Requested', '待打款'],
  IN_PROGRESS: ['In progress', '打款中'],
  SUCCESS: ['Paid', '已到账'],
  FAILED: ['Failed', '失败'],
  CANCELLED: ['Cancelled', '已取消'],
};

/** The list as a file: those that the reader sees, masked as the reader is. */
export const withdrawalExport = exportOf(withdrawals, {
  kind: 'wallets.exportWithdrawals',
  title: { en: 'Export of withdrawals', zh: '导出提现' },
  page: { code: 'afterLoan:wallet:export' },
  params: wallet.withdrawalExport.request,
  fileStem: 'withdrawals',
  subjectType: 'withdrawal',
  columns: [
    { en: 'Withdrawal', zh: '提现编号', of: (row) => row.withdrawNo },
    { en: 'Merchant', zh: '商户', of: (row) => row.merchantNo },
    { en: 'Customer', zh: '客户', of: (row) => row.customerName },
    { en: 'Phone', zh: '手机号', of: (row) => row.phone },
    { en: 'Paid to', zh: '收款账户', of: (row) => row.eWalletAccount },
    { en: 'Amount (KES)', zh: '金额（KES）', of: (row) => (row.amountCents / 100).toFixed(2) },
    { en: 'Status', zh: '状态', of: (row) => row.withdrawStatus, codes: STATUS },
    { en: 'Failure', zh: '失败原因', of: (row) => row.failReason },
    { en: 'Attempts', zh: '打款次数', of: (row) => row.attemptCount },
    { en: 'Requested', zh: '申请时间', of: (row) => row.createTime, isTime: true },
    { en: 'Paid', zh: '到账时间', of: (row) => row.successTime, isTime: true },
  ],
});
