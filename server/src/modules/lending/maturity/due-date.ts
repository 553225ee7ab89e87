import type { maturity } from '@kituo/sdk/contracts';
import { addDays, type BusinessDate, businessDateOf, startOfBusinessDate } from '../../platform/policy/index.ts';

/** Days of the calendar that differ from their weekday: true for a business day. */
export type NamedDays = ReadonlyMap<BusinessDate, boolean>;

/** The most that a rule moves a due date by. */
export const MAX_DAYS = 3;

/** The day that a payment counts for: after the minute at which a loan's days end, the next one; null: the whole day. */
export function paymentDay(paidAt: Date, dueCutoff: string | null): BusinessDate {
  const day = businessDateOf(paidAt);
  if (dueCutoff === null) return day;
  const [hours = 0, minutes = 0] = dueCutoff.split(':').map(Number);
  const ends = startOfBusinessDate(day).getTime() + (hours * 60 + minutes + 1) * 60_000;
  return paidAt.getTime() < ends ? day : addDays(day, 1);
}

const weekdayOf = (day: BusinessDate): number => new Date(`${day}T00:00:00Z`).getUTCDay();

export function isBusinessDay(day: BusinessDate, named: NamedDays): boolean {
  return named.get(day) ?? (weekdayOf(day) !== 0 && weekdayOf(day) !== 6);
}

const lastOfMonth = (day: BusinessDate): number =>
  new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 0)).getUTCDate();

/** The first of the days that suits, the plain one where none does. */
function firstOf(plain: BusinessDate, steps: readonly number[], suits: (day: BusinessDate) => boolean): BusinessDate {
  return steps.map((step) => addDays(plain, step)).find(suits) ?? plain;
}

/**
 * Where a rule moves a due date: on to the pay day, then off weekends and holidays, three days at most from the plain
 * date in either direction.
 */
export function dueOn(plain: BusinessDate, rule: maturity.MaturityRule, named: NamedDays): BusinessDate {
  const { countFrom, paydayAlign, rollRule } = rule;
  const shift = countFrom === 'NEXT_DAY' ? 1 : 0;
  const forward = Array.from({ length: MAX_DAYS + 1 - shift }, (_, step) => step + shift);
  const isPayday = (day: BusinessDate) => Number(day.slice(8)) === Math.min(paydayAlign, lastOfMonth(day));
  const counted = addDays(plain, shift);
  const aligned = paydayAlign === 0 ? counted : firstOf(plain, forward, isPayday);
  const from = paydayAlign !== 0 && isPayday(aligned) ? aligned : counted;
  const suits = (day: BusinessDate) => isBusinessDay(day, named);
  if (rollRule === 'NONE' || suits(from)) return from;
  if (rollRule === 'PREVIOUS_BUSINESS_DAY') return firstOf(from, [0, -1, -2, -3], suits);
  const later = forward.map((step) => addDays(plain, step)).find((day) => day >= from && suits(day));
  // Where the three days do not reach a business day, the one before it is as near.
  return later ?? firstOf(from, [0, -1, -2, -3], suits);
}
