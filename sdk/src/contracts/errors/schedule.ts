import type { CatalogueEntry } from './catalogue-entry.ts';

/** Shifts, plans and requests for a change of shifts: 3200 to 3249. */
export const SCHEDULE_ERRORS = {
  SHIFT_OVERLAP: {
    code: 3200,
    status: 409,
    en: '{name} already has a shift on {date}',
    zh: '{name}在 {date} 已有班次',
  },
  SHIFT_NOT_WORKING: {
    code: 3201,
    status: 409,
    en: '{name}: frozen or left ({date})',
    zh: '{name}已冻结或离职（{date}）',
  },
  SHIFT_PAST: {
    code: 3202,
    status: 409,
    en: 'The day is over: {name}, {date}. Ask for a correction.',
    zh: '{date} 已过，请为{name}提交更正申请',
  },
  SHIFT_ON_LEAVE: { code: 3203, status: 409, en: '{name}: on leave on {date}', zh: '{name}在 {date} 休假' },
  SHIFT_SEVENTH_DAY: {
    code: 3204,
    status: 409,
    en: '{name} may work at most six days in seven ({date})',
    zh: '{name}七天内最多工作六天（{date}）',
  },
  SHIFT_REST_SHORT: {
    code: 3205,
    status: 409,
    en: '{name}: less than 11 hours of rest between shifts ({date})',
    zh: '{name}两班之间须休息 11 小时（{date}）',
  },
  SHIFT_OVERRIDE_NEEDED: {
    code: 3206,
    status: 409,
    en: '{name}, {date}: breaks the plan. Give a reason to save it anyway.',
    zh: '{name}，{date}：违反排班方案，如需保存请填写原因',
  },
  SHIFT_LOCKED: { code: 3207, status: 409, en: 'This shift is locked', zh: '该班次已锁定' },
  SHIFT_HOURS: {
    code: 3208,
    status: 400,
    en: 'A shift lasts 30 minutes to 12 hours',
    zh: '班次时长须为 30 分钟至 12 小时',
  },
  PLAN_EXISTS: { code: 3210, status: 409, en: 'data already exists', zh: '数据已存在' },
  PLAN_IMPOSSIBLE: {
    code: 3211,
    status: 409,
    en: 'Not enough working days: {needed} needed a week, {available} available. Lower the rates of {days}.',
    zh: '出勤天数不足：每周需要 {needed}，可用 {available}，请降低{days}的出勤率',
  },
  PLAN_FROM_PAST: {
    code: 3212,
    status: 409,
    en: 'A plan applies from today at the earliest',
    zh: '方案最早自今日起生效',
  },
  PLAN_NOT_IN_FORCE: { code: 3213, status: 409, en: 'No plan is in force for this group', zh: '该组没有生效的方案' },
  AUTO_RANGE: { code: 3214, status: 400, en: 'At most 31 days from today on', zh: '自今日起最多 31 天' },
  CHANGE_OVERLAP: { code: 3220, status: 409, en: 'You already asked for leave on this day', zh: '该日已有休假申请' },
  CHANGE_DAY: {
    code: 3221,
    status: 409,
    en: 'Leave and swaps are for future days, corrections for the past 7 days',
    zh: '休假与换班仅限未来日期，更正仅限过去 7 天',
  },
  CHANGE_NO_SHIFT: { code: 3222, status: 409, en: 'No published shift on this day', zh: '该日没有已发布的班次' },
  CHANGE_NOT_COLLEAGUE: {
    code: 3223,
    status: 409,
    en: 'Swap with a colleague of your own group',
    zh: '只能与本组同事换班',
  },
  CHANGE_NOT_AGREED: { code: 3224, status: 409, en: 'The colleague has not agreed yet', zh: '同事尚未同意' },
  SCHEDULE_CHANGE_OWN: { code: 3225, status: 403, en: 'You cannot decide your own request', zh: '不能审批本人的申请' },
  CHANGE_NO_VOUCHER: {
    code: 3226,
    status: 400,
    en: 'Certificate (voucher) cannot be empty',
    zh: '凭证不能为空',
  },
} as const satisfies Record<string, CatalogueEntry>;
