import type { CatalogueEntry } from './catalogue-entry.ts';

/** Orders and products (7xxx). */
export const ORDERS_ERRORS = {
  ORDER_NOT_FOUND: { code: 7070, status: 404, en: 'There is no such order', zh: '订单不存在' },
  ORDER_NOT_YOURS: {
    code: 7071,
    status: 409,
    en: 'Somebody else reviews this order now',
    zh: '该订单正由他人审核',
  },
  PRODUCT_NOT_FOUND: { code: 7072, status: 404, en: 'There is no such product', zh: '产品不存在' },
  RETRIEVAL_ORIGIN: {
    code: 7420,
    status: 409,
    en: 'It did not come from there: an order goes back only to the refusal it came from',
    zh: '订单并非由该状态退回，只能退回其原拒绝状态',
  },
  RETRIEVAL_POSTED: {
    code: 7421,
    status: 409,
    en: 'Postings of this order stand that nothing has reversed',
    zh: '该订单存在未冲销的分录',
  },
  RETRIEVAL_UNPAID: {
    code: 7422,
    status: 409,
    en: 'No payout of this order has succeeded',
    zh: '该订单没有成功的放款',
  },
  RETRIEVAL_TIMES: {
    code: 7423,
    status: 400,
    en: 'The approval time cannot be empty',
    zh: '审批时间不能为空',
  },
  REVIEW_STEP_FAULT: {
    code: 7430,
    status: 400,
    en: 'Each step needs a name of its own and answers that the dictionary knows',
    zh: '每个步骤名称须唯一，且答案须在字典中',
  },
  PERSONNEL_NOT_FOUND: {
    code: 7440,
    status: 404,
    en: 'There is no such person on this page',
    zh: '此页面没有该人员',
  },
  PERSONNEL_PRINCIPAL: {
    code: 7441,
    status: 409,
    en: 'The principal has to be another person of the same group',
    zh: '负责人须为同组的其他人员',
  },
  PERSONNEL_MERCHANT: {
    code: 7442,
    status: 409,
    en: 'The account does not work for one of these merchants',
    zh: '该账号没有其中某个商户的权限',
  },
  PERSONNEL_CAP: {
    code: 7443,
    status: 409,
    en: 'The cap lies below the {open} open orders of today. Accept that, or raise it',
    zh: '上限低于今日在办的 {open} 单，请确认或调高',
  },
  PERSONNEL_ACCOUNT: {
    code: 7444,
    status: 409,
    en: 'The account is frozen. Unfreeze it in user management first',
    zh: '账号已冻结，请先在用户管理中解冻',
  },
  REFUSE_CODE_TAKEN: {
    code: 7431,
    status: 409,
    en: 'There is a code {code} already',
    zh: '代码 {code} 已存在',
  },
  REFUSE_CODE_UNKNOWN: { code: 7432, status: 404, en: 'There is no such code', zh: '代码不存在' },
  REFUSE_CODE_PARENT: {
    code: 7433,
    status: 409,
    en: 'A code stands in a group, and a group stands in none',
    zh: '代码须归属分组，分组不可再归属其他分组',
  },
  RE_REVIEW_LIVE: {
    code: 7450,
    status: 409,
    en: 'A re-review of this order is under way',
    zh: '该订单正在复审中',
  },
  RE_REVIEW_OFF: {
    code: 7451,
    status: 409,
    en: 'The rules of its merchant admit no re-review of this refusal ({code})',
    zh: '商户规则不允许对该拒绝（{code}）提交复审',
  },
  RE_REVIEW_COOL_OFF: {
    code: 7452,
    status: 409,
    en: 'Its cool-off lasts until {date}',
    zh: '冷静期至 {date}',
  },
  RE_REVIEW_EARLY: {
    code: 7453,
    status: 409,
    en: 'It can be submitted from {date} on',
    zh: '{date} 起可提交',
  },
  RE_REVIEW_LATE: {
    code: 7454,
    status: 409,
    en: 'It could be submitted until {date}',
    zh: '提交截止日为 {date}',
  },
  RE_REVIEW_QUOTA: {
    code: 7455,
    status: 409,
    en: 'Remaining submissions today are insufficient ({left} left)',
    zh: '今日剩余提交次数不足（剩余 {left} 次）',
  },
} as const satisfies Record<string, CatalogueEntry>;
