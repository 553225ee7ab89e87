import { sql } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { lockCoupon, moveCoupon } from '../../lending/coupons/index.ts';

const BATCH = 500;

/**
 * Takes back unused coupons of loans that a rollback opened again. Money in a wallet stays: it may have left already.
 * Answers how many were taken back.
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
      await tx
        .updateTable('activityAward')
        .set({ awardOutcome: 'REVOKED', amountCents: 0 })
        .where('awardNo', '=', awardNo)
        .execute();
    });
  }
  return rows.length;
}
