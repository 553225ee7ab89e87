import { sql } from 'kysely';
import type { Database, Queryable, Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import { chargeMerchant } from './consumptions.ts';
import { isKept, keeperOf, type Use } from './keep-use.ts';
import { priceAt, priceFamily } from './prices.ts';
import { lockPrepaid } from './store.ts';

/** A use that is older is left alone: nobody is charged for what the server missed for so long. */
const WINDOW = '3 days';
const AT_ONCE = 500;

/**
 * Charges what merchants used: each SMS that left to one of their customers, each face check and data query that was
 * answered. At the price of its moment, once, never below the account's line: what the account cannot pay waits for its
 * next recharge. Answers how many were charged.
 */
export async function chargeUses(db: Database, now: Date): Promise<number> {
  let charged = 0;
  for (const use of await newUses(db, now)) {
    if (await db.transaction().execute(async (tx) => await settleUse(tx, use))) charged += 1;
  }
  for (const merchantNo of await merchantsWithRoom(db)) charged += await collectUnpaid(db, merchantNo, now);
  return charged;
}

/** What was used and not yet settled, the oldest first, of merchants with a price. */
async function newUses(db: Queryable, now: Date): Promise<Use[]> {
  const since = sql`greatest(${now}::timestamptz - interval '${sql.raw(WINDOW)}', (SELECT at FROM merchant_use_start))`;
  const { rows } = await sql<Use>`
    WITH used AS (
      SELECT m.merchant_no, 'SMS_SENT' AS consumption_type, m.message_no AS cause_no, NULL::text AS order_no,
          m.sent_at AS at
        FROM message m WHERE m.channel = 'SMS' AND m.message_status = 'SENT' AND m.merchant_no IS NOT NULL
          AND m.sent_at >= ${since}
      UNION ALL
      SELECT a.merchant_no, 'SMS_SENT', 'CONTACT' || d.attempt_id, a.order_no, d.finished_at
        FROM contact_dispatch d JOIN contact_attempt a ON a.attempt_id = d.attempt_id
        WHERE d.channel = 'SMS' AND d.dispatch_status = 'SENT' AND a.merchant_no IS NOT NULL
          AND d.finished_at >= ${since}
      UNION ALL
      SELECT o.merchant_no, CASE e.topic WHEN 'FACE' THEN 'FACE_CHECK' ELSE 'DATA_QUERY' END,
          e.order_no || '-' || e.topic, e.order_no, e.delivered_at
        FROM order_evidence e JOIN loan_order o ON o.order_no = e.order_no
        WHERE e.topic IN ('FACE', 'OPERATOR', 'BVN') AND e.delivered_at >= ${since})
    SELECT u.* FROM used u
    WHERE (EXISTS (SELECT FROM config_rule r WHERE r.config_key = ${priceFamily.key} AND r.merchant_no = u.merchant_no)
        OR EXISTS (SELECT FROM config_version v WHERE v.config_key = ${priceFamily.key}
          AND (v.value -> 'otherMerchantNos' ? u.merchant_no OR v.value ->> 'isForAll' = 'true')))
      AND NOT EXISTS (SELECT FROM merchant_use k WHERE k.merchant_no = u.merchant_no
        AND k.consumption_type = u.consumption_type AND k.cause_no = u.cause_no)
    ORDER BY u.at, u.cause_no LIMIT ${AT_ONCE}`.execute(db);
  return rows.map(({ orderNo, ...use }) => ({ ...use, ...(orderNo != null && { orderNo }) }));
}

/** Whether it was charged. */
async function settleUse(tx: Tx, use: Use): Promise<boolean> {
  const { merchantNo, consumptionType, at } = use;
  // One after the other, or two would take the last free place of the month.
  await lockPrepaid(tx, merchantNo);
  // Another server may have settled it while this one waited.
  if (await isKept(tx, use)) return false;
  const unitPriceCents = await priceAt(tx, merchantNo, consumptionType, at);
  const keep = keeperOf(tx, { ...use, unitPriceCents });
  if (unitPriceCents === null) return await keep('UNPRICED');
  if (unitPriceCents === 0) return await keep('FREE');
  try {
    const recordNo = await chargeMerchant(tx, { ...use, quantity: 1, unitPriceCents });
    // Charged by hand before: that record is this use's.
    return await keep('CHARGED', recordNo ?? (await recordOf(tx, use)));
  } catch (error) {
    if (!(error instanceof AppError) || error.error !== 'PREPAID_SHORT') throw error;
    return await keep('UNPAID');
  }
}

async function recordOf(tx: Tx, { merchantNo, consumptionType, causeNo }: Use): Promise<string> {
  const { recordNo } = await tx
    .selectFrom('merchantConsumption')
    .select('recordNo')
    .where('merchantNo', '=', merchantNo)
    .where('consumptionType', '=', consumptionType)
    .where('causeNo', '=', causeNo)
    .executeTakeFirstOrThrow();
  return recordNo;
}

async function merchantsWithRoom(db: Queryable): Promise<string[]> {
  const { rows } = await sql<{ merchantNo: string }>`
    SELECT DISTINCT p.merchant_no FROM merchant_prepaid p
    JOIN merchant_use u ON u.merchant_no = p.merchant_no AND u.use_status = 'UNPAID'
      AND p.balance_cents + p.credit_line_cents >= u.unit_price_cents ORDER BY 1`.execute(db);
  return rows.map(({ merchantNo }) => merchantNo);
}

/** Charges what waited, the oldest first, at the price of its use, as far as the account reaches. */
async function collectUnpaid(db: Database, merchantNo: string, now: Date): Promise<number> {
  return await db.transaction().execute(async (tx) => {
    await lockPrepaid(tx, merchantNo);
    const waiting = await tx
      .selectFrom('merchantUse')
      .selectAll()
      .where('merchantNo', '=', merchantNo)
      .where('useStatus', '=', 'UNPAID')
      .orderBy('usedAt')
      .orderBy('causeNo')
      .limit(AT_ONCE)
      .forUpdate()
      .execute();
    let charged = 0;
    for (const { consumptionType, causeNo, orderNo, unitPriceCents } of waiting) {
      if (unitPriceCents === null) throw new Error(`the use ${causeNo} waits without a price`);
      const use = { merchantNo, consumptionType, causeNo, at: now, ...(orderNo !== null && { orderNo }) };
      try {
        const recordNo =
          (await chargeMerchant(tx, { ...use, quantity: 1, unitPriceCents })) ?? (await recordOf(tx, use));
        await tx
          .updateTable('merchantUse')
          .set({ useStatus: 'CHARGED', recordNo })
          .where('merchantNo', '=', merchantNo)
          .where('consumptionType', '=', consumptionType)
          .where('causeNo', '=', causeNo)
          .execute();
        charged += 1;
      } catch (error) {
        if (!(error instanceof AppError) || error.error !== 'PREPAID_SHORT') throw error;
        break;
      }
    }
    return charged;
  });
}
