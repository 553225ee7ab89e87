import { sql } from 'kysely';
import { ordersWithin } from '../../lending/orders/index.ts';
import { tileOf } from '../../platform/tiles/index.ts';
import { attempts } from './read-attempts.ts';

const page = '/AdminContent/AfterLoanSystem/LoanManagement';

/** Payouts of which nobody knows whether the money left. */
const unknownTile = tileOf({
  key: 'payouts.unknown',
  title: { en: 'Payouts without response', zh: '结果未知的打款' },
  page,
  query: 'tab=unknown',
  read: async (call) =>
    await attempts
      .query({ attemptStatus: 'UNKNOWN' }, call)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .select(sql<number>`coalesce(sum(payout_attempt.amount_cents), 0)::bigint`.as('amountCents'))
      .executeTakeFirstOrThrow(),
});

/** Orders whose payout failed: sent again or voided by somebody. */
const failedTile = tileOf({
  key: 'payouts.failed',
  title: { en: 'Failed disbursements', zh: '放款失败订单' },
  page,
  query: 'orderStatus=DISBURSE_FAILED',
  read: async ({ db, caller }) =>
    await db
      .selectFrom('loanOrder')
      .where('orderStatus', '=', 'DISBURSE_FAILED')
      .where(ordersWithin(caller.scope))
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .select(sql<number>`coalesce(sum(loan_order.approved_cents), 0)::bigint`.as('amountCents'))
      .executeTakeFirstOrThrow(),
});

export const payoutTiles = [unknownTile, failedTile];
