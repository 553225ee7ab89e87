import type { CatalogueEntry } from './catalogue-entry.ts';

/** Marketing by SMS: 8350 to 8399; AI pushes: 8280 to 8299; SMS for unrenewed loans: 8250 to 8279. */
export const MARKETING_ERRORS = {
  UNRENEWED_NOT_FOUND: { code: 8250, status: 404, en: 'Strategy not found', zh: '策略不存在' },
  UNRENEWED_EXISTS: {
    code: 8251,
    status: 409,
    en: 'Data already exists: {name} covers {product}',
    zh: '数据已存在：{name} 已包含 {product}',
  },
  UNRENEWED_COUPON_OFF: {
    code: 8252,
    status: 409,
    en: 'Coupon {couponTemplateNo} is not enabled for this merchant',
    zh: '优惠券 {couponTemplateNo} 未对该商户启用',
  },
  AI_PUSH_NOT_FOUND: { code: 8280, status: 404, en: 'Task not found', zh: '任务不存在' },
  AI_PUSH_PAST: { code: 8281, status: 400, en: 'Choose a time in the future', zh: '请选择将来的时间' },
  AI_PUSH_OVER_BUDGET: {
    code: 8282,
    status: 409,
    en: 'The estimate is above the budget',
    zh: '预估费用超过预算',
  },
  MARKETING_TEMPLATE_NOT_FOUND: { code: 8350, status: 404, en: 'Template not found', zh: '模板不存在' },
  MARKETING_VARIABLE_UNKNOWN: {
    code: 8351,
    status: 400,
    en: 'The template does not know {variable}',
    zh: '模板不支持变量 {variable}',
  },
  MARKETING_LENDER_MISSING: {
    code: 8352,
    status: 400,
    en: 'Name the lender: {name}',
    zh: '须写明贷款机构名称：{name}',
  },
  MARKETING_TOO_LONG: {
    code: 8353,
    status: 400,
    en: '{count} SMS with the opt-out text; at most {most}',
    zh: '含退订语共 {count} 条短信，最多 {most} 条',
  },
  MARKETING_TEMPLATE_NOT_ENABLED: {
    code: 8354,
    status: 409,
    en: 'Template {templateNo} is not enabled for this merchant',
    zh: '模板 {templateNo} 未对该商户启用',
  },
  USER_GROUP_NOT_FOUND: {
    code: 8355,
    status: 404,
    en: 'The user group number failed verification',
    zh: '用户分群编号校验失败',
  },
  USER_GROUP_UNCHECKED: {
    code: 8356,
    status: 409,
    en: 'Check the user group first; it may have changed',
    zh: '请先校验用户分群，分群可能已变更',
  },
  USER_GROUP_EMPTY: {
    code: 8357,
    status: 409,
    en: 'Nobody in this user group may be contacted',
    zh: '该用户分群中没有可联系的用户',
  },
  SMS_TASK_NOT_FOUND: { code: 8358, status: 404, en: 'Task not found', zh: '任务不存在' },
  SMS_TASK_PAST: { code: 8359, status: 400, en: 'Choose a time in the future', zh: '请选择将来的时间' },
  SMS_TASK_OVER_BUDGET: {
    code: 8360,
    status: 409,
    en: 'The estimate is above the budget',
    zh: '预估费用超过预算',
  },
  SMS_RECIPIENT_NOT_FOUND: { code: 8361, status: 404, en: 'Recipient not found', zh: '接收人不存在' },
  MARKETING_TEST_LIMIT: {
    code: 8362,
    status: 409,
    en: 'At most {most} test messages a day',
    zh: '每天最多发送 {most} 条测试短信',
  },
  MARKETING_WORD_WARNED: {
    code: 8363,
    status: 409,
    en: '“{word}” has a warning. Change it or confirm that it stays.',
    zh: '“{word}”属于提示词，请修改或确认保留。',
  },
} as const satisfies Readonly<Record<string, CatalogueEntry>>;
