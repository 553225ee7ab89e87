import type { balance } from '@kituo/sdk/contracts';
import {
  containing,
  dateRange,
  day,
  defineColumns,
  defineFilters,
  flag,
  money,
  number,
  oneOf,
  status,
  text,
  time,
  yesNo,
} from '@kituo/sdk/page';
import { BALANCE_FETCH, BALANCE_SOURCE, everyBank, PAYMENT_COMPANY } from '../parts/codes.ts';

export type BalanceRow = balance.BalanceRow;
export type EntryRow = balance.BalanceEntry;

export const balanceFilters = defineFilters({
  paymentCompany: oneOf(PAYMENT_COMPANY),
  accountName: containing(),
  entryDate: dateRange(),
  bankCode: oneOf(everyBank),
  onlyDifferent: yesNo(),
  belowLowWater: yesNo(),
});
export const balanceColumns = defineColumns<BalanceRow>([
  status('paymentCompany', PAYMENT_COMPANY, { width: 130 }),
  text('accountName', { sortable: true, width: 190 }),
  text('bankName', { width: 110 }),
  money('lastBalanceCents'),
  money('ledgerBalanceCents'),
  money('inFlightCents'),
  money('differenceCents', { sortable: true }),
  money('lowWaterCents'),
  day('entryDate', { sortable: true }),
  status('source', BALANCE_SOURCE, { width: 110 }),
  text('enteredBy', { width: 150 }),
  // The old value stays with its age while the channel has not answered.
  time('enteredAt', { width: 165 }),
  status('fetchStatus', BALANCE_FETCH, { width: 140 }),
  text('fetchFault', { width: 200, hidden: true }),
]);
export const entryColumns = defineColumns<EntryRow>([
  day('entryDate'),
  money('balanceCents'),
  status('source', BALANCE_SOURCE, { width: 110 }),
  text('remark', { width: 180 }),
  text('enteredBy', { width: 150 }),
  time('enteredAt', { sortable: true, width: 165 }),
  flag('isReplaced', { width: 110 }),
  text('reason', { width: 180 }),
  text('checkerName', { width: 150 }),
  number('entryNo', { width: 130 }),
]);
