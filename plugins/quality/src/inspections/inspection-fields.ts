import type { inspection } from '@kituo/sdk/contracts';
import {
  containing,
  count,
  dateRange,
  defineColumns,
  defineFilters,
  departmentOptions,
  flag,
  number,
  oneOf,
  several,
  status,
  text,
  time,
  tree,
  yesNo,
} from '@kituo/sdk/page';
import {
  INSPECTION_FLAG,
  INSPECTION_SOURCE,
  INSPECTION_STATUS,
  inspectedPeople,
  SCORE_BAND,
  sheets,
  STAFF_TYPE,
} from '../quality-words.ts';

export type Row = inspection.InspectionRow;

export const columnsOf = (t: (key: string) => string) =>
  defineColumns<Row>([
    number('inspectionNo', { width: 140 }),
    status('sourceType', INSPECTION_SOURCE, { width: 120 }),
    time('happenedAt', { sortable: true, width: 165 }),
    text('realName', { width: 150 }),
    number('jobNumber', { width: 110 }),
    text('deptName', { width: 150 }),
    number('customerPhone', { width: 130 }),
    count('durationSeconds', { sortable: true, width: 90 }),
    several('flags', (row) => row.flags.map((code) => t(`INSPECTION_FLAG.${code}`)), { width: 190 }),
    count('score', { sortable: true, width: 80 }),
    flag('hasFatal', { width: 80 }),
    status('inspectionStatus', INSPECTION_STATUS, { width: 120 }),
    text('inspectorName', { width: 150 }),
    time('appealDueAt', { sortable: true, width: 165 }),
    text('sheetName', { width: 170 }),
  ]);
export const filters = defineFilters({
  happenedAt: dateRange(),
  inspectionStatus: oneOf(INSPECTION_STATUS),
  userNo: oneOf(inspectedPeople),
  sourceType: oneOf(INSPECTION_SOURCE),
  staffType: oneOf(STAFF_TYPE),
  deptNo: tree(departmentOptions),
  sheetNo: oneOf(sheets),
  hasFatal: yesNo(),
  flag: oneOf(INSPECTION_FLAG),
  score: oneOf(SCORE_BAND),
  inspectionNo: containing({ example: 'QI000000001' }),
});
