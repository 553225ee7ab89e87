import { NOTHING } from './money.ts';

/** All times are shown in East African Time, whatever the browser's zone is. */
export const TIME_ZONE = 'Africa/Nairobi';

/** A moment: ISO 8601 text, milliseconds since 1970, or a Date. */
export type Moment = string | number | Date;

function formatter(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-GB', { timeZone: TIME_ZONE, ...options });
}
const parts = formatter({
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  numberingSystem: 'latn',
});
const numeric = formatter({ year: 'numeric', month: '2-digit', day: '2-digit' });
// `en-GB` writes "Sept"; three letters everywhere keep columns in line.
const MONTHS: Readonly<Record<string, string>> = { Sept: 'Sep' };

function partsOf(moment: Moment): Record<string, string> | null {
  const date = new Date(moment);
  if (Number.isNaN(date.getTime())) return null;
  return Object.fromEntries(parts.formatToParts(date).map(({ type, value }) => [type, value]));
}

function day(part: Record<string, string>): string {
  const month = part['month'] ?? '';
  return `${part['day']} ${MONTHS[month] ?? month} ${part['year']}`;
}

/** Writes a moment as `20 Nov 2026, 14:05` in EAT; '-' when there is none. */
export function formatDateTime(moment: Moment | null | undefined): string {
  const part = moment === null || moment === undefined ? null : partsOf(moment);
  return part === null ? NOTHING : `${day(part)}, ${part['hour']}:${part['minute']}`;
}

/** Writes a moment's day as `20 Nov 2026` in EAT; '-' when there is none. */
export function formatDate(moment: Moment | null | undefined): string {
  const part = moment === null || moment === undefined ? null : partsOf(moment);
  return part === null ? NOTHING : day(part);
}

/** Writes a moment's time as `14:05` in EAT; '-' when there is none. */
export function formatTime(moment: Moment | null | undefined): string {
  const part = moment === null || moment === undefined ? null : partsOf(moment);
  return part === null ? NOTHING : `${part['hour']}:${part['minute']}`;
}

/** The calendar day of a moment in EAT as `2026-11-20`, the form of date fields. */
export function eatDay(moment: Moment = new Date()): string {
  return numeric.format(new Date(moment)).split('/').reverse().join('-');
}

/** The hour of a moment in EAT, 0 to 23. */
export function eatHour(moment: Moment = new Date()): number {
  return Number(partsOf(moment)?.['hour'] ?? 0);
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

/** English for codes that no browser has words for; one of four letters is no language tag at all and throws. */
function localeOf(language: string): string {
  try {
    return Intl.RelativeTimeFormat.supportedLocalesOf([language])[0] ?? 'en';
  } catch {
    return 'en';
  }
}

/** Writes how long ago a moment was, in the language given: `5 minutes ago`, `yesterday`. */
export function formatAge(moment: Moment, language: string, now: Moment = new Date()): string {
  const seconds = Math.round((new Date(moment).getTime() - new Date(now).getTime()) / 1000);
  const relative = new Intl.RelativeTimeFormat(localeOf(language), { numeric: 'auto' });
  const unit = UNITS.find(([, size]) => Math.abs(seconds) >= size);
  return unit ? relative.format(Math.trunc(seconds / unit[1]), unit[0]) : relative.format(0, 'minute');
}
