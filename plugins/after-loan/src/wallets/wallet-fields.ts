import type { wallet } from '@kituo/sdk/contracts';
import {
  containing,
  count,
  dateRange,
  defineColumns,
  defineFilters,
  flag,
  money,
  moneyRange,
  number,
  oneOf,
  status,
  text,
  time,
} from '@kituo/sdk/page';
import { REWARD_TYPE, WITHDRAW_STATUS } from '../parts/codes.ts';

export type WithdrawalRow = wallet.WithdrawalRow;
export type RewardRow = wallet.RewardRow;

export const withdrawalFilters = defineFilters({
  withdrawNo: containing({ example: 'WW000000001' }),
  withdrawStatus: oneOf(WITHDRAW_STATUS),
  createTime: dateRange(),
  phone: containing({ isPersonal: true, example: '254712345678' }),
  customerName: containing({ isPersonal: true }),
  failCode: containing(),
  amountCents: moneyRange(),
});
export const withdrawalColumns = defineColumns<WithdrawalRow>([
  number('withdrawNo', { width: 130 }),
  text('customerName', { reveal: { kind: 'withdrawal.customerName', by: 'withdrawNo' }, width: 170, mask: 'text' }),
  text('phone', { reveal: { kind: 'withdrawal.phone', by: 'withdrawNo' }, mask: 'phone', width: 130 }),
  text('eWalletAccount', {
    reveal: { kind: 'withdrawal.eWalletAccount', by: 'withdrawNo' },
    mask: 'phone',
    width: 130,
  }),
  money('amountCents', { sortable: true, width: 140 }),
  money('feeCents', { width: 110 }),
  status('withdrawStatus', WITHDRAW_STATUS, { width: 120 }),
  text('failReason', { width: 220 }),
  count('attemptCount', { width: 90 }),
  time('createTime', { sortable: true, width: 165 }),
  time('successTime', { width: 165 }),
  text('cancelReason', { width: 200, hidden: true }),
]);
export const rewardFilters = defineFilters({
  rewardNo: containing(),
  rewardType: oneOf(REWARD_TYPE),
  grantTime: dateRange(),
  phone: containing({ isPersonal: true, example: '254712345678' }),
  customerName: containing({ isPersonal: true }),
  amountCents: moneyRange(),
});
export const rewardColumns = defineColumns<RewardRow>([
  number('rewardNo', { width: 130 }),
  status('rewardType', REWARD_TYPE, { width: 130 }),
  text('customerName', { reveal: { kind: 'walletReward.customerName', by: 'rewardNo' }, width: 170, mask: 'text' }),
  text('inviteePhone', { reveal: { kind: 'walletReward.inviteePhone', by: 'rewardNo' }, mask: 'phone', width: 130 }),
  number('sourceOrderNo', { width: 150 }),
  money('amountCents', { sortable: true, width: 140 }),
  time('grantTime', { sortable: true, width: 165 }),
  money('walletBalanceCents', { width: 150 }),
  flag('isTakenBack', { width: 110 }),
]);
