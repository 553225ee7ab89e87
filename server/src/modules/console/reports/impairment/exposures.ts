import { lossRates } from '@kituo/sdk/contracts';
import type { Source } from '../engine/source.ts';

/*
 * A running loan counts twice: with what it owed when the period began and with what it owes on its last day, each with
 * its own days past due and the rates in force that day. What a loan moved is the difference of the two, so every
 * movement adds up by itself.
 */

const { BUCKETS, LOSS_RATES_KEY, PRESUMED_STAGE_2, PRESUMED_STAGE_3 } = lossRates;

const bucketOf = (days: string) =>
  `case ${BUCKETS.toReversed()
    .map(({ bucket, from }) => `when ${days} >= ${from} then '${bucket}'`)
    .join(' ')} end`;
const fieldOf = (days: string) =>
  `case ${BUCKETS.toReversed()
    .map(({ field, from }) => `when ${days} >= ${from} then '${field}'`)
    .join(' ')} end`;
/** Stages without rates are those that the standard presumes. */
const stageOf = (days: string, rates: string) => `case
  when ${days} >= coalesce(substr(${rates} ->> 'stage3FromDays', 2)::int, ${PRESUMED_STAGE_3}) then 3
  when ${days} >= coalesce(substr(${rates} ->> 'stage2FromDays', 2)::int, ${PRESUMED_STAGE_2}) then 2 else 1 end`;
/** What was in force at the end of a day, as far as it was approved by then and by the moment asked. */
const ratesOn = (day: string) => `(select v.value from config_version v
  where v.config_key = '${LOSS_RATES_KEY}' and v.subject_no = ''
    and v.stored_status in ('SCHEDULED', 'IN_FORCE', 'SUPERSEDED')
    and v.in_force_from < (${day} + 1)::timestamp at time zone 'Africa/Nairobi' and v.in_force_from <= q.moment
  order by v.in_force_from desc limit 1)`;

/** Days of both sides: a period that is not over is counted to the moment asked. */
const DAYS = `select c.closing, least(q.from_day - 1, c.closing) as opening,
    ${ratesOn('c.closing')} as closing_rates, ${ratesOn('least(q.from_day - 1, c.closing)')} as opening_rates
  from (select least(q.to_day, (q.moment at time zone 'Africa/Nairobi')::date) as closing) c`;

/**
 * What moved after the opening day, and what was recorded after the moment that is asked about: taken off what bills owe
 * now, it leaves what they owed then. The ledger before the period is not read.
 */
const LATER = `select p.bill_no, p.amount_cents, p.business_date, j.journal_kind, j.posted_at
  from days d join posting p on p.business_date > d.opening and starts_with(p.account_code, 'RECEIVABLE_')
    join journal j on j.journal_id = p.journal_id and j.business_date = p.business_date
  union all
  select p.bill_no, p.amount_cents, p.business_date, j.journal_kind, j.posted_at
  from days d join journal j on j.posted_at > q.moment and j.business_date <= d.opening
    join posting p on p.journal_id = j.journal_id and p.business_date = j.business_date
      and starts_with(p.account_code, 'RECEIVABLE_')`;

const BILLS = `select n.bill_no, n.outstanding_cents - coalesce(l.after_closing_cents, 0) as closing_cents,
    n.outstanding_cents - coalesce(l.after_opening_cents, 0) as opening_cents,
    coalesce(l.charged_off_cents, 0) as charged_off_cents
  from bill_balance n left join (
    select l.bill_no, sum(l.amount_cents) as after_opening_cents,
      coalesce(sum(l.amount_cents) filter (where l.business_date > d.closing or l.posted_at > q.moment), 0)
        as after_closing_cents,
      coalesce(-sum(l.amount_cents) filter (where l.journal_kind = 'CHARGE_OFF' and l.business_date > d.opening
        and l.business_date <= d.closing and l.posted_at <= q.moment), 0) as charged_off_cents
    from later l cross join days d group by l.bill_no) l on l.bill_no = n.bill_no
  where n.outstanding_cents <> 0 or l.bill_no is not null`;

const LOANS = `select b.order_no, sum(m.opening_cents) as opening_cents, sum(m.closing_cents) as closing_cents,
    sum(m.charged_off_cents) as charged_off_cents,
    greatest(0, min(d.opening) - min(b.due_date) filter (where m.opening_cents > 0)) as opening_days,
    greatest(0, min(d.closing) - min(b.due_date) filter (where m.closing_cents > 0)) as closing_days
  from moved m join bill b on b.bill_no = m.bill_no cross join days d
  group by b.order_no having sum(m.opening_cents) <> 0 or sum(m.closing_cents) <> 0`;

const SIDES = `select l.order_no, l.opening_cents, l.closing_cents, l.charged_off_cents, s.side, s.counted_on, s.gross_cents,
    s.overdue_days, ${bucketOf('s.overdue_days')} as bucket, ${stageOf('s.overdue_days', 's.rates')} as stage,
    (s.rates ->> (${fieldOf('s.overdue_days')} || 'PdPct'))::numeric as pd_pct,
    (s.rates ->> (${fieldOf('s.overdue_days')} || 'LgdPct'))::numeric as lgd_pct
  from loans l cross join days d cross join lateral (values
    ('OPENING', q.from_day, l.opening_cents, l.opening_days, d.opening_rates),
    ('CLOSING', q.to_day, l.closing_cents, l.closing_days, d.closing_rates)
  ) s (side, counted_on, gross_cents, overdue_days, rates)
  where s.gross_cents <> 0`;

export const exposures: Source = {
  isOfPeriod: true,
  from: `lateral (
      with days as materialized (${DAYS}), later as (${LATER}), moved as (${BILLS}), loans as (${LOANS}), sides as (${SIDES})
      select s.*, round(s.gross_cents * s.pd_pct * s.lgd_pct / 10000)::bigint as provision_cents,
        case when s.opening_cents = 0 then 'NEW'
          when s.closing_cents = 0 and s.charged_off_cents > 0 then 'CHARGED_OFF'
          when s.closing_cents = 0 then 'REPAID'
          when max(s.stage) filter (where s.side = 'CLOSING') over loan
            > max(s.stage) filter (where s.side = 'OPENING') over loan then 'WORSENED'
          when max(s.stage) filter (where s.side = 'CLOSING') over loan
            < max(s.stage) filter (where s.side = 'OPENING') over loan then 'IMPROVED'
          else 'REMEASURED' end as cause
      from sides s window loan as (partition by s.order_no)
    ) e
    join loan_order o on o.order_no = e.order_no`,
  recordedAt: `'-infinity'::timestamptz`,
  day: 'e.counted_on',
  merchantNo: 'o.merchant_no',
  factNo: `e.order_no || '-' || e.side`,
  dimensions: {
    STAGE_BUCKET: `'S' || e.stage || ' ' || e.bucket`,
    STAGE: `'S' || e.stage`,
    BUCKET: 'e.bucket',
    PRODUCT: 'o.product_no',
    LOAN_TYPE: 'o.loan_type',
  },
  filters: { productNo: 'o.product_no', loanType: 'o.loan_type', stage: `'S' || e.stage`, bucket: 'e.bucket' },
  shows: {
    kind: 'e.side',
    orderNo: 'e.order_no',
    customerNo: 'o.customer_no',
    overdueDays: 'e.overdue_days',
    baseCents: 'e.gross_cents',
    result: `'Stage ' || e.stage || ' x PD ' || e.pd_pct || '% x LGD ' || e.lgd_pct || '%'`,
    causeNo: 'e.cause',
  },
};
