import { totalOf } from '../../platform/ledger/index.ts';
import type { LockedLoan } from './loan-lock.ts';

/** What a loan still asks for, in cents: of its open bills, and with what is claimed of charged-off ones. */
export function owedOf({ open, claims }: Pick<LockedLoan, 'open' | 'claims'>): {
  readonly openCents: number;
  readonly owedCents: number;
} {
  const openCents = open.reduce((sum, { outstanding }) => sum + totalOf(outstanding), 0);
  return { openCents, owedCents: openCents + claims.reduce((sum, { claimCents }) => sum + claimCents, 0) };
}
