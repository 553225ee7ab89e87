import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import { postJournal } from '../../platform/ledger/index.ts';
import type { PayoutAttempt } from '../payouts/index.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import { arriveLoan, loanPayout } from './loan-payout.ts';
import { moveOrder } from './orders.ts';
import type { LoanOrder, OrderChange } from './loan-order.ts';
import { COMMAND_TO, retrievalFaults, type RetrievalTarget } from './retrieval-fault.ts';

export interface Retrieval {
  readonly target: RetrievalTarget;
  readonly userNo: string;
  readonly reason: string;
  /** Who gets it, and until when; with PENDING_REVIEW alone. */
  readonly lease?: { readonly auditorUserNo: string; readonly endsAt: Date };
  /** With DISBURSED alone. */
  readonly times?: { readonly auditTime: Date; readonly lendingTime: Date };
  readonly checkerUserNo?: string;
}

/**
 * Returns a locked order to a state before, by the machine's retrieval pairs alone. What was decided is
 * set aside; going back to the refusal it came from puts that there again.
 * @throws AppError as `retrievalFaults` names it.
 */
export async function retrieveOrder(tx: Tx, order: LoanOrder, how: Retrieval): Promise<LoanOrder> {
  const { target, userNo, reason, lease } = how;
  const fault = (await retrievalFaults(tx, [order], target)).get(order.orderNo) ?? null;
  if (fault !== null) throw new AppError(fault);
  if (target === 'DISBURSED') return await recogniseDisbursement(tx, order, how);
  const move = { command: COMMAND_TO[target], userNo, remark: reason };
  if (target === 'MACHINE_REFUSED' || target === 'REFUSED') {
    return await moveOrder(tx, order, { ...move, change: await putBack(tx, order.orderNo) });
  }
  if (target === 'PENDING_DISBURSEMENT') {
    return await moveOrder(tx, order, { ...move, change: { paidOutCents: null } });
  }
  await setAside(tx, order);
  return await moveOrder(tx, order, { ...move, change: begunAnew(order, lease) });
}

/**
 * Brings a refused order up for a second look.
 * @throws AppError ILLEGAL_TRANSITION
 */
export async function reReviewOrder(
  tx: Tx,
  order: LoanOrder,
  how: Pick<Retrieval, 'userNo' | 'reason' | 'lease'>,
): Promise<LoanOrder> {
  const { userNo, reason, lease } = how;
  const command = lease ? 'reReviewToReview' : 'reReviewToAllocate';
  const moved = await moveOrder(tx, order, {
    command,
    userNo,
    remark: reason,
    change: begunAnew(order, lease),
  });
  await setAside(tx, order);
  return moved;
}

/** Nobody decided it, nobody has it, but for the lease it may come with. */
function begunAnew(order: LoanOrder, lease: Retrieval['lease']): OrderChange {
  const { orderStatus } = order;
  const isRefused = orderStatus === 'MACHINE_REFUSED' || orderStatus === 'REFUSED';
  return {
    cameFrom: isRefused ? orderStatus : null,
    approvedCents: null,
    auditorUserNo: lease?.auditorUserNo ?? null,
    leaseEndsAt: lease?.endsAt ?? null,
    allottedAt: lease ? new Date() : null,
    openedAt: null,
    reviewerUserNo: null,
    refuseCode: null,
    decisionRemark: null,
    returnedUntil: null,
    auditTime: null,
  };
}

const instant = z.nullable(z.string());
const kept = z.object({
  refuseCode: z.nullable(z.string()),
  reviewerUserNo: z.nullable(z.string()),
  decisionRemark: z.nullable(z.string()),
  auditTime: instant,
  refusedAt: instant,
});

async function setAside(tx: Tx, order: LoanOrder): Promise<void> {
  const { refuseCode, reviewerUserNo, decisionRemark, auditTime, refusedAt } = order;
  const aside = { refuseCode, reviewerUserNo, decisionRemark, auditTime, refusedAt };
  await sql`UPDATE loan_order SET set_aside = ${JSON.stringify(aside)}::jsonb
    WHERE order_no = ${order.orderNo}`.execute(tx);
}

/** The refusal as it stood, for an order that goes back to it. */
async function putBack(tx: Tx, orderNo: string): Promise<OrderChange> {
  const { rows } = await sql<{ setAside: unknown }>`
    SELECT set_aside FROM loan_order WHERE order_no = ${orderNo}`.execute(tx);
  const nobody = { auditorUserNo: null, leaseEndsAt: null, allottedAt: null, openedAt: null };
  const found = kept.safeParse(rows[0]?.setAside);
  if (!found.success) return nobody;
  const { auditTime, refusedAt, ...decision } = found.data;
  const date = (text: string | null) => (text === null ? null : new Date(text));
  return { ...nobody, ...decision, auditTime: date(auditTime), refusedAt: date(refusedAt) };
}

async function attemptsOf(db: Tx, orderNo: string): Promise<PayoutAttempt[]> {
  return await db
    .selectFrom('payoutAttempt')
    .selectAll()
    .where('subjectType', '=', 'LOAN')
    .where('subjectNo', '=', orderNo)
    .orderBy('attemptCount', 'desc')
    .execute();
}

/**
 * DISBURSED, for an order whose payout succeeded after it had been given up: its bills and the journals of
 * sending and success, which a failure had mirrored, are posted by the day the money arrived; once.
 */
async function recogniseDisbursement(tx: Tx, order: LoanOrder, how: Retrieval): Promise<LoanOrder> {
  const { userNo, reason, checkerUserNo, times } = how;
  if (times === undefined) throw new AppError('RETRIEVAL_TIMES');
  const attempt = (await attemptsOf(tx, order.orderNo)).find((one) => one.attemptStatus === 'SUCCESS');
  if (!attempt) throw new AppError('RETRIEVAL_UNPAID');
  const { auditTime, lendingTime } = times;
  const journal = (kind: string) => ({
    kind,
    businessDate: businessDateOf(lendingTime),
    merchantNo: order.merchantNo,
    cause: { type: 'PAYOUT', no: attempt.attemptNo },
    idempotencyKey: `retrieval/${attempt.attemptNo}/${kind}`,
    makerUserNo: userNo,
    ...(checkerUserNo !== undefined && { checkerUserNo }),
  });
  if (!(await isSentPosted(tx, attempt.attemptNo))) {
    const lines = await loanPayout.sent(tx, attempt, lendingTime);
    await postJournal(tx, { ...journal('PAYOUT_SENT'), lines });
  }
  const change = { auditTime, lendingTime, paidOutCents: attempt.amountCents };
  const move = { command: 'retrieveToDisbursed', userNo, remark: reason, change } as const;
  const lines = await arriveLoan(tx, attempt, move, lendingTime);
  await postJournal(tx, { ...journal('PAYOUT_SUCCEEDED'), lines });
  return { ...order, ...change, orderStatus: 'DISBURSED', version: order.version + 1 };
}

/** Whether the journal of the sending still stands. */
async function isSentPosted(tx: Tx, attemptNo: string): Promise<boolean> {
  const found = await tx
    .selectFrom('journal as j')
    .leftJoin('journalReversal as r', 'r.reversesId', 'j.journalId')
    .select('j.journalId')
    .where('j.causeType', '=', 'PAYOUT')
    .where('j.causeNo', '=', attemptNo)
    .where('j.journalKind', '=', 'PAYOUT_SENT')
    .where('j.reversesId', 'is', null)
    .where('r.journalId', 'is', null)
    .executeTakeFirst();
  return found !== undefined;
}
