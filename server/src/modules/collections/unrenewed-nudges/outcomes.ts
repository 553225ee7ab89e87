import { sql } from 'kysely';
import type { unrenewedLoanSms } from '@kituo/sdk/contracts';
import type { Database, Queryable } from '../../../db/database.ts';
import { OPTED_OUT } from '../contacts/index.ts';
import { pOfShares } from '../sms-campaigns/index.ts';

/** Reports and costs come within these days; a loan is looked for a month longer than the longest window. */
const REPORTS_COME_MS = 7 * 86_400_000;
const LOANS_COME_MS = 60 * 86_400_000;

/** Stopped by its person: found as it was to leave, or withdrawn before, which the gateway says nothing of. */
const takenBack = sql`(d.fault = ${OPTED_OUT} or (d.dispatch_status = 'REFUSED' and l.outcome is null))`;

/** What became of messages since, and their cost, by the newest word of the gateway. */
export async function takeDeliveries(db: Database, now: Date): Promise<void> {
  await sql`update unrenewed_send s set cost_cents = o.cents, recipient_status = o.status, unrenewed_skip = o.skip
    from (select s2.send_no, coalesce(k.cents, 0) as cents,
        case when ${takenBack} then 'SKIPPED'
          else case l.outcome when 'DELIVERED' then 'DELIVERED' when 'UNKNOWN' then 'UNKNOWN'
            when 'FAILED' then 'FAILED' when 'REFUSED' then 'FAILED' else s2.recipient_status end end as status,
        case when ${takenBack} then 'OBJECTED' end as skip
      from unrenewed_send s2
      left join contact_dispatch d on d.attempt_id = s2.attempt_id
      left join lateral (select outcome from contact_result c where c.attempt_id = s2.attempt_id
        order by result_id desc limit 1) l on true
      left join lateral (select max(cost_cents) as cents from contact_result c where c.attempt_id = s2.attempt_id) k on true
      where (s2.recipient_status in ('SENT', 'UNKNOWN', 'DELIVERED')
          or s2.recipient_status = 'FAILED' and s2.attempt_id in (select c.attempt_id from contact_result c
            where c.corrects_end and c.at > ${new Date(now.getTime() - REPORTS_COME_MS)}))
        and s2.sent_at > ${new Date(now.getTime() - REPORTS_COME_MS)}) o
    where o.send_no = s.send_no and (s.cost_cents, s.recipient_status) is distinct from (o.cents, o.status)`.execute(
    db,
  );
}

/**
 * Counts loans for messages: one that was applied for within the window after a message counts for the last message
 * before the application, once, when it is paid out. Held-out people count the same way, from when the others were due.
 */
export async function countRenewals(db: Database, now: Date): Promise<number> {
  const { numAffectedRows = 0n } = await sql`update unrenewed_send s set renewed_order_no = f.order_no
    from (select distinct on (n.order_no) n.order_no, w.send_no
      from unrenewed_send w join unrenewed_config c on c.config_no = w.config_no
      join loan_order n on n.customer_no = w.customer_no and n.lending_time is not null and n.apply_time >= w.sent_at
        and n.apply_time < w.sent_at + make_interval(days => c.attribution_days)
      where w.sent_at > ${new Date(now.getTime() - LOANS_COME_MS)} and w.recipient_status <> 'SKIPPED'
        and not exists (select from unrenewed_send e where e.order_no = w.order_no and e.renewed_order_no is not null)
        and not exists (select from unrenewed_send e where e.renewed_order_no = n.order_no)
      order by n.order_no, w.sent_at desc, w.send_no) f
    where f.send_no = s.send_no`.execute(db);
  return Number(numAffectedRows);
}

type Figures = Omit<unrenewedLoanSms.StepResult, 'pValue'>;

/** Each step with what came of it beside its hold-out. */
export async function stepResults(db: Queryable, configNo: string): Promise<unrenewedLoanSms.StepResult[]> {
  const { rows } = await sql<Figures>`
    select p.step_no, count(s.send_no)::int as people,
      count(*) filter (where s.recipient_status in ('SENT', 'DELIVERED', 'FAILED', 'UNKNOWN'))::int as sent,
      count(*) filter (where s.recipient_status = 'DELIVERED')::int as delivered,
      count(s.renewed_order_no) filter (where s.recipient_status <> 'HELD_OUT')::int as renewed,
      count(*) filter (where s.recipient_status = 'HELD_OUT')::int as held_out,
      count(s.renewed_order_no) filter (where s.recipient_status = 'HELD_OUT')::int as held_out_renewed,
      coalesce(sum(s.cost_cents), 0)::bigint as cost_cents
    from unrenewed_step p left join unrenewed_send s on s.config_no = p.config_no and s.step_no = p.step_no
    where p.config_no = ${configNo} group by p.step_no order by p.step_no`.execute(db);
  return rows.map((row) => ({
    ...row,
    pValue: pOfShares({ of: row.sent, did: row.renewed }, { of: row.heldOut, did: row.heldOutRenewed }),
  }));
}

/** The newest runs of a strategy: what was due, and what came of it so far. */
export async function runsOf(db: Queryable, configNo: string): Promise<unrenewedLoanSms.NudgeRun[]> {
  const { rows } = await sql<Omit<unrenewedLoanSms.NudgeRun, 'startedAt'> & { readonly startedAt: Date }>`
    select r.business_date::text as business_date, r.step_no, r.job_no, coalesce(j.job_status, 'NOBODY_DUE') as status,
      s.due, s.sent, s.skipped, s.held_out, j.reason, r.started_at
    from unrenewed_run r left join job j on j.job_no = r.job_no
    cross join lateral (select count(*)::int as due,
        count(*) filter (where u.recipient_status not in ('PENDING', 'SKIPPED', 'HELD_OUT'))::int as sent,
        count(*) filter (where u.recipient_status = 'SKIPPED')::int as skipped,
        count(*) filter (where u.recipient_status = 'HELD_OUT')::int as held_out
      from unrenewed_send u where u.config_no = r.config_no and u.step_no = r.step_no and u.due_on = r.business_date
        and u.run_no = r.run_no) s
    where r.config_no = ${configNo} order by r.started_at desc, r.step_no desc limit 30`.execute(db);
  return rows.map(({ startedAt, ...row }) => ({ ...row, startedAt: startedAt.toISOString() }));
}
