import type { orgMerchant, ParsedRequestOf, ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { AppError } from '../../../http/app-error.ts';
import type { Call } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { addDays, businessDateOf, startOfBusinessDate } from '../../platform/policy/index.ts';
import { limitFor, type TrafficLimit } from './admit.ts';
import { turnedAwayOn } from './turned-away.ts';

/** Somebody who came: to register, or to apply with so many settled loans. */
interface Arrival {
  readonly kind: 'REGISTRATION' | 'APPLICATION';
  readonly settledOrders: number;
  /** Of the day (EAT). */
  readonly hour: number;
}

/** By hour, whom limits would let in of those who came, in the order in which they did. Pure. */
export function replayed(
  limits: readonly TrafficLimit[],
  arrivals: readonly Arrival[],
): ReplyOf<typeof orgMerchant.replay>['hours'] {
  const admittedUnder = new Map<string, number>();
  const hours = new Map<number, { admitted: number; turnedAway: number }>();
  for (const { kind, settledOrders, hour } of arrivals) {
    const limit = limitFor(limits, settledOrders);
    const most = limit?.dailyLimit ?? -1;
    const under = `${kind} ${limit?.settledOrderCount ?? -1}`;
    const before = admittedUnder.get(under) ?? 0;
    const isIn = most < 0 || before < most;
    if (isIn) admittedUnder.set(under, before + 1);
    const { admitted, turnedAway } = hours.get(hour) ?? { admitted: 0, turnedAway: 0 };
    hours.set(hour, { admitted: admitted + Number(isIn), turnedAway: turnedAway + Number(!isIn) });
  }
  return [...hours].map(([hour, counted]) => ({ hour, ...counted })).toSorted((one, other) => one.hour - other.hour);
}

/** What limits would have made of yesterday (EAT): of those who were let in and of those who were turned away. */
export async function replayYesterday(
  { merchantNo, trafficLimits }: ParsedRequestOf<typeof orgMerchant.replay>,
  { db, caller }: Call,
): Promise<ReplyOf<typeof orgMerchant.replay>> {
  if (!seesMerchant(caller.scope, merchantNo)) throw new AppError('NOT_FOUND');
  const today = businessDateOf(new Date());
  const bizDate = addDays(today, -1);
  const [from, until] = [startOfBusinessDate(bizDate), startOfBusinessDate(today)];
  const { rows } = await sql<Arrival>`
    SELECT kind, settled_orders, extract(hour FROM at AT TIME ZONE 'Africa/Nairobi')::int AS hour FROM (
      SELECT 'REGISTRATION' AS kind, 0 AS settled_orders, c.created_at AS at FROM customer c
      WHERE c.merchant_no = ${merchantNo} AND c.created_at >= ${from} AND c.created_at < ${until}
      UNION ALL
      SELECT 'APPLICATION', (SELECT count(*)::int FROM loan_order p WHERE p.customer_no = o.customer_no
        AND p.order_status = 'CLOSED' AND p.closed_at < o.apply_time), o.apply_time FROM loan_order o
      WHERE o.merchant_no = ${merchantNo} AND o.apply_time >= ${from} AND o.apply_time < ${until}
      UNION ALL ${turnedAwayOn(merchantNo, bizDate, from, until)}) arrived
    ORDER BY at`.execute(db);
  return { bizDate, hours: replayed(trafficLimits, rows) };
}
