/*
 * Written digit by digit: the first `Intl.NumberFormat` of a tab takes six milliseconds, as long as all else that the
 * host does before it draws, and cents need no decimals.
 */

/** What stands where there is no value. */
export const NOTHING = '-';

/** A separator before each three digits of a whole number. */
const grouped = (digits: string): string => digits.replace(/\B(?=(\d{3})+$)/g, ',');

function unsigned(cents: number): string {
  if (!Number.isFinite(cents)) return String(cents);
  const digits = String(Math.round(Math.abs(cents))).padStart(3, '0');
  return `${grouped(digits.slice(0, -2))}.${digits.slice(-2)}`;
}

/**
 * Writes integer cents as `KES 12,345.67`, the same in every language; '-' when there is none.
 *
 * @example formatMoney(1234567) === 'KES 12,345.67'
 */
export function formatMoney(cents: number | null | undefined): string {
  if (cents === null || cents === undefined) return NOTHING;
  return `${cents < 0 ? '-' : ''}KES ${unsigned(cents)}`;
}

/** Writes integer cents without the currency, for columns that are all KES: `12,345.67`. */
export function formatAmount(cents: number | null | undefined): string {
  return cents === null || cents === undefined ? NOTHING : `${cents < 0 ? '-' : ''}${unsigned(cents)}`;
}

/** Writes a number with thousands separators and all its digits: `1,284`. */
export function formatCount(count: number | null | undefined): string {
  if (count === null || count === undefined) return NOTHING;
  // All digits: a count that was rounded would be another count.
  const [whole = '', decimals] = String(count).split('.');
  return decimals === undefined ? grouped(whole) : `${grouped(whole)}.${decimals}`;
}

/** Writes a number with so many decimals: `formatDecimal(1284.5, 2) === '1,284.50'`. */
export function formatDecimal(value: number | null | undefined, digits: number): string {
  if (value === null || value === undefined) return NOTHING;
  return value.toLocaleString('en-KE', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}
