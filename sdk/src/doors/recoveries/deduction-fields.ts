import { deduction } from '@kituo/sdk/contracts';
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
  status,
  text,
  time,
  yesNo,
} from '@kituo/sdk/page';
import { COLLECTORS } from './collector-options.ts';
import { CASE_LEVEL, DEDUCTION_REASON, DEDUCTION_STATUS, WAIVER_APPROVAL } from './recoveries-words.ts';

export type DeductionRow = deduction.DeductionRow;

/** What each system calls, and the kinds of its jobs. */
export const DEDUCTION_ENDPOINTS = {
  ORDER: { of: deduction.byOrder, exportJob: 'deduction.export', decideJob: 'deduction.decideMany' },
  BILL: { of: deduction.byBill, exportJob: 'deductionStage.export', decideJob: 'deductionStage.decideMany' },
} as const;

const shared = [
  text<DeductionRow>('applicantName'),
  text<DeductionRow>('auditorName'),
  time<DeductionRow>('appliedAt', { sortable: true, title: 'requestedAt' }),
  time<DeductionRow>('lapsesAt', { sortable: true }),
  status<DeductionRow>('reason', DEDUCTION_REASON, { width: 170 }),
  text<DeductionRow>('customerName', { width: 160, mask: 'text' }),
  money<DeductionRow>('requestedCents'),
  money<DeductionRow>('approvedCents'),
  money<DeductionRow>('payoffCents'),
];
const tags = [
  status<DeductionRow>('deductionStatus', DEDUCTION_STATUS, { width: 150 }),
  status<DeductionRow>('caseLevel', CASE_LEVEL, { width: 200 }),
];
const columns = {
  ORDER: defineColumns<DeductionRow>([
    number('deductionNo', { width: 140 }),
    number('orderNo', { width: 140 }),
    number('caseNo', { width: 140 }),
    ...shared,
    money('expectedPayCents'),
    ...tags,
  ]),
  BILL: defineColumns<DeductionRow>([
    number('deductionNo', { width: 140 }),
    number('orderNo', { width: 140 }),
    number('billNo', { width: 140 }),
    count('termNo', { width: 90 }),
    text('strategyName', { width: 170 }),
    money('strategyCapCents'),
    status('approvalMode', WAIVER_APPROVAL, { width: 150 }),
    ...shared,
    money('olderDueCents'),
    money('expectedPayCents'),
    ...tags,
  ]),
};
const filters = (scope: collection.CaseScope) => ({
  deductionStatus: oneOf(DEDUCTION_STATUS),
  orderNo: containing({ example: 'LO0000012345' }),
  appliedAt: dateRange({ title: 'requestedAt' }),
  deductionNo: containing({ example: 'DN0000012345' }),
  reason: oneOf(DEDUCTION_REASON),
  applicantUserNos: anyOf(COLLECTORS[scope]),
  caseLevel: oneOf(CASE_LEVEL),
  lapsesToday: yesNo(),
});

export const DEDUCTION_FIELDS: Readonly<
  Record<collection.CaseScope, { readonly columns: typeof columns.ORDER; readonly filters: ReturnType<typeof filters> }>
> = {
  ORDER: { columns: columns.ORDER, filters: defineFilters(filters('ORDER')) },
  BILL: {
    columns: columns.BILL,
    filters: defineFilters({
      ...filters('BILL'),
      billNo: containing({ example: 'B00000012345' }),
      strategyNo: containing({ example: 'R000001' }),
      outsideStrategy: yesNo(),
    }),
  },
};
