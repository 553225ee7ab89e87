import { caseSettle, change } from '@kituo/sdk/contracts';
import type { collection } from '@kituo/sdk/contracts';
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
} from '@kituo/sdk/page';
import { status, text, time, yesNo } from '@kituo/sdk/page';
import { PREPARERS } from './collector-options.ts';
import { FINISH_STATUS, SETTLE_RESULT, REPAY_CHANNEL, REPAY_TYPE } from './recoveries-words.ts';

type Row = caseSettle.SettleRow;

/** What each system calls. */
export const SETTLE_ENDPOINTS = {
  ORDER: {
    of: caseSettle.byOrder,
    exportJob: 'caseSettle.export',
    unmatchedJob: 'caseSettle.unmatchedExport',
    submitJob: 'caseSettle.commitMany',
    approvals: change.changeFamilies.caseSettle,
    importKind: 'caseSettle.writeOffs',
  },
  BILL: {
    of: caseSettle.byBill,
    exportJob: 'caseSettleStage.export',
    unmatchedJob: 'caseSettleStage.unmatchedExport',
    submitJob: 'caseSettleStage.commitMany',
    approvals: change.changeFamilies.caseSettleStage,
    importKind: 'caseSettleStage.writeOffs',
  },
} as const;

const before = [number<Row>('taskNo', { width: 140 }), number<Row>('orderNo', { width: 140 })];
const bill = [number<Row>('billNo', { width: 140 }), count<Row>('termNo', { width: 90 })];
const paid = [
  number<Row>('flowNo', { width: 140 }),
  status<Row>('paymentChannel', REPAY_CHANNEL, { width: 110 }),
  time<Row>('repayTime'),
  text<Row>('collectorName'),
  text<Row>('customerName', { width: 160, mask: 'text' }),
  money<Row>('flowAmountCents'),
  money<Row>('writableCents'),
  money<Row>('writeOffAmountCents'),
  money<Row>('payoffCents'),
];
const after = [
  status<Row>('repayType', REPAY_TYPE),
  status<Row>('taskStatus', FINISH_STATUS),
  status<Row>('importResult', SETTLE_RESULT, { width: 130 }),
  text<Row>('fault', { width: 220 }),
  text<Row>('makerName'),
  time<Row>('createdAt', { sortable: true }),
];
const columns = {
  ORDER: defineColumns<Row>([...before, ...paid, ...after]),
  BILL: defineColumns<Row>([...before, ...bill, ...paid, money('olderDueCents'), ...after]),
};
const filtersOf = (scope: collection.CaseScope) => ({
  finishStatus: oneOf(FINISH_STATUS),
  orderNo: containing({ example: 'LO0000012345' }),
  repayTime: dateRange(),
  flowNo: containing({ example: 'FL0000012345' }),
  paymentChannel: oneOf(REPAY_CHANNEL),
  repayType: oneOf(REPAY_TYPE),
  createdBy: anyOf(PREPARERS[scope]),
  importResult: oneOf(SETTLE_RESULT),
});

export const SETTLE_FIELDS: Readonly<
  Record<
    collection.CaseScope,
    { readonly columns: typeof columns.ORDER; readonly filters: ReturnType<typeof filtersOf> }
  >
> = {
  ORDER: { columns: columns.ORDER, filters: defineFilters(filtersOf('ORDER')) },
  BILL: {
    columns: columns.BILL,
    filters: defineFilters({
      ...filtersOf('BILL'),
      billNo: containing({ example: 'B00000012345' }),
      termNo: containing({ example: '1' }),
      reachedSiblings: yesNo(),
    }),
  },
};
