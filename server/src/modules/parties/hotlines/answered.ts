import type { hotline } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import { addDays, type BusinessDate, businessDateOf, startOfBusinessDate } from '../../platform/policy/index.ts';

/** Longer than any row of holidays. */
const SEEN_DAYS = 21;
const MINUTE_MS = 60_000;
const DAYS = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'] as const;

const minutesIn = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));

/** The first moment from `at` on at which hours are open; null where none is within three weeks. Pure. */
export function nextOpen(
  hours: readonly hotline.ServiceHours[],
  at: Date,
  isHoliday: (day: BusinessDate) => boolean,
): Date | null {
  for (let ahead = 0; ahead <= SEEN_DAYS; ahead += 1) {
    const day = addDays(businessDateOf(at), ahead);
    const weekday = DAYS[new Date(`${day}T00:00:00Z`).getUTCDay()];
    const kind = isHoliday(day) ? 'HOLIDAY' : weekday;
    const midnight = startOfBusinessDate(day).getTime();
    const moments = hours
      .filter(({ days }) => days.some((one) => one === kind))
      .map(({ from, to }) => ({
        opens: Math.max(midnight + minutesIn(from) * MINUTE_MS, at.getTime()),
        closes: midnight + minutesIn(to) * MINUTE_MS,
      }))
      .filter(({ opens, closes }) => opens < closes)
      .map(({ opens }) => opens);
    if (moments.length > 0) return new Date(Math.min(...moments));
  }
  return null;
}

/**
 * When from a moment on somebody of a merchant answers the telephone, by the service hours of its numbers: what may be
 * promised. The moment itself where a number has no hours, or the merchant shows none; null where nobody will.
 */
export async function answeredFrom(db: Queryable, merchantNo: string, at: Date): Promise<Date | null> {
  const numbers = await db
    .selectFrom('hotline')
    .select('serviceHours')
    .where('merchantNo', '=', merchantNo)
    .where('contactType', '=', 'PHONE')
    .where('isEnabled', '=', true)
    .execute();
  if (numbers.length === 0 || numbers.some(({ serviceHours }) => serviceHours.length === 0)) return at;
  const first = businessDateOf(at);
  const holidays = await db
    .selectFrom('businessCalendar')
    .select('day')
    .where('countsAsBusinessDay', '=', false)
    .where(sql<boolean>`day between ${first}::date and ${addDays(first, SEEN_DAYS)}::date`)
    .execute();
  const closed = new Set<string>(holidays.map(({ day }) => day));
  return nextOpen(
    numbers.flatMap(({ serviceHours }) => serviceHours),
    at,
    (day) => closed.has(day),
  );
}
