import { wallet } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { type CodeWords, copiedExport } from '../../platform/exports/index.ts';
import { newestAttempt, rewards, TAKEN_BACK, withdrawals } from './read.ts';

const STATUS: CodeWords = {
  REQUESTED: ['Requested', '已申请'],
  IN_PROGRESS: ['In progress', '付款中'],
  SUCCESS: ['Paid', '已到账'],
  FAILED: ['Failed', '失败'],
  CANCELLED: ['Cancelled', '已取消'],
};

/** The list as a file: those that the reader sees, masked as the reader is. Tens of thousands: read by one statement. */
export const withdrawalExport = copiedExport({
  kind: 'wallets.exportWithdrawals',
  title: { en: 'Export of withdrawals', zh: '导出提现' },
  page: { code: 'afterLoan:wallet:export' },
  params: wallet.withdrawalExport.request,
  fileStem: 'withdrawals',
  subjectType: 'withdrawal',
  async read(requests, reading) {
    const { rows, maskOf } = await withdrawals.selected(requests, reading);
    return {
      maskOf,
      columns: [
        { en: 'Withdrawal', zh: '提现编号', field: sql`w.withdraw_no` },
        { en: 'Merchant', zh: '商户', field: sql`w.merchant_no` },
        { en: 'Customer', zh: '客户', field: sql`c.customer_name`, personal: 'customerName' },
        { en: 'Phone', zh: '手机号', field: sql`c.phone`, personal: 'phone' },
        { en: 'Paid to', zh: '收款账户', field: sql`w.e_wallet_account`, personal: 'eWalletAccount' },
        { en: 'Amount (KES)', zh: '金额（KES）', field: sql`w.amount_cents`, is: 'cents' },
        { en: 'Status', zh: '状态', field: sql`w.withdraw_status`, codes: STATUS },
        { en: 'Failure', zh: '失败原因', field: sql`p.fail_reason` },
        { en: 'Attempts', zh: '打款次数', field: sql`coalesce(p.attempt_count, 0)`, is: 'number' },
        { en: 'Requested', zh: '申请时间', field: sql`w.create_time`, isTime: true },
        { en: 'Paid', zh: '到账时间', field: sql`w.success_time`, isTime: true },
      ],
      rows: rows
        .innerJoin('customer as c', 'c.customerNo', 'w.customerNo')
        .leftJoin(newestAttempt.as('p'), (join) => join.onTrue()),
    };
  },
});

const REWARD: CodeWords = {
  INVITATION: ['Invitation', '邀请'],
  FIRST_LOAN: ['First loan', '首贷'],
  ON_TIME: ['Paid on time', '按时还款'],
  TASK: ['Task', '任务'],
};

/** Rewards as a file, read by one statement. */
export const rewardExport = copiedExport({
  kind: 'wallets.exportRewards',
  title: { en: 'Export of rewards', zh: '导出奖励' },
  page: { code: 'afterLoan:wallet:export' },
  params: wallet.rewardExport.request,
  fileStem: 'rewards',
  subjectType: 'reward',
  async read(requests, reading) {
    const { rows, maskOf } = await rewards.selected(requests, reading);
    return {
      maskOf,
      columns: [
        { en: 'Reward', zh: '奖励编号', field: sql`r.reward_no` },
        { en: 'Merchant', zh: '商户', field: sql`r.merchant_no` },
        { en: 'Customer', zh: '客户', field: sql`c.customer_name`, personal: 'customerName' },
        { en: 'Type', zh: '奖励类型', field: sql`r.reward_type`, codes: REWARD },
        { en: 'Invitee', zh: '被邀请人', field: sql`r.invitee_phone`, personal: 'inviteePhone' },
        { en: 'Order number', zh: '订单号', field: sql`r.source_order_no` },
        { en: 'Amount (KES)', zh: '金额（KES）', field: sql`r.amount_cents`, is: 'cents' },
        { en: 'Wallet balance (KES)', zh: '钱包余额（KES）', field: sql`r.wallet_balance_cents`, is: 'cents' },
        { en: 'Granted', zh: '发放时间', field: sql`r.grant_time`, isTime: true },
        { en: 'Taken back', zh: '已收回', field: TAKEN_BACK, is: 'flag' },
      ],
      rows: rows.innerJoin('customer as c', 'c.customerNo', 'r.customerNo'),
    };
  },
});
