import { payout } from '@kituo/sdk/contracts';
import { exportOf, type CodeWords } from '../../platform/exports/index.ts';
import { attempts } from './read-attempts.ts';

const SUBJECT: CodeWords = {
  LOAN: ['Loan', '贷款'],
  REFUND: ['Refund', '退款'],
  REVERSAL: ['Reversal', '冲正'],
  TRANSFER: ['Transfer', '转账'],
  WITHDRAWAL: ['Withdrawal', '提现'],
};
const STATUS: CodeWords = {
  CREATED: ['Created', '已创建'],
  SENT: ['Sent', '已发送'],
  SUCCESS: ['Paid', '成功'],
  FAILED: ['Failed', '失败'],
  UNKNOWN: ['Unknown', '未知'],
};

/** The list as a file: those that the reader sees, masked as the reader is. */
export const attemptExport = exportOf(attempts, {
  kind: 'payouts.export',
  title: { en: 'Export of payout attempts', zh: '导出打款记录' },
  page: { code: 'afterLoan:payout:export' },
  params: payout.attemptsExport.request,
  fileStem: 'payout-attempts',
  subjectType: 'payout',
  columns: [
    { en: 'Attempt', zh: '打款编号', of: (row) => row.attemptNo },
    { en: 'For', zh: '对象类型', of: (row) => row.subjectType, codes: SUBJECT },
    { en: 'Number', zh: '对象编号', of: (row) => row.subjectNo },
    { en: 'Merchant', zh: '商户', of: (row) => row.merchantNo },
    { en: 'Channel', zh: '渠道', of: (row) => row.payoutChannel },
    { en: 'Payee', zh: '收款人', of: (row) => row.payeeName },
    { en: 'Payee account', zh: '收款账户', of: (row) => row.payeeAccount },
    { en: 'Amount (KES)', zh: '金额（KES）', of: (row) => (row.amountCents / 100).toFixed(2) },
    { en: 'Status', zh: '状态', of: (row) => row.attemptStatus, codes: STATUS },
    { en: 'Disbursement code', zh: '打款流水号', of: (row) => row.disbursementCode },
    { en: 'Failure code', zh: '失败代码', of: (row) => row.failCode },
    { en: 'Failure', zh: '失败原因', of: (row) => row.failReason },
    { en: 'Requested by', zh: '提交人', of: (row) => row.makerName },
    { en: 'Decided by', zh: '审核人', of: (row) => row.checkerName },
    { en: 'Created', zh: '创建时间', of: (row) => row.createdAt, isTime: true },
    { en: 'Sent', zh: '发送时间', of: (row) => row.sentAt, isTime: true },
    { en: 'Finished', zh: '完成时间', of: (row) => row.finishedAt, isTime: true },
  ],
});
