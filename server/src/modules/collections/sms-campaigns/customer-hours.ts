import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';

/** What somebody did longer ago says little of their days now. */
const REMEMBERED = sql`interval '180 days'`;
const EAT = sql`'Africa/Nairobi'`;

/**
 * Puts off each person of a campaign who was drawn to get a message to the hour (EAT, 8 to 18) in which they answered
 * calls or applied most often, the earlier of two: today, or tomorrow where it is past. Whoever never did is written to
 * as they come.
 */
export async function waitForHours(tx: Tx, taskNo: string, now: Date): Promise<void> {
  await sql`
    update sms_marketing_recipient r set next_at = (case when h.hour < l.hour then l.day + 1 else l.day end
      + make_interval(hours => h.hour)) at time zone ${EAT}
    from (select extract(hour from ${now}::timestamptz at time zone ${EAT})::int as hour,
        (${now}::timestamptz at time zone ${EAT})::date as day) l,
      (select p.recipient_id, best.hour from sms_marketing_recipient p cross join lateral (
        select did.hour from (
          select extract(hour from a.attempted_at at time zone ${EAT})::int as hour
          from contact_attempt a join contact_result c on c.attempt_id = a.attempt_id and c.outcome = 'ANSWERED'
          where a.phone = p.phone and a.attempted_at > ${now}::timestamptz - ${REMEMBERED}
          union all
          select extract(hour from o.apply_time at time zone ${EAT})::int from loan_order o
          where o.customer_no = p.customer_no and o.apply_time > ${now}::timestamptz - ${REMEMBERED}) did
        where did.hour between 8 and 18 group by did.hour order by count(*) desc, did.hour limit 1) best
      where p.task_no = ${taskNo} and p.recipient_status = 'PENDING') h
    where r.recipient_id = h.recipient_id and h.hour <> l.hour`.execute(tx);
}
