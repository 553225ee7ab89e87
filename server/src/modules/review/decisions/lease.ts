import type { Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandCall } from '../../../http/implement.ts';
import { findDetails, type OrderRecord } from '../order-file/index.ts';
import { type LoanOrder, lockOrder } from '../../lending/orders/index.ts';
import { shownTime } from '../../platform/policy/index.ts';

/** An order that the caller has under review, locked. */
export interface OwnOrder {
  readonly locked: LoanOrder;
  /** The same order with its customer and product. */
  readonly record: OrderRecord;
}

/**
 * Locks an order that the caller has under review. Whoever does not have it (any more) is told what became of
 * it, who and when.
 * @throws AppError ORDER_NOT_FOUND, REVIEW_TAKEN_OVER, LEASE_ENDED, ALREADY_DECIDED, ILLEGAL_TRANSITION
 */
export async function lockOwn(call: CommandCall, orderNo: string): Promise<OwnOrder> {
  const { tx, caller } = call;
  await findDetails(tx, caller, orderNo);
  const locked = await lockOrder(tx, orderNo);
  if (locked.orderStatus !== 'PENDING_REVIEW' || locked.auditorUserNo !== caller.userNo) {
    throw await whatBecameOf(tx, locked, caller.userNo);
  }
  // Read again below the lock: what was read before it may have moved.
  return { locked, record: await findDetails(tx, caller, orderNo) };
}

async function whatBecameOf(tx: Tx, order: LoanOrder, userNo: string): Promise<AppError> {
  if (order.orderStatus === 'PENDING_REVIEW' && order.auditorUserNo !== null) {
    const who = await nameOf(tx, order.auditorUserNo);
    const facts = { who, at: shownTime(order.allottedAt ?? new Date()) };
    return new AppError('REVIEW_TAKEN_OVER', { facts });
  }
  if (order.orderStatus === 'TO_ALLOCATE') {
    const ended = await tx
      .selectFrom('orderAllotment')
      .select('endedAt')
      .where('orderNo', '=', order.orderNo)
      .where('auditorUserNo', '=', userNo)
      .where('endedAt', 'is not', null)
      .orderBy('allotmentId', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (ended?.endedAt) return new AppError('LEASE_ENDED', { facts: { at: shownTime(ended.endedAt) } });
  }
  if (order.reviewerUserNo !== null && order.auditTime !== null) {
    const who = await nameOf(tx, order.reviewerUserNo);
    return new AppError('ALREADY_DECIDED', { facts: { who, at: shownTime(order.auditTime) } });
  }
  const facts = { subject: 'order', state: order.orderStatus, command: 'decide' };
  return new AppError('ILLEGAL_TRANSITION', { facts });
}

async function nameOf(tx: Tx, userNo: string): Promise<string> {
  const found = await tx.selectFrom('appUser').select('realName').where('userNo', '=', userNo).executeTakeFirst();
  return found?.realName ?? userNo;
}

/** Sets the lease again; null suspends it while an approver looks at a change of the account. */
export async function renewLease(tx: Tx, order: LoanOrder, minutes: number | null): Promise<Date | null> {
  const now = new Date();
  const leaseEndsAt = minutes === null ? null : new Date(now.getTime() + minutes * 60_000);
  await tx
    .updateTable('loanOrder')
    .set({ leaseEndsAt, openedAt: order.openedAt ?? now })
    .where('orderNo', '=', order.orderNo)
    .execute();
  return leaseEndsAt;
}

/** The pass of the order that awaits approval; null where none does. */
export async function waitingReview(tx: Tx, orderNo: string) {
  const found = await tx
    .selectFrom('orderReview')
    .selectAll()
    .where('orderNo', '=', orderNo)
    .where('reviewStatus', '=', 'WAITING')
    .executeTakeFirst();
  return found ?? null;
}
