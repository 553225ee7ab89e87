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
} as const satisfies Record<string, CatalogueEntry>;
