import { type RawBuilder, sql } from 'kysely';

/** A moment, or the database's own. */
type At = Date | RawBuilder<Date>;

/* The names of these subqueries are nobody else's: they stand within queries that have names of their own. */

/** Of an entry, against the merchant of a row. */
const inForce = (merchantNo: RawBuilder<unknown>, at: At) =>
  sql<boolean>`bl.removed_at IS NULL AND bl.expires_at > ${at} AND (bl.merchant_no IS NULL OR bl.merchant_no = ${merchantNo})`;

/** Whether the phone of a query's alias is on the list, whoever has it. */
export const isNumberListed = (alias: string, at: At): RawBuilder<boolean> =>
  sql<boolean>`EXISTS (SELECT FROM manual_blacklist bl WHERE bl.subject_type = 'PHONE'
    AND bl.subject_value = ${sql.ref(`${alias}.phone`)} AND ${inForce(sql.ref(`${alias}.merchantNo`), at)})`;

/** Whether the customer of a query's alias is on the list: by phone, ID number or a device that they used. */
export function isListed(alias: string, at: At): RawBuilder<boolean> {
  const of = (column: string) => sql.ref(`${alias}.${column}`);
  const merchantNo = of('merchantNo');
  return sql<boolean>`(${isNumberListed(alias, at)}
    OR EXISTS (SELECT FROM manual_blacklist bl WHERE bl.subject_type = 'ID_CARD_NO'
      AND bl.subject_value = ${of('idCardNo')} AND ${inForce(merchantNo, at)})
    OR EXISTS (SELECT FROM loan_order bl_loan
      JOIN order_trait bl_trait ON bl_trait.order_no = bl_loan.order_no AND bl_trait.trait_kind = 'DEVICE'
      JOIN manual_blacklist bl ON bl.subject_type = 'DEVICE' AND bl.subject_value = bl_trait.trait_value
      WHERE bl_loan.customer_no = ${of('customerNo')} AND ${inForce(merchantNo, at)}))`;
}

/** The numbers of the customers who are on the list, as one set: it is short, however many are compared with it. */
export function listedCustomers(at: Date): RawBuilder<{ customerNo: string }> {
  const of = (subject: string, column: string) => sql`SELECT bl_person.customer_no FROM manual_blacklist bl
    JOIN customer bl_person ON bl_person.${sql.raw(column)} = bl.subject_value
    WHERE bl.subject_type = ${sql.lit(subject)} AND ${inForce(sql`bl_person.merchant_no`, at)}`;
  return sql`${of('PHONE', 'phone')} UNION ${of('ID_CARD_NO', 'id_card_no')}
    UNION SELECT bl_loan.customer_no FROM manual_blacklist bl
      JOIN order_trait bl_trait ON bl_trait.trait_kind = 'DEVICE' AND bl_trait.trait_value = bl.subject_value
      JOIN loan_order bl_loan ON bl_loan.order_no = bl_trait.order_no
      WHERE bl.subject_type = 'DEVICE' AND ${inForce(sql`bl_loan.merchant_no`, at)}`;
}
