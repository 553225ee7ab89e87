import { wallet } from '@kituo/sdk/contracts';
import { exportOf, type CodeWords } from '../../platform/exports/index.ts';
import { rewards, withdrawals } from './read.ts';

const STATUS: CodeWords = {
  REQUESTED: ['Requested', '已申请'],
  IN_PROGRESS: ['In progress', '付款中'],
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

const REWARD: CodeWords = {
  INVITATION: ['Invitation', '邀请'],
  FIRST_LOAN: ['First loan', '首贷'],
  ON_TIME: ['Paid on time', '按时还款'],
  TASK: ['Task', '任务'],
};

/** Rewards as a file. */
export const rewardExport = exportOf(rewards, {
  kind: 'wallets.exportRewards',
  title: { en: 'Export of rewards', zh: '导出奖励' },
  page: { code: 'afterLoan:wallet:export' },
  params: wallet.rewardExport.request,
  fileStem: 'rewards',
  subjectType: 'reward',
  columns: [
    { en: 'Reward', zh: '奖励编号', of: (row) => row.rewardNo },
    { en: 'Merchant', zh: '商户', of: (row) => row.merchantNo },
    { en: 'Customer', zh: '客户', of: (row) => row.customerName },
    { en: 'Type', zh: '奖励类型', of: (row) => row.rewardType, codes: REWARD },
    { en: 'Invitee', zh: '被邀请人', of: (row) => row.inviteePhone },
    { en: 'Order number', zh: '订单号', of: (row) => row.sourceOrderNo },
    { en: 'Amount (KES)', zh: '金额（KES）', of: (row) => (row.amountCents / 100).toFixed(2) },
    { en: 'Wallet balance (KES)', zh: '钱包余额（KES）', of: (row) => (row.walletBalanceCents / 100).toFixed(2) },
    { en: 'Granted', zh: '发放时间', of: (row) => row.grantTime, isTime: true },
    { en: 'Taken back', zh: '已收回', of: (row) => row.isTakenBack },
  ],
});
