import type { route } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import type { Simulated } from '../../platform/rules/index.ts';
import { strategyFor } from './match.ts';
import { routesOf } from './routes-of.ts';

interface Sent {
  readonly orderNo: string;
  readonly productNo: string;
  readonly approvedCents: number;
  readonly payoutType: string;
  readonly createdAt: Date;
}
const SHOWN = 200;

/** The last week's payouts of a merchant through a draft, beside the strategies in force. */
export async function simulateRoute(
  db: Queryable,
  { merchantNo, ruleId, value }: Simulated<route.RouteStrategy>,
  now: Date,
) {
  const { rows } = await sql<Sent>`
    select distinct on (o.order_no) o.order_no, o.product_no, o.approved_cents, o.payout_type, a.created_at
    from payout_attempt a join loan_order o on a.subject_type = 'LOAN' and o.order_no = a.subject_no
    where a.merchant_no = ${merchantNo} and a.created_at > ${now}::timestamptz - interval '7 days'
    order by o.order_no, a.created_at limit 5000`.execute(db);
  const { strategies } = await routesOf(db, merchantNo, now);
  const inForce = strategies.map((one) => ({ ruleId: one.ruleId, value: one.value }));
  const draft = { ruleId: ruleId ?? '', value };
  const others = inForce.filter((one) => one.ruleId !== ruleId);
  const items = rows.map((order) => ({
    subjectNo: order.orderNo,
    amountCents: order.approvedCents,
    outcome: strategyFor([draft, ...others], order, order.createdAt) === draft ? 'ROUTED' : null,
    outcomeInForce:
      ruleId !== null && strategyFor(inForce, order, order.createdAt)?.ruleId === ruleId ? 'ROUTED' : null,
  }));
  const taken = items.filter(({ outcome }) => outcome !== null);
  return {
    considered: items.length,
    matched: taken.length,
    amountCents: taken.reduce((sum, { amountCents }) => sum + amountCents, 0),
    matchedInForce: items.filter(({ outcomeInForce }) => outcomeInForce !== null).length,
    items: items.filter((item) => item.outcome !== null || item.outcomeInForce !== null).slice(0, SHOWN),
  };
}
