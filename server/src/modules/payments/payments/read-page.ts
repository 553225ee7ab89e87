import { type Expression, sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';

/** Past this many matches a list says "at least" instead of counting on. */
const COUNTED_EXACTLY = 5_000;

/** @param found the rows to count, without limit. */
export async function countOf(
  db: Queryable,
  found: Expression<unknown>,
): Promise<{ readonly total: number; readonly totalIsExact: boolean }> {
  const { rows } = await sql<{ total: number }>`select count(*) as total
    from (select from (${found}) f limit ${COUNTED_EXACTLY + 1}) x`.execute(db);
  const total = rows[0]?.total ?? 0;
  return total > COUNTED_EXACTLY ? { total: COUNTED_EXACTLY, totalIsExact: false } : { total, totalIsExact: true };
}
