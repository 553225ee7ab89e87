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
    .selectFrom('robotTask as t')
    .leftJoin('smsMarketingTemplate as x', 'x.templateNo', 't.followUpTemplateNo')
    .select(['t.voiceLanguage', 't.dialFrom', 't.dialTo', 't.maxAttempts', 't.retryGapMinutes', 't.endedAt'])
    .select(['t.smsTemplateCode', 't.concurrency', 't.followUpLabels', 't.handsOver'])
    .select(['t.followUpTemplateNo', 'x.templateName as followUpTemplateName'])
    .where('t.taskNo', '=', taskNo)
    .executeTakeFirstOrThrow();
  const refusals = await call.db
    .selectFrom('robotTaskItem')
    .select(['outcome', sql<number>`count(*)`.as('people')])
    .where('taskNo', '=', taskNo)
    .where('itemStatus', 'in', ['REFUSED', 'LEFT_OUT'])
    .groupBy('outcome')
    .orderBy('people', 'desc')
    .execute();
  const labels = await call.db
    .selectFrom('robotTaskItem')
    .select(['willingness', sql<number>`count(*)`.as('people')])
    .where('taskNo', '=', taskNo)
    .where('outcome', '=', 'ANSWERED')
    .groupBy('willingness')
    .orderBy('people', 'desc')
    .execute();
  return {
    ...row,
    ...set,
    labels,
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
          .select(['i.willingness', 'i.nextAt'])
          .select(
            sql<number | null>`(select max(r.talk_seconds) from contact_result r where r.attempt_id = i.attempt_id)`.as(
              'talkSeconds',
            ),
          )
          .select(
            sql<string[]>`coalesce((select array_agg(k.case_no order by k.case_no) from robot_task_item k
              where k.task_no = i.task_no and k.phone = i.phone and k.outcome = 'TWICE' and k.case_no is not null
                and i.outcome is distinct from 'TWICE'), '{}')`.as('alsoCaseNos'),
          ),
      row: (row) => ({ ...row, nextAt: row.nextAt?.toISOString() ?? null }),
      personal: { phone: 'phone' },
    }),
  );
