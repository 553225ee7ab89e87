import type { riskList } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';

/** What an application met. */
export interface MetEntry {
  readonly entryNo: string;
  readonly listType: riskList.RiskListRow['listType'];
}

/**
 * The entry that decides about an order's customer, counted as its hit: black before grey before white.
 * @returns null where the customer is on no list
 */
export async function meetRiskList(tx: Tx, orderNo: string, at: Date): Promise<MetEntry | null> {
  const { rows } = await sql<MetEntry>`
    UPDATE risk_list_entry SET hits = hits + 1, last_hit_at = ${at} WHERE entry_no = (
      SELECT e.entry_no FROM loan_order o JOIN customer c USING (customer_no) JOIN risk_list_entry e
        ON e.subject_type = 'PHONE' AND e.subject_value IN (c.phone, o.payee_phone)
          OR e.subject_type = 'ID_CARD_NO' AND e.subject_value = c.id_card_no
      WHERE o.order_no = ${orderNo} AND e.removed_at IS NULL AND e.expires_at > ${at}
        AND (e.merchant_nos = '{}' OR o.merchant_no = ANY (e.merchant_nos))
      ORDER BY array_position(ARRAY['BLACK', 'GREY', 'WHITE'], e.list_type), e.entry_no LIMIT 1)
    RETURNING entry_no, list_type`.execute(tx);
  const [met] = rows;
  if (!met) return null;
  await tx.insertInto('riskListHit').values({ entryNo: met.entryNo, orderNo, happenedAt: at }).execute();
  return met;
}
