import { formatCount, NOTHING } from './money.ts';

/** All times are shown in East African Time, whatever the browser's zone is. */
export const TIME_ZONE = 'Africa/Nairobi';

/** A moment: ISO 8601 text, milliseconds since 1970, or a Date. */
export type Moment = string | number | Date;

// Kenya has been three hours ahead of UTC, all year round, since 1960: plain arithmetic. `Intl` would take milliseconds
// of every start to say the same.
const AHEAD_MS = 3 * 3_600_000;
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** A moment whose UTC parts are those of East African Time; null for what is no moment. */
function inEat(moment: Moment): Date | null {
  const time = new Date(moment).getTime();
  return Number.isNaN(time) ? null : new Date(time + AHEAD_MS);
}

const twoDigits = (count: number): string => String(count).padStart(2, '0');

const day = (eat: Date): string => `${eat.getUTCDate()} ${MONTHS[eat.getUTCMonth()]} ${eat.getUTCFullYear()}`;
const time = (eat: Date): string => `${twoDigits(eat.getUTCHours())}:${twoDigits(eat.getUTCMinutes())}`;

function written(moment: Moment | null | undefined, form: (eat: Date) => string): string {
  const eat = moment === null || moment === undefined ? null : inEat(moment);
  return eat === null ? NOTHING : form(eat);
}

/** Writes a moment as `20 Nov 2026, 14:05` in EAT; '-' when there is none. */
export function formatDateTime(moment: Moment | null | undefined): string {
  return written(moment, (eat) => `${day(eat)}, ${time(eat)}`);
}

/** Writes a moment's day as `20 Nov 2026` in EAT; '-' when there is none. */
export function formatDate(moment: Moment | null | undefined): string {
  return written(moment, day);
}

/** Writes a moment's time as `14:05` in EAT; '-' when there is none. */
export function formatTime(moment: Moment | null | undefined): string {
  return written(moment, time);
}

/** The calendar day of a moment in EAT as `2026-11-20`, the form of date fields. */
export function eatDay(moment: Moment = new Date()): string {
  const eat = inEat(moment);
  if (eat === null) throw new RangeError(`${String(moment)} is no moment`);
  return eat.toISOString().slice(0, 10);
}

/** The hour of a moment in EAT, 0 to 23. */
export function eatHour(moment: Moment = new Date()): number {
  return inEat(moment)?.getUTCHours() ?? 0;
}

/**
 * The last `days` calendar days in EAT, today included, as `from` and `to` of date filters.
 *
 * @example lastDays(7) // { from: '2026-11-14', to: '2026-11-20' }
 */
export function lastDays(days: number, now: Moment = new Date()): { from: string; to: string } {
  const DAY_MS = 86_400_000;
  // Kenya has no daylight saving time, so whole days can be subtracted.
  return { from: eatDay(new Date(now).getTime() - (days - 1) * DAY_MS), to: eatDay(now) };
}

const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

type Unit = (typeof UNITS)[number][0];

/** English for codes that no browser has words for; one of four letters is no language tag at all and throws. */
function localeOf(language: string): string {
  try {
    return Intl.RelativeTimeFormat.supportedLocalesOf([language])[0] ?? 'en';
  } catch {
    return 'en';
  }
}

/** `Intl`'s own words: the first of its formats takes six milliseconds of a tab, and most people read English. */
function inEnglish(count: number, unit: Unit): string {
  if (count === 0) return `this ${unit}`;
  if (unit === 'day' && Math.abs(count) === 1) return count < 0 ? 'yesterday' : 'tomorrow';
  const units = `${formatCount(Math.abs(count))} ${unit}${Math.abs(count) === 1 ? '' : 's'}`;
  return count < 0 ? `${units} ago` : `in ${units}`;
}

const formats = new Map<string, Intl.RelativeTimeFormat>();

function inWords(count: number, unit: Unit, language: string): string {
  if (language === 'en') return inEnglish(count, unit);
  const format = formats.get(language) ?? new Intl.RelativeTimeFormat(localeOf(language), { numeric: 'auto' });
  formats.set(language, format);
  return format.format(count, unit);
}

/** Writes how long ago a moment was, in the language given: `5 minutes ago`, `yesterday`. */
export function formatAge(moment: Moment, language: string, now: Moment = new Date()): string {
  const seconds = Math.round((new Date(moment).getTime() - new Date(now).getTime()) / 1000);
  const [unit, size] = UNITS.find(([, each]) => Math.abs(seconds) >= each) ?? ['minute', Infinity];
  // Without the sign of a zero.
  return inWords(Math.trunc(seconds / size) + 0, unit, language);
}
