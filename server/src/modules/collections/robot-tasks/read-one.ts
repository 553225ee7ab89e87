import { type ReplyOf, robotTask } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Call } from '../../../http/implement.ts';
import { defineList } from '../../../lists/index.ts';
import type { robotTasksOf } from './read.ts';
import type { RobotSection } from './tables.ts';

/** A task with its settings. @throws AppError ROBOT_TASK_NOT_FOUND */
export async function readTask(
  tasks: ReturnType<typeof robotTasksOf>,
  taskNo: string,
  call: Call,
): Promise<ReplyOf<robotTask.RobotTaskEndpoints['detail']>> {
  const row = await tasks.one(taskNo, call);
  const { dialFrom, dialTo, endedAt, ...set } = await call.db
    .selectFrom('robotTask')
    .select(['voiceLanguage', 'dialFrom', 'dialTo', 'maxAttempts', 'retryGapMinutes', 'endedAt'])
    .where('taskNo', '=', taskNo)
    .executeTakeFirstOrThrow();
  const refusals = await call.db
    .selectFrom('robotTaskItem')
    .select(['outcome', sql<number>`count(*)`.as('people')])
    .where('taskNo', '=', taskNo)
    .where('itemStatus', 'in', ['REFUSED', 'LEFT_OUT'])
    .groupBy('outcome')
    .orderBy('people', 'desc')
    .execute();
  const { rows } = await sql<{ promises: number; repaidSameDayCents: number }>`
    with called as (select distinct i.case_no from robot_task_item i
        where i.task_no = ${taskNo} and i.attempts > 0 and i.case_no is not null),
      day as (select t.start_at as from_at, (date_trunc('day', t.start_at at time zone 'Africa/Nairobi')
        + interval '1 day') at time zone 'Africa/Nairobi' as to_at from robot_task t where t.task_no = ${taskNo})
    select (select count(*)::int from promise_to_pay p, day where p.case_no in (select case_no from called)
        and p.made_at >= day.from_at and p.made_at < day.to_at) as promises,
      (select coalesce(sum(a.applied_cents), 0)::bigint from payment_application a, day
        where a.case_no in (select case_no from called) and a.application_status <> 'ROLLED_BACK'
          and a.applied_at >= day.from_at and a.applied_at < day.to_at) as repaid_same_day_cents`.execute(call.db);
  const [came] = rows;
  if (!came) throw new Error(`nothing came of ${taskNo}`);
  return {
    ...row,
    ...set,
    ...came,
    dialFrom: dialFrom.slice(0, 5),
    dialTo: dialTo.slice(0, 5),
    endedAt: endedAt?.toISOString() ?? null,
    refusals: refusals.map(({ outcome, people }) => ({ outcome: outcome ?? '', people })),
  };
}

/** The people of a section's tasks, of one task at a time. */
export const robotCallsOf = (section: RobotSection) =>
  defineList(
    robotTask.collectionTasks.calls,
    (db) =>
      db
        .selectFrom('robotTaskItem as i')
        .innerJoin('robotTask as t', 't.taskNo', 'i.taskNo')
        .where('t.section', '=', section),
    (by) => ({
      scope: by.ofMerchants('t.merchantNo'),
      key: 'i.itemNo',
      filters: { taskNo: by.is('i.taskNo'), itemStatus: by.is('i.itemStatus') },
      sorts: { itemNo: 'i.itemNo' },
      first: [['i.itemNo', 'asc']],
      select: (query) =>
        query
          .select(['i.itemNo', 'i.phone', 'i.caseNo', 'i.itemStatus', 'i.attempts', 'i.outcome'])
          .select(['i.willingness', 'i.nextAt']),
      row: (row) => ({ ...row, nextAt: row.nextAt?.toISOString() ?? null }),
      personal: { phone: 'phone' },
    }),
  );
