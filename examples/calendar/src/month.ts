import { eatDay } from '@kituo/sdk';
import type { announcement } from '@kituo/sdk/contracts';

const DAY_MS = 86_400_000;

type Notice = announcement.StaffAnnouncement;

/** What a notice is on one day: drawn as one bar over the days it is in force. */
export interface Stretch {
  readonly notice: Notice;
  /** In force the day before, the day after, of the same week. */
  readonly goesOn: { readonly before: boolean; readonly after: boolean };
}

/** A day of the calendar with what is in force on it. */
export interface Day {
  /** `2026-11-20`, in East Africa Time like all days here. */
  readonly day: string;
  readonly isOfMonth: boolean;
  /** Over a week, a notice keeps its line; null where the line is empty on this day. */
  readonly lines: readonly (Stretch | null)[];
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
export function weeksOf(month: string, notices: readonly Notice[]): readonly (readonly Day[])[] {
  const first = at(`${month}-01`);
  const last = at(`${monthAfter(month, 1)}-01`) - DAY_MS;
  const mondayBased = (time: number) => (new Date(time).getUTCDay() + 6) % 7;
  const from = first - mondayBased(first) * DAY_MS;
  const count = Math.ceil((last - from + DAY_MS) / (7 * DAY_MS));
  return Array.from({ length: count }, (_, week) => {
    const days = Array.from({ length: 7 }, (__, day) => dayOf(from + (week * 7 + day) * DAY_MS));
    const lines = linesOf(days, notices);
    return days.map((day, index) => ({
      day,
      isOfMonth: day.startsWith(month),
      lines: lines.map((line) => {
        const notice = line[index] ?? null;
        if (notice === null) return null;
        const goesOn = { before: line[index - 1] === notice, after: line[index + 1] === notice };
        return { notice, goesOn };
      }),
    }));
  });
}

/** Puts the notices of a week into lines, the earliest first, each into the first that is free. */
function linesOf(days: readonly string[], notices: readonly Notice[]): readonly (Notice | null)[][] {
  const isInForce = ({ startAt, endAt }: Notice, day: string) =>
    eatDay(startAt) <= day && (endAt === null || eatDay(endAt) >= day);
  const lines: (Notice | null)[][] = [];
  const ofWeek = notices
    .filter((notice) => days.some((day) => isInForce(notice, day)))
    .sort((one, other) => one.startAt.localeCompare(other.startAt));
  for (const notice of ofWeek) {
    const isFree = (line: readonly (Notice | null)[]) =>
      days.every((day, index) => line[index] === null || !isInForce(notice, day));
    const line = lines.find(isFree) ?? days.map(() => null);
    if (!lines.includes(line)) lines.push(line);
    for (const [index, day] of days.entries()) if (isInForce(notice, day)) line[index] = notice;
  }
  return lines;
}
