import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';

/** What the books say of our accounts, in cents: kept days and the postings since, up to a day where one is given. */
export async function bookedBalances(
  db: Queryable,
  accountCodes: readonly string[],
  through?: string,
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('bankSum')
    .select(['accountCode', sql<number>`sum(amount_cents)::bigint`.as('cents')])
    .where(sql<boolean>`account_code = any(${accountCodes})`)
    .$if(through !== undefined, (query) => query.where('businessDate', '<=', through ?? ''))
    .groupBy('accountCode')
    .execute();
  return new Map(rows.map(({ accountCode, cents }) => [accountCode, cents]));
}
