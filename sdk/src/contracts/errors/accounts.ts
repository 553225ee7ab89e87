import type { CatalogueEntry } from './catalogue-entry.ts';

/** Accounts of customers and merchants: wallets, prepaid balances, limits, who may be contacted (758x to 761x). */
export const ACCOUNTS_ERRORS = {
  CUSTOMER_NOT_FOUND: {
    code: 7580,
    status: 404,
    en: 'Customer not found',
    zh: '您可查看的范围内没有此客户',
  },
  WITHDRAWAL_NOT_FOUND: {
    code: 7581,
    status: 404,
    en: 'Withdrawal not found',
    zh: '您可查看的范围内没有此提现',
  },
  WALLET_SHORT: {
    code: 7582,
    status: 409,
    en: 'Insufficient wallet balance: KES {free} available',
    zh: '钱包余额不足：可用 KES {free}',
  },
  RECHARGE_NOT_FOUND: {
    code: 7590,
    status: 404,
    en: 'Top-up not found',
    zh: '您可查看的范围内没有此充值',
  },
  CONSUMPTION_NOT_FOUND: {
    code: 7591,
    status: 404,
    en: 'Charge not found',
    zh: '您可查看的范围内没有此消费记录',
  },
  PREPAID_SHORT: {
    code: 7592,
    status: 409,
    en: 'Insufficient merchant balance: KES {available} available',
    zh: '商户余额不足：可用 KES {available}',
  },
  REVERSAL_TOO_LATE: {
    code: 7593,
    status: 409,
    en: 'A charge can only be reversed within {days} days',
    zh: '消费仅可在 {days} 天内冲正',
  },
  RECHARGE_PAYMENT_DIFFERS: {
    code: 7597,
    status: 409,
    en: 'A payment with this serial number has another amount or belongs to another merchant',
    zh: '同一流水号已有收款，但金额或商户不同',
  },
  CREDIT_TASK_NOT_FOUND: {
    code: 7600,
    status: 404,
    en: 'Task not found',
    zh: '您可查看的范围内没有此任务',
  },
  CREDIT_NOT_CHECKED: {
    code: 7601,
    status: 409,
    en: 'Please check the phone number first',
    zh: '请先校验手机号码',
  },
  CREDIT_ABOVE_CAP: {
    code: 7602,
    status: 400,
    en: 'A temporary limit cannot exceed KES {cap}',
    zh: '临时额度最高 KES {cap}',
  },
  CREDIT_LINE_MISSING: {
    code: 7603,
    status: 409,
    en: 'The customer has no active limit to raise',
    zh: '客户没有生效中的额度可提升',
  },
  CREDIT_NOT_ADJUSTABLE: {
    code: 7604,
    status: 409,
    en: 'This customer’s limit cannot be adjusted',
    zh: '该客户额度不可调整',
  },
  CREDIT_OVERDUE: {
    code: 7605,
    status: 409,
    en: 'The customer has an overdue bill',
    zh: '客户有逾期账单',
  },
  CREDIT_BLACKLISTED: {
    code: 7606,
    status: 409,
    en: 'The customer is on a blacklist',
    zh: '客户在黑名单中',
  },
  CREDIT_GRANTED_ALREADY: {
    code: 7607,
    status: 409,
    en: 'The customer already has a temporary limit',
    zh: '客户已有临时额度',
  },
  CREDIT_LIVE: {
    code: 7608,
    status: 409,
    en: 'The customer has a limit that has not expired yet',
    zh: '客户已有未到期的额度',
  },
  CONTACT_BLOCK_NOT_FOUND: {
    code: 7610,
    status: 404,
    en: 'Contact block not found',
    zh: '您可查看的范围内没有此限制',
  },
  CONTACT_BLOCK_STANDS: {
    code: 7611,
    status: 409,
    en: 'Data already exists',
    zh: '数据已存在',
  },
  CONTACT_BLOCK_MERCHANTS: {
    code: 7619,
    status: 409,
    en: 'Select numbers of one merchant',
    zh: '请选择同一商户的号码',
  },
  CONTACT_PARTY_NOT_FOUND: {
    code: 7612,
    status: 404,
    en: 'Contact not found',
    zh: '您可查看的范围内没有此联系人',
  },
} as const satisfies Readonly<Record<string, CatalogueEntry>>;
