import type { route, rules } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';

interface Lately {
  readonly accountId: string;
  readonly ended: number;
  readonly succeeded: number;
  readonly medianSeconds: number | null;
  /** Charged by the channel for a payout, on average; null where nothing was charged or paid. */
  readonly feeCents: number | null;
}

/**
 * How a strategy's payouts would end, how fast and at which cost: what its accounts did for everybody, payouts of 7 days
 * and channel charges of 30, weighted as the strategy weights them.
 */
export async function expectedOf(
  db: Queryable,
  { entries }: Pick<route.RouteStrategy, 'entries'>,
  payouts: number,
  now: Date,
): Promise<Omit<rules.Replayed, 'unrouted'>> {
  const { rows } = await sql<Lately>`
    select l.account_id, t.ended::int, t.succeeded::int, t.median_seconds, f.cents / nullif(t.paid, 0) as fee_cents
    from loaner_account l
    cross join lateral (
      select count(*) filter (where a.is_new) as ended,
        count(*) filter (where a.is_new and a.attempt_status = 'SUCCESS') as succeeded,
        count(*) filter (where a.attempt_status = 'SUCCESS') as paid,
        percentile_cont(0.5) within group (order by a.seconds) filter (where a.is_new) as median_seconds
      from (select attempt_status, extract(epoch from finished_at - sent_at) as seconds,
          finished_at > ${now}::timestamptz - interval '7 days' as is_new
        from payout_attempt where account_code = l.account_code and attempt_status in ('SUCCESS', 'FAILED')
          and finished_at > ${now}::timestamptz - interval '30 days' and finished_at <= ${now}) a) t
    cross join lateral (
      select sum(amount_cents)::float as cents from channel_fee c where c.account_code = l.account_code
        and c.fee_status = 'BOOKED' and c.charged_on > ${now}::date - 30) f
    where l.account_id = any(${entries.map(({ accountId }) => accountId)}::text[])`.execute(db);
  const lately = new Map(rows.map((row) => [row.accountId, row]));
  /** The average by weight, of the accounts that something is known of. */
  const average = (of: (row: Lately) => number | null): number | null => {
    const known = entries.flatMap(({ accountId, weight }) => {
      const row = lately.get(accountId);
      const figure = row ? of(row) : null;
      return figure === null ? [] : [{ figure, weight }];
    });
    const weights = known.reduce((sum, { weight }) => sum + weight, 0);
    return weights === 0 ? null : known.reduce((sum, { figure, weight }) => sum + figure * weight, 0) / weights;
  };
  const rounded = (figure: number | null): number | null => (figure === null ? null : Math.round(figure));
  const fee = average(({ feeCents }) => feeCents);
  return {
    successPercent: rounded(average(({ ended, succeeded }) => (ended === 0 ? null : (100 * succeeded) / ended))),
    medianSeconds: rounded(average(({ medianSeconds }) => medianSeconds)),
    costCents: rounded(fee === null ? null : fee * payouts),
  };
}
