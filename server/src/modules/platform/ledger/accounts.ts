import type { Component } from './components.ts';

/** An account of one of our bank, paybill or float accounts. */
export type BankAccount = `BANK.${string}`;

/** Every account but the banks'; the migration holds the same list with kinds and names. */
export const ACCOUNTS = [
  'CASH_IN_TRANSIT',
  'PARTNER_RECEIVABLE',
  'PAYEE_RECEIVABLE',
  'PAYOUT_CLEARING',
  'REFUND_CLEARING',
  'TRANSFER_CLEARING',
  'SUSPENSE',
  'CUSTOMER_CREDIT',
  'TAX_PAYABLE',
  'WALLET_LIABILITY',
  'MERCHANT_PREPAID',
  'CAPITAL',
  'INCOME_RECOVERY',
  'SERVICE_INCOME',
  'WAIVER_EXPENSE',
  'MARKETING_EXPENSE',
  'BAD_DEBT_EXPENSE',
  'CHANNEL_CHARGES',
  'MEMO_CLAIM',
  'MEMO_CLAIM_CONTRA',
] as const;

export type IncomeComponent = Exclude<Component, 'PRINCIPAL' | 'EXCISE'>;
export type Account = (typeof ACCOUNTS)[number] | `RECEIVABLE_${Component}` | `INCOME_${IncomeComponent}` | BankAccount;

/** Where an accrual of the component is earned; excise is the state's and never income. */
export function earnedAt(component: Exclude<Component, 'PRINCIPAL'>): Account {
  return component === 'EXCISE' ? 'TAX_PAYABLE' : `INCOME_${component}`;
}
