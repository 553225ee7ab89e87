import type { CodesOf } from '@kituo/sdk/page';
import type { ReplyOf, retrieval } from '@kituo/sdk/contracts';
import {
  containing,
  count,
  dateRange,
  defineColumns,
  defineDictionary,
  defineFilters,
  money,
  number,
  oneOf,
  ORDER_STATUS,
  several,
  status,
  text,
  time,
} from '@kituo/sdk/page';

export type BatchRow = retrieval.BatchRow;
export type CheckReply = ReplyOf<typeof retrieval.check>;
export type CheckedLine = CheckReply['items'][number];

/** Where a retrieval can lead. */
export const TARGET = defineDictionary<CodesOf<typeof retrieval.retrievalTarget>>('RETRIEVAL_TARGET', {
  TO_ALLOCATE: 'waiting',
  PENDING_REVIEW: 'attention',
  PENDING_DISBURSEMENT: 'active',
  MACHINE_REFUSED: 'failed',
  REFUSED: 'failed',
  DISBURSED: 'good',
});
export const BATCH_STATUS = defineDictionary<CodesOf<typeof retrieval.batchStatus>>('RETRIEVAL_STATUS', {
  PENDING: 'attention',
  REJECTED: 'waiting',
  RUNNING: 'active',
  SUCCESS: 'good',
  PARTIAL_SUCCESS: 'attention',
  FAILURE: 'failed',
});

export const batchFilters = defineFilters({
  batchNo: containing(),
  batchStatus: oneOf(BATCH_STATUS),
  targetStatus: oneOf(TARGET),
  orderNo: containing({ example: 'LO0000012345' }),
  createdAt: dateRange(),
});

export const batchColumns = defineColumns<BatchRow>([
  number('batchNo', { sortable: true, width: 130 }),
  status('targetStatus', TARGET, { width: 190 }),
  status('batchStatus', BATCH_STATUS, { width: 170 }),
  count('orderCount', { width: 90 }),
  count('successCount', { width: 90 }),
  count('failCount', { width: 90 }),
  money('totalCents'),
  text('makerName', { width: 150 }),
  text('checkerName', { width: 150 }),
  time('createdAt', { sortable: true, width: 170 }),
  text('reason', { width: 240 }),
  text('checkerNote', { width: 200 }),
  number('reversesBatchNo', { width: 140 }),
]);

export const lineColumns = defineColumns<CheckedLine>([
  number('orderNo', { sortable: true, width: 150 }),
  status('orderStatus', ORDER_STATUS, { width: 190 }),
  text('merchantName', { sortable: true, width: 170 }),
  money('amountCents'),
  several('fault', (line) => (line.fault === null ? [] : [line.fault.msg]), { width: 420 }),
]);

export type ItemRow = ReplyOf<typeof retrieval.detail>['items'][number];
