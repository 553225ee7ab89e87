import type { attendanceThreshold, discipline } from '@kituo/sdk/contracts';
import {
  type CodesOf,
  containing,
  count,
  dateRange,
  day,
  defineColumns,
  defineDictionary,
  defineFilters,
  departmentOptions,
  number,
  oneOf,
  status,
  text,
} from '@kituo/sdk/page';

export type Row = discipline.DisciplineRow;

export const DISCIPLINE_TYPE = defineDictionary<CodesOf<typeof discipline.disciplineType>>('DISCIPLINE_TYPE', {
  LATE: 'attention',
  EARLY_LEAVE: 'attention',
  ABSENT: 'failed',
  QUALITY_FATAL: 'failed',
  SCRIPT_BREACH: 'attention',
  CONTACT_BREACH: 'failed',
  DATA_MISUSE: 'failed',
  OTHER: 'waiting',
});
export const DISCIPLINE_LEVEL = defineDictionary<CodesOf<typeof discipline.disciplineLevel>>('DISCIPLINE_LEVEL', {
  NOTICE: 'waiting',
  WARNING: 'attention',
  SEVERE: 'failed',
});
const DISCIPLINE_SOURCE = defineDictionary<CodesOf<typeof discipline.disciplineSource>>('DISCIPLINE_SOURCE', {
  SCHEDULE: 'waiting',
  QUALITY: 'waiting',
  SECURITY: 'waiting',
  MANUAL: 'waiting',
  IMPORT: 'waiting',
});
const DISCIPLINE_STATUS = defineDictionary<CodesOf<typeof discipline.disciplineStatus>>('DISCIPLINE_STATUS', {
  PENDING: 'attention',
  CONFIRMED: 'failed',
  DISMISSED: 'waiting',
  REVOKED: 'waiting',
});
const STAFF_TYPE = defineDictionary<CodesOf<typeof attendanceThreshold.staffType>>('STAFF_TYPE', {
  COLLECTOR: 'active',
  TELEMARKETER: 'active',
  AUDITOR: 'active',
  SERVICE: 'active',
});
const EMPLOYEE_STATUS = defineDictionary('EMPLOYEE_STATUS', { ON_THE_JOB: 'good', LEFT: 'waiting' });
const EMPLOYEE_CATEGORY = defineDictionary('EMPLOYEE_CATEGORY', { NEW: 'waiting', OLD: 'active' });

export const columns = defineColumns<Row>([
  text('realName', { width: 170 }),
  number('jobNumber', { width: 110 }),
  status('disciplineType', DISCIPLINE_TYPE, { width: 160 }),
  status('disciplineLevel', DISCIPLINE_LEVEL, { width: 110 }),
  count('points', { sortable: true, width: 90 }),
  day('happenedOn', { sortable: true }),
  status('disciplineStatus', DISCIPLINE_STATUS, { width: 120 }),
  status('source', DISCIPLINE_SOURCE, { width: 110 }),
  text('deptName', { width: 150 }),
  status('employeeStatus', EMPLOYEE_STATUS, { width: 120 }),
  status('employeeCategory', EMPLOYEE_CATEGORY, { width: 120 }),
  text('content', { width: 260 }),
  text('objection', { width: 200 }),
  text('answer', { width: 200 }),
  text('recordedByName', { width: 150 }),
  text('confirmedByName', { width: 150 }),
  text('decisionReason', { width: 200 }),
  number('recordNo', { width: 130 }),
]);
export const filters = defineFilters({
  realName: containing({ isPersonal: true }),
  jobNumber: containing(),
  disciplineType: oneOf(DISCIPLINE_TYPE),
  disciplineStatus: oneOf(DISCIPLINE_STATUS),
  happenedOn: dateRange(),
  source: oneOf(DISCIPLINE_SOURCE),
  deptNo: oneOf(departmentOptions),
  staffType: oneOf(STAFF_TYPE),
  employeeStatus: oneOf(EMPLOYEE_STATUS),
  employeeCategory: oneOf(EMPLOYEE_CATEGORY),
});
