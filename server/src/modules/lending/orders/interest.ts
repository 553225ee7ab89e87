import type { product } from '@kituo/sdk/contracts';
import { assertCents, BPS_WHOLE, type Cents } from '../../platform/ledger/index.ts';
import { addDays, type BusinessDate, daysBetween } from '../../platform/policy/index.ts';

/** Which interest a product charges; each part that is absent is as it was before there was a choice. */
export interface InterestTerms {
  readonly interestMethod?: product.ProductTerms['interestMethod'];
  readonly rateUnit?: product.ProductTerms['rateUnit'];
  readonly dailyInterestBps: number;
  readonly interestBps?: number | undefined;
  readonly dayCount?: product.ProductTerms['dayCount'];
}

/** A share of the rate: three months of a yearly one are 3/12. */
interface Share {
  readonly numerator: number;
  readonly denominator: number;
}

/** How long a principal is out: what day counts need to know of it. */
export interface Time {
  readonly from: BusinessDate;
  readonly to: BusinessDate;
  /** Whole months, where the time is counted in them. */
  readonly months?: number | undefined;
}

const MONTHS_A_YEAR = 12;
const DAYS_A_YEAR = { ACTUAL_365: 365, THIRTY_360: 360 } as const;
const DAYS_A_MONTH = 30;

/** The rate by the product's own unit, in basis points. */
export const rateOf = ({ rateUnit = 'DAILY', dailyInterestBps, interestBps = 0 }: InterestTerms): number =>
  rateUnit === 'DAILY' ? dailyInterestBps : interestBps;

/** Interest by the day on what is still out, with the calendar's days: the bill's own figures charge it night by night. */
export const isByTheDay = ({ interestMethod, rateUnit, dayCount }: InterestTerms): boolean =>
  (interestMethod ?? 'EQUAL_PRINCIPAL') === 'EQUAL_PRINCIPAL' &&
  (rateUnit ?? 'DAILY') === 'DAILY' &&
  (dayCount ?? 'ACTUAL_365') === 'ACTUAL_365';

/** The rate by the year in basis points, as caps are told. */
export function annualBpsOf(terms: InterestTerms): number {
  const { rateUnit = 'DAILY', dayCount = 'ACTUAL_365' } = terms;
  const times = { DAILY: DAYS_A_YEAR[dayCount], MONTHLY: MONTHS_A_YEAR, ANNUAL: 1 }[rateUnit];
  return rateOf(terms) * times;
}

/**
 * `principal × rate × time` in whole cents. Daily rates are rounded down, as ever; monthly and annual ones to the nearest
 * cent, as published tables of them are.
 */
export function interestFor(principalCents: Cents, terms: InterestTerms, times: readonly Time[]): Cents {
  const { numerator, denominator } = sumOf(times.map((time) => shareOfRate(terms, time)));
  const exact = BigInt(assertCents(principalCents)) * BigInt(rateOf(terms)) * BigInt(numerator);
  const whole = BigInt(BPS_WHOLE) * BigInt(denominator);
  const rounded = (terms.rateUnit ?? 'DAILY') === 'DAILY' ? exact / whole : (2n * exact + whole) / (2n * whole);
  return assertCents(Number(rounded));
}

/** The instalment that repays a principal in these terms, in whole cents: the annuity, whatever their lengths. */
export function annuityOf(principalCents: Cents, terms: InterestTerms, times: readonly Time[]): Cents {
  let discount = 1;
  let worth = 0;
  for (const time of times) {
    const { numerator, denominator } = shareOfRate(terms, time);
    discount /= 1 + (rateOf(terms) * numerator) / (BPS_WHOLE * denominator);
    worth += discount;
  }
  return Math.round(principalCents / worth);
}

function shareOfRate({ rateUnit = 'DAILY', dayCount = 'ACTUAL_365' }: InterestTerms, time: Time): Share {
  const days = daysOf(dayCount, time);
  if (rateUnit === 'DAILY') return { numerator: days, denominator: 1 };
  if (rateUnit === 'ANNUAL') return { numerator: days, denominator: DAYS_A_YEAR[dayCount] };
  // A month is a twelfth of the year that the days are counted in.
  return { numerator: days * MONTHS_A_YEAR, denominator: DAYS_A_YEAR[dayCount] };
}

function daysOf(dayCount: 'ACTUAL_365' | 'THIRTY_360', { from, to, months }: Time): number {
  if (dayCount === 'ACTUAL_365') return daysBetween(from, to);
  return months === undefined ? days360(from, to) : months * DAYS_A_MONTH;
}

function sumOf(shares: readonly Share[]): Share {
  const denominator = shares[0]?.denominator ?? 1;
  return { numerator: shares.reduce((sum, share) => sum + share.numerator, 0), denominator };
}

/** Days between two dates in months of 30 days (30E/360): the 31st counts as the 30th. */
export function days360(from: BusinessDate, to: BusinessDate): number {
  const [first, last] = [partsOf(from), partsOf(to)];
  return (
    (last.year - first.year) * 360 +
    (last.month - first.month) * 30 +
    (Math.min(last.day, 30) - Math.min(first.day, 30))
  );
}

/** The same day `months` later, or the last of a month that is shorter. */
export function addMonths(date: BusinessDate, months: number): BusinessDate {
  const { year, month, day } = partsOf(date);
  const first = new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10);
  const lastDay = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return addDays(first, Math.min(day, lastDay) - 1);
}

function partsOf(date: BusinessDate): { year: number; month: number; day: number } {
  return { year: Number(date.slice(0, 4)), month: Number(date.slice(5, 7)), day: Number(date.slice(8, 10)) };
}
