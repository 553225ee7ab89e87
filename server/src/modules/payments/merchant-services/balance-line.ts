import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import { addDays, businessDateOf } from '../../platform/policy/index.ts';

const DAYS = 30;
/** A recharge should last so long. */
const LASTS_DAYS = 14;
/** Suggested in whole thousands of shillings: nobody transfers odd cents. */
const STEP_CENTS = 1_000_00;

/** A merchant's balance at the end of each of the last days, by the ledger: the one of now, less what came after. */
export async function balancesOf(db: Queryable, merchantNo: string, balanceCents: number) {
  const today = businessDateOf(new Date());
  const { rows } = await sql<{ day: string; movedCents: number }>`
    SELECT p.business_date::text AS day, -sum(p.amount_cents)::bigint AS moved_cents FROM posting p
    WHERE p.account_code = 'MERCHANT_PREPAID' AND p.merchant_no = ${merchantNo}
      AND p.business_date > ${addDays(today, -DAYS)}::date GROUP BY 1`.execute(db);
  const moved = new Map(rows.map(({ day, movedCents }) => [day, movedCents]));
  let left = balanceCents;
  return Array.from({ length: DAYS }, (_, back) => {
    const day = addDays(today, -back);
    const ended = { day, balanceCents: left };
    left -= moved.get(day) ?? 0;
    return ended;
  }).toReversed();
}

/** Pure: what to recharge so that what is left lasts two weeks at a week's pace; null where it does. */
export function suggestedRecharge(leftCents: number, lastWeekCents: number): number | null {
  const missing = Math.ceil((lastWeekCents * LASTS_DAYS) / 7) - leftCents;
  return lastWeekCents === 0 || missing <= 0 ? null : Math.ceil(missing / STEP_CENTS) * STEP_CENTS;
}

/** The median of a merchant's recharges of half a year; null without any. */
export async function usualRecharge(db: Queryable, merchantNo: string): Promise<number | null> {
  const { rows } = await sql<{ usual: number | null }>`
    SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY amount_cents) AS usual FROM merchant_recharge
    WHERE merchant_no = ${merchantNo} AND recharge_status = 'APPROVED'
      AND audited_at > now() - interval '180 days'`.execute(db);
  return rows[0]?.usual ?? null;
}

/** Events that the merchant has not taken: queued, or given up. */
export async function undeliveredOf(db: Queryable, merchantNo: string): Promise<number> {
  const { count } = await db
    .selectFrom('merchantEvent')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('merchantNo', '=', merchantNo)
    .where('event', '=', 'order.acquired')
    .where('deliveryStatus', 'in', ['QUEUED', 'FAILED'])
    .executeTakeFirstOrThrow();
  return count;
}
