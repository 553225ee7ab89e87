import type { CatalogueEntry } from './catalogue-entry.ts';

/** Who may be given an order, and what becomes of one meanwhile (7xxx). Times are EAT. */
export const ALLOCATION_ERRORS = {
  ORDER_TAKEN: {
    code: 7400,
    status: 409,
    en: 'Order already assigned to {name} at {time}',
    zh: '该订单无需再分配：{time} 已分配给 {name}',
  },
  ORDER_NOT_TO_ALLOCATE: {
    code: 7401,
    status: 409,
    en: 'This order no longer needs a reviewer',
    zh: '该订单无需再分配',
  },
  ORDER_NOT_UNDER_REVIEW: {
    code: 7402,
    status: 409,
    en: 'This order is not under review',
    zh: '该订单不在审核中',
  },
  ORDER_WENT_BACK: {
    code: 7403,
    status: 409,
    en: 'This order returned to assignment at {time}',
    zh: '该订单已于 {time} 退回待分配',
  },
  AUDITOR_NOT_FOUND: {
    code: 7404,
    status: 404,
    en: 'Reviewer not found',
    zh: '审核人员不存在',
  },
  AUDITOR_FULL: {
    code: 7405,
    status: 409,
    en: 'This reviewer’s remaining places today: {places}',
    zh: '该审核人员今日剩余名额为 {places}',
  },
  AUDITOR_FROZEN: {
    code: 7406,
    status: 409,
    en: 'This reviewer is frozen and receives no new orders',
    zh: '该审核人员已冻结，不再接收新订单',
  },
  AUDITOR_OFF_SHIFT: {
    code: 7407,
    status: 409,
    en: 'This reviewer is off shift',
    zh: '该审核人员当前不在班',
  },
  AUDITOR_OTHER_MERCHANT: {
    code: 7408,
    status: 409,
    en: 'This reviewer does not work for the order’s merchant',
    zh: '该审核人员不负责此订单的商户',
  },
  AUDITOR_NO_FIRST_LOANS: {
    code: 7409,
    status: 409,
    en: 'First loans require a reviewer on the first-loan whitelist',
    zh: '首贷订单只能分配给首贷白名单内的审核人员',
  },
  AUDITOR_BARRED: {
    code: 7410,
    status: 409,
    en: 'This reviewer declined the order before or requested its re-review',
    zh: '该审核人员曾拒绝此订单或申请了其复审',
  },
  AUDITOR_SAME: {
    code: 7411,
    status: 409,
    en: 'This reviewer already has the order',
    zh: '该订单已在此审核人员名下',
  },
  NO_AUDITOR_FREE: {
    code: 7412,
    status: 409,
    en: 'No reviewer on shift can take this order',
    zh: '当前没有可接收此订单的在班审核人员',
  },
  UNDO_TOO_LATE: {
    code: 7413,
    status: 409,
    en: 'Too late to undo: the order was opened or a minute has passed',
    zh: '无法撤销：订单已被打开，或已超过一分钟',
  },
  ORDER_NOT_OF_MERCHANTS: {
    code: 7414,
    status: 404,
    en: 'Order number not found among your merchants',
    zh: '您的商户下没有该编号的订单',
  },
  NUMBERS_TOO_MANY: { code: 7415, status: 400, en: 'At most 100 at a time', zh: '一次最多 100 个' },
  DAYS_REVERSED: {
    code: 7416,
    status: 400,
    en: 'The end date is before the start date',
    zh: '结束日期早于开始日期',
  },
  REMINDER_PAST: {
    code: 7417,
    status: 400,
    en: 'The reminder is in the past',
    zh: '提醒时间不能早于现在',
  },
} as const satisfies Record<string, CatalogueEntry>;
