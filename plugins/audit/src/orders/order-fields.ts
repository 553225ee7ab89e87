import type { auditAllot } from '@kituo/sdk/contracts';
import type { CodesOf } from '@kituo/sdk/page';
import { lastDays } from '@kituo/sdk';
import { auditOrder, auditOrders } from '@kituo/sdk/contracts';
import {
  AUDIT_RESULT,
  clock,
  containing,
  count,
  dateRange,
  defineColumns,
  defineDictionary,
  defineFilters,
  dictionaryOptions,
  flag,
  LOAN_TYPE,
  merchantOptions,
  money,
  number,
  oneOf,
  ORDER_STATUS,
  remoteOptions,
  status,
  text,
  time,
  tree,
  yesNo,
} from '@kituo/sdk/page';
import { codeTree } from './code-options.ts';

export type ManageRow = auditOrders.ManageRow;
export type AllotRow = auditOrders.AllotRow;
export type MyRow = auditOrders.MyRow;
export type AbridgedRow = auditOrders.AbridgedRow;

const INCOMING_CHANNEL = defineDictionary('INCOMING_CHANNEL', {
  APP_ANDROID: 'waiting',
  APP_IOS: 'waiting',
  USSD: 'waiting',
  PARTNER_API: 'waiting',
});
const LENDING_CHANNEL = defineDictionary('LENDING_CHANNEL', {
  MPESA_B2C: 'waiting',
  BANK_EFT: 'waiting',
});
const ORDER_DATA_SOURCE = defineDictionary('ORDER_DATA_SOURCE', {
  OWN: 'waiting',
  CRB: 'waiting',
  PARTNER: 'waiting',
});
export const ALLOT_MODE = defineDictionary<CodesOf<typeof auditAllot.allotMode>>('ALLOT_MODE', {
  AVERAGE: 'active',
  BY_CAP: 'active',
  ONE_PERSON: 'active',
});

const products = remoteOptions(auditOrder.choices, (choices) =>
  choices.products.map((one) => ({
    value: one.productNo,
    label: one.productName,
    hint: one.merchantName,
  })),
);
const reviewers = remoteOptions({ ...auditOrder.choices, name: 'auditOrder.choices:reviewers' }, (choices) =>
  choices.reviewers.map((one) => ({ value: one.userNo, label: one.realName })),
);
/** Of the dictionary, and those that are bought for the reader's merchants. */
export const promotionChannels = remoteOptions(
  { ...auditOrder.choices, name: 'auditOrder.choices:channels' },
  (choices) => choices.promotionChannels.map(({ code, label }) => ({ value: code, label })),
);
const statuses = remoteOptions(auditOrder.statusTypeGroups, (groups) =>
  groups.map(({ orderStatusType, orderStatus }) => ({ ...orderStatusType, children: orderStatus })),
);
const fromDictionary = (key: string) => oneOf(dictionaryOptions(key, { withRetired: true }));

/** `2026-11-14..2026-11-20`: the last days as a filter holds them. */
function daysUntilNow(days: number): string {
  const { from, to } = lastDays(days);
  return `${from}..${to}`;
}
export const lastWeek = (): Record<string, string> => ({ applyTime: daysUntilNow(7) });
export const lastMonth = (): Record<string, string> => ({ applyTime: daysUntilNow(30) });

/** As they are typed: an example is in the empty box. */
const orderNumber = containing({ example: 'LO0000012345' });
const orderNumbers = containing({ example: 'LO0000012345', most: auditOrders.MAX_NUMBERS });
const phoneKey = containing({ isPersonal: true, example: '254712345678' });
const idCardKey = containing({ isPersonal: true, example: '12345678' });

export const manageFilters = defineFilters({
  orderStatus: tree(statuses),
  merchantNo: oneOf(merchantOptions),
  applyTime: dateRange(),
  orderNo: orderNumbers,
  phone: phoneKey,
  idCardNo: idCardKey,
  customerName: containing({ isPersonal: true }),
  thirdPartyOrderNo: containing(),
  productNo: tree(products),
  loanType: oneOf(LOAN_TYPE),
  auditorUserNo: tree(reviewers),
  refuseCode: tree(codeTree),
  modelLevel: fromDictionary('MODEL_LEVEL'),
  whitelistFlag: yesNo(),
  incomingChannel: fromDictionary('INCOMING_CHANNEL'),
  promotionChannel: oneOf(promotionChannels),
  lendingChannel: fromDictionary('LENDING_CHANNEL'),
  dataSource: fromDictionary('ORDER_DATA_SOURCE'),
  auditTime: dateRange(),
  lendingTime: dateRange(),
});

export const manageColumns = defineColumns<ManageRow>([
  number('orderNo', { width: 150 }),
  status('orderStatus', ORDER_STATUS, { width: 195 }),
  text('customerName', { width: 150, mask: 'text' }),
  text('phone', { mask: 'phone', width: 130 }),
  money('loanAmountCents'),
  money('approvedAmountCents'),
  text('merchantName', { width: 150 }),
  text('productName', { width: 130 }),
  status('loanType', LOAN_TYPE, { width: 105 }),
  time('applyTime', { sortable: true, width: 165 }),
  time('lendingTime', { sortable: true, width: 165 }),
  text('auditorName', { width: 150 }),
  count('term', { width: 80 }),
  count('installments', { width: 100 }),
  text('refuseCode', { width: 110 }),
  text('denialReason', { width: 190 }),
  text('modelLevel', { width: 90 }),
  flag('whitelistFlag', { width: 100 }),
  text('idCardNo', { mask: 'text', width: 120 }),
  number('thirdPartyOrderNo', { width: 150 }),
  status('incomingChannel', INCOMING_CHANNEL, { width: 140 }),
  text('promotionChannel', { width: 140 }),
  status('lendingChannel', LENDING_CHANNEL, { width: 140 }),
  status('dataSource', ORDER_DATA_SOURCE, { width: 110 }),
  time('auditTime', { sortable: true, width: 165, hidden: true }),
]);

export const allotFilters = defineFilters({
  orderNo: orderNumbers,
  merchantNo: oneOf(merchantOptions),
  applyTime: dateRange(),
  productNo: tree(products),
  loanType: oneOf(LOAN_TYPE),
  modelLevel: fromDictionary('MODEL_LEVEL'),
  whitelistFlag: yesNo(),
  auditorUserNo: tree(reviewers),
});

const waiting = clock<AllotRow>(
  'waitingSince',
  ({ amberAt, redAt }) => ({
    way: 'since',
    amberAt,
    redAt,
  }),
  { width: 120 },
);

/** The last five minutes of a lease are amber, the last one red. */
function leaseColours({ leaseEndsAt }: { readonly leaseEndsAt: string | null }) {
  if (leaseEndsAt === null) return { way: 'until' as const };
  const minutesBefore = (minutes: number) => new Date(Date.parse(leaseEndsAt) - minutes * 60_000).toISOString();
  return { way: 'until' as const, amberAt: minutesBefore(5), redAt: minutesBefore(1) };
}

const allotBasics = [
  number<AllotRow>('orderNo', { width: 150 }),
  waiting,
  text<AllotRow>('customerName', { width: 150, mask: 'text' }),
  money<AllotRow>('loanAmountCents', { width: 130 }),
  status<AllotRow>('loanType', LOAN_TYPE, { width: 105 }),
  text<AllotRow>('merchantName', { width: 150 }),
  text<AllotRow>('productName', { width: 130 }),
  count<AllotRow>('term', { width: 80 }),
  text<AllotRow>('modelLevel', { width: 90 }),
  text<AllotRow>('phone', { mask: 'phone', width: 130 }),
  time<AllotRow>('applyTime', { sortable: true, width: 165 }),
  status<AllotRow>('orderStatus', ORDER_STATUS, { width: 140 }),
];
export const toAllotColumns = defineColumns<AllotRow>(allotBasics);
export const inReviewColumns = defineColumns<AllotRow>([
  ...allotBasics.slice(0, 2),
  text('auditorName', { width: 150 }),
  clock('leaseEndsAt', leaseColours, { sortable: true, width: 110 }),
  time('openedAt', { width: 165 }),
  ...allotBasics.slice(2),
]);

export const myFilters = defineFilters({
  orderNo: orderNumbers,
  merchantNo: oneOf(merchantOptions),
  loanType: oneOf(LOAN_TYPE),
  productNo: tree(products),
  applyTime: dateRange(),
});
export const myDoneFilters = defineFilters({
  orderNo: orderNumbers,
  auditResult: oneOf(AUDIT_RESULT),
  auditTime: dateRange(),
  merchantNo: oneOf(merchantOptions),
  productNo: tree(products),
  loanType: oneOf(LOAN_TYPE),
  applyTime: dateRange(),
});
export const lastWeekDecided = (): Record<string, string> => ({ auditTime: daysUntilNow(7) });

const myBasics = [
  number<MyRow>('orderNo', { width: 150 }),
  text<MyRow>('customerName', { width: 150, mask: 'text' }),
  money<MyRow>('loanAmountCents', { width: 130 }),
  status<MyRow>('loanType', LOAN_TYPE, { width: 105 }),
  text<MyRow>('merchantName', { width: 150 }),
  text<MyRow>('productName', { width: 130 }),
  text<MyRow>('modelLevel', { width: 90 }),
  text<MyRow>('phone', { mask: 'phone', width: 130 }),
  text<MyRow>('idCardNo', { mask: 'text', width: 120 }),
  status<MyRow>('dataSource', ORDER_DATA_SOURCE, { width: 110 }),
  time<MyRow>('allotTime', { sortable: true, width: 165 }),
  status<MyRow>('orderStatus', ORDER_STATUS, { width: 140 }),
];
export const myPendingColumns = defineColumns<MyRow>([
  ...myBasics.slice(0, 1),
  clock('leaseEndsAt', leaseColours, { sortable: true, width: 110 }),
  ...myBasics.slice(1),
]);
/** `3:05`: minutes and seconds. */
function minutesOf(durationSeconds: number): string {
  const seconds = String(durationSeconds % 60).padStart(2, '0');
  return `${Math.floor(durationSeconds / 60)}:${seconds}`;
}
const duration = count<MyRow>('durationSeconds', { width: 110, as: minutesOf });
export const myDoneColumns = defineColumns<MyRow>([
  ...myBasics.slice(0, 1),
  status('auditResult', AUDIT_RESULT, { width: 110 }),
  money('approvedAmountCents'),
  time('auditTime', { sortable: true, width: 165 }),
  duration,
  ...myBasics.slice(1, 10),
  status('orderStatus', ORDER_STATUS, { width: 195 }),
]);

export const abridgmentFilters = defineFilters({
  orderStatus: tree(statuses),
  merchantNo: oneOf(merchantOptions),
  applyTime: dateRange(),
  orderNo: orderNumber,
  phone: phoneKey,
  idCardNo: idCardKey,
  productNo: tree(products),
  loanType: oneOf(LOAN_TYPE),
});

export const abridgmentColumns = defineColumns<AbridgedRow>([
  number('orderNo', { width: 150 }),
  status('orderStatus', ORDER_STATUS, { width: 195 }),
  text('customerName', { width: 160, mask: 'text' }),
  text('phone', { mask: 'phone', width: 130 }),
  money('loanAmountCents'),
  status('loanType', LOAN_TYPE, { width: 105 }),
  text('merchantName', { width: 160 }),
  text('productName', { width: 140 }),
  time('applyTime', { sortable: true, width: 165 }),
  time('lendingTime', { sortable: true, width: 165 }),
]);
