import type { CatalogueEntry } from './catalogue-entry.ts';

/** Scheduled reports and experiments (8700 to 8719). */
export const REPORT_SCHEDULES_ERRORS = {
  REPORT_SCHEDULE_NOT_FOUND: { code: 8700, status: 404, en: 'Schedule not found', zh: '定时报表不存在' },
  REPORT_RECIPIENT_UNFIT: {
    code: 8701,
    status: 409,
    en: 'Cannot export this report or no e-mail address: {names}',
    zh: '{names} 无权导出该报表或没有邮箱',
  },
  REPORT_SCHEDULE_LIMIT: {
    code: 8702,
    status: 409,
    en: 'Schedule limit: {max}. Delete one first.',
    zh: '最多 {max} 个定时报表，请先删除一个。',
  },
  REPORT_FILTERS_UNKNOWN: {
    code: 8703,
    status: 400,
    en: 'This report does not have these filters. Schedule it from its page again.',
    zh: '该报表没有这些筛选条件，请在报表页面重新设置。',
  },
  EXPERIMENT_NOT_FOUND: { code: 8704, status: 404, en: 'Experiment not found', zh: '实验不存在' },
} as const satisfies Record<string, CatalogueEntry>;
