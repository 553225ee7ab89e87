import { chargeOff, collection } from '@kituo/sdk/contracts';
import type { Column } from '@kituo/sdk/page';
import {
  anyOf,
  clock,
  containing,
  count,
  dateRange,
  day,
  defineColumns,
  defineFilters,
  dictionaryOptions,
  LOAN_TYPE,
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
  BAD_DEBT_SIGN,
  BILL_STATUS,
  CASE_LEVEL,
  CASE_STATUS,
  CHARGE_OFF_STATUS,
  COLLECTION_LEVEL,
  OTHER_DESK,
  PROMISE_STATUS,
  REPAY_CHANNEL,
  REPAYMENT_STATUS,
} from './recoveries-words.ts';
import { COLLECTORS } from './collector-options.ts';

type Case = collection.BadDebtRow;

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

/** Amber where the case came to another level since its desk got it. */
const deskLevel: Column<Case> = {
  ...status<Case>('collectionLevel', COLLECTION_LEVEL, { width: 110 }),
  valueOf: ({ collectionLevel: code, caseLevel }) => ({
    kind: 'status',
    code,
    dictionary: code === caseLevel ? COLLECTION_LEVEL : OTHER_DESK,
  }),
};
const bill = [number<Case>('billNo', { width: 140 }), count<Case>('termNo', { width: 90 })];
const facts = [
  text<Case>('merchantName'),
  text<Case>('customerName', { width: 160, mask: 'text' }),
  text<Case>('phone', { mask: 'phone', width: 130 }),
  count<Case>('dpd', { width: 100, sortable: true }),
  status<Case>('caseLevel', CASE_LEVEL, { width: 200 }),
  deskLevel,
  status<Case>('caseStatus', CASE_STATUS, { width: 130 }),
  status<Case>('billStatus', BILL_STATUS),
  money<Case>('dueCents'),
  money<Case>('payoffCents'),
  text<Case>('collectorName'),
  text<Case>('productName', { width: 130 }),
  status<Case>('loanType', LOAN_TYPE, { width: 105 }),
  time<Case>('entryTime', { sortable: true }),
  text<Case>('idCardNo', { mask: 'text', width: 110 }),
];
const numbers = [number<Case>('caseNo', { width: 140 }), number<Case>('orderNo', { width: 140 })];
const entered = [
  status<Case>('badDebtReason', BAD_DEBT_REASON, { width: 170 }),
  time<Case>('badDebtEnteredAt'),
  text<Case>('badDebtEnteredByName', { width: 150 }),
];
const owed = [money<Case>('principalCents'), money<Case>('nonPrincipalCents')];
const lost = [
  money<Case>('chargedOffCents'),
  money<Case>('recoveredCents'),
  status<Case>('chargeOffStatus', CHARGE_OFF_STATUS, { width: 150 }),
];
/** "2/4": how many open cases of the order are in the pool. */
const ofOrder = count<Case>('orderInPool', { width: 110, as: (inPool, { orderCases }) => `${inPool}/${orderCases}` });
const work = [
  time<Case>('lastFollowUpAt'),
  count<Case>('followUpCount', { width: 110 }),
  text<Case>('actionCode'),
  text<Case>('overdueReason'),
  day<Case>('promisedRepaymentTime', { width: 120 }),
  status<Case>('promiseStatus', PROMISE_STATUS, { width: 110 }),
  clock<Case>('nextAllowedAt', () => ({ way: 'until' }), { width: 120 }),
];
/** What last night proposed, and why; `useLabelled` says the reasons in words. */
const proposed = [
  several<Case>('proposalReasons', (row) => row.proposalReasons, { width: 260 }),
  day<Case>('proposedOn', { width: 120 }),
];

export const POOL_COLUMNS = {
  ORDER: defineColumns<Case>([...numbers, ...entered, ...facts, ...owed, ...lost, ...proposed, ...work]),
  BILL: defineColumns<Case>([
    ...numbers,
    ...bill,
    ofOrder,
    ...entered,
    ...facts,
    ...owed,
    ...lost,
    ...proposed,
    ...work,
  ]),
};
/** What the drawer says before the case itself. */
export const POOL_FACTS = {
  ORDER: defineColumns<Case>([...entered, ...owed, ...lost]),
  BILL: defineColumns<Case>([ofOrder, ...entered, ...owed, ...lost]),
};
export const CANDIDATE_COLUMNS = {
  ORDER: defineColumns<Case>([...numbers, ...proposed, ...facts, ...owed, ...work]),
  BILL: defineColumns<Case>([...numbers, ...bill, ofOrder, ...proposed, ...facts, ...owed, ...work]),
};
const named = {
  orderNo: containing({ example: 'LO0000012345' }),
  caseNo: containing({ example: 'CS0000012345' }),
  phone: containing({ isPersonal: true, example: '254712345678' }),
  caseLevel: oneOf(CASE_LEVEL),
  collectionLevel: oneOf(COLLECTION_LEVEL),
  dpd: containing({ example: '90-180' }),
  merchantNo: anyOf(merchantOptions),
  productName: containing(),
  dueCents: moneyRange(),
  payoffCents: moneyRange(),
  idCardNo: containing({ isPersonal: true, example: '12345678' }),
  customerName: containing({ isPersonal: true }),
  loanType: oneOf(LOAN_TYPE),
  actionCode: oneOf(dictionaryOptions('ACTION_CODE', { withRetired: true })),
  overdueReason: oneOf(dictionaryOptions('OVERDUE_REASON', { withRetired: true })),
  promiseStatus: oneOf(PROMISE_STATUS),
  promisedRepaymentTime: dateRange(),
  followUpCount: containing({ example: '0 or 1-3' }),
  entryTime: dateRange(),
  lastFollowUpAt: dateRange(),
  isProposed: yesNo(),
  badDebtSign: oneOf(BAD_DEBT_SIGN),
};
/** A case by order has no bill of its own. */
const byBill = {
  ...named,
  billNo: containing({ example: 'B00000012345' }),
  termNo: containing({ example: '3' }),
};
const byReason = {
  badDebtReason: oneOf(BAD_DEBT_REASON),
  badDebtEnteredAt: dateRange(),
  chargeOffStatus: oneOf(CHARGE_OFF_STATUS),
};
const partly = { orderPartlyIn: yesNo() };
export const POOL_FILTERS = {
  ORDER: defineFilters({ ...named, ...byReason }),
  BILL: defineFilters({ ...byBill, ...byReason, ...partly }),
} as const;
/** In the pool nobody has them. */
const candidates = (scope: collection.CaseScope) => ({ collectorUserNo: anyOf(COLLECTORS[scope]), anyAge: yesNo() });
export const CANDIDATE_FILTERS = {
  ORDER: defineFilters({ ...named, ...candidates('ORDER') }),
  BILL: defineFilters({ ...byBill, ...candidates('BILL'), ...partly }),
} as const;

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
