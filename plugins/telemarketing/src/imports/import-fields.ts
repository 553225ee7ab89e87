import { callImport } from '@kituo/sdk/contracts';
import {
  type CodesOf,
  containing,
  count,
  dateRange,
  defineColumns,
  defineDictionary,
  defineFilters,
  number,
  oneOf,
  remoteOptions,
  status,
  text,
  time,
} from '@kituo/sdk/page';
import { listTypes } from '../lists/list-fields.ts';

export type ImportRow = callImport.ImportRow;

const operators = remoteOptions(callImport.operators, (all) => all);
const IMPORT_TYPE = defineDictionary<CodesOf<typeof callImport.importType>>('IMPORT_TYPE', {
  FILE: 'waiting',
  CIRCLE_PEOPLE: 'waiting',
  BLACKLIST: 'waiting',
});
const IMPORT_RESULT = defineDictionary<CodesOf<typeof callImport.importResult>>('IMPORT_RESULT', {
  SUCCESS: 'good',
  PARTIAL_SUCCESS: 'attention',
  FAILURE: 'failed',
});

export const importColumns = defineColumns<ImportRow>([
  number('importNo', { width: 120 }),
  status('importResult', IMPORT_RESULT, { width: 140 }),
  status('importType', IMPORT_TYPE, { width: 130 }),
  text('fileName', { width: 170 }),
  number('batchNo', { width: 120 }),
  text('listTypeName', { width: 150 }),
  text('marketingTargetName', { width: 130 }),
  count('totalCount', { width: 90 }),
  count('successCount', { width: 90 }),
  count('failCount', { width: 90 }),
  text('operatorName', { width: 150 }),
  time('startedAt', { sortable: true, width: 165 }),
  time('finishedAt', { width: 165 }),
  time('withdrawnAt', { width: 165, hidden: true }),
  text('merchantName', { width: 150, hidden: true }),
  text('userGroupNo', { width: 120, hidden: true }),
  text('fileHash', { width: 300, hidden: true }),
]);
export const importFilters = defineFilters({
  importNo: containing({ example: 'LI00000123' }),
  importResult: oneOf(IMPORT_RESULT),
  importType: oneOf(IMPORT_TYPE),
  batchNo: containing({ example: 'LB00000123' }),
  listType: oneOf(listTypes),
  operatorUserNo: oneOf(operators),
  createdAt: dateRange(),
});
