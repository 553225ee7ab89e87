import { randomUUID } from 'node:crypto';
import { auditAllot } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { AllotmentEnding } from '../../../db/allotment-schema.ts';
import type { Database, Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { refuseUnseen } from '../order-lists/index.ts';
import { lockOrder, type LoanOrder, recallOrder } from '../../lending/orders/index.ts';
import { refuseWaiting, type Reviewing, notifyReviewers } from './allot.ts';
import { shownTime } from '../../platform/policy/index.ts';

interface TakingBack {
  readonly orderNo: string;
  readonly reason?: string | undefined;
}

/** Takes an order back from whoever reviews it. */
export async function recallOne({ orderNo, reason }: TakingBack, call: Reviewing): Promise<void> {
  const order = await lockSeen(orderNo, call);
  if (order.orderStatus !== 'PENDING_REVIEW') throw new AppError('ORDER_NOT_UNDER_REVIEW');
  await takeBack(order, 'RECALLED', reason, call);
}

/** Undoes one's own allocation: within a minute, while nobody has looked at the order. */
export async function undoOne({ orderNo }: TakingBack, call: Reviewing): Promise<void> {
  const { tx, caller } = call;
  const order = await lockSeen(orderNo, call);
  const live = await tx
    .selectFrom('orderAllotment')
    .select(['allottedBy', 'allottedAt'])
    .where('orderNo', '=', orderNo)
    .where('endedAt', 'is', null)
    .executeTakeFirst();
  const isOwn = live?.allottedBy === caller.userNo;
  const isFresh = live && Date.now() - live.allottedAt.getTime() <= auditAllot.UNDO_MS;
  if (!isOwn || !isFresh || order.openedAt !== null) throw new AppError('UNDO_TOO_LATE');
  await takeBack(order, 'UNDONE', undefined, call);
}

/** Of the orders those that the caller assigned in the last minute: a batch is undone as far as it went. */
export async function ownFresh(
  { tx, caller }: Pick<Reviewing, 'tx' | 'caller'>,
  orderNos: readonly string[],
): Promise<string[]> {
  const rows = await tx
    .selectFrom('orderAllotment')
    .select('orderNo')
    .where(sql<boolean>`order_no = ANY(${orderNos})`)
    .where('endedAt', 'is', null)
    .where('allottedBy', '=', caller.userNo)
    .where('allottedAt', '>=', new Date(Date.now() - auditAllot.UNDO_MS))
    .orderBy('orderNo')
    .execute();
  return rows.map(({ orderNo }) => orderNo);
}

/** A reviewer gives back an order of their own. Who lost it is told when. */
export async function releaseOne({ orderNo, reason }: TakingBack, call: Reviewing): Promise<void> {
  const { tx, caller } = call;
  const order = await lockSeen(orderNo, call);
  if (order.orderStatus !== 'PENDING_REVIEW' || order.auditorUserNo !== caller.userNo) {
    await refuseLost(tx, order, caller.userNo);
  }
  await takeBack(order, 'RELEASED', reason, call);
}

/** Says what became of an order that the person had: when it went back, or that it is somebody else's. */
export async function refuseLost(tx: Tx, order: LoanOrder, userNo: string): Promise<never> {
  const last = await tx
    .selectFrom('orderAllotment')
    .select(['endedAt', 'ending'])
    .where('orderNo', '=', order.orderNo)
    .where('auditorUserNo', '=', userNo)
    .orderBy('allotmentId', 'desc')
    .limit(1)
    .executeTakeFirst();
  const wentBack = new Set<AllotmentEnding>(['LAPSED', 'RECALLED', 'UNDONE', 'FROZEN', 'RELEASED']);
  if (last?.endedAt && last.ending && wentBack.has(last.ending)) {
    throw new AppError('ORDER_WENT_BACK', { facts: { time: shownTime(last.endedAt) } });
  }
  throw new AppError(order.orderStatus === 'PENDING_REVIEW' ? 'ORDER_NOT_YOURS' : 'ORDER_NOT_UNDER_REVIEW');
}

async function lockSeen(orderNo: string, { tx, caller }: Reviewing): Promise<LoanOrder> {
  await refuseUnseen(tx, caller.scope, orderNo);
  return await lockOrder(tx, orderNo);
}

async function takeBack(
  order: LoanOrder,
  ending: AllotmentEnding,
  reason: string | undefined,
  call: Reviewing,
): Promise<void> {
  const { tx, caller } = call;
  const { orderNo, auditorUserNo } = order;
  await refuseWaiting(tx, orderNo);
  await recallOrder(tx, orderNo, {
    userNo: caller.userNo,
    ending,
    ...(reason !== undefined && { remark: reason }),
  });
  await writeAudit(tx, call, {
    action: ending === 'RELEASED' ? 'audit.order.release' : 'audit.order.recall',
    subjectType: 'order',
    subjectNo: orderNo,
    before: { auditorUserNo },
    after: { auditorUserNo: null, ending },
    ...(reason !== undefined && { reason }),
  });
  if (auditorUserNo !== null) await notifyReviewers(tx, [auditorUserNo]);
}

const LEASES_A_TURN = 500;

/**
 * Sends back what nobody opened before its lease ended, an order a transaction. May run in several processes
 * at once: each order is locked and looked at again, and what another has in hand is left to it.
 * @returns how many went back.
 */
export async function endLeases(db: Database, now: Date = new Date()): Promise<number> {
  const due = await db
    .selectFrom('loanOrder')
    .select('orderNo')
    .where('orderStatus', '=', 'PENDING_REVIEW')
    .where('openedAt', 'is', null)
    .where('leaseEndsAt', '<=', now)
    .orderBy('leaseEndsAt')
    .limit(LEASES_A_TURN)
    .execute();
  let count = 0;
  for (const { orderNo } of due) {
    const isEnded = await db.transaction().execute((tx) => endLease(tx, orderNo, now));
    if (isEnded) count += 1;
  }
  return count;
}

/** @returns false where the lease was opened, ended or prolonged meanwhile. */
async function endLease(tx: Tx, orderNo: string, now: Date): Promise<boolean> {
  const { rows } = await sql<{ auditorUserNo: string }>`
    SELECT auditor_user_no FROM loan_order
    WHERE order_no = ${orderNo} AND order_status = 'PENDING_REVIEW' AND opened_at IS NULL
      AND lease_ends_at <= ${now}
    FOR NO KEY UPDATE SKIP LOCKED`.execute(tx);
  const [held] = rows;
  if (!held) return false;
  await recallOrder(tx, orderNo, { ending: 'LAPSED', at: now });
  await writeAudit(
    tx,
    { requestId: `lease-${randomUUID()}`, address: '' },
    {
      action: 'audit.order.leaseEnded',
      subjectType: 'order',
      subjectNo: orderNo,
      before: { auditorUserNo: held.auditorUserNo },
      after: { auditorUserNo: null },
    },
  );
  await notifyReviewers(tx, [held.auditorUserNo]);
  return true;
}
