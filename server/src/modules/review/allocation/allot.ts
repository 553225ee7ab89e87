import type { Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext } from '../../../http/implement.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { publishIn } from '../../platform/events/index.ts';
import { refuseUnseen } from '../order-lists/index.ts';
import { allocateOrder, lockOrder, type LoanOrder, recallOrder } from '../../lending/orders/index.ts';
import { lockPersonnel } from '../../staff/personnel/index.ts';
import { snapshotReviewConfig } from '../review-config/index.ts';
import { readOrdersToAllot } from './orders-to-allot.ts';
import { readReviewers } from './reviewers.ts';
import { refusalOf } from './rules.ts';
import { shownTime } from '../../platform/policy/index.ts';

/** What these commands need of a call; an item of a job has it, too. */
export type Reviewing = Pick<CommandContext, 'tx' | 'caller' | 'requestId' | 'address'>;

export interface AllotRequest {
  readonly orderNo: string;
  readonly auditorUserNo: string;
  /** Takes it from its present reviewer in the same step. */
  readonly isReallocation: boolean;
}

/**
 * Hands one order to one reviewer. The order is locked first and the reviewer's record after it, so of two
 * leads with the same order one is told who has it, and of two with the last place one that it is gone.
 */
export async function allotOne(
  { orderNo, auditorUserNo, isReallocation }: AllotRequest,
  call: Reviewing,
): Promise<void> {
  const { tx, caller } = call;
  await refuseUnseen(tx, caller.scope, orderNo);
  const order = await lockOrder(tx, orderNo);
  if (isReallocation) await refuseMoved(tx, order, auditorUserNo);
  else await refuseTaken(tx, order);
  await refuseReviewer(tx, order, auditorUserNo);
  const before = order.auditorUserNo;
  if (isReallocation) await recallOrder(tx, orderNo, { userNo: caller.userNo });
  await handOver(tx, order, auditorUserNo, caller.userNo);
  await writeAudit(tx, call, {
    action: isReallocation ? 'audit.order.reallot' : 'audit.order.allot',
    subjectType: 'order',
    subjectNo: orderNo,
    before: { auditorUserNo: before },
    after: { auditorUserNo },
  });
  await notifyReviewers(tx, before === null ? [auditorUserNo] : [auditorUserNo, before]);
}

/** Tells the consoles of these people that their queue changed, with the commit. */
export async function notifyReviewers(tx: Tx, userNos: readonly string[]): Promise<void> {
  if (userNos.length > 0) await publishIn(tx, { userNos }, { type: 'orders' });
}

/** Gives the order its reviewer, with the rules of now and their lease. */
export async function handOver(
  tx: Tx,
  order: LoanOrder,
  auditorUserNo: string,
  byUserNo: string | undefined,
): Promise<void> {
  const at = new Date();
  const { leaseMinutes } = await snapshotReviewConfig(tx, order, at);
  await allocateOrder(tx, order.orderNo, auditorUserNo, {
    at,
    leaseMinutes,
    ...(byUserNo !== undefined && { userNo: byUserNo }),
  });
}

async function refuseTaken(tx: Tx, { orderStatus, auditorUserNo, allottedAt }: LoanOrder) {
  if (orderStatus === 'TO_ALLOCATE') return;
  if (orderStatus !== 'PENDING_REVIEW' || auditorUserNo === null) {
    throw new AppError('ORDER_NOT_TO_ALLOCATE');
  }
  const { realName } = await tx
    .selectFrom('appUser')
    .select('realName')
    .where('userNo', '=', auditorUserNo)
    .executeTakeFirstOrThrow();
  const time = shownTime(allottedAt ?? new Date());
  throw new AppError('ORDER_TAKEN', { facts: { name: realName, time } });
}

async function refuseMoved(tx: Tx, order: LoanOrder, auditorUserNo: string): Promise<void> {
  if (order.orderStatus !== 'PENDING_REVIEW') throw new AppError('ORDER_NOT_UNDER_REVIEW');
  if (order.auditorUserNo === auditorUserNo) {
    throw new AppError('AUDITOR_SAME', { fields: ['auditorUserNos'] });
  }
  await refuseWaiting(tx, order.orderNo);
}

/** A pass that awaits approval is decided first: taking the order away would leave it in the air. */
export async function refuseWaiting(tx: Tx, orderNo: string): Promise<void> {
  const waiting = await tx
    .selectFrom('orderReview')
    .select('reviewNo')
    .where('orderNo', '=', orderNo)
    .where('reviewStatus', '=', 'WAITING')
    .limit(1)
    .executeTakeFirst();
  if (waiting) throw new AppError('PAYOUT_CHANGE_WAITS');
}

async function refuseReviewer(tx: Tx, order: LoanOrder, auditorUserNo: string): Promise<void> {
  await lockPersonnel(tx, 'AUDITOR', [auditorUserNo]);
  const [reviewer] = await readReviewers(tx, 'all', new Date(), [auditorUserNo]);
  const [facts] = await readOrdersToAllot(tx, [order.orderNo]);
  if (!reviewer || !facts) throw new AppError('AUDITOR_NOT_FOUND', { fields: ['auditorUserNos'] });
  const refusal = refusalOf(reviewer, facts);
  if (!refusal) return;
  throw new AppError(refusal.error, {
    fields: ['auditorUserNos'],
    ...(refusal.facts && { facts: refusal.facts }),
  });
}
