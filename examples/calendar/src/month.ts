import { eatDay } from '@kituo/sdk';
import type { announcement } from '@kituo/sdk/contracts';

const DAY_MS = 86_400_000;

/** A day of the calendar with what is in force on it. */
export interface Day {
  /** `2026-11-20`, in East Africa Time like all days here. */
  readonly day: string;
  readonly isOfMonth: boolean;
  readonly notices: readonly announcement.StaffAnnouncement[];
}

const at = (day: string) => Date.parse(`${day}T00:00:00Z`);
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

/** The month of today, `2026-11`. */
export const thisMonth = () => eatDay().slice(0, 7);

/** A month from an address, or the present one. */
export function monthIn(text: string | null): string {
  return text !== null && /^\d{4}-(0[1-9]|1[0-2])$/.test(text) ? text : thisMonth();
}

/** The month so many months on. */
export function monthAfter(month: string, count: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return dayOf(Date.UTC(year, number - 1 + count, 1)).slice(0, 7);
}

/** The weeks of a month, Monday first, filled up with days of the months beside it. */
export function weeksOf(
  month: string,
  notices: readonly announcement.StaffAnnouncement[],
): readonly (readonly Day[])[] {
  const first = at(`${month}-01`);
  const last = at(`${monthAfter(month, 1)}-01`) - DAY_MS;
  const mondayBased = (time: number) => (new Date(time).getUTCDay() + 6) % 7;
  const from = first - mondayBased(first) * DAY_MS;
  const to = last + (6 - mondayBased(last)) * DAY_MS;
  const days: Day[] = [];
  for (let time = from; time <= to; time += DAY_MS) {
    const day = dayOf(time);
    const isInForce = ({ startAt, endAt }: announcement.StaffAnnouncement) =>
      eatDay(startAt) <= day && (endAt === null || eatDay(endAt) >= day);
    days.push({ day, isOfMonth: day.startsWith(month), notices: notices.filter(isInForce) });
  }
  return Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7));
}
