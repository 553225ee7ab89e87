import type { hotline } from '@kituo/sdk/contracts';
import { type RawBuilder, sql } from 'kysely';
import { businessDateOf } from '../../platform/policy/index.ts';

const CLOCK = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Africa/Nairobi',
  weekday: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** Whether a moment is on a public holiday of the calendar. */
export const isHoliday = (at: Date): RawBuilder<boolean> =>
  sql<boolean>`EXISTS (SELECT FROM business_calendar c
    WHERE c.day = ${businessDateOf(at)}::date AND NOT c.counts_as_business_day)`;

/** Whether somebody answers at a moment. Without hours somebody always does. Pure. */
export function isOpenAt(serviceHours: readonly hotline.ServiceHours[], at: Date, onHoliday: boolean): boolean {
  if (serviceHours.length === 0) return true;
  const parts = new Map(CLOCK.formatToParts(at).map(({ type, value }) => [type, value]));
  const day = onHoliday ? 'HOLIDAY' : (parts.get('weekday') ?? '').toUpperCase();
  const time = `${parts.get('hour') ?? ''}:${parts.get('minute') ?? ''}`;
  return serviceHours.some(({ days, from, to }) => days.some((one) => one === day) && from <= time && time < to);
}
