import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import type { BusinessDate } from '../../platform/policy/index.ts';

/** Working days in which a person may object. */
const OBJECTION_DAYS = 3;

/** SQL of the last day on which a person may object to what was recorded on a day: weekends and public holidays do not count. */
export const lastObjectionDayOf = (recordedOn: RawBuilder<unknown>): RawBuilder<BusinessDate> => sql<BusinessDate>`(
  select d::date::text from generate_series(${recordedOn}::date + 1, ${recordedOn}::date + 30, interval '1 day') d
  where extract(isodow from d) < 6 and not exists (
    select from business_calendar c where c.day = d::date and not c.counts_as_business_day)
  order by d offset ${sql.raw(String(OBJECTION_DAYS - 1))} limit 1)`;

export async function lastObjectionDay(db: Queryable, recordedOn: BusinessDate): Promise<BusinessDate> {
  const { rows } = await sql<{ day: BusinessDate | null }>`
    select ${lastObjectionDayOf(sql`${recordedOn}`)} as day`.execute(db);
  return rows[0]?.day ?? recordedOn;
}
