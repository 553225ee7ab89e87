import { eatDay } from '@kituo/sdk';

const DAY_MS = 86_400_000;

/** The last 30 days in EAT, today included, as a date filter holds them. */
export function lastThirtyDays(): string {
  const now = Date.now();
  return `${eatDay(now - 29 * DAY_MS)}..${eatDay(now)}`;
}
