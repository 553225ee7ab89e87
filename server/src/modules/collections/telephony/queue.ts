import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import type { CallRecord } from './store.ts';

interface Agent {
  readonly userNo: string;
  readonly sessionId: string;
}

/** An edge that holds a caller asks every few seconds; one that has not for so long holds nobody any more. */
const ASKS_WITHIN_MS = 15_000;

/** Lines of people who take calls for a merchant now, on a call or not; nobody frozen, nor off shift. */
const linesOf = (merchantNo: string) => sql`
  telephone_line l join session s on s.session_id = l.session_id join app_user u on u.user_no = l.user_no
  where l.takes_calls and l.expires_at > now() and s.ended_at is null and s.expires_at > now()
    and u.user_status = 'NORMAL' and is_on_shift(l.user_no, now())
    and not exists (select from personnel p
      where p.personnel_kind = 'SERVICE' and p.user_no = l.user_no and p.personnel_status <> 'NORMAL')
    and exists (select from user_merchant m where m.user_no = l.user_no and m.merchant_no = ${merchantNo})
    and exists (select from user_role r join role_code c on c.role_no = r.role_no
      where r.user_no = l.user_no and c.code = 'customerService:callRecord:save')`;

const busy = sql`exists (select from call o where o.user_no = l.user_no and o.ended_at is null)`;

/** Whether anybody takes calls for a merchant, though they may all be on one. */
export async function isStaffed(tx: Tx, merchantNo: string): Promise<boolean> {
  const { rows } = await sql`select from ${linesOf(merchantNo)} limit 1`.execute(tx);
  return rows.length > 0;
}

type Place = Pick<CallRecord, 'merchantNo' | 'hasHotlinePriority' | 'startedAt'>;

/**
 * Who takes a call now: of those who are on none the one who has waited longest, if no call that waits for them comes
 * first. Callers whose VIP level has priority on the hotline come before all others, else who has waited longest.
 * One caller at a time may ask, which `takeIncoming` sees to.
 */
export async function nextAgent(
  tx: Tx,
  { merchantNo, hasHotlinePriority, startedAt }: Place,
  now: Date,
): Promise<Agent | null> {
  const { rows } = await sql<Agent>`
    select l.user_no, l.session_id from ${linesOf(merchantNo)} and not ${busy}
      and not exists (select from call w
        where w.call_status = 'WAITING' and w.asked_at > ${new Date(now.getTime() - ASKS_WITHIN_MS)}
          and exists (select from user_merchant m where m.user_no = l.user_no and m.merchant_no = w.merchant_no)
          and (w.has_hotline_priority and not ${hasHotlinePriority}::boolean
            or w.has_hotline_priority = ${hasHotlinePriority}::boolean and w.started_at < ${startedAt}))
    order by (select max(o.started_at) from call o where o.user_no = l.user_no) nulls first, l.user_no
    limit 1`.execute(tx);
  return rows[0] ?? null;
}
