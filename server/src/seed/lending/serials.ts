const LAST_SIX = 36 ** 6;
/** Prime to 36, so that no two payments of one copy share a serial number. */
const STRIDE = 786_433;
const MAX_PAYMENTS = 37;

/** The letters of a multiplied copy's number, digit by digit; copy 0 is the book that was lived through. */
export const COPY_LETTERS = 'KJ7H2Q9RTX';

/** `SKKK7H2K9Q`: ten letters and digits, once a payment; the second to fourth are the copy's. */
export function serialOf(order: number, payment: number): string {
  const mixed = ((order * MAX_PAYMENTS + payment) * STRIDE) % LAST_SIX;
  return `SKKK${mixed.toString(36).toUpperCase().padStart(6, '0')}`;
}
