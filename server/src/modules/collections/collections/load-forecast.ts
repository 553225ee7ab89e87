import type { collectionMerge, ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import type { DataScope } from '../../../http/implement.ts';
import { addDays, businessDateOf, policyOn, startOfBusinessDate } from '../../platform/policy/index.ts';
import { levelsFrom } from './case-level.ts';

type Forecast = ReplyOf<typeof collectionMerge.forecast>;

/** When tomorrow's shifts are looked at: hours after midnight EAT. */
const SHIFT_HOUR = 10;

/**
 * What collectors of both systems have now and tomorrow: bills that reach their first reminder go to whoever has the
 * order's others; the rest comes to the pool. What was promised by tomorrow may go.
 */
export async function loadForecast(db: Queryable, scope: DataScope, at: Date): Promise<Forecast> {
  const today = businessDateOf(at);
  const tomorrow = addDays(today, 1);
  const { policy } = await policyOn(db, today);
  const weight = policy.caseLoad.billWeightPercent / 100;
  const fromDpd = levelsFrom(null, policy.caseLevels).find(({ level }) => level === 'S0')?.fromDpd ?? -3;
  const merchantNos = scope === 'all' ? null : scope.merchantNos;
  const shiftAt = new Date(startOfBusinessDate(tomorrow).getTime() + SHIFT_HOUR * 3_600_000);
  const coming = sql`(
    select o.collection_scope as case_scope, count(distinct case o.collection_scope when 'ORDER' then b.order_no else b.bill_no end) as cases,
      holder.collector_user_no as user_no
    from bill b join loan_order o on o.order_no = b.order_no
    left join lateral (select c.collector_user_no from collection_case c where c.order_no = b.order_no
      and o.collection_scope = 'BILL' and c.case_status in ('COLLECTING', 'RETAINED')
      order by c.oldest_due_on limit 1) holder on true
    where b.bill_status = 'ACTIVE' and b.due_date > ${today}::date
      and b.due_date <= ${tomorrow}::date - coalesce((select min(d) from unnest(o.reminder_days) d), ${fromDpd}::int)
      and not exists (select from case_bill cb where cb.bill_no = b.bill_no and cb.is_open)
      and not (o.collection_scope = 'ORDER' and exists (select from collection_case c
        where c.order_no = b.order_no and c.case_status <> 'CLOSED'))
      and (${merchantNos}::text[] is null or o.merchant_no = any(${merchantNos}::text[]))
    group by o.collection_scope, holder.collector_user_no)`;
  const { rows } = await sql<Forecast['people'][number]>`
    select u.user_no, u.real_name, p.daily_cap, is_on_shift(u.user_no, ${shiftAt}::timestamptz) as on_shift_tomorrow,
      hand.orders, hand.bills, hand.promised, coalesce(come.cases, 0)::int as coming_bills,
      (hand.orders + hand.bills * ${weight}::float8)::float8 as load_points,
      (hand.orders + (hand.bills + coalesce(come.cases, 0)) * ${weight}::float8)::float8 as load_points_then
    from personnel p join app_user u on u.user_no = p.user_no
    cross join lateral (select count(*) filter (where c.case_scope = 'ORDER')::int as orders,
        count(*) filter (where c.case_scope = 'BILL')::int as bills,
        count(*) filter (where exists (select from promise_to_pay k where k.case_no = c.case_no
          and k.promise_status = 'OPEN' and k.promised_on <= ${tomorrow}::date))::int as promised
      from collection_case c where c.collector_user_no = p.user_no and c.case_status in ('COLLECTING', 'RETAINED')) hand
    left join ${coming} come on come.user_no = p.user_no
    where p.personnel_kind = 'COLLECTOR' and p.personnel_status = 'NORMAL' and u.employee_status = 'ON_THE_JOB'
      and exists (select from personnel_merchant m where m.personnel_kind = 'COLLECTOR' and m.user_no = p.user_no
        and (${merchantNos}::text[] is null or m.merchant_no = any(${merchantNos}::text[])))
    order by load_points_then desc, u.real_name`.execute(db);
  const { rows: pool } = await sql<Forecast['pool']>`
    select (select count(*) from collection_case c where c.case_status = 'POOL' and c.case_scope = 'ORDER'
        and (${merchantNos}::text[] is null or c.merchant_no = any(${merchantNos}::text[])))::int as orders,
      (select count(*) from collection_case c where c.case_status = 'POOL' and c.case_scope = 'BILL'
        and (${merchantNos}::text[] is null or c.merchant_no = any(${merchantNos}::text[])))::int as bills,
      coalesce(sum(k.cases) filter (where k.case_scope = 'ORDER'), 0)::int as coming_orders,
      coalesce(sum(k.cases) filter (where k.case_scope = 'BILL'), 0)::int as coming_bills
    from ${coming} k where k.user_no is null`.execute(db);
  const [waiting] = pool;
  return { day: tomorrow, people: rows, pool: waiting ?? { orders: 0, bills: 0, comingOrders: 0, comingBills: 0 } };
}
