import type { aiPushTask } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import { businessDateOf, policyOn, startOfBusinessDate } from '../../platform/policy/index.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 1440 * MINUTE_MS;
/** One turn of all tasks, and the people in it at most: as `runAiPushes` is called. */
const TURN_SECONDS = 30;
const A_TURN = 200;
/** Until somebody answers or nobody does. */
const RINGS_SECONDS = 30;
/** A call while none was answered yet. */
const USUAL_TALK_SECONDS = 45;
const MOST_DAYS = 365;

const minutesIn = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
};

/** Pure. When work of so many seconds ends that goes on within these hours of each day (EAT) alone. */
export function endOfWork(
  from: Date,
  seconds: number,
  { opens, closes }: { readonly opens: string; readonly closes: string },
): Date | null {
  let left = seconds * 1000;
  let day = startOfBusinessDate(businessDateOf(from));
  for (let days = 0; days < MOST_DAYS; days += 1) {
    const begin = Math.max(from.getTime(), day.getTime() + minutesIn(opens) * MINUTE_MS);
    const open = day.getTime() + minutesIn(closes) * MINUTE_MS - begin;
    if (open > 0 && left <= open) return new Date(begin + left);
    if (open > 0) left -= open;
    day = new Date(day.getTime() + DAY_MS);
  }
  return null;
}

/**
 * When the people who wait would have been contacted: calls as long as the robot's newest, messages a turn at a time,
 * within contact hours. Null where nobody waits. Whoever the gate puts off comes later.
 */
export async function expectedEnd(
  db: Queryable,
  row: Pick<aiPushTask.TaskRow, 'status' | 'channelType' | 'concurrency' | 'allowed' | 'sent' | 'scheduledAt'>,
  now: Date,
): Promise<Date | null> {
  const waiting = row.allowed - row.sent;
  const isAhead = row.status === 'PENDING' || row.status === 'APPROVED';
  if (waiting <= 0 || (!isAhead && row.status !== 'RUNNING')) return null;
  const each = row.channelType === 'AI_CALL' ? await callSeconds(db) : TURN_SECONDS;
  const seconds = Math.ceil(waiting / Math.min(row.concurrency, A_TURN)) * each;
  const from = new Date(Math.max(now.getTime(), isAhead ? Date.parse(row.scheduledAt) : 0));
  const { policy } = await policyOn(db, businessDateOf(from));
  return endOfWork(from, seconds, { opens: policy.contactHours.from, closes: policy.contactHours.to });
}

async function callSeconds(db: Queryable): Promise<number> {
  const { rows } = await sql<{ seconds: number | null }>`select ceil(avg(talk_seconds))::int as seconds from (
    select r.talk_seconds from contact_result r where r.talk_seconds is not null and r.outcome = 'ANSWERED'
      and r.result_id > (select coalesce(max(result_id), 0) - 20000 from contact_result)
    order by r.result_id desc limit 200) lately`.execute(db);
  return RINGS_SECONDS + (rows[0]?.seconds ?? USUAL_TALK_SECONDS);
}
