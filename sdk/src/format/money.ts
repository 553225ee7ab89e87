const shillings = new Intl.NumberFormat('en-KE', {
  style: 'currency',
  currency: 'KES',
  currencyDisplay: 'code',
});
const plain = new Intl.NumberFormat('en-KE', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});
// All digits: a count that was rounded would be another count.
const counts = new Intl.NumberFormat('en-KE', { maximumFractionDigits: 20 });

/** What stands where there is no value. */
export const NOTHING = '-';

/**
 * Writes integer cents as `KES 12,345.67`, the same in every language; '-' when there is none.
 *
 * @example formatMoney(1234567) === 'KES 12,345.67'
 */
export function formatMoney(cents: number | null | undefined): string {
  if (cents === null || cents === undefined) return NOTHING;
  // `Intl` puts a no-break space behind the code; people search and paste a plain one.
  return shillings.format(cents / 100).replace(/\u00a0/g, ' ');
}

/** Writes integer cents without the currency, for columns that are all KES: `12,345.67`. */
export function formatAmount(cents: number | null | undefined): string {
  return cents === null || cents === undefined ? NOTHING : plain.format(cents / 100);
}

/** Writes a number with thousands separators and all its digits: `1,284`. */
export function formatCount(count: number | null | undefined): string {
  return count === null || count === undefined ? NOTHING : counts.format(count);
}

/** Writes a number with so many decimals: `formatDecimal(1284.5, 2) === '1,284.50'`. */
export function formatDecimal(value: number | null | undefined, digits: number): string {
  if (value === null || value === undefined) return NOTHING;
  return value.toLocaleString('en-KE', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}
