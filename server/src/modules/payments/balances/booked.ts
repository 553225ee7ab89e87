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
