import { eatDay } from '@kituo/sdk';

const DAY_MS = 86_400_000;

/** The last 7 days in EAT, today included, as a date filter holds them. */
export function lastSevenDays(): string {
  const now = Date.now();
  return `${eatDay(now - 6 * DAY_MS)}..${eatDay(now)}`;
}
