import { sql } from 'kysely';
import type { Queryable } from '../../server/src/db/database.ts';

/** How many transactions of this test's database wait for a lock. */
export async function lockWaits(db: Queryable): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows[0]?.count ?? 0;
}
