import { unrenewedLoanSms } from '@kituo/sdk/contracts';
import {
  containing,
  count,
  dateRange,
  day,
  defineColumns,
  defineFilters,
  merchantOptions,
  money,
  number,
  oneOf,
  remoteOptions,
  several,
  status,
  text,
  time,
} from '@kituo/sdk/page';
import { SMS_RECIPIENT_STATUS, UNRENEWED_SKIP, UNRENEWED_STATUS } from '../marketing-words.ts';

export type UnrenewedRow = unrenewedLoanSms.UnrenewedRow;

export const productOptions = remoteOptions(unrenewedLoanSms.options, ({ products }) => products, 'products');
export const templateOptions = remoteOptions(unrenewedLoanSms.options, ({ templates }) => templates, 'templates');
export const couponOptions = remoteOptions(unrenewedLoanSms.options, ({ coupons }) => coupons, 'coupons');

const percent = (value: number) => `${value}%`;

export const unrenewedColumns = defineColumns<UnrenewedRow>([
  text('configName', { sortable: true, width: 200 }),
  text('merchantName', { width: 150 }),
  several('productNames', (row) => row.productNames, { width: 180 }),
  several('steps', (row) => row.steps.map((one) => String(one.daysSinceSettled)), { width: 120 }),
  count('dailyCap', { width: 100 }),
  count('sentYesterday', { width: 120 }),
  count('renewedCount', { width: 130 }),
  count('attributionDays', { width: 130 }),
  count('renewalRate', { width: 110, as: percent }),
  money('costCents', { width: 110 }),
  status('status', UNRENEWED_STATUS, { width: 150 }),
  day('effectiveFrom', { width: 130 }),
  text('updatedByName', { width: 140 }),
  text('approvedByName', { width: 140 }),
  time('updatedAt', { sortable: true, width: 165 }),
]);
export const unrenewedFilters = defineFilters({
  configName: containing(),
  merchantNo: oneOf(merchantOptions),
  productNo: oneOf(productOptions),
  status: oneOf(UNRENEWED_STATUS),
  updatedAt: dateRange(),
});

export const sendColumns = defineColumns<unrenewedLoanSms.SendRow>([
  day('dueOn', { sortable: true, width: 120 }),
  text('configName', { width: 180 }),
  count('stepNo', { width: 70 }),
  text('customerName', { mask: 'text', width: 160 }),
  text('phone', { mask: 'phone', width: 140 }),
  number('orderNo', { width: 150 }),
  day('settledOn', { width: 120 }),
  status('recipientStatus', SMS_RECIPIENT_STATUS, { width: 120 }),
  status('skippedFor', UNRENEWED_SKIP, { width: 190 }),
  time('sentAt', { width: 165 }),
  number('couponNo', { width: 150 }),
  number('renewedOrderNo', { width: 150 }),
  money('costCents', { width: 100 }),
]);
export const sendFilters = defineFilters({
  configNo: containing({ example: 'UN00000001' }),
  recipientStatus: oneOf(SMS_RECIPIENT_STATUS),
  skippedFor: oneOf(UNRENEWED_SKIP),
  dueOn: dateRange(),
});
