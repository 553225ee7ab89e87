import type { temporaryCredit } from '@kituo/sdk/contracts';
import {
  containing,
  count,
  dateRange,
  day,
  defineColumns,
  defineDictionary,
  defineFilters,
  flag,
  merchantOptions,
  money,
  number,
  oneOf,
  status,
  text,
  time,
  type CodesOf,
} from '@kituo/sdk/page';

export type TaskRow = temporaryCredit.TaskRow;
export type RecordRow = temporaryCredit.RecordRow;

const CREDIT_TASK_STATUS = defineDictionary<CodesOf<typeof temporaryCredit.creditTaskStatus>>('CREDIT_TASK_STATUS', {
  PENDING: 'attention',
  APPROVED: 'good',
  REJECTED: 'failed',
});
export const CREDIT_STATUS = defineDictionary<CodesOf<typeof temporaryCredit.creditStatus>>('CREDIT_STATUS', {
  GRANTING: 'waiting',
  GRANTED: 'good',
  EXPIRED: 'failed',
});
const CREDIT_TYPE = defineDictionary<CodesOf<typeof temporaryCredit.creditType>>('CREDIT_TYPE', {
  PRE_APPROVAL: 'waiting',
  REVOLVING: 'active',
});

export const taskFilters = defineFilters({
  taskName: containing(),
  merchantNo: oneOf(merchantOptions),
  taskStatus: oneOf(CREDIT_TASK_STATUS),
  taskNo: containing({ example: 'TC000000001' }),
  makerUserNo: containing({ example: 'U0001' }),
  createdAt: dateRange(),
});
export const taskColumns = defineColumns<TaskRow>([
  number('taskNo', { width: 130 }),
  text('taskName', { width: 190 }),
  text('merchantName', { width: 150 }),
  count('customers', { width: 100 }),
  money('amountCents', { sortable: true, width: 130 }),
  money('totalAmountCents', { width: 150 }),
  day('effectiveOn'),
  day('expiresOn'),
  text('makerName', { width: 150 }),
  text('auditorName', { width: 150 }),
  status('taskStatus', CREDIT_TASK_STATUS, { width: 140 }),
  count('granted', { width: 90 }),
  count('failed', { width: 90 }),
  text('reason', { width: 200 }),
  text('auditRemark', { width: 200 }),
  time('createdAt', { sortable: true }),
]);

export const recordFilters = defineFilters({
  phone: containing({ isPersonal: true, example: '254712345678' }),
  creditStatus: oneOf(CREDIT_STATUS),
  taskNo: containing({ example: 'TC000000001' }),
  customerNo: containing({ example: 'C000000001' }),
});
export const recordColumns = defineColumns<RecordRow>([
  number('creditNo', { width: 130 }),
  number('taskNo', { width: 130 }),
  number('customerNo', { width: 130 }),
  text('phone', { width: 140, mask: 'phone' }),
  status('creditType', CREDIT_TYPE, { width: 120 }),
  money('amountCents', { width: 130 }),
  money('limitCents', { width: 140 }),
  money('remainingCents', { width: 140 }),
  flag('isAdjustable', { width: 100 }),
  status('creditStatus', CREDIT_STATUS, { width: 110 }),
  time('effectiveAt'),
  time('expiresAt', { sortable: true }),
]);
