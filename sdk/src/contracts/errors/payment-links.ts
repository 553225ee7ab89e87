import type { CatalogueEntry } from './catalogue-entry.ts';

/** Payment links and virtual account numbers (7860 to 7899). */
export const PAYMENT_LINKS_ERRORS = {
  LINK_NOT_FOUND: { code: 7860, status: 404, en: 'Payment link not found', zh: '还款链接不存在' },
  LINK_EXPIRED: { code: 7861, status: 409, en: 'This payment link has expired', zh: '该还款链接已过期' },
  LINK_NO_ACCOUNT: {
    code: 7862,
    status: 409,
    en: 'No enabled M-Pesa receiving account for this merchant',
    zh: '该商户没有启用的 M-Pesa 收款账户',
  },
  LINKS_OPEN: {
    code: 7863,
    status: 409,
    en: 'Payment links are open on this account: {count}. Change the rule once they have expired.',
    zh: '该账户有 {count} 个未到期的还款链接，请待其到期后再修改规则',
  },
  VIRTUAL_ACCOUNT_EXISTS: {
    code: 7864,
    status: 409,
    en: 'This order already has number {virtualNo}',
    zh: '该订单已有虚拟账号 {virtualNo}',
  },
  VIRTUAL_NO_RANGE: {
    code: 7865,
    status: 409,
    en: 'No enabled receiving account of this merchant has a range of virtual numbers',
    zh: '该商户没有设置虚拟号段的启用收款账户',
  },
  VIRTUAL_RANGE_FULL: {
    code: 7866,
    status: 409,
    en: 'The range {from} to {to} has no free number',
    zh: '号段 {from} 至 {to} 已用完',
  },
} as const satisfies Readonly<Record<string, CatalogueEntry>>;
