import type { caseRepay, collection } from '@kituo/sdk/contracts';
import {
  anyOf,
  containing,
  count,
  dateRange,
  defineColumns,
  defineFilters,
  money,
  number,
  oneOf,
  several,
  status,
  text,
  time,
  yesNo,
} from '@kituo/sdk/page';
import { COLLECTORS, OPERATORS } from './collector-options.ts';
import {
  BILL_STATUS,
  CASE_LEVEL,
  REPAY_CHANNEL,
  REPAY_TYPE,
  REPAYMENT_STATUS,
  ROLLBACK_TYPE,
} from './recoveries-words.ts';

type Row = caseRepay.RepayRow;

const orderNo = containing({ example: 'LO0000012345' });
const flowNo = containing({ example: 'FL0000012345' });
const ofBill = { billNo: containing({ example: 'B00000012345' }), termNo: containing({ example: '1' }) };

const numbers = [number<Row>('applicationNo', { width: 140 }), number<Row>('orderNo', { width: 140 })];
const bill = [number<Row>('billNo', { width: 140 }), count<Row>('termNo', { width: 90 })];
const payment = [number<Row>('flowNo', { width: 140 }), status<Row>('paymentChannel', REPAY_CHANNEL, { width: 110 })];

const repayColumns = {
  ORDER: defineColumns<Row>([
    ...numbers,
    ...payment,
    number('cameThroughNo', { width: 150 }),
    time('repayTime'),
    time('appliedAt', { sortable: true }),
    text('collectorName'),
    count('dpdAtRepay', { width: 110 }),
    time('contactBeforeAt'),
    text('contactBeforeName'),
    text('customerName', { width: 160, mask: 'text' }),
    text('phone', { mask: 'phone', width: 130 }),
    money('appliedCents'),
    money('principalCents'),
    money('interestCents'),
    money('feesCents'),
    money('lateFeeCents'),
    money('deductedCents'),
    money('couponCents'),
    money('surplusCents'),
    status('repayType', REPAY_TYPE),
    status('levelAtRepay', CASE_LEVEL, { width: 200 }),
    status('billStatus', BILL_STATUS),
    status('applicationStatus', REPAYMENT_STATUS),
  ]),
  BILL: defineColumns<Row>([
    ...numbers,
    ...bill,
    text('shareOfFlow', { width: 120 }),
    ...payment,
    number('cameThroughNo', { width: 150 }),
    time('repayTime'),
    time('appliedAt', { sortable: true }),
    text('collectorName'),
    count('dpdAtRepay', { width: 110 }),
    time('contactBeforeAt'),
    text('contactBeforeName'),
    text('customerName', { width: 160, mask: 'text' }),
    text('phone', { mask: 'phone', width: 130 }),
    money('appliedCents'),
    money('principalCents'),
    money('interestCents'),
    money('feesCents'),
    money('lateFeeCents'),
    money('deductedCents'),
    money('couponCents'),
    money('surplusCents'),
    money('appliedToSiblingsCents'),
    money('flowAmountCents'),
    money('leftOnBillCents'),
    status('repayType', REPAY_TYPE),
    status('levelAtRepay', CASE_LEVEL, { width: 200 }),
    status('billStatus', BILL_STATUS),
    status('applicationStatus', REPAYMENT_STATUS),
  ]),
};

const rollbackColumns = {
  ORDER: defineColumns<Row>([
    ...numbers,
    ...payment,
    time('appliedAt', { sortable: true }),
    time('rolledBackAt', { sortable: true }),
    text('operatorName'),
    text('reason', { width: 200 }),
    text('customerName', { width: 160, mask: 'text' }),
    money('flowAmountCents'),
    money('appliedCents'),
    money('surplusCents'),
    status('repayType', REPAY_TYPE),
    status('rollbackType', ROLLBACK_TYPE, { width: 100 }),
    status('applicationStatus', REPAYMENT_STATUS),
  ]),
  BILL: defineColumns<Row>([
    ...numbers,
    ...bill,
    several('siblingBillNos', (row) => row.siblingBillNos, { width: 180 }),
    ...payment,
    time('appliedAt', { sortable: true }),
    time('rolledBackAt', { sortable: true }),
    text('operatorName'),
    text('reason', { width: 200 }),
    text('customerName', { width: 160, mask: 'text' }),
    money('flowAmountCents'),
    money('appliedCents'),
    money('appliedToSiblingsCents'),
    money('surplusCents'),
    status('repayType', REPAY_TYPE),
    status('rollbackType', ROLLBACK_TYPE, { width: 100 }),
    status('applicationStatus', REPAYMENT_STATUS),
  ]),
};

const repayFilters = (scope: collection.CaseScope) => ({
  orderNo,
  flowNo,
  phone: containing({ isPersonal: true, example: '254712345678' }),
  repayTime: dateRange(),
  paymentChannel: oneOf(REPAY_CHANNEL),
  repayType: oneOf(REPAY_TYPE),
  collectorUserNos: anyOf(COLLECTORS[scope]),
  levelAtRepay: oneOf(CASE_LEVEL),
  reversed: yesNo(),
  cameThroughNo: containing({ example: 'PL0000012345' }),
});
const rollbackFilters = (scope: collection.CaseScope) => ({
  orderNo,
  flowNo,
  appliedAt: dateRange(),
  rollbackType: oneOf(ROLLBACK_TYPE),
  reversed: yesNo(),
  rolledBackAt: dateRange(),
  operatorUserNos: anyOf(OPERATORS[scope]),
});

/** What the lists of repayments and of rollbacks show and are filtered by, in each system. */
export const REPAY_FIELDS: Readonly<
  Record<
    collection.CaseScope,
    { readonly columns: typeof repayColumns.ORDER; readonly filters: ReturnType<typeof repayFilters> }
  >
> = {
  ORDER: { columns: repayColumns.ORDER, filters: defineFilters(repayFilters('ORDER')) },
  BILL: {
    columns: repayColumns.BILL,
    filters: defineFilters({
      ...repayFilters('BILL'),
      ...ofBill,
      splitPayments: yesNo(),
      onePerPayment: yesNo(),
      early: yesNo(),
    }),
  },
};
export const ROLLBACK_FIELDS: Readonly<
  Record<
    collection.CaseScope,
    { readonly columns: typeof rollbackColumns.ORDER; readonly filters: ReturnType<typeof rollbackFilters> }
  >
> = {
  ORDER: { columns: rollbackColumns.ORDER, filters: defineFilters(rollbackFilters('ORDER')) },
  BILL: {
    columns: rollbackColumns.BILL,
    filters: defineFilters({ ...rollbackFilters('BILL'), ...ofBill, splitPayments: yesNo() }),
  },
};
