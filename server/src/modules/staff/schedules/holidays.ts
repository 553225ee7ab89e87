import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import type { BusinessDate } from '../../platform/policy/index.ts';

/** Public holidays among days, with their names. */
export async function holidaysOf(
  db: Queryable,
  days: readonly BusinessDate[],
): Promise<ReadonlyMap<BusinessDate, string>> {
  const { rows } = await sql<{ day: BusinessDate; dayName: string }>`
    select day::text as day, day_name from business_calendar
    where day = any(${[...days]}::date[]) and not counts_as_business_day`.execute(db);
  return new Map(rows.map(({ day, dayName }) => [day, dayName]));
}
