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
const pick = (list: readonly string[], salt: number): string => `${quoted(list)}[1 + ${draw(salt, list.length)}]`;

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

/** The copy's customer `n` of a row `b` of evidence that speaks of the person. */
export const evidenceJoin = (orderNo: string): string =>
  `LEFT JOIN loan_order o ON b.topic IN ('PERSON', 'BANK', 'BVN') AND o.order_no = ${orderNo}
   LEFT JOIN customer n ON n.customer_no = o.customer_no`;

const FIRST = "split_part(n.customer_name, ' ', 1)";
const LAST = "regexp_replace(n.customer_name, '^.* ', '')";
const HANDLE = "regexp_replace(lower(replace(n.customer_name, ' ', '.')), '[^a-z.]', '', 'g')";
const given = (name: string, value: string): string =>
  `'${name}', CASE WHEN b.content ->> '${name}' IS NULL THEN NULL ELSE ${value} END`;

/** What the file says of a copy's customer is what the customer is called: `content`, with its own names in place. */
export const evidenceContent = (content: string): string => `
  CASE WHEN n.customer_no IS NULL OR b.content IS NULL THEN ${content}
  WHEN b.topic = 'PERSON' THEN ${content} || jsonb_build_object(
    'firstName', ${FIRST}, 'lastName', ${LAST}, ${given('whatsApp', 'n.phone')},
    ${given('email', `${HANDLE} || substring(b.content ->> 'email' from '[0-9]*@.*$')`)},
    'socialIds', CASE WHEN jsonb_array_length(b.content -> 'socialIds') = 0 THEN '[]'::jsonb
      ELSE jsonb_build_array('fb:' || ${HANDLE} || substring(b.content -> 'socialIds' ->> 0 from '[0-9]*$')) END)
  WHEN b.topic = 'BANK' THEN ${content} || jsonb_build_object('accountName', upper(n.customer_name))
  WHEN b.content ->> 'firstName' IS NULL THEN ${content}
  ELSE ${content} || jsonb_build_object('firstName', ${FIRST}, 'lastName',
    CASE WHEN b.content -> 'matches' ->> 'lastName' = 'MATCH' THEN ${LAST} ELSE b.content ->> 'lastName' END) END`;
