import type { CatalogueEntry } from './catalogue-entry.ts';

/** Partners' days, channels' fees, merchants' credit lines, customers' limits (762x). */
export const PARTNERS_ERRORS = {
  PARTNER_DAY_NOT_FOUND: {
    code: 7620,
    status: 404,
    en: 'Partner day not found',
    zh: '您可查看的范围内没有该合作方产品的这一天',
  },
  PARTNER_DAY_EXISTS: {
    code: 7621,
    status: 409,
    en: 'This day already exists for the product: {partnerDayNo}',
    zh: '该产品的这一天已存在：{partnerDayNo}',
  },
  PARTNER_DIFFERENCE: {
    code: 7622,
    status: 409,
    en: 'The partner’s count differs by {percent}%. Differences above 5% require an explanation.',
    zh: '合作方数据与我方相差 {percent}%：超过 5% 需填写说明',
  },
  PARTNER_AMOUNT_DIFFERS: {
    code: 7623,
    status: 400,
    en: 'The total for these days is KES {due}',
    zh: '所选日期应收合计为 KES {due}',
  },
  PARTNER_DISABLED: { code: 7636, status: 409, en: 'The partner is disabled', zh: '该合作方已停用' },
  PARTNER_EXISTS: { code: 7230, status: 409, en: 'data already exists', zh: '数据已存在' },
  PARTNER_LICENCE: {
    code: 7231,
    status: 409,
    en: 'The partner’s licence has expired',
    zh: '该合作方牌照已过期',
  },
  MARKET_PRODUCT_OFF: {
    code: 7232,
    status: 409,
    en: 'Not on the shelf or capped at 0: {products}',
    zh: '未上架或每日上限为 0：{products}',
  },
  VIP_LEVEL_LAX: {
    code: 7233,
    status: 409,
    en: 'A higher level must be at least as strict: compare level {level}',
    zh: '更高等级的条件不能更宽松：请对照等级 {level}',
  },
  VIP_LEVEL_UNKNOWN: { code: 7234, status: 409, en: 'The merchant has no such level', zh: '该商户没有此等级' },
  LINK_BROKEN: {
    code: 7637,
    status: 409,
    en: 'The product’s address does not answer. Correct it and check it again.',
    zh: '产品链接无响应，请更正后重新检测',
  },
  PARTNERS_MIXED: {
    code: 7624,
    status: 400,
    en: 'A payment covers one partner only. Choose days of the same partner.',
    zh: '一笔付款只能对应一个合作方：请选择同一合作方的日期',
  },
  CHANNEL_FEE_NOT_FOUND: {
    code: 7625,
    status: 404,
    en: 'Fee not found',
    zh: '您可查看的范围内没有该渠道费用',
  },
  CREDIT_LINE_IN_USE: {
    code: 7626,
    status: 409,
    en: 'KES {used} of the limit is in use',
    zh: '信用额度已使用 KES {used}',
  },
  CREDIT_NOT_FOUND: {
    code: 7627,
    status: 404,
    en: 'This customer has no credit limit',
    zh: '该客户没有授信额度',
  },
  LENDING_BEFORE_AUDIT: {
    code: 7629,
    status: 400,
    en: 'Lending time shall not be earlier than the audit date',
    zh: '放款时间不得早于审核时间',
  },
  CAUSE_REPEATED: {
    code: 7628,
    status: 409,
    en: 'This cause was already booked',
    zh: '相同事由已入账',
  },
  MERCHANTS_MIXED: {
    code: 7630,
    status: 400,
    en: 'Select charges of one merchant only',
    zh: '只能选择同一商户的消费记录',
  },
  CALLBACK_UNTESTED: {
    code: 7631,
    status: 409,
    en: 'The callback address has not passed its test',
    zh: '回调地址尚未通过测试',
  },
  MERCHANT_KEY_WRONG: {
    code: 7632,
    status: 401,
    en: 'This key is not valid here',
    zh: '密钥在此无效',
  },
  SERVICE_ACCOUNT_MISSING: {
    code: 7633,
    status: 409,
    en: 'This merchant has no service account',
    zh: '该商户尚未开通服务账户',
  },
  BLACKLIST_EXISTS: {
    code: 7634,
    status: 409,
    en: 'This value is already on the blacklist',
    zh: '该内容已在黑名单中',
  },
  LISTED_ELSEWHERE: {
    code: 7638,
    status: 409,
    en: 'The value is on the {listType} list: {entryNo}. Remove it there first.',
    zh: '该内容已在 {listType} 名单中：{entryNo}，请先移出',
  },
  BLACKLIST_NOT_FOUND: {
    code: 7635,
    status: 404,
    en: 'Blacklist entry not found',
    zh: '黑名单记录不存在',
  },
} as const satisfies Record<string, CatalogueEntry>;
