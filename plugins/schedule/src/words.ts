import type { mySchedule, schedulePlan, scheduling } from '@kituo/sdk/contracts';
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
  DISABLED: 'active',
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
