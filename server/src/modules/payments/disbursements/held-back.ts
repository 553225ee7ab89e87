import type { payoutOrder } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import type { DataScope } from '../../../http/implement.ts';
import { merchantsSeen } from '../../../http/merchant-scope.ts';
import type { Reading } from '../../../lists/index.ts';
import { lendingDays } from '../../lending/lending-limits/index.ts';
import { isForBank, isPayable, ordersWithin } from '../../lending/orders/index.ts';
import { bankAccountOf, everyRoute, holdOf } from '../../lending/routing/index.ts';

type HoldReason = NonNullable<payoutOrder.PayoutOrderRow['holdReason']>;

/** More orders than these never wait at once. */
const MAX = 20_000;

/** Orders that were passed and wait, each with why: nothing pays them, a day is full, or the float is low. */
export async function heldBack({ db, caller }: Pick<Reading, 'db' | 'caller'>): Promise<Map<string, HoldReason>> {
  return await heldWithin(db, caller.scope);
}

/** Passed orders that nothing pays now, by merchant. */
export async function withoutRoute(db: Queryable) {
  const held = await heldWithin(db, 'all');
  const orderNos = [...held].flatMap(([orderNo, reason]) => (reason === 'NO_ROUTE' ? [orderNo] : []));
  if (orderNos.length === 0) return [];
  return await db
    .selectFrom('loanOrder as o')
    .innerJoin('merchant as m', 'm.merchantNo', 'o.merchantNo')
    .select(['o.merchantNo', 'm.merchantName'])
    .select([
      sql<number>`count(*)::int`.as('orders'),
      sql<number>`coalesce(sum(o.approved_cents), 0)::bigint`.as('amountCents'),
    ])
    .where(sql<boolean>`o.order_no = any(${orderNos}::text[])`)
    .groupBy(['o.merchantNo', 'm.merchantName'])
    .orderBy('o.merchantNo')
    .execute();
}

/** What the reason depends on. */
interface Passed {
  readonly orderNo: string;
  readonly merchantNo: string;
  readonly productNo: string;
  readonly payoutType: 'MOBILE_MONEY' | 'BANK' | 'E_WALLET';
  readonly payoutSubType: string;
  readonly approvedCents: number | null;
}

/** The same for the orders of a page alone, of any state: thousands may wait beside them. */
export async function heldAmong(
  db: Queryable,
  orders: readonly (Passed & { readonly orderStatus: string })[],
): Promise<Map<string, HoldReason>> {
  const waiting = orders.filter(({ orderStatus }) => orderStatus === 'PENDING_DISBURSEMENT');
  return await reasonsOf(db, waiting, [...new Set(waiting.map(({ merchantNo }) => merchantNo))]);
}

async function heldWithin(db: Queryable, scope: DataScope): Promise<Map<string, HoldReason>> {
  const waiting = await db
    .selectFrom('loanOrder')
    .select(['orderNo', 'merchantNo', 'productNo', 'payoutType', 'payoutSubType', 'approvedCents'])
    .where('orderStatus', '=', 'PENDING_DISBURSEMENT')
    .where(ordersWithin(scope))
    .orderBy('auditTime')
    .limit(MAX)
    .execute();
  return await reasonsOf(db, waiting, merchantsSeen(scope));
}

async function reasonsOf(
  db: Queryable,
  waiting: readonly Passed[],
  merchantNos: readonly string[] | null,
): Promise<Map<string, HoldReason>> {
  const held = new Map<string, HoldReason>();
  if (waiting.length === 0) return held;
  const now = new Date();
  const [why, routes] = [await holdOf(db, now), await everyRoute(db, now)];
  for (const order of waiting) {
    const isByFirstAccount = isForBank(order) && routes.get(order.merchantNo)?.isBankConfigured !== true;
    const hasWay = isForBank(order) || isPayable(order);
    const reason = isByFirstAccount ? await bankHold(db, order) : hasWay ? why(order) : 'NO_ROUTE';
    if (reason !== null) held.set(order.orderNo, reason);
  }
  for (const day of await lendingDays(db, now, merchantNos)) {
    for (const { orderNo } of day.held) if (!held.has(orderNo)) held.set(orderNo, 'LIMIT_REACHED');
  }
  return held;
}

/** Few go to banks: their accounts are looked up one by one. */
async function bankHold(
  db: Queryable,
  { merchantNo, approvedCents }: { readonly merchantNo: string; readonly approvedCents: number | null },
): Promise<HoldReason | null> {
  if (approvedCents === null) throw new Error('An order that waits for its payout has no approved amount');
  const found = await bankAccountOf(db, merchantNo, approvedCents, new Date());
  return 'hold' in found ? found.hold : null;
}
