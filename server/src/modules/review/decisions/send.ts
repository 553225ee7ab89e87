import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database, Queryable, Tx } from '../../../db/database.ts';
import { isLostRace } from '../../../db/lost-race.ts';
import { AppError } from '../../../http/app-error.ts';
import { textOfError } from '../../../http/messages.ts';
import type { Services } from '../../../services.ts';
import { needed } from '../../../needed.ts';
import { lendingDays, limitAt } from '../../lending/lending-limits/index.ts';
import { disburseOrder, type LoanOrder, lockOrder, PAYABLE, warnOfFailedPayout } from '../../lending/orders/index.ts';
import { publishWarnings } from '../../platform/warnings/index.ts';
import { everyRoute, sendingOf } from '../../lending/routing/index.ts';
import { isSentAutomatically, routeOf } from './route.ts';

type Sender = Pick<Services, 'engine' | 'events'>;

/**
 * Pays a passed order out where its merchant's route does so automatically: the reviewer is the maker, the route's
 * approver the checker. Nothing where somebody else was quicker. What is in the way becomes a warning.
 */
export async function autoSendOf(
  { db, services, log }: { readonly db: Database; readonly services: Sender; readonly log: Pick<Logger, 'warn'> },
  orderNo: string,
): Promise<void> {
  const attemptNo = await createPayout(db, services, orderNo).catch(async (error: unknown) => {
    // It goes once a day has room, an account money or a route is there, oldest first: its list says why it waits.
    if (error instanceof AppError && HOLDS.has(error.error)) return null;
    // Taken up again with those that were not sent at once.
    if (isLostRace(error)) return null;
    log.warn({ err: error, orderNo }, 'a passed order was not disbursed automatically');
    await warn(db, services, orderNo, error);
    return null;
  });
  if (attemptNo !== null) await services.engine.send(attemptNo);
}

async function createPayout(db: Database, services: Sender, orderNo: string): Promise<string | null> {
  return await db.transaction().execute(async (tx) => {
    const order = await lockOrder(tx, orderNo);
    const { reviewerUserNo, orderStatus } = order;
    if (orderStatus !== 'PENDING_DISBURSEMENT' || reviewerUserNo === null) return null;
    const route = await routeOf(tx, order);
    if (!isSentAutomatically(route, reviewerUserNo, order, services)) return null;
    if (await isOutOfTurn(tx, order)) return null;
    const checkerUserNo = needed(route.approverUserNo, `the approver of ${orderNo}`);
    return await disburseOrder(tx, orderNo, { makerUserNo: reviewerUserNo, checkerUserNo });
  });
}

/** An order stays where it is and is tried again. */
const HOLDS: ReadonlySet<string> = new Set(['LIMIT_REACHED', 'ACCOUNT_LIMIT_REACHED', 'NO_ROUTE', 'FLOAT_LOW']);

/** Passed so long ago, it was not sent at once: the process ended in between. */
const SETTLED_MS = 60_000;

/** Where a limit bounds the merchant's day: whether an older order goes before this one, with the next sweep. */
async function isOutOfTurn(tx: Tx, order: LoanOrder): Promise<boolean> {
  const { merchantNo, loanType, auditTime } = order;
  const now = new Date();
  if (auditTime === null || (await limitAt(tx, order, now)) === null) return false;
  const older = (await leftBehind(tx, now, [merchantNo]))
    .where('loanOrder.merchantNo', '=', merchantNo)
    .where('loanOrder.loanType', '=', loanType)
    .where('loanOrder.auditTime', '<', auditTime);
  return (await leaving(tx, older, now)).length > 0;
}

/** Passed orders that are still there, oldest first; none that waits for its merchant's day to end. */
async function leftBehind(db: Queryable, now: Date, merchantNos: readonly string[] | null) {
  const days = await lendingDays(db, now, merchantNos);
  const held = days.flatMap((day) => day.held.map(({ orderNo }) => orderNo));
  return (
    db
      .selectFrom('loanOrder')
      .select(['loanOrder.orderNo', 'loanOrder.merchantNo', 'loanOrder.productNo', 'loanOrder.approvedCents'])
      .select(['loanOrder.reviewerUserNo'])
      .where('loanOrder.orderStatus', '=', 'PENDING_DISBURSEMENT')
      .where('loanOrder.payoutType', '=', PAYABLE.payoutType)
      .where('loanOrder.payoutSubType', '=', PAYABLE.payoutSubType)
      .where('loanOrder.auditTime', '<', new Date(now.getTime() - SETTLED_MS))
      .where(sql<boolean>`loan_order.order_no <> ALL(${held}::text[])`)
      // What somebody retrieved or failed to send once waits for a hand.
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('warning')
              .select('warningNo')
              .where('sourceType', '=', 'PAYOUT_FAILED')
              .whereRef('sourceKey', '=', 'loanOrder.orderNo')
              .where('warningStatus', '<>', 'RESOLVED'),
          ),
        ),
      )
      .orderBy('loanOrder.auditTime')
  );
}

/** Waiting orders looked at in a round. */
const LOOKED_AT = 2_000;

/** Of these, the ones that a strategy sends automatically at this moment. */
async function leaving(db: Queryable, waiting: Awaited<ReturnType<typeof leftBehind>>, now: Date): Promise<string[]> {
  const [orders, routes] = [await waiting.limit(LOOKED_AT).execute(), await everyRoute(db, now)];
  return orders
    .filter((order) => {
      const { autoSend, approverUserNo } = sendingOf(routes.get(order.merchantNo), order, now);
      return autoSend && approverUserNo !== order.reviewerUserNo;
    })
    .map(({ orderNo }) => orderNo);
}

/**
 * Sends what a process that ended left unsent, and what waited for room in its merchant's day. Run now and then;
 * several processes may do it at once.
 */
export async function sendPassedOrders(db: Database, services: Sender, log: Pick<Logger, 'warn'>): Promise<number> {
  const now = new Date();
  const left = (await leaving(db, await leftBehind(db, now, null), now)).slice(0, 50);
  for (const orderNo of left) await autoSendOf({ db, services, log }, orderNo);
  return left.length;
}

async function warn(db: Database, services: Sender, orderNo: string, error: unknown): Promise<void> {
  const order = await db
    .selectFrom('loanOrder')
    .select(['orderNo', 'merchantNo', 'approvedCents'])
    .where('orderNo', '=', orderNo)
    .executeTakeFirst();
  if (!order) return;
  const reason = error instanceof AppError ? textOfError(error.error, 'en', error.facts) : 'a fault of ours';
  const failed = { ...order, amountCents: order.approvedCents };
  const numbers = await warnOfFailedPayout(db, failed, reason);
  if (numbers.length > 0) await publishWarnings(db, services.events, numbers);
}
