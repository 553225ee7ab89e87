import type { loanerAccount, repayAccount } from '@kituo/sdk/contracts';
import {
  containing,
  defineColumns,
  defineFilters,
  dictionaryOptions,
  flag,
  merchantOptions,
  money,
  moneyRange,
  number,
  oneOf,
  several,
  status,
  text,
  time,
  yesNo,
} from '@kituo/sdk/page';
import { CODE_RULE, everyBank, LENDING_CHANNEL } from '../parts/codes.ts';
import { REPAY_CHANNEL } from '../desk/desk-words.ts';

export type LoanerRow = loanerAccount.LoanerAccountRow;
export type RepayRow = repayAccount.RepayAccountRow;

export const loanerFilters = defineFilters({
  loanerName: containing(),
  merchantNo: oneOf(merchantOptions),
  enabled: yesNo(),
  lendingChannel: oneOf(dictionaryOptions('LENDING_CHANNEL', { withRetired: true })),
  bankCode: oneOf(everyBank),
});
export const loanerColumns = defineColumns<LoanerRow>([
  text('loanerName', { sortable: true, width: 170 }),
  several('merchantNames', (row) => row.merchantNames, { width: 180 }),
  status('lendingChannel', LENDING_CHANNEL, { width: 130 }),
  text('bankCode', { width: 120 }),
  text('branch', { width: 130 }),
  text('accountName', { width: 180 }),
  text('accountNo', { reveal: { kind: 'loanerAccount.accountNo', by: 'accountId' }, width: 140, mask: 'text' }),
  number('shortCode', { width: 110 }),
  money('lastBalanceCents'),
  money('inFlightCents'),
  money('todayPaidCents', { sortable: true }),
  money('dailyLimitCents'),
  flag('enabled', { width: 100 }),
  flag('hasWaitingChange', { width: 130 }),
]);

export const repayFilters = defineFilters({
  paymentChannel: oneOf(REPAY_CHANNEL),
  bankCode: oneOf(everyBank),
  enabled: yesNo(),
  merchantNo: oneOf(merchantOptions),
  unmatchedOver: moneyRange(),
});
export const repayColumns = defineColumns<RepayRow>([
  number('accountId', { width: 140 }),
  status('paymentChannel', REPAY_CHANNEL, { width: 110 }),
  text('bankCode', { width: 120 }),
  text('branch', { width: 130 }),
  text('accountName', { width: 180 }),
  text('accountNo', { reveal: { kind: 'repayAccount.accountNo', by: 'accountId' }, width: 140, mask: 'text' }),
  number('shortCode', { width: 110 }),
  status('codeRule', CODE_RULE, { width: 130 }),
  money('todayReceivedCents', { sortable: true }),
  money('unmatchedCents', { sortable: true }),
  time('lastFlowTime', { sortable: true, width: 165 }),
  flag('isSilent', { width: 100 }),
  flag('enabled', { width: 100 }),
  several('merchantNames', (row) => row.merchantNames, { width: 180 }),
  flag('hasWaitingChange', { width: 130 }),
]);
