import type { CatalogueEntry } from './catalogue-entry.ts';

/** Cash transfers (757x). */
export const TRANSFERS_ERRORS = {
  TRANSFER_NOT_FOUND: {
    code: 7570,
    status: 404,
    en: 'Transfer not found',
    zh: '您可查看的范围内没有此划转',
  },
  SAME_ACCOUNT: {
    code: 7571,
    status: 400,
    en: 'Source and target are the same account',
    zh: '转出账户与转入账户相同',
  },
  ACCOUNT_UNKNOWN: {
    code: 7572,
    status: 400,
    en: 'Company account not found',
    zh: '自有账户不存在',
  },
  SOURCE_SHORT: {
    code: 7573,
    status: 409,
    en: 'Insufficient balance: KES {available} available after pending transfers',
    zh: '转出账户余额不足：扣除在途后为 KES {available}',
  },
  CHANNEL_CAP: {
    code: 7574,
    status: 400,
    en: 'The channel allows at most KES {cap} per transfer to a phone. Split it into {parts}.',
    zh: '渠道单笔最多向手机转 KES {cap}：请拆分为 {parts} 笔',
  },
  FLOW_MATCHED: {
    code: 7575,
    status: 409,
    en: 'This payment is matched to an order or fully used',
    zh: '该流水已匹配订单或已用完',
  },
  TOTAL_MISMATCH: {
    code: 7576,
    status: 400,
    en: 'The entered total does not match the transfers',
    zh: '输入的总额与划转合计不一致',
  },
  PAYER_UNKNOWN: {
    code: 7577,
    status: 409,
    en: 'No phone number on record for this payer',
    zh: '该流水没有付款人手机号记录',
  },
} as const satisfies Readonly<Record<string, CatalogueEntry>>;
