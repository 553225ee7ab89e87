import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '../../../db/database.ts';
import { publishEvent } from '../../platform/audit/index.ts';

/**
 * Pauses dial tasks of customer service in their hours while none of their people is on shift, and says why. Whoever
 * leads starts them again. @returns how many paused.
 */
export async function pauseUnstaffed(
  { db, log }: { readonly db: Database; readonly log: Logger },
  now: Date,
): Promise<number> {
  const { rows } = await sql<{ taskNo: string }>`
    select t.task_no from call_task t where t.desk = 'SERVICE' and t.task_status = 'RUNNING' and ${isUnstaffed(now)}
    order by t.task_no`.execute(db);
  let paused = 0;
  for (const { taskNo } of rows) {
    paused += await db.transaction().execute(async (tx) => {
      const { rows: found } = await sql<{ merchantNo: string }>`
        update call_task u set task_status = 'PAUSED', paused_for = 'NOBODY_ON_SHIFT', version = u.version + 1
        where u.task_no = (select t.task_no from call_task t
          where t.task_no = ${taskNo} and t.task_status = 'RUNNING' and ${isUnstaffed(now)} for no key update skip locked)
        returning u.merchant_no`.execute(tx);
      const [task] = found;
      if (!task) return 0;
      await publishEvent(tx, {
        topic: 'callTask.pause',
        subjectType: 'callTask',
        subjectNo: taskNo,
        merchantNo: task.merchantNo,
        before: { taskStatus: 'RUNNING' },
        after: { taskStatus: 'PAUSED', pausedFor: 'NOBODY_ON_SHIFT' },
      });
      return 1;
    });
  }
  if (paused > 0) log.info({ paused }, 'dial tasks without anybody on shift');
  return paused;
}

/** Of a task `t`: calls could be made now, and nobody of it is there. */
const isUnstaffed = (now: Date) => sql<boolean>`(
  (${now}::timestamptz at time zone 'Africa/Nairobi')::date between t.valid_from and t.valid_to
  and to_char(${now}::timestamptz at time zone 'Africa/Nairobi', 'HH24:MI') >= t.hours_from
  and to_char(${now}::timestamptz at time zone 'Africa/Nairobi', 'HH24:MI') < t.hours_to
  and not exists (select from personnel p join app_user u on u.user_no = p.user_no
    where p.personnel_kind = 'SERVICE' and p.user_no = any(t.user_nos) and p.personnel_status = 'NORMAL'
      and u.user_status = 'NORMAL' and is_on_shift(p.user_no, ${now})))`;
