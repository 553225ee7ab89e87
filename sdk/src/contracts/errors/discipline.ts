import type { CatalogueEntry } from './catalogue-entry.ts';

/** Discipline records: 3250 and on. */
export const DISCIPLINE_ERRORS = {
  DISCIPLINE_NOT_FOUND: { code: 3250, status: 404, en: 'Record not found', zh: '记录不存在' },
  JOB_NUMBER_UNKNOWN: { code: 3251, status: 404, en: 'No employee has this job number', zh: '没有该工号的员工' },
  POINTS_OUT_OF_RANGE: { code: 3252, status: 409, en: 'Points must be {from} to {to}', zh: '分数须为 {from} 至 {to}' },
  DISCIPLINE_EXISTS: { code: 3253, status: 409, en: 'data already exists', zh: '数据已存在' },
  DISCIPLINE_OWN: {
    code: 3254,
    status: 403,
    en: 'You cannot do this with your own record',
    zh: '不能对本人的记录执行此操作',
  },
  OBJECTION_UNANSWERED: { code: 3255, status: 409, en: 'Answer the objection first', zh: '请先回复异议' },
  OBJECTION_LATE: {
    code: 3256,
    status: 409,
    en: 'Objections were possible until {last}',
    zh: '异议期已于 {last} 结束',
  },
  HAPPENED_LATER: { code: 3257, status: 400, en: 'Must not be in the future', zh: '不能晚于今天' },
} as const satisfies Record<string, CatalogueEntry>;
