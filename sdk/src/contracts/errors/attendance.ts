import type { CatalogueEntry } from './catalogue-entry.ts';

/** Attendance thresholds and abnormal days: 8100 to 8149. */
export const ATTENDANCE_ERRORS = {
  THRESHOLD_NOT_FOUND: { code: 8100, status: 404, en: 'Threshold not found', zh: '未找到该阈值' },
  THRESHOLD_EXISTS: { code: 8101, status: 409, en: 'data already exists', zh: '数据已存在' },
  THRESHOLD_FROM_PAST: {
    code: 8102,
    status: 409,
    en: 'A threshold applies from today at the earliest',
    zh: '阈值最早自今日起生效',
  },
  ABSENT_NOT_ABOVE_LATE: {
    code: 8103,
    status: 400,
    en: 'Absence minutes must be above late minutes',
    zh: '缺勤分钟数须大于迟到分钟数',
  },
  ABNORMAL_NOT_FOUND: { code: 8110, status: 404, en: 'Abnormal day not found', zh: '未找到该异常考勤' },
  ABNORMAL_OWN: {
    code: 8111,
    status: 403,
    en: 'You cannot resolve your own abnormal day',
    zh: '不能处理本人的异常考勤',
  },
  ABNORMAL_RESOLVED: {
    code: 8112,
    status: 409,
    en: 'This day is resolved. An approved correction can still change it.',
    zh: '该异常已处理，只能通过更正申请变更',
  },
  ABNORMAL_EXPLAINED: { code: 8113, status: 409, en: 'You explained this day already', zh: '该异常已说明' },
  ABNORMAL_EXPLAIN_LATE: {
    code: 8114,
    status: 409,
    en: 'An abnormal day can be explained for 3 days',
    zh: '异常考勤须在 3 天内说明',
  },
} as const satisfies Record<string, CatalogueEntry>;
