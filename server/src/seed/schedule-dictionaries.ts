import type { DictionaryEntry } from './dictionary-entry.ts';

/** Coded values of schedules. */
export const SCHEDULE_DICTIONARIES: Readonly<Record<string, readonly DictionaryEntry[]>> = {
  SHIFT_STATUS: [
    ['DRAFT', 'Draft', '草稿', 'warning'],
    ['PUBLISHED', 'Published', '已发布', 'success'],
    ['CANCELLED', 'Cancelled', '已取消', 'none'],
  ],
  ATTENDANCE_STATUS: [
    ['SCHEDULED', 'Scheduled', '待上班', 'none'],
    ['ON_DUTY', 'On duty', '在岗', 'primary'],
    ['DONE', 'Done', '已完成', 'success'],
    ['LATE', 'Late', '迟到', 'warning'],
    ['EARLY_LEAVE', 'Left early', '早退', 'warning'],
    ['ABSENT', 'Absent', '缺勤', 'danger'],
    ['LEAVE', 'Leave', '休假', 'none'],
  ],
  SCHEDULE_PLAN_STATUS: [
    ['ENABLED', 'Enabled', '启用', 'success'],
    ['DISABLED', 'Disabled', '停用', 'none'],
  ],
  SCHEDULE_CHANGE_TYPE: [
    ['LEAVE', 'Leave', '休假', 'none'],
    ['SWAP', 'Swap', '换班', 'primary'],
    ['CORRECTION', 'Correction', '更正', 'warning'],
  ],
  SCHEDULE_CHANGE_STATUS: [
    ['PENDING', 'Awaiting approval', '待审批', 'warning'],
    ['APPROVED', 'Approved', '已通过', 'success'],
    ['REJECTED', 'Rejected', '已驳回', 'danger'],
    ['WITHDRAWN', 'Withdrawn', '已撤回', 'none'],
  ],
};
