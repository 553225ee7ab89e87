import type { BankAccount } from '../../platform/ledger/index.ts';

const isBank = (code: string): code is BankAccount => code.startsWith('BANK.');

/** An account of ours that money comes in on. @throws Error for any other account */
export function bankAccount(code: string): BankAccount {
  if (!isBank(code)) throw new Error(`${code} is no bank account`);
  return code;
}
