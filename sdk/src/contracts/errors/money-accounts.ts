import type { CatalogueEntry } from './catalogue-entry.ts';

/** Our own accounts and their balances (776x). */
export const MONEY_ACCOUNTS_ERRORS = {
  ACCOUNT_EXISTS: { code: 7760, status: 409, en: 'Data already exists', zh: '数据已存在' },
  ACCOUNT_FIXED: {
    code: 7761,
    status: 409,
    en: 'Number and channel are fixed after the first payout',
    zh: '首次放款后账号和渠道不可修改',
  },
  ROUTE_WITHOUT_ACCOUNT: {
    code: 7762,
    status: 409,
    en: 'The only account of an enabled route cannot be disabled',
    zh: '启用中路由的唯一账户不可停用',
  },
  MERCHANT_WITHOUT_ACCOUNT: {
    code: 7763,
    status: 409,
    en: 'A merchant would have no enabled receiving account',
    zh: '商户将没有启用的收款账户',
  },
  RANGE_OVERLAP: { code: 7764, status: 409, en: 'Overlaps the range of another account', zh: '与其他账户的号段重叠' },
  ACCOUNT_DISABLED: { code: 7765, status: 409, en: 'The payout account is disabled', zh: '放款账户已停用' },
  REQUEST_PENDING: { code: 7766, status: 409, en: 'A request already awaits approval', zh: '已有申请待审批' },
  BALANCE_EXISTS: {
    code: 7767,
    status: 409,
    en: 'Data already exists. Use Correct',
    zh: '数据已存在，请使用更正',
  },
  BALANCE_NOT_ASKED: {
    code: 7769,
    status: 409,
    en: 'The channel of this account tells no balance. Enter it.',
    zh: '该账户的渠道不支持余额查询，请手工录入',
  },
  CARD_VERIFY_FAILED: {
    code: 7768,
    status: 409,
    en: 'The account could not be verified: the name differs from the customer’s',
    zh: '账户核验未通过：户名与客户不一致',
  },
} as const satisfies Readonly<Record<string, CatalogueEntry>>;
