import type { vipLevel } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import { addDays, businessDateOf } from '../../platform/policy/index.ts';

/** Whole months before the present one that a trial looks back on. */
const MONTHS = 6;

/** The last days of the months before the one of a day, oldest first, with one more to compare the first with. */
function monthEnds(day: string): string[] {
  const ends: string[] = [];
  for (let first = `${day.slice(0, 7)}-01`; ends.length <= MONTHS;) {
    const end = addDays(first, -1);
    ends.unshift(end);
    first = `${end.slice(0, 7)}-01`;
  }
  return ends;
}

interface Risen {
  readonly month: string;
  readonly levelNo: number;
  readonly rises: number;
}

/**
 * What a merchant's levels would have cost in each of the last whole months, had they applied: whoever reached a level
 * in a month, by what was repaid until its end, and had none as high at the end of the month before, gets its coupon.
 */
export async function monthlyCost(
  db: Queryable,
  of: {
    readonly merchantNo: string;
    readonly levels: readonly vipLevel.VipLevelRule[];
    /** What the coupon of a level is worth, in cents. */
    readonly worthOf: (levelNo: number) => number;
  },
  at: Date,
): Promise<{ month: string; rises: number; couponCents: number }[]> {
  const { merchantNo, levels, worthOf } = of;
  const ends = monthEnds(businessDateOf(at));
  const { rows } = await sql<Risen>`
    with month as (select day::date, row_number() over (order by day::date) as place
      from unnest(${ends}::text[]) as ending (day)),
    paid as (
      select m.place, m.day, b.customer_no,
        count(distinct b.order_no) filter (where o.order_status = 'CLOSED'
          and o.closed_at < (m.day + 1)::timestamp at time zone 'Africa/Nairobi')::int as settled,
        coalesce(count(*) filter (where b.bill_status = 'SETTLED' and b.actual_date <= least(b.due_date, m.day)) * 100
          / nullif(count(*) filter (where b.bill_status = 'SETTLED' and b.actual_date <= m.day), 0), 0)::int as on_time,
        max(greatest(least(coalesce(b.actual_date, m.day), m.day) - b.due_date, 0))::int as dpd
      from month m
      join bill b on b.merchant_no = ${merchantNo} and b.bill_status in ('ACTIVE', 'SETTLED', 'CHARGED_OFF')
      join loan_order o on o.order_no = b.order_no
        and o.lending_time < (m.day + 1)::timestamp at time zone 'Africa/Nairobi'
      group by 1, 2, 3),
    level as (select * from jsonb_to_recordset(${JSON.stringify(levels)}::jsonb) as l ("levelNo" int,
      "minSettledOrders" int, "minOnTimePercent" int, "maxDpd" int)),
    best as (select p.place, p.day, p.customer_no, max(l."levelNo") as level_no
      from paid p join level l on p.settled >= l."minSettledOrders" and p.on_time >= l."minOnTimePercent"
        and p.dpd <= l."maxDpd"
      group by 1, 2, 3)
    select to_char(b.day, 'YYYY-MM') as month, b.level_no, count(*)::int as rises
    from best b
    where b.place > 1 and not exists (select from best earlier where earlier.customer_no = b.customer_no
      and earlier.place = b.place - 1 and earlier.level_no >= b.level_no)
    group by 1, 2`.execute(db);
  return ends.slice(1).map((end) => {
    const risen = rows.filter(({ month }) => month === end.slice(0, 7));
    return {
      month: end.slice(0, 7),
      rises: risen.reduce((sum, { rises }) => sum + rises, 0),
      couponCents: risen.reduce((sum, { rises, levelNo }) => sum + rises * worthOf(levelNo), 0),
    };
  });
}
