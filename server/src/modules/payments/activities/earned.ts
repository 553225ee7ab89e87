import type { taskAward } from '@kituo/sdk/contracts';
import { type RawBuilder, sql } from 'kysely';
import { businessDateOf } from '../../platform/policy/index.ts';

/** No activity runs for longer: more days are not looked at. */
const MOST_DAYS = 1_100;

/** Who did what an activity awards within a time: customer, cause and moment. */
export function earnedBy(
  { activityType, onTimeDays }: Pick<taskAward.ActivityRule, 'activityType' | 'onTimeDays'>,
  { merchantNo, from, until }: { readonly merchantNo: string; readonly from: Date; readonly until: Date },
): RawBuilder<unknown> {
  if (activityType === 'ON_TIME_REPAYMENT' && onTimeDays !== null)
    return daysOnTime(merchantNo, from, until, onTimeDays);
  return {
    ON_TIME_REPAYMENT: sql`select o.customer_no, o.order_no as cause_no, o.closed_at as at from loan_order o
      where o.merchant_no = ${merchantNo} and o.order_status = 'CLOSED'
        and o.closed_at >= ${from} and o.closed_at < ${until}
        and not exists (select from bill b where b.order_no = o.order_no
          and (b.bill_status <> 'SETTLED' or b.actual_date > b.due_date))`,
    INVITE: sql`select a.customer_no, a.about as cause_no, min(o.lending_time) as at from activity_act a
      join loan_order o on o.customer_no = a.about
      where a.merchant_no = ${merchantNo} and a.act_kind = 'INVITE' and a.customer_no <> a.about
        and o.lending_time >= ${from} and o.lending_time < ${until} group by 1, 2`,
    PROFILE: sql`select a.customer_no, a.customer_no as cause_no, a.at from activity_act a
      where a.merchant_no = ${merchantNo} and a.act_kind = 'PROFILE' and a.at >= ${from} and a.at < ${until}`,
    CHECK_IN: sql`select a.customer_no, a.customer_no || '/' || a.about as cause_no, a.at from activity_act a
      where a.merchant_no = ${merchantNo} and a.act_kind = 'CHECK_IN' and a.at >= ${from} and a.at < ${until}`,
  }[activityType];
}

/**
 * Each full so many days from the beginning, up to now, in which a customer had a loan from the first of them on and no
 * bill overdue on any: the cause is the day (EAT) on which they are over.
 */
function daysOnTime(merchantNo: string, from: Date, until: Date, days: number): RawBuilder<unknown> {
  const first = businessDateOf(from);
  return sql`select c.customer_no, c.customer_no || '/' || c.ends_on as cause_no, c.at
    from (select distinct o.customer_no, w.begins_on, w.ends_on, w.at
      from (select begins_on, begins_on + ${days}::int as ends_on,
          ((begins_on + ${days}::int)::timestamp at time zone 'Africa/Nairobi') as at
        from (select ${first}::date + n * ${days}::int as begins_on
          from generate_series(0, ${Math.ceil(MOST_DAYS / days)}::int) n) b) w
      join loan_order o on o.merchant_no = ${merchantNo} and o.lending_time is not null
        and o.lending_time < (w.begins_on::timestamp at time zone 'Africa/Nairobi') + interval '1 day'
        and (o.closed_at is null or o.closed_at >= w.at)
      where w.at <= least(${until}::timestamptz, now())) c
    where not exists (select from bill b join loan_order l using (order_no) where l.customer_no = c.customer_no
      and b.due_date < c.ends_on - 1 and coalesce(b.actual_date, 'infinity') > greatest(b.due_date, c.begins_on))`;
}
