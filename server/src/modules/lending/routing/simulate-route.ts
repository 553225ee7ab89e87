import type { route } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import type { Simulated } from '../../platform/rules/index.ts';
import { strategyFor } from './match.ts';
import { expectedOf } from './expected.ts';
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
  const isForBank = value.payoutType === 'BANK';
  const items = rows.map((order) => {
    const found = strategyFor([draft, ...others], order, order.createdAt);
    // What is paid otherwise has strategies of its own.
    const isLeft = found === null && (order.payoutType === 'BANK') === isForBank;
    return {
      subjectNo: order.orderNo,
      amountCents: order.approvedCents,
      outcome: found === draft ? 'ROUTED' : isLeft ? 'NO_ROUTE' : null,
      outcomeInForce:
        ruleId !== null && strategyFor(inForce, order, order.createdAt)?.ruleId === ruleId ? 'ROUTED' : null,
    };
  });
  const taken = items.filter(({ outcome }) => outcome === 'ROUTED');
  const unrouted = items.filter(({ outcome }) => outcome === 'NO_ROUTE');
  return {
    considered: items.length,
    matched: taken.length,
    amountCents: taken.reduce((sum, { amountCents }) => sum + amountCents, 0),
    matchedInForce: items.filter(({ outcomeInForce }) => outcomeInForce !== null).length,
    items: [...unrouted, ...items.filter(isShown)].slice(0, SHOWN),
    replayed: { unrouted: unrouted.length, ...(await expectedOf(db, value, taken.length, now)) },
  };
}

/** What nobody would pay comes before it. */
const isShown = ({ outcome, outcomeInForce }: { outcome: string | null; outcomeInForce: string | null }): boolean =>
  outcome !== 'NO_ROUTE' && (outcome !== null || outcomeInForce !== null);
