/** A day in East Africa Time, `2026-03-31`. Compares rightly as text. */
export type BusinessDate = string;

const ZONE = 'Africa/Nairobi';
const DAY_MS = 86_400_000;
const eatDate = new Intl.DateTimeFormat('en-CA', {
  timeZone: ZONE,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});
const eatOffset = new Intl.DateTimeFormat('en-US', { timeZone: ZONE, timeZoneName: 'longOffset' });

/** Zones differ by whole quarters of an hour, so that none of them holds two days. */
const QUARTER_MS = 900_000;
let lastAsked: { readonly quarter: number; readonly date: BusinessDate } | undefined;

/** The day it is in Nairobi at that instant. */
export function businessDateOf(instant: Date): BusinessDate {
  const quarter = Math.floor(instant.getTime() / QUARTER_MS);
  // Asked of the present again and again; by the zone it takes a hundred times as long.
  if (lastAsked?.quarter !== quarter) lastAsked = { quarter, date: eatDate.format(instant) };
  return lastAsked.date;
}

/** The day `days` later (earlier where negative). */
export function addDays(date: BusinessDate, days: number): BusinessDate {
  return new Date(utcMidnight(date) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Whole days from one day to the other; negative where `to` is earlier. */
export function daysBetween(from: BusinessDate, to: BusinessDate): number {
  return (utcMidnight(to) - utcMidnight(from)) / DAY_MS;
}

/**
 * Days past due on that business date: 0 on the due date, negative before it. Derived on every
 * reading, never stored as truth.
 */
export function daysPastDue(dueDate: BusinessDate, today: BusinessDate): number {
  return daysBetween(dueDate, today);
}

/** The instant that day begins in Nairobi. */
export function startOfBusinessDate(date: BusinessDate): Date {
  const guess = utcMidnight(date);
  return new Date(guess - offsetMs(new Date(guess)));
}

/** The last minute of that day, 23:59 EAT: when promises of the day expire. */
export function lapseOfBusinessDate(date: BusinessDate): Date {
  return new Date(startOfBusinessDate(addDays(date, 1)).getTime() - 60_000);
}

function utcMidnight(date: BusinessDate): number {
  const time = Date.parse(`${date}T00:00:00Z`);
  if (Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== date) {
    throw new RangeError(`${date} is not a date`);
  }
  return time;
}

function offsetMs(instant: Date): number {
  const name = eatOffset.formatToParts(instant).find((part) => part.type === 'timeZoneName')?.value;
  const match = /^GMT([+-])(\d{2}):(\d{2})$/.exec(name ?? '');
  if (!match) throw new RangeError(`no offset of ${ZONE} in ${name ?? 'nothing'}`);
  const minutes = Number(match[2]) * 60 + Number(match[3]);
  return (match[1] === '-' ? -minutes : minutes) * 60_000;
}
