import { randomUUID } from 'node:crypto';
import type { Database } from '../../../db/database.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { publishIn } from '../../platform/events/index.ts';
import { lockOrder, recallOrder } from '../../lending/orders/index.ts';

/**
 * Gives back what lies open with a reviewer who does nothing: the lease that opening and typing renewed is
 * over. Run now and then; several processes may do it at once.
 * @returns how many went back.
 */
export async function endIdleReviews(db: Database, now = new Date()): Promise<number> {
  const idle = await db
    .selectFrom('loanOrder')
    .select('orderNo')
    .where('orderStatus', '=', 'PENDING_REVIEW')
    .where('openedAt', 'is not', null)
    .where('leaseEndsAt', '<=', now)
    .limit(200)
    .execute();
  let ended = 0;
  for (const { orderNo } of idle) {
    const isEnded = await db.transaction().execute(async (tx) => {
      const order = await lockOrder(tx, orderNo);
      const isStillIdle =
        order.orderStatus === 'PENDING_REVIEW' &&
        order.openedAt !== null &&
        order.leaseEndsAt !== null &&
        order.leaseEndsAt <= now;
      if (!isStillIdle) return false;
      await recallOrder(tx, orderNo, { ending: 'LAPSED', at: now });
      await writeAudit(
        tx,
        { requestId: `idle-${randomUUID()}`, address: '' },
        {
          action: 'orderAudit.lapse',
          subjectType: 'order',
          subjectNo: orderNo,
          before: { orderStatus: order.orderStatus, auditorUserNo: order.auditorUserNo },
          after: { orderStatus: 'TO_ALLOCATE' },
        },
      );
      // The form they left open locks itself.
      const userNos = order.auditorUserNo === null ? [] : [order.auditorUserNo];
      await publishIn(tx, { userNos }, { type: 'orders' });
      return true;
    });
    if (isEnded) ended += 1;
  }
  return ended;
}
