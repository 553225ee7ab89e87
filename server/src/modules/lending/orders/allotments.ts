import type { AllotmentEnding } from '../../../db/allotment-schema.ts';
import type { Tx } from '../../../db/database.ts';
import type { LoanOrder, OrderMove } from './loan-order.ts';

/** How the end of a review is called after the command that ended it. */
const ENDING_OF: Readonly<Partial<Record<string, AllotmentEnding>>> = {
  pass: 'PASSED',
  refuse: 'REFUSED',
  reject: 'RETURNED',
  recall: 'RECALLED',
};

/**
 * Keeps who had an order under review: each time it enters or leaves the review. `before` is the order as it
 * was locked, `after` as the move leaves it.
 */
export async function noteAllotment(
  tx: Tx,
  before: LoanOrder,
  after: LoanOrder,
  { command, userNo, at, ending }: OrderMove & { readonly at: Date },
): Promise<void> {
  if (before.orderStatus === 'PENDING_REVIEW') {
    await tx
      .updateTable('orderAllotment')
      .set({
        openedAt: before.openedAt,
        endedAt: at,
        ending: ending ?? ENDING_OF[command] ?? 'RETRIEVED',
        endedBy: userNo ?? null,
      })
      .where('orderNo', '=', before.orderNo)
      .where('endedAt', 'is', null)
      .execute();
  }
  if (after.orderStatus === 'PENDING_REVIEW' && after.auditorUserNo !== null) {
    await tx
      .insertInto('orderAllotment')
      .values({
        orderNo: after.orderNo,
        auditorUserNo: after.auditorUserNo,
        allottedBy: userNo ?? null,
        allottedAt: after.allottedAt ?? at,
      })
      .execute();
  }
}
