import type { CatalogueEntry } from './catalogue-entry.ts';

/** Who may be given an order, and what becomes of one meanwhile (7xxx). Times are EAT. */
export const ALLOCATION_ERRORS = {
  ORDER_TAKEN: {
    code: 7400,
    status: 409,
    en: 'This order is no longer to be allocated: {name} got it at {time}',
    zh: '该订单无需再分配：{time} 已分配给 {name}',
  },
  ORDER_NOT_TO_ALLOCATE: {
    code: 7401,
    status: 409,
    en: 'This order is no longer to be allocated',
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
    en: 'This order went back to allocation at {time}',
    zh: '该订单已于 {time} 退回待分配',
  },
  AUDITOR_NOT_FOUND: {
    code: 7404,
    status: 404,
    en: 'There is no such reviewer',
    zh: '审核人员不存在',
  },
  AUDITOR_FULL: {
    code: 7405,
    status: 409,
    en: 'This reviewer has {places} places left today',
    zh: '该审核人员今日剩余名额为 {places}',
  },
  AUDITOR_FROZEN: {
    code: 7406,
    status: 409,
    en: 'This reviewer is frozen and gets no new orders',
    zh: '该审核人员已冻结，不再接收新订单',
  },
  AUDITOR_OFF_SHIFT: {
    code: 7407,
    status: 409,
    en: 'This reviewer is not on shift now',
    zh: '该审核人员当前不在班',
  },
  AUDITOR_OTHER_MERCHANT: {
    code: 7408,
    status: 409,
    en: 'This reviewer does not work for the merchant of the order',
    zh: '该审核人员不负责此订单的商户',
  },
  AUDITOR_NO_FIRST_LOANS: {
    code: 7409,
    status: 409,
    en: 'First loans go only to reviewers of the first-loan whitelist',
    zh: '首贷订单只能分配给首贷白名单内的审核人员',
  },
  AUDITOR_BARRED: {
    code: 7410,
    status: 409,
    en: 'This reviewer refused the order before, or asked for its re-review',
    zh: '该审核人员曾拒绝此订单或申请了其复审',
  },
  AUDITOR_SAME: {
    code: 7411,
    status: 409,
    en: 'This reviewer has the order already',
    zh: '该订单已在此审核人员名下',
  },
  NO_AUDITOR_FREE: {
    code: 7412,
    status: 409,
    en: 'No reviewer on shift has a place left for this order',
    zh: '当前没有可接收此订单的在班审核人员',
  },
  UNDO_TOO_LATE: {
    code: 7413,
    status: 409,
    en: 'Too late to undo: the order was opened, or a minute has passed',
    zh: '无法撤销：订单已被打开，或已超过一分钟',
  },
  ORDER_NOT_OF_MERCHANTS: {
    code: 7414,
    status: 404,
    en: 'No order of your merchants has this number',
    zh: '您的商户下没有该编号的订单',
  },
  NUMBERS_TOO_MANY: { code: 7415, status: 400, en: 'At most 100 at a time', zh: '一次最多 100 个' },
  DAYS_REVERSED: {
    code: 7416,
    status: 400,
    en: 'The last day is before the first',
    zh: '结束日期早于开始日期',
  },
  REMINDER_PAST: {
    code: 7417,
    status: 400,
    en: 'The reminder lies in the past',
    zh: '提醒时间不能早于现在',
  },
} as const satisfies Record<string, CatalogueEntry>;
