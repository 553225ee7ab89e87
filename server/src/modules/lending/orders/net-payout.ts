import { AppError } from '../../../http/app-error.ts';
import { totalOf } from '../../platform/ledger/index.ts';
import { type LoanTerms, upfrontOf } from './schedule.ts';

/** What may be approved, in cents. */
interface Bounds {
  readonly leastCents: number;
  readonly mostCents: number;
}

const SHILLING = 100;
/** Further away nobody would want it. */
const MAX_STEPS = 100_000;

/**
 * Fees that are kept back leave a payout that the channel cannot move, or none at all: refused before the order is passed,
 * with the nearest amounts whose payout is whole shillings. @throws AppError NET_NOT_PAYABLE
 */
export function refuseUnpayableNet(approvedCents: number, terms: LoanTerms, bounds: Bounds): void {
  if (isPayableNet(approvedCents, terms)) return;
  const nearest = [-1, 1].flatMap((direction) => nearestOf(approvedCents, terms, bounds, direction) ?? []);
  throw new AppError('NET_NOT_PAYABLE', {
    fields: ['approvedAmountCents'],
    facts: {
      net: (netOf(approvedCents, terms) / 100).toFixed(2),
      nearest: nearest.length === 0 ? 'another product' : nearest.map((cents) => `KES ${cents / 100}`).join(' or '),
      nearestCents: nearest.join(', '),
    },
  });
}

const netOf = (principalCents: number, terms: LoanTerms): number =>
  principalCents - totalOf(upfrontOf(principalCents, terms));

function isPayableNet(principalCents: number, terms: LoanTerms): boolean {
  const netCents = netOf(principalCents, terms);
  return netCents > 0 && netCents % SHILLING === 0;
}

function nearestOf(
  fromCents: number,
  terms: LoanTerms,
  { leastCents, mostCents }: Bounds,
  direction: number,
): number | undefined {
  for (let step = 1; step <= MAX_STEPS; step += 1) {
    const cents = fromCents + direction * step * SHILLING;
    if (cents < leastCents || cents > mostCents) return undefined;
    if (isPayableNet(cents, terms)) return cents;
  }
  return undefined;
}
