import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';

/** The code that an application of somebody on the list is refused with. */
export const BLACKLIST_REFUSE_CODE = 'M101';

/**
 * The entry that stands against lending to an order's customer, to a device that they used or to the payee, if there is one; counted as its hit.
 * @returns its number, null where nothing stands against it
 */
export async function blacklistHit(tx: Tx, orderNo: string, at: Date): Promise<string | null> {
  const { rows } = await sql<{ entryNo: string }>`
    UPDATE manual_blacklist SET hits = hits + 1, last_hit_at = ${at} WHERE entry_no = (
      SELECT b.entry_no FROM loan_order o JOIN customer c USING (customer_no) JOIN manual_blacklist b
        ON (b.merchant_no IS NULL OR b.merchant_no = o.merchant_no) AND (
          b.subject_type = 'PHONE' AND b.subject_value IN (c.phone, o.payee_phone)
          OR b.subject_type = 'ID_CARD_NO' AND b.subject_value = c.id_card_no
          OR b.subject_type = 'DEVICE' AND EXISTS (SELECT FROM order_trait t JOIN loan_order own ON own.order_no = t.order_no
            WHERE own.customer_no = o.customer_no AND t.trait_kind = 'DEVICE' AND t.trait_value = b.subject_value)
          OR b.subject_type = 'BANK_ACCOUNT' AND b.subject_value = o.payee_account_no)
      WHERE o.order_no = ${orderNo} AND b.removed_at IS NULL AND b.expires_at > ${at}
      ORDER BY b.entry_no LIMIT 1)
    RETURNING entry_no`.execute(tx);
  return rows[0]?.entryNo ?? null;
}
