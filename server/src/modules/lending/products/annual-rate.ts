import { type BusinessDate, daysBetween } from '../../../ground/business-date.ts';

interface Due {
  readonly dueDate: BusinessDate;
  readonly totalCents: number;
}

const DAYS_A_YEAR = 365;
/** A rate of 100 % a day: no loan is dearer. */
const DEAREST = 1;
const STEPS = 60;

/**
 * The annual percentage rate: the daily rate at which the bills are worth what was paid out, times 365, to two digits.
 * Null where nothing is paid out.
 *
 * @example 900 shillings paid out, 1,000 due after 30 days: 128.38
 */
export function annualRatePercent(paidOutCents: number, bills: readonly Due[], lentOn: BusinessDate): number | null {
  if (paidOutCents <= 0) return null;
  const due = bills.map(({ dueDate, totalCents }) => ({ totalCents, days: daysBetween(lentOn, dueDate) }));
  const worthAt = (rate: number): number =>
    due.reduce((sum, { totalCents, days }) => sum + totalCents / (1 + rate) ** days, 0);
  let low = 0;
  let high = DEAREST;
  for (let step = 0; step < STEPS; step += 1) {
    const middle = (low + high) / 2;
    if (worthAt(middle) > paidOutCents) low = middle;
    else high = middle;
  }
  return Math.round(low * DAYS_A_YEAR * 10_000) / 100;
}
