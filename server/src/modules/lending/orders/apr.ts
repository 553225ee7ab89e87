import { type BusinessDate, daysBetween } from '../../platform/policy/index.ts';

interface Due {
  readonly dueDate: BusinessDate;
  readonly totalCents: number;
}

const DAYS_A_YEAR = 365;
/** A rate of 100 % a day: no loan is dearer. */
const DEAREST = 1;
const STEPS = 60;

/**
 * The annual percentage rate of Directive 2008/48/EC, Annex I: the yearly rate, compounded, at which all that is paid
 * back is worth what was paid out, with times in days of a year of 365. In percent to two digits; null where nothing is
 * paid out. Kenya asks lenders to disclose an APR and names no formula; this is the published one with test figures.
 *
 * @example 1,000 shillings paid out, 1,200 due after 546 days: 12.96
 */
export function aprPercent(paidOutCents: number, bills: readonly Due[], lentOn: BusinessDate): number | null {
  if (paidOutCents <= 0) return null;
  const due = bills.map(({ dueDate, totalCents }) => ({ totalCents, days: daysBetween(lentOn, dueDate) }));
  const worthAt = (daily: number): number =>
    due.reduce((sum, { totalCents, days }) => sum + totalCents / (1 + daily) ** days, 0);
  let low = 0;
  let high = DEAREST;
  for (let step = 0; step < STEPS; step += 1) {
    const middle = (low + high) / 2;
    if (worthAt(middle) > paidOutCents) low = middle;
    else high = middle;
  }
  return Math.round(Math.expm1(DAYS_A_YEAR * Math.log1p(low)) * 10_000) / 100;
}
