import type { Cents } from '../../platform/ledger/index.ts';
import { allocate, type OpenBill, oldestFirst } from './allocation.ts';
import type { Decision } from './decide-application.ts';

/** A bill that was charged off and is still claimed. */
export interface ClaimedBill {
  readonly billNo: string;
  readonly dueDate: string;
  readonly claimCents: Cents;
}

export interface Recovery {
  readonly billNo: string;
  readonly amountCents: Cents;
  /** What was claimed before. */
  readonly claimCents: Cents;
}

/**
 * GENERIC over a loan with losses: oldest bill first, whichever kind it is; a claim takes up to what is left
 * of it. What nothing takes becomes credit.
 */
export function decideGenericWithClaims(
  amountCents: Cents,
  open: readonly OpenBill[],
  claims: readonly ClaimedBill[],
): { readonly decision: Decision; readonly recoveries: readonly Recovery[] } {
  let left = amountCents;
  const parts: Decision['parts'][number][] = [];
  const recoveries: Recovery[] = [];
  for (const { billNo } of oldestFirst([...open, ...claims])) {
    const bill = open.find((candidate) => candidate.billNo === billNo);
    const claim = claims.find((candidate) => candidate.billNo === billNo);
    if (bill) {
      const allocation = allocate(left, [bill]);
      parts.push(...allocation.parts);
      left = allocation.surplusCents;
    } else if (claim && left > 0 && claim.claimCents > 0) {
      const taken = Math.min(left, claim.claimCents);
      recoveries.push({ billNo, amountCents: taken, claimCents: claim.claimCents });
      left -= taken;
    }
  }
  const decision = {
    parts,
    appliedCents: amountCents - left,
    surplusCents: left,
    usesDeduction: false,
    confirmations: left > 0 ? (['SURPLUS_TO_CREDIT'] as const) : [],
  };
  return { decision, recoveries };
}
