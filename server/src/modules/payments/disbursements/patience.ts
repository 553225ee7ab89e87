import type { autoCancel, ParsedRequestOf, ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { AppError } from '../../../http/app-error.ts';
import type { Call } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';

/** Hours of waiting that the chart tells apart; a rule waits for 1 to 720. */
const HOURS = [1, 3, 6, 12, 24, 48, 72, 120, 240, 480, 720];

/**
 * What became of orders that waited in a status, by how long they did: paid after all, or voided. Of those that came to
 * the status in the last 90 days, each from its first time on.
 * @throws AppError REFERENCE_UNKNOWN for a merchant that the caller does not see
 */
export async function readPatience(
  { merchantNo, orderStatus, productNos, waitHours }: ParsedRequestOf<typeof autoCancel.patience>,
  { db, caller }: Call,
): Promise<ReplyOf<typeof autoCancel.patience>> {
  if (!seesMerchant(caller.scope, merchantNo)) throw new AppError('REFERENCE_UNKNOWN', { fields: ['merchantNo'] });
  const { rows } = await sql<{ hours: number; isPaid: boolean; isBeyond: boolean; orders: number; cents: number }>`
    select width_bucket(d.hours, ${HOURS}::float8[]) as hours, d.to_status = 'DISBURSED' as is_paid,
      d.hours > ${waitHours} as is_beyond, count(*)::int as orders, sum(coalesce(d.approved_cents, 0))::bigint as cents
    from (select o.approved_cents, n.to_status, extract(epoch from n.at - s.at)::float8 / 3600 as hours
      from loan_order o
      cross join lateral (select min(e.at) as at from order_event e
        where e.order_no = o.order_no and e.to_status = ${orderStatus}) s
      cross join lateral (select e.to_status, e.at from order_event e
        where e.order_no = o.order_no and e.to_status in ('DISBURSED', 'VOIDED') and e.at >= s.at
        order by e.event_id desc limit 1) n
      where o.merchant_no = ${merchantNo} and o.order_status in ('DISBURSED', 'CLOSED', 'VOIDED')
        and (cardinality(${productNos}::text[]) = 0 or o.product_no = any(${productNos}::text[]))
        and s.at > now() - interval '90 days') d
    group by 1, 2, 3`.execute(db);
  const sum = (found: typeof rows, of: 'orders' | 'cents') => found.reduce((total, row) => total + row[of], 0);
  const paidBeyond = rows.filter(({ isPaid, isBeyond }) => isPaid && isBeyond);
  return {
    waits: [...HOURS, null].map((untilHours, bucket) => {
      const ended = (isPaid: boolean) => rows.filter((row) => row.hours === bucket && row.isPaid === isPaid);
      return { untilHours, paidCount: sum(ended(true), 'orders'), voidedCount: sum(ended(false), 'orders') };
    }),
    beyond: { paidCount: sum(paidBeyond, 'orders'), paidCents: sum(paidBeyond, 'cents') },
  };
}
