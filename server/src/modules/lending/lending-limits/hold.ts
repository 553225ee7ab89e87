import { needed } from '../../../needed.ts';
import { sql } from 'kysely';
import type { Queryable, Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import { type BusinessDate, businessDateOf } from '../../platform/policy/index.ts';
import { type LimitSubject, limitAt, subjectOf } from './limit.ts';
import { type Use, waits } from './rules.ts';

/** What an order is asked about before its money leaves. */
interface Leaving extends LimitSubject {
  readonly orderNo: string;
  readonly approvedCents: number | null;
  readonly auditTime: Date | null;
  readonly orderStatus: string;
}

/** What of a day's limit is used: loans on their way or out. One that failed gave it back. */
export async function usedOn(db: Queryable, { merchantNo, loanType }: LimitSubject, day: BusinessDate): Promise<Use> {
  return await db
    .selectFrom('payoutAttempt')
    .select([
      sql<number>`coalesce(sum(lent_cents), 0)::bigint`.as('usedCents'),
      sql<number>`count(*)::int`.as('usedOrders'),
    ])
    .where('merchantNo', '=', merchantNo)
    .where('lentAs', '=', loanType)
    .where('lentOn', '=', day)
    .where('attemptStatus', '<>', 'FAILED')
    .executeTakeFirstOrThrow();
}

/**
 * Lets an order leave within its merchant's limit of the day, oldest first. Whoever sends for a merchant with a
 * limit waits here for those who do so at the same moment, until they have committed: what they send is counted.
 * @throws AppError LIMIT_REACHED
 */
export async function refuseBeyondLimit(tx: Tx, order: Leaving, at: Date): Promise<void> {
  if ((await limitAt(tx, order, at)) === null) return;
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`lending ${subjectOf(order)}`}, 0))`.execute(tx);
  // As it is now: it may have been lowered meanwhile.
  const limit = await limitAt(tx, order, at);
  if (limit === null) return;
  const use = await usedOn(tx, order, businessDateOf(at));
  const older = await olderOf(tx, order);
  const approvedCents = needed(order.approvedCents, `the approved amount of ${order.orderNo}`);
  if (!(await isPaused(tx, order)) && !waits(limit, use, approvedCents, older)) return;
  throw new AppError('LIMIT_REACHED', {
    facts: {
      ...use,
      dailyAmountLimitCents: limit.dailyAmountLimitCents,
      dailyOrderLimit: limit.dailyOrderLimit,
    },
  });
}

/** Amounts of what was passed earlier and is not sent yet. A failed payout that is sent again is in no queue. */
async function olderOf(tx: Tx, order: Leaving): Promise<number[]> {
  if (order.orderStatus !== 'PENDING_DISBURSEMENT' || order.auditTime === null) return [];
  const rows = await tx
    .selectFrom('loanOrder')
    .select('approvedCents')
    .distinct()
    .where('merchantNo', '=', order.merchantNo)
    .where('loanType', '=', order.loanType)
    .where('orderStatus', '=', sql.lit('PENDING_DISBURSEMENT'))
    .where(({ eb, refTuple, tuple }) =>
      eb(refTuple('auditTime', 'orderNo'), '<', tuple(order.auditTime ?? new Date(), order.orderNo)),
    )
    .execute();
  return rows.map(({ approvedCents }) => needed(approvedCents, 'the approved amount of an order that waits'));
}

async function isPaused(tx: Tx, { merchantNo, loanType }: LimitSubject): Promise<boolean> {
  const pause = await tx
    .selectFrom('lendingPause')
    .select('pausedAt')
    .where('merchantNo', '=', merchantNo)
    .where('loanType', '=', loanType)
    .executeTakeFirst();
  return pause !== undefined;
}
