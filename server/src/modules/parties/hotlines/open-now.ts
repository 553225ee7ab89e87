import type { hotline } from '@kituo/sdk/contracts';

const CLOCK = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Africa/Nairobi',
  weekday: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** Whether somebody answers at a moment. Without hours somebody always does. Pure. */
export function isOpenAt(serviceHours: readonly hotline.ServiceHours[], at: Date): boolean {
  if (serviceHours.length === 0) return true;
  const parts = new Map(CLOCK.formatToParts(at).map(({ type, value }) => [type, value]));
  const day = (parts.get('weekday') ?? '').toUpperCase();
  const time = `${parts.get('hour') ?? ''}:${parts.get('minute') ?? ''}`;
  return serviceHours.some(({ days, from, to }) => days.some((one) => one === day) && from <= time && time < to);
}
