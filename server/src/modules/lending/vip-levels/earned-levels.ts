import type { vipLevel } from '@kituo/sdk/contracts';
import { type RawBuilder, sql } from 'kysely';
import { businessDateOf } from '../../platform/policy/index.ts';

/**
 * SQL of `paid`, what counts of each customer's loans, and `best`, the highest level whose conditions that meets. Read
 * by what gives levels and by what tries them, so that a trial says what will be.
 */
export const earnedLevels = (
  merchantNo: string,
  levels: readonly vipLevel.VipLevelRule[],
  at: Date,
): RawBuilder<unknown> => sql`
    paid as (
      select b.customer_no, count(distinct b.order_no) filter (where o.order_status = 'CLOSED')::int as settled,
        coalesce(count(*) filter (where b.bill_status = 'SETTLED' and b.actual_date <= b.due_date) * 100
          / nullif(count(*) filter (where b.bill_status = 'SETTLED'), 0), 0)::int as on_time,
        max(greatest(coalesce(b.actual_date, ${businessDateOf(at)}::date) - b.due_date, 0))::int as dpd
      from bill b join loan_order o using (order_no)
      where b.merchant_no = ${merchantNo} and b.bill_status in ('ACTIVE', 'SETTLED', 'CHARGED_OFF')
      group by 1),
    level as (select * from jsonb_to_recordset(${JSON.stringify(levels)}::jsonb) as l ("levelNo" int,
      "minSettledOrders" int, "minOnTimePercent" int, "maxDpd" int, "validDays" int, "limitStepUpBps" int,
      "hotlinePriority" boolean)),
    best as (select distinct on (p.customer_no) p.*, l."levelNo" as level_no, l."validDays" as days,
        l."limitStepUpBps" as step_up, coalesce(l."hotlinePriority", false) as is_first
      from paid p join level l on p.settled >= l."minSettledOrders" and p.on_time >= l."minOnTimePercent"
        and p.dpd <= l."maxDpd"
      order by p.customer_no, l."levelNo" desc)`;
