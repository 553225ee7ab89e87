import type { payoutOrder } from '@kituo/sdk/contracts';
import { merchantsSeen } from '../../../http/merchant-scope.ts';
import type { Reading } from '../../../lists/index.ts';
import { lendingDays } from '../../lending/lending-limits/index.ts';
import { isPayable, ordersWithin } from '../../lending/orders/index.ts';
import { bookedBalances } from '../balances/index.ts';
import { needed } from '../../../needed.ts';

type HoldReason = NonNullable<payoutOrder.PayoutOrderRow['holdReason']>;

/** Loans leave from here until a route says otherwise. */
const FLOAT = 'BANK.MPESA_FLOAT';
/** More orders than these never wait at once. */
const MOST = 20_000;

/** Orders that were passed and wait, each with why: nothing pays them, their merchant’s day is full, or the float is low. */
export async function heldBack({ db, caller }: Pick<Reading, 'db' | 'caller'>): Promise<Map<string, HoldReason>> {
  const waiting = await db
    .selectFrom('loanOrder')
    .select(['orderNo', 'payoutType', 'payoutSubType', 'approvedCents'])
    .where('orderStatus', '=', 'PENDING_DISBURSEMENT')
    .where(ordersWithin(caller.scope))
    .orderBy('auditTime')
    .limit(MOST)
    .execute();
  const held = new Map<string, HoldReason>();
  if (waiting.length === 0) return held;
  const account = await db
    .selectFrom('loanerAccount')
    .select('enabled')
    .where('accountCode', '=', FLOAT)
    .executeTakeFirst();
  const balanceCents = (await bookedBalances(db, [FLOAT])).get(FLOAT) ?? 0;
  for (const order of waiting) {
    if (!isPayable(order) || account?.enabled === false) held.set(order.orderNo, 'NO_ROUTE');
    else if (needed(order.approvedCents, `what was approved of ${order.orderNo}`) > balanceCents)
      held.set(order.orderNo, 'FLOAT_LOW');
  }
  for (const day of await lendingDays(db, new Date(), merchantsSeen(caller.scope))) {
    for (const { orderNo } of day.held) if (!held.has(orderNo)) held.set(orderNo, 'LIMIT_REACHED');
  }
  return held;
}
