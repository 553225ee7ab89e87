import type { abnormalDay, attendanceThreshold, mySchedule, schedulePlan, scheduling } from '@kituo/sdk/contracts';
import { type CodesOf, defineDictionary } from '@kituo/sdk/page';

export const SHIFT_STATUS = defineDictionary<CodesOf<typeof scheduling.shiftStatus>>('SHIFT_STATUS', {
  DRAFT: 'waiting',
  PUBLISHED: 'good',
  CANCELLED: 'active',
});
export const ATTENDANCE_STATUS = defineDictionary<CodesOf<typeof scheduling.attendanceStatus>>('ATTENDANCE_STATUS', {
  SCHEDULED: 'waiting',
  ON_DUTY: 'active',
  DONE: 'good',
  LATE: 'attention',
  EARLY_LEAVE: 'attention',
  ABSENT: 'failed',
  LEAVE: 'active',
});
export const PLAN_STATUS = defineDictionary<CodesOf<typeof schedulePlan.planStatus>>('SCHEDULE_PLAN_STATUS', {
  ENABLED: 'good',
  DISABLED: 'waiting',
});
export const CHANGE_TYPE = defineDictionary<CodesOf<typeof mySchedule.changeType>>('SCHEDULE_CHANGE_TYPE', {
  LEAVE: 'active',
  SWAP: 'active',
  CORRECTION: 'waiting',
});
export const CHANGE_STATUS = defineDictionary<CodesOf<typeof mySchedule.changeStatus>>('SCHEDULE_CHANGE_STATUS', {
  PENDING: 'waiting',
  APPROVED: 'good',
  REJECTED: 'failed',
  WITHDRAWN: 'active',
});
export const STAFF_TYPE = defineDictionary<CodesOf<typeof attendanceThreshold.staffType>>('STAFF_TYPE', {
  COLLECTOR: 'active',
  TELEMARKETER: 'active',
  AUDITOR: 'active',
  SERVICE: 'active',
});
export const EMPLOYEE_CATEGORY = defineDictionary<CodesOf<typeof scheduling.employeeCategory>>('EMPLOYEE_CATEGORY', {
  NEW: 'waiting',
  OLD: 'active',
});
export const THRESHOLD_STATUS = defineDictionary<CodesOf<typeof attendanceThreshold.thresholdStatus>>(
  'THRESHOLD_STATUS',
  { PENDING_APPROVAL: 'attention', ENABLED: 'good', DISABLED: 'waiting', REJECTED: 'failed' },
);
export const ABNORMAL_TYPE = defineDictionary<CodesOf<typeof abnormalDay.abnormalType>>('SCHEDULE_ABNORMAL_TYPE', {
  LATE: 'attention',
  EARLY_LEAVE: 'attention',
  ABSENT: 'failed',
  IDLE: 'attention',
  UNSCHEDULED_WORK: 'active',
});
export const ABNORMAL_RESOLVE_STATUS = defineDictionary<CodesOf<typeof abnormalDay.resolveStatus>>(
  'ABNORMAL_RESOLVE_STATUS',
  { OPEN: 'waiting', EXCUSED: 'good', CONFIRMED: 'failed' },
);
export const ABNORMAL_RESOLUTION = defineDictionary<CodesOf<typeof abnormalDay.resolution>>('ABNORMAL_RESOLUTION', {
  EXCUSED: 'good',
  CONFIRMED: 'failed',
});
