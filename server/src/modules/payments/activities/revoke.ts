import { sql } from 'kysely';
import type { Database, Tx } from '../../../db/database.ts';
import { lockCoupon, moveCoupon } from '../../lending/coupons/index.ts';
import { takeBackReward } from '../wallets/index.ts';

const BATCH = 500;

/**
 * Takes back unused coupons of loans that a rollback opened again, and money that their wallets still have free: what
 * left them stays with the customer. Answers how many were taken back.
 */
export async function revokeAwards(db: Database, at: Date): Promise<number> {
  const { rows } = await sql<{ readonly awardNo: string; readonly couponNo: string }>`
    select a.award_no, a.coupon_no from activity_award a
    join coupon c using (coupon_no) join loan_order o on o.order_no = a.cause_no
    where a.award_outcome = 'AWARDED' and c.coupon_status in ('PENDING_EFFECT', 'AVAILABLE') and o.order_status <> 'CLOSED'
    order by a.award_no limit ${BATCH}`.execute(db);
  for (const { awardNo, couponNo } of rows) {
    await db.transaction().execute(async (tx) => {
      const coupon = await lockCoupon(tx, couponNo);
      if (coupon.couponStatus !== 'PENDING_EFFECT' && coupon.couponStatus !== 'AVAILABLE') return;
      await moveCoupon(tx, coupon, 'expire', { at, reason: 'The loan is open again' });
      await setRevoked(tx, awardNo);
    });
  }
  return rows.length + (await revokeMoney(db, at));
}

async function revokeMoney(db: Database, at: Date): Promise<number> {
  const { rows } = await sql<{ readonly awardNo: string; readonly rewardNo: string }>`
    select a.award_no, a.reward_no from activity_award a
    join wallet_reward r using (reward_no) join wallet w on w.customer_no = r.customer_no
    join loan_order o on o.order_no = a.cause_no
    where a.award_outcome = 'AWARDED' and o.order_status <> 'CLOSED' and w.balance_cents - w.held_cents >= r.amount_cents
    order by a.award_no limit ${BATCH}`.execute(db);
  let taken = 0;
  for (const { awardNo, rewardNo } of rows) {
    await db.transaction().execute(async (tx) => {
      const award = await tx
        .selectFrom('activityAward')
        .select('awardOutcome')
        .where('awardNo', '=', awardNo)
        .forUpdate()
        .executeTakeFirstOrThrow();
      if (award.awardOutcome !== 'AWARDED' || !(await takeBackReward(tx, rewardNo, at))) return;
      await setRevoked(tx, awardNo);
      taken += 1;
    });
  }
  return taken;
}

async function setRevoked(tx: Tx, awardNo: string): Promise<void> {
  await tx
    .updateTable('activityAward')
    .set({ awardOutcome: 'REVOKED', amountCents: 0 })
    .where('awardNo', '=', awardNo)
    .execute();
}
