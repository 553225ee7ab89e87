import type { attributedOrder } from '@kituo/sdk/contracts';
import {
  clock,
  type CodesOf,
  containing,
  dateRange,
  day,
  defineColumns,
  defineDictionary,
  defineFilters,
  LOAN_TYPE,
  merchantOptions,
  money,
  number,
  oneOf,
  ORDER_STATUS,
  status,
  text,
  time,
  yesNo,
} from '@kituo/sdk/page';
import { activityOptions } from '../inbound/activity-fields.ts';
import { telemarketers } from '../lists/list-fields.ts';

export type OrderRow = attributedOrder.OrderRow;

const ATTRIBUTED_BY = defineDictionary<CodesOf<typeof attributedOrder.attributedBy>>('ATTRIBUTED_BY', {
  RULE: 'waiting',
  APPROVAL: 'active',
});
const MY_LOAN_STATE = defineDictionary<CodesOf<typeof attributedOrder.loanState>>('MY_LOAN_STATE', {
  OPEN: 'active',
  PAST_DUE: 'failed',
  SETTLED: 'good',
});

const INCOMING_CHANNEL = defineDictionary('INCOMING_CHANNEL', {
  APP_ANDROID: 'waiting',
  APP_IOS: 'waiting',
  USSD: 'waiting',
  PARTNER_API: 'waiting',
});

const DAY_MS = 86_400_000;
/** Amber on the last day on which the customer may correct an application. */
const returnOf = ({ returnedUntil }: OrderRow) =>
  returnedUntil === null
    ? null
    : ({
        way: 'due',
        amberAt: new Date(Date.parse(returnedUntil) - DAY_MS).toISOString(),
        redAt: returnedUntil,
      } as const);

export const incomingColumns = defineColumns<OrderRow>([
  number('orderNo', { width: 140 }),
  status('orderStatus', ORDER_STATUS, { width: 160 }),
  text('customerName', { width: 150 }),
  text('phone', { mask: 'phone', width: 130 }),
  text('merchantName', { width: 150 }),
  text('productName', { width: 150 }),
  status('loanType', LOAN_TYPE, { width: 100 }),
  money('loanAmountCents'),
  money('approvedAmountCents'),
  status('incomingChannel', INCOMING_CHANNEL, { width: 130 }),
  status('attributedBy', ATTRIBUTED_BY, { width: 110 }),
  text('telemarketerName', { width: 150 }),
  time('firstCallAt', { width: 165 }),
  time('applyTime', { sortable: true, width: 165 }),
  clock('returnedUntil', returnOf, { width: 130 }),
  text('activityName', { width: 150 }),
]);
const shared = {
  orderNo: containing({ example: 'LO0000012345' }),
  phone: containing({ isPersonal: true, example: '254712345678' }),
};
const rest = {
  merchantNo: oneOf(merchantOptions),
  productNo: containing(),
  loanType: oneOf(LOAN_TYPE),
  telemarketerUserNo: oneOf(telemarketers),
  activityNo: oneOf(activityOptions),
};
export const incomingFilters = defineFilters({
  ...shared,
  orderStatus: oneOf(ORDER_STATUS),
  ...rest,
  incomingChannel: containing(),
  applyTime: dateRange(),
});

export const loanColumns = defineColumns<OrderRow>([
  number('orderNo', { width: 140 }),
  status('loanState', MY_LOAN_STATE, { width: 110 }),
  text('customerName', { width: 150 }),
  text('phone', { mask: 'phone', width: 130 }),
  text('productName', { width: 150 }),
  money('actualLoanAmountCents'),
  money('estimatedBonusCents'),
  money('billAmountCents'),
  text('activityName', { width: 180 }),
  time('lendingTime', { sortable: true, width: 165 }),
  day('dueDate', { width: 120 }),
  time('settledAt', { width: 165 }),
  status('loanType', LOAN_TYPE, { width: 100 }),
  text('telemarketerName', { width: 150 }),
  text('merchantName', { width: 150, hidden: true }),
]);
export const loanFilters = defineFilters({
  ...shared,
  loanState: oneOf(MY_LOAN_STATE),
  mayBorrow: yesNo(),
  ...rest,
  lendingTime: dateRange(),
  dueDate: dateRange(),
});
