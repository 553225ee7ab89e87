import { type RawBuilder, sql } from 'kysely';

/** How a message is, by its gateway's word. */
export interface ToldDelivery {
  readonly outcome: 'SENT' | 'DELIVERED' | 'FAILED';
  /** When that was, by the gateway's clock; null where it does not say. */
  readonly vendorAt: Date | null;
}

/** Clocks differ by less. */
const AHEAD_MS = 300_000;

/** The moment that a report names. One that is to come yet is none, or nothing could ever be later. */
export function vendorTime(told: string | undefined, receivedAt: Date): Date | null {
  const at = told !== undefined && /^\d{4}-\d\d-\d\dT/.test(told) ? new Date(told) : null;
  if (at === null || Number.isNaN(at.getTime()) || at.getTime() > receivedAt.getTime() + AHEAD_MS) return null;
  return at;
}

/**
 * Whether what is kept gives way to what is told; reports come in any order. What says that a message is on its way
 * takes back no end. Of two ends the one that the gateway dates later counts, and the first where it does not date both.
 */
export const givesWay = (
  kept: { readonly outcome: RawBuilder<unknown>; readonly vendorAt: RawBuilder<unknown> },
  { outcome, vendorAt }: ToldDelivery,
): RawBuilder<boolean> =>
  sql<boolean>`(coalesce(${kept.outcome}, 'SENT') not in ('DELIVERED', 'FAILED')
    or (${outcome}::text <> 'SENT' and coalesce(${kept.vendorAt} < ${vendorAt}::timestamptz, false)))`;
