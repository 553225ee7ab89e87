import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';

/** Sent, and nobody knows yet whether it left: by account. */
export async function inFlight(db: Queryable, accountCodes: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('payoutAttempt')
    .select(['accountCode', sql<number>`sum(amount_cents)::bigint`.as('cents')])
    .where('attemptStatus', 'in', ['SENT', 'UNKNOWN'])
    .where(sql<boolean>`account_code = any(${accountCodes})`)
    .groupBy('accountCode')
    .execute();
  return new Map(rows.map(({ accountCode, cents }) => [accountCode, cents]));
}

/**
 * What of a difference payouts on their way do not explain. The books take them off the account once the channel
 * answers: until then they may have left it or not, so they explain as much of a shortfall as they come to.
 */
export function unexplainedOf(differenceCents: number, inFlightCents: number): number {
  const short = Math.max(0, -differenceCents);
  return differenceCents + Math.min(short, inFlightCents);
}
