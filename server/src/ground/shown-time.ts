import type { BusinessDate } from './business-date.ts';

const ZONE = 'Africa/Nairobi';
const time = new Intl.DateTimeFormat('en-GB', {
  timeZone: ZONE,
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});
const day = new Intl.DateTimeFormat('en-GB', { timeZone: ZONE, dateStyle: 'medium' });

/** `14:05` in East Africa Time, as messages name a time of the day. */
export const shownTime = (at: Date): string => time.format(at);

/** `20 Nov 2026` in every language, as the console writes days; `en-GB` alone writes "Sept". */
export const shownDay = (date: BusinessDate | Date): string => day.format(new Date(date)).replace('Sept', 'Sep');

/** `20 Nov 2026, 14:05` in East Africa Time, the same in every language. */
export const shownMoment = (at: Date): string => `${shownDay(at)}, ${shownTime(at)}`;
