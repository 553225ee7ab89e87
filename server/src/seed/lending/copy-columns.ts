import { COPY_LETTERS } from './serials.ts';

/*
 * How a column's value is made for copy `k` of a book, as SQL. The lived book has numbers below 100,000, so
 * the three digits before the last five are zeros in every one of them, and become the copy's.
 */

export interface CopiedColumn {
  readonly name: string;
  /** `text`, `bigint[]`. */
  readonly type: string;
}

/** Names of others than the book: staff, merchants, products. */
const KEPT = /(user|merchant|product|dept|role|org|id_card|account)_no$/;
const KEPT_JSON = new Set(['terms', 'formula', 'amounts']);

/** Room between the ids of two copies. */
export const ID_STRIDE = 10_000_000;
export const NUMBER_STRIDE = 100_000;

const renumbered = (value: string) =>
  `CASE WHEN length(${value}) >= 9 THEN overlay(${value} placing c.k from length(${value}) - 7 for 3) ELSE ${value} END`;
const renumberedWithin = (value: string) =>
  `regexp_replace(${value}, '([A-Z]0*)000(\\d{5})(?!\\d)', '\\1' || c.k || '\\2', 'g')`;
const serial = (value: string) =>
  `overlay(${value} placing translate(c.k, '0123456789', '${COPY_LETTERS}') from 2 for 3)`;

/** A key is unique by the first number in it; one that has none gets the copy's behind it. */
export const KEY_PARTS = `
  coalesce((regexp_match(idempotency_key, '^(.*?[A-Z]0*)000\\d{5}(?!\\d)'))[1], idempotency_key || '/') AS key_head,
  coalesce((regexp_match(idempotency_key, '^.*?[A-Z]0*000(\\d{5}(?!\\d).*)$'))[1], '') AS key_tail`;

/** @returns the expression for a row `b` of the lived book and a copy `c`; undefined where the column fills itself. */
export function copied(table: string, column: CopiedColumn): string {
  const { name, type } = column;
  const value = `b.${name}`;
  switch (`${table}.${name}`) {
    case 'payment_flow.payment_code':
    case 'flow_draft.payment_code':
    case 'payout_attempt.channel_reference':
      return serial(value);
    case 'repayment_line.line_no':
      return renumberedWithin(value);
    case 'loan_order.third_party_order_no':
    case 'payout_attempt.conversation_id':
    case 'payout_query.conversation_id':
      return `${value} || c.k`;
    default:
  }
  // The parts before and after the copy's digits were found once, for all copies: see KEY_PARTS.
  if (name === 'idempotency_key') return 'b.key_head || c.k || b.key_tail';
  if (type === 'text' && name === 'trait_value') return renumberedWithin(value);
  if (type === 'text' && (name === 'repayment_code' || (/_no$/.test(name) && !KEPT.test(name))))
    return renumbered(value);
  if (type === 'text[]' && /_nos$/.test(name))
    return `ARRAY(SELECT ${renumbered('x')} FROM unnest(${value}) WITH ORDINALITY AS u (x, at) ORDER BY at)`;
  if (type === 'bigint' && /_id$/.test(name)) return `${value} + c.n * ${ID_STRIDE}`;
  if (type === 'bigint[]' && /_ids$/.test(name))
    return `ARRAY(SELECT x + c.n * ${ID_STRIDE} FROM unnest(${value}) WITH ORDINALITY AS u (x, at) ORDER BY at)`;
  if (type === 'jsonb' && !KEPT_JSON.has(name)) return `${renumberedWithin(`${value}::text`)}::jsonb`;
  return value;
}
