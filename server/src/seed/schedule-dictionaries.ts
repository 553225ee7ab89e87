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
  THRESHOLD_STATUS: [
    ['PENDING_APPROVAL', 'Awaiting approval', '待审批', 'warning'],
    ['ENABLED', 'Enabled', '启用', 'success'],
    ['DISABLED', 'Disabled', '停用', 'none'],
    ['REJECTED', 'Rejected', '已驳回', 'danger'],
  ],
  SCHEDULE_ABNORMAL_TYPE: [
    ['LATE', 'Late', '迟到', 'warning'],
    ['EARLY_LEAVE', 'Left early', '早退', 'warning'],
    ['ABSENT', 'Absent', '缺勤', 'danger'],
    ['IDLE', 'Idle', '空闲', 'warning'],
    ['UNSCHEDULED_WORK', 'Work without a shift', '无班次工作', 'none'],
  ],
  ABNORMAL_RESOLVE_STATUS: [
    ['OPEN', 'Open', '待处理', 'warning'],
    ['EXCUSED', 'Excused', '已豁免', 'success'],
    ['CONFIRMED', 'Confirmed', '已确认', 'danger'],
  ],
  ABNORMAL_RESOLUTION: [
    ['EXCUSED', 'Excuse', '豁免', 'success'],
    ['CONFIRMED', 'Confirm', '确认', 'danger'],
  ],
};
