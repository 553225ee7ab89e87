import { putChannel } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import { addDays, type BusinessDate, businessDateOf } from '../../platform/policy/index.ts';

type Channel = putChannel.PutChannelRule;

export const channelValue = (value: unknown): Channel => putChannel.putChannelRule.parse(value);

/** What a list shows where it asks for no days. */
const DAYS_SHOWN = 7;
const MOST_DAYS = 366;
/** Of what loans cost and how they turned out. */
const DAYS_OF_COSTS = 90;

export interface FunnelDay {
  readonly bizDate: string;
  readonly clicks: number;
  readonly registrations: number;
  readonly applications: number;
  readonly disbursed: number;
  readonly spentCents: number;
}

/** A channel's last days (EAT), the newest first. */
export async function funnelOf(db: Queryable, channel: Channel, at: Date, days: number): Promise<FunnelDay[]> {
  const today = businessDateOf(at);
  return await funnelBetween(db, channel, addDays(today, 1 - days), today);
}

/** The same of any days, each at the price of its moment. */
async function funnelBetween(
  db: Queryable,
  channel: Channel,
  from: BusinessDate,
  to: BusinessDate,
): Promise<FunnelDay[]> {
  const { rows } = await sql<FunnelDay>`
    with day as (select d::date as biz_date
      from generate_series(${from}::date, ${to}::date, interval '1 day') d),
    event as (select biz_date, count(*) filter (where event_kind = 'CLICK')::int as clicks,
        count(*) filter (where event_kind = 'REGISTRATION')::int as registrations,
        count(*) filter (where event_kind = 'APPLICATION')::int as applications, sum(cost_cents)::bigint as cost
      from channel_event where channel_code = ${channel.channelCode}
        and biz_date between ${from}::date and ${to}::date group by 1),
    loan as (select (o.lending_time at time zone 'Africa/Nairobi')::date as biz_date, count(*)::int as disbursed,
        sum(channel_loan_price(o.promotion_channel, o.lending_time))::bigint as cost
      from loan_order o where o.promotion_channel = ${channel.channelCode}
        and o.lending_time >= (${from}::date)::timestamp at time zone 'Africa/Nairobi'
        and o.lending_time < (${addDays(to, 1)}::date)::timestamp at time zone 'Africa/Nairobi' group by 1)
    select to_char(day.biz_date, 'YYYY-MM-DD') as biz_date, coalesce(event.clicks, 0) as clicks,
      coalesce(event.registrations, 0) as registrations, coalesce(event.applications, 0) as applications,
      coalesce(loan.disbursed, 0) as disbursed,
      (coalesce(event.cost, 0) + coalesce(loan.cost, 0))::bigint as spent_cents
    from day left join event using (biz_date) left join loan using (biz_date) order by 1 desc`.execute(db);
  return rows;
}

const summed = (days: readonly FunnelDay[]) => {
  const sum = (field: 'clicks' | 'registrations' | 'applications' | 'disbursed') =>
    days.reduce((total, day) => total + day[field], 0);
  return {
    clicks: sum('clicks'),
    registrations: sum('registrations'),
    applications: sum('applications'),
    disbursed: sum('disbursed'),
  };
};

/** What came on the days that a list asks for, a year of them at most; an open end is today, an open start a week before. */
export async function figuresOn(
  db: Queryable,
  channel: Channel,
  asked: { readonly from?: string | undefined; readonly to?: string | undefined },
  at: Date,
) {
  const to = asked.to ?? businessDateOf(at);
  const [from, earliest] = [asked.from ?? addDays(to, 1 - DAYS_SHOWN), addDays(to, 1 - MOST_DAYS)];
  return summed(await funnelBetween(db, channel, from < earliest ? earliest : from, to));
}

/** What came since the 1st of the month (EAT), and what it cost. */
export async function monthOf(db: Queryable, channel: Channel, at: Date) {
  const today = businessDateOf(at);
  const days = await funnelBetween(db, channel, `${today.slice(0, 7)}-01`, today);
  return { ...summed(days), spentCents: days.reduce((sum, day) => sum + day.spentCents, 0) };
}

export async function figuresOf(db: Queryable, channel: Channel, at: Date) {
  const days = await funnelOf(db, channel, at, DAYS_SHOWN);
  return {
    spentTodayCents: days[0]?.spentCents ?? 0,
    clicksToday: days[0]?.clicks ?? 0,
    ...summed(days),
    firstOverduePercent: await firstOverdueOf(db, channel, at),
    ...(await costsOf(db, channel, at)),
  };
}

/** What 90 days cost by registration, and by loan of theirs whose bills were all paid on time. */
async function costsOf(db: Queryable, channel: Channel, at: Date) {
  const days = await funnelOf(db, channel, at, DAYS_OF_COSTS);
  const [spent, registered] = [
    days.reduce((sum, day) => sum + day.spentCents, 0),
    days.reduce((sum, day) => sum + day.registrations, 0),
  ];
  const { rows } = await sql<{ readonly loans: number }>`
    select count(*)::int as loans from loan_order o where o.promotion_channel = ${channel.channelCode}
      and o.lending_time > ${new Date(at.getTime() - DAYS_OF_COSTS * 86_400_000)} and o.order_status = 'CLOSED'
      and not exists (select from bill b where b.order_no = o.order_no
        and (b.bill_status <> 'SETTLED' or b.actual_date > b.due_date))`.execute(db);
  const loans = rows[0]?.loans ?? 0;
  return {
    costPerRegistrationCents: registered === 0 ? null : Math.round(spent / registered),
    costPerOnTimeCents: loans === 0 ? null : Math.round(spent / loans),
  };
}

/** Of a hundred loans disbursed in the last 90 days, how many were overdue with their first bill; null for none. */
export const firstOverdueOf = async (db: Queryable, channel: Channel, at: Date): Promise<number | null> =>
  (await firstBillsOf(db, channel, at)).percent;

/** The same with how many loans it is of. */
export async function firstBillsOf(db: Queryable, channel: Channel, at: Date) {
  const { rows } = await sql<{ readonly lent: number; readonly overdue: number }>`
    select count(*)::int as lent, count(*) filter (where exists (select from bill b where b.order_no = o.order_no
      and b.term_no = 1 and coalesce(b.actual_date, ${businessDateOf(at)}::date) > b.due_date))::int as overdue
    from loan_order o where o.promotion_channel = ${channel.channelCode}
      and o.lending_time > ${new Date(at.getTime() - DAYS_OF_COSTS * 86_400_000)}`.execute(db);
  const { lent = 0, overdue = 0 } = rows[0] ?? {};
  return { lent, percent: lent === 0 ? null : Math.round((overdue * 100) / lent) };
}
