import { formatMoney } from '@kituo/sdk';

/** Amounts are kept in cents, as text beside codes and counts; people read and type shillings. */
export const isMoney = (field: string): boolean => field.endsWith('Cents');

const CENTS = /^-?\d+$/;
const SHILLINGS = /^\d+(?:\.\d{1,2})?$/;

/** A value of a field as one reads it. */
export const shownValue = (field: string, value: string): string =>
  isMoney(field) && CENTS.test(value) ? formatMoney(Number(value)) : value;

/** A value as it stands in a box. */
export const typedValue = (field: string, value: string): string =>
  isMoney(field) && CENTS.test(value) ? String(Number(value) / 100) : value;

/** What is kept of what was typed; what is no amount is kept as it is, and refused by its form. */
export function keptValue(field: string, typed: string): string {
  const plain = typed.trim().replaceAll(',', '');
  return isMoney(field) && SHILLINGS.test(plain) ? String(Math.round(Number(plain) * 100)) : typed;
}
