import { sql } from 'kysely';
import type { Queryable } from '../../../../db/database.ts';
import { accruedThrough } from '../../../lending/end-of-day/index.ts';
import { addDays, businessDateOf } from '../../../platform/policy/index.ts';

/** The last business date whose end of day is complete for every running loan; null before the first. */
export async function closedThrough(db: Queryable, asOf: Date): Promise<string | null> {
  const yesterday = addDays(businessDateOf(asOf), -1);
  const through = (await accruedThrough(db)) ?? yesterday;
  return through < yesterday ? through : yesterday;
}

/** The same for readers: days whose kept sums differ from the ledger, and all after them, are not closed. */
export async function closedForReaders(db: Queryable, asOf: Date): Promise<string | null> {
  const through = await closedThrough(db, asOf);
  const { rows } = await sql<{ bad: string | null }>`
    select to_char(min(business_date), 'YYYY-MM-DD') as bad from report_day where fault is not null`.execute(db);
  const bad = rows[0]?.bad ?? null;
  if (bad === null || through === null) return through;
  return addDays(bad, -1) < through ? addDays(bad, -1) : through;
}
