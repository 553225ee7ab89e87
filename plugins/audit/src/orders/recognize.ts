import { normalizePhone } from '@kituo/sdk';
import { auditOrders } from '@kituo/sdk/contracts';

/** What somebody typed or pasted to find an order by, and how the list is asked for it. */
export type Recognized =
  | { readonly kind: 'orderNo'; readonly value: string; readonly count: number }
  | { readonly kind: 'phone' | 'idCardNo'; readonly value: string; readonly count: 1 };

const PHONE = /^254\d{9}$/;
const ID_CARD = /^\d{7,9}$/;
/** How people write phones: blanks, brackets, dashes, a plus in front. */
const LIKE_A_PHONE = /^[+\d][\d\s()-]*$/;

/** A phone in any common form, an ID number, or numbers of orders. Null where nothing was typed. */
export function recognize(typed: string): Recognized | null {
  const trimmed = typed.trim();
  if (trimmed === '') return null;
  const digits = LIKE_A_PHONE.test(trimmed) ? normalizePhone(trimmed) : '';
  if (PHONE.test(digits)) return { kind: 'phone', value: digits, count: 1 };
  if (ID_CARD.test(trimmed)) return { kind: 'idCardNo', value: trimmed, count: 1 };
  const numbers = auditOrders.numbersIn(trimmed);
  return { kind: 'orderNo', value: numbers.join(', '), count: numbers.length };
}
