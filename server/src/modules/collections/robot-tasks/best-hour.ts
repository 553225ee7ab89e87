import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { businessDateOf } from '../../platform/policy/index.ts';

/** Answers so far back say when somebody can be reached; fewer than so many say nothing. */
const LOOKED_BACK = '180 days';
const ENOUGH = 2;

/**
 * The people of a task wait for the hour of the day (EAT) in which they answered most, on the day it begins. Who answered
 * too seldom, or whose hour lies outside the task's, is called as all others are.
 */
export async function waitForBestHour(
  tx: Tx,
  task: { readonly taskNo: string; readonly startAt: Date; readonly dialFrom: string; readonly dialTo: string },
): Promise<void> {
  const { taskNo, startAt, dialFrom, dialTo } = task;
  await sql`update robot_task_item i set next_at = best.at from (
      select k.item_no, (${businessDateOf(startAt)}::date + make_interval(hours => h.hour)) at time zone 'Africa/Nairobi' as at
      from robot_task_item k cross join lateral (
        select extract(hour from a.attempted_at at time zone 'Africa/Nairobi')::int as hour, count(*) as answers
        from contact_attempt a join contact_result r on r.attempt_id = a.attempt_id and r.outcome = 'ANSWERED'
        where a.phone = k.phone and a.channel in ('CALL', 'ROBOT')
          and a.attempted_at > now() - interval '${sql.raw(LOOKED_BACK)}'
        group by 1 order by answers desc, hour limit 1) h
      where k.task_no = ${taskNo} and k.item_status = 'QUEUED' and h.answers >= ${ENOUGH}
        and make_time(h.hour, 0, 0) >= ${dialFrom}::time and make_time(h.hour, 0, 0) < ${dialTo}::time) best
    where i.task_no = ${taskNo} and i.item_no = best.item_no and best.at > ${startAt}`.execute(tx);
}
