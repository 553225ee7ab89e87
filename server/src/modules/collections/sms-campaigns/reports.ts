import { sql } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { OPTED_OUT } from '../contacts/index.ts';

/** Reports that come later are not waited for. */
const WEEK_MS = 7 * 86_400_000;

/** What became of messages since, by the newest word of the gateway. */
export async function takeDeliveries(db: Database, now: Date): Promise<void> {
  await sql`update sms_marketing_recipient r set 
      recipient_status = case when o.fault = ${OPTED_OUT} then 'SKIPPED' else case o.outcome
        when 'DELIVERED' then 'DELIVERED' when 'UNKNOWN' then 'UNKNOWN' else 'FAILED' end end,
      skipped_for = case when o.fault = ${OPTED_OUT} then 'OBJECTED' else r.skipped_for end,
      provider_code = case when o.outcome in ('FAILED', 'REFUSED') then o.provider_code end
    from (select r2.recipient_id, l.outcome, l.provider_code, d.fault from sms_marketing_recipient r2
      left join contact_dispatch d on d.attempt_id = r2.attempt_id
      join lateral (select outcome, provider_code from contact_result c where c.attempt_id = r2.attempt_id
        order by result_id desc limit 1) l on l.outcome in ('DELIVERED', 'FAILED', 'REFUSED', 'UNKNOWN')
      where r2.recipient_status in ('SENT', 'UNKNOWN') and r2.sent_at > ${new Date(now.getTime() - WEEK_MS)}
        -- An end that took the place of another counts in its place.
        or r2.recipient_status in ('DELIVERED', 'FAILED') and r2.attempt_id in (select k.attempt_id
          from contact_result k where k.corrects_end and k.at > ${new Date(now.getTime() - WEEK_MS)})) o
    where o.recipient_id = r.recipient_id`.execute(db);
}

/**
 * Prices that the gateway named since take the place of the usual ones, in the person's row and in the task's sum. A
 * run that comes second finds the row priced and adds nothing.
 */
export async function takePrices(db: Database, now: Date): Promise<void> {
  await sql`with told as (select r.recipient_id, r.cost_cents as before, k.cents from sms_marketing_recipient r
      join lateral (select max(c.cost_cents) as cents from contact_result c where c.attempt_id = r.attempt_id) k
        on k.cents is not null
      where r.sent_at > ${new Date(now.getTime() - WEEK_MS)} and not r.is_priced),
    priced as (update sms_marketing_recipient r set cost_cents = told.cents, is_priced = true from told
      where r.recipient_id = told.recipient_id and not r.is_priced
      returning r.task_no, told.cents - told.before as more),
    sums as (select task_no, sum(more) as more from priced group by task_no)
    update sms_marketing_task t set spent_cents = t.spent_cents + sums.more from sums
      where t.task_no = sums.task_no`.execute(db);
}
