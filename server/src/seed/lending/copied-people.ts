import { COUNTIES, FAMILIES, MEN, WOMEN } from './kenyans.ts';

/*
 * A copy's customers, as SQL: other names, counties, phones and identity cards than those of the lived book,
 * drawn by the customer's number. Sex, birthday, employer and income stay those of the one copied.
 */

/** From 0 below `many`, another for each `salt`. */
const draw = (salt: number, many: number): string =>
  `((hashint8(p.number * 1000003 + ${salt})::bigint + 2147483648) % ${many})`;

const quoted = (list: readonly string[]): string =>
  `(ARRAY[${list.map((word) => `'${word.replaceAll("'", "''")}'`).join(',')}])`;
const pick = (list: readonly string[], salt: number): string =>
  `${quoted(list)}[1 + ${draw(salt, list.length)}]`;

const countyTickets = Object.entries(COUNTIES).flatMap(([county, weight]) =>
  Array.from({ length: weight }, () => county),
);

/** By column of `customer`, for a row `b` and its number `p.number`; the formulas of `person`. */
export const CUSTOMER_COLUMNS: ReadonlyMap<string, string> = new Map([
  [
    'customer_name',
    `CASE b.sex WHEN 'FEMALE' THEN ${pick(WOMEN, 1)} ELSE ${pick(MEN, 2)} END || ' ' || ${pick(FAMILIES, 3)}`,
  ],
  ['phone', `'2547' || lpad((10000000 + (p.number * 7919) % 89999999)::text, 8, '0')`],
  ['id_card_no', `(10000000 + (p.number * 6211) % 29999999)::text`],
  ['county', pick(countyTickets, 4)],
]);
