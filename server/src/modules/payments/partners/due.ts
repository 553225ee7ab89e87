import { type Cents, multiplyDivideFloor, shareOf } from '../../platform/ledger/index.ts';
import { needed } from '../../../needed.ts';

/** What a partner pays by: a price for each approved application, or a share of what was disbursed. */
export interface PartnerTerms {
  readonly unitPriceCents: Cents | null;
  readonly shareBps: number | null;
}

interface PartnerCounts {
  readonly ourApplied: number;
  readonly partnerApplied: number;
  readonly approved: number;
  readonly disbursedCents: Cents;
}

/** What a day's counts come to, rounded down to the cent. Pure. */
export function dueOf(
  { unitPriceCents, shareBps }: PartnerTerms,
  { approved, disbursedCents }: Pick<PartnerCounts, 'approved' | 'disbursedCents'>,
): Cents {
  return unitPriceCents === null
    ? shareOf(disbursedCents, needed(shareBps, 'the share of a partner without a price'))
    : multiplyDivideFloor(unitPriceCents, approved, 1);
}

/** How far the partner's count is from ours, in whole percent, rounded up. Pure. */
export function differencePercent({
  ourApplied,
  partnerApplied,
}: Pick<PartnerCounts, 'ourApplied' | 'partnerApplied'>): number {
  const difference = Math.abs(partnerApplied - ourApplied);
  return Math.ceil((difference * 100) / Math.max(ourApplied, 1));
}
