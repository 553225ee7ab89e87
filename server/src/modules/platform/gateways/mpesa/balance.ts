import type { MpesaResult } from './facts.ts';
import { centsOf } from './facts.ts';

/** Accounts of a short code that hold its money. What M-Pesa charged is kept in one of its own, below 0. */
const HOLDING = new Set(['Working Account', 'Utility Account', 'Merchant Account', 'Organization Settlement Account']);

/**
 * What a short code holds, of `Working Account|KES|700000.00|700000.00|0.00|0.00&Utility Account|KES|…`: the current
 * balance of each of its accounts, in cents. Null where it names none of them.
 */
export function readBalance({ parameters }: Pick<MpesaResult, 'parameters'>): number | null {
  const told = parameters.get('AccountBalance') ?? '';
  const held = told
    .split('&')
    .map((account) => account.split('|'))
    .filter(([name = '', currency]) => HOLDING.has(name.trim()) && currency?.trim() === 'KES');
  if (held.length === 0) return null;
  return held.reduce((sum, [, , current = '']) => sum + signedCentsOf(current.trim()), 0);
}

const signedCentsOf = (amount: string): number =>
  amount.startsWith('-') ? -positive(amount.slice(1)) : positive(amount);
/** An account may be empty. */
const positive = (amount: string): number => (/^0*(\.0*)?$/.test(amount) ? 0 : centsOf(amount));
