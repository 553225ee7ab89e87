import type { taskAward } from '@kituo/sdk/contracts';
import { type RawBuilder, sql } from 'kysely';

/** Who did what an activity awards within a time: customer, cause and moment. */
export function earnedBy(
  activityType: taskAward.ActivityRule['activityType'],
  { merchantNo, from, until }: { readonly merchantNo: string; readonly from: Date; readonly until: Date },
): RawBuilder<unknown> {
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
