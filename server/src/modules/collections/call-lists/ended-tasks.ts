import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database, Queryable, Tx } from '../../../db/database.ts';
import { publishEvent } from '../../platform/audit/index.ts';
import { businessDateOf } from '../../platform/policy/index.ts';

/** Of a running task `t`: its last day is past, or nobody of it is left to call. */
const isOver = (now: Date) => sql<boolean>`(t.task_status = 'RUNNING' and (t.valid_to < ${businessDateOf(now)}::date
  or not exists (select from call_task_entry te join call_entry e on e.entry_id = te.entry_id
    where te.task_no = t.task_no and te.item_status = 'WAITING' and te.attempts < t.max_attempts
      and e.list_status in ('POOL', 'ASSIGNED'))
    and not exists (select from call_task_entry te join call_entry e on e.entry_id = te.entry_id
      where te.task_no = t.task_no and te.item_status = 'WAITING' and e.leased_until > ${now})))`;

/** Ends a task that is over. @returns whether it was. */
export async function endTask(tx: Tx, taskNo: string, now: Date): Promise<boolean> {
  const { rows } = await sql<{ merchantNo: string }>`
    update call_task u set task_status = 'DONE', version = u.version + 1
    where u.task_no = (select t.task_no from call_task t where t.task_no = ${taskNo} and ${isOver(now)}
      for no key update skip locked)
    returning u.merchant_no`.execute(tx);
  const [task] = rows;
  if (!task) return false;
  await publishEvent(tx, {
    topic: 'callTask.finish',
    subjectType: 'callTask',
    subjectNo: taskNo,
    merchantNo: task.merchantNo,
    before: { taskStatus: 'RUNNING' },
    after: { taskStatus: 'DONE' },
  });
  return true;
}

const overTasks = async (db: Queryable, now: Date) =>
  (
    await sql<{ taskNo: string }>`select t.task_no from call_task t where ${isOver(now)} order by t.task_no
      limit 500`.execute(db)
  ).rows;

/**
 * Ends dial tasks whose last day is past or that have nobody left to call: who was blacklisted, converted or abandoned
 * meanwhile is not waited for. @returns how many ended.
 */
export async function endTasks(
  { db, log }: { readonly db: Database; readonly log: Logger },
  now: Date,
): Promise<number> {
  let ended = 0;
  for (const { taskNo } of await overTasks(db, now)) {
    if (await db.transaction().execute(async (tx) => await endTask(tx, taskNo, now))) ended += 1;
  }
  if (ended > 0) log.info({ ended }, 'dial tasks that are over');
  return ended;
}
