import { chargeOff, collection } from '@kituo/sdk/contracts';
import {
  containing,
  count,
  dateRange,
  day,
  defineColumns,
  defineFilters,
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
import {
  BAD_DEBT_REASON,
  BILL_STATUS,
  CASE_LEVEL,
  CHARGE_OFF_STATUS,
  REPAY_CHANNEL,
  REPAYMENT_STATUS,
} from './recoveries-words.ts';

type Case = collection.CaseRow;

/** What each system calls. */
export const BAD_DEBT_ENDPOINTS = {
  ORDER: { cases: collection.byOrder, losses: chargeOff.byOrder, lossesName: 'chargeOff', area: 'collection' },
  BILL: {
    cases: collection.byBill,
    losses: chargeOff.byBill,
    lossesName: 'chargeOffStage',
    area: 'collectionStage',
  },
} as const;

const bill = [number<Case>('billNo', { width: 140 }), count<Case>('termNo', { width: 90 })];
const facts = [
  text<Case>('merchantName'),
  text<Case>('customerName', { width: 160, mask: 'text' }),
  text<Case>('phone', { mask: 'phone', width: 130 }),
  count<Case>('dpd', { width: 100, sortable: true }),
  status<Case>('caseLevel', CASE_LEVEL, { width: 200 }),
  status<Case>('billStatus', BILL_STATUS),
  money<Case>('dueCents'),
  money<Case>('payoffCents'),
  text<Case>('collectorName'),
];
const numbers = [number<Case>('caseNo', { width: 140 }), number<Case>('orderNo', { width: 140 })];
const entered = [status<Case>('badDebtReason', BAD_DEBT_REASON, { width: 170 }), time<Case>('badDebtEnteredAt')];

export const POOL_COLUMNS = {
  ORDER: defineColumns<Case>([...numbers, ...entered, ...facts]),
  BILL: defineColumns<Case>([...numbers, ...bill, ...entered, ...facts]),
};
export const CANDIDATE_COLUMNS = {
  ORDER: defineColumns<Case>([...numbers, ...facts]),
  BILL: defineColumns<Case>([...numbers, ...bill, ...facts]),
};
const named = {
  orderNo: containing({ example: 'LO0000012345' }),
  caseNo: containing({ example: 'CS0000012345' }),
  phone: containing({ isPersonal: true, example: '254712345678' }),
  caseLevel: oneOf(CASE_LEVEL),
  dpd: containing({ example: '90-180' }),
  merchantNo: oneOf(merchantOptions),
  dueCents: moneyRange(),
};
/** A case by order has no bill of its own. */
const byBill = { ...named, billNo: containing({ example: 'B00000012345' }) };
const byReason = { badDebtReason: oneOf(BAD_DEBT_REASON) };
export const POOL_FILTERS = {
  ORDER: defineFilters({ ...named, ...byReason }),
  BILL: defineFilters({ ...byBill, ...byReason }),
} as const;
export const CANDIDATE_FILTERS = { ORDER: defineFilters(named), BILL: defineFilters(byBill) } as const;

export const lossColumns = defineColumns<chargeOff.ChargeOffRow>([
  number('chargeOffNo', { width: 140 }),
  number('orderNo', { width: 140 }),
  several('billNos', (row) => row.billNos, { width: 180 }),
  status('chargeOffStatus', CHARGE_OFF_STATUS, { width: 150 }),
  money('lossCents'),
  money('recoveredCents'),
  text('reason', { width: 220 }),
  text('applicantName'),
  time('createdAt', { sortable: true }),
  text('auditorName'),
  time('decidedAt'),
  day('businessDate'),
  text('cancelRequestedByName'),
  text('cancelReason', { width: 200 }),
]);
export const lossFilters = defineFilters({
  orderNo: named.orderNo,
  chargeOffStatus: oneOf(CHARGE_OFF_STATUS),
  isCancelWaiting: yesNo(),
});

export const recoveryColumns = defineColumns<chargeOff.RecoveryRow>([
  number('applicationNo', { width: 140 }),
  number('orderNo', { width: 140 }),
  number('flowNo', { width: 140 }),
  status('paymentChannel', REPAY_CHANNEL, { width: 110 }),
  text('customerName', { width: 160, mask: 'text' }),
  money('recoveredCents'),
  money('surplusCents'),
  money('claimCents'),
  time('repayTime'),
  time('appliedAt', { sortable: true }),
  status('applicationStatus', REPAYMENT_STATUS),
]);
export const recoveryFilters = defineFilters({
  orderNo: named.orderNo,
  flowNo: containing({ example: 'FL0000012345' }),
  appliedAt: dateRange(),
  reversed: yesNo(),
});
