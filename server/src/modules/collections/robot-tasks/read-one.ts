import { type ReplyOf, robotTask } from '@kituo/sdk/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import type { Call } from '../../../http/implement.ts';
import { defineList } from '../../../lists/index.ts';
import { robotTasksOf } from './read.ts';
import { peopleOfRuns } from './runs.ts';
import type { RobotSection } from './tables.ts';
import { trialsOf } from './trials.ts';

/** A task with its settings. @throws AppError ROBOT_TASK_NOT_FOUND */
export async function readTask(
  section: RobotSection,
  taskNo: string,
  call: Call,
): Promise<ReplyOf<robotTask.RobotTaskEndpoints['detail']>> {
  const row = await robotTasksOf(section).one(taskNo, call);
  const { dialFrom, dialTo, endedAt, ...set } = await settingsOf(call.db, row);
  const people = call.db.selectFrom(peopleOfRuns(section).as('i')).where('i.taskNo', '=', taskNo);
  const refusals = await people
    .select(['outcome', sql<number>`count(*)`.as('people')])
    .where('itemStatus', 'in', ['REFUSED', 'LEFT_OUT'])
    .groupBy('outcome')
    .orderBy('people', 'desc')
    .execute();
  const labels = await people
    .select(['willingness', sql<number>`count(*)`.as('people')])
    .where('outcome', '=', 'ANSWERED')
    .groupBy('willingness')
    .orderBy('people', 'desc')
    .execute();
  return {
    ...row,
    ...set,
    labels,
    trials: await trialsOf(call.db, taskNo),
    dialFrom: dialFrom.slice(0, 5),
    dialTo: dialTo.slice(0, 5),
    endedAt: endedAt?.toISOString() ?? null,
    refusals: refusals.map(({ outcome, people }) => ({ outcome: outcome ?? '', people })),
  };
}

/** How a batch is carried out; 94 AI decides itself how often it tries. */
async function settingsOf(db: Queryable, { taskNo, vendor }: Pick<robotTask.RobotRow, 'taskNo' | 'vendor'>) {
  if (vendor === 'ROBOT') {
    return await db
      .selectFrom('robotTask as t')
      .leftJoin('smsMarketingTemplate as x', 'x.templateNo', 't.followUpTemplateNo')
      .select(['t.voiceLanguage', 't.dialFrom', 't.dialTo', 't.maxAttempts', 't.retryGapMinutes', 't.endedAt'])
      .select(['t.smsTemplateCode', 't.concurrency', 't.followUpLabels', 't.handsOver', 't.transferGroup'])
      .select(['t.followUpTemplateNo', 'x.templateName as followUpTemplateName'])
      .where('t.taskNo', '=', taskNo)
      .executeTakeFirstOrThrow();
  }
  const held = await db
    .selectFrom('aiTask')
    .select(['voiceLanguage', 'dialFrom', 'dialTo'])
    .where('taskNo', '=', taskNo)
    .executeTakeFirstOrThrow();
  return {
    ...held,
    maxAttempts: null,
    retryGapMinutes: null,
    endedAt: null,
    smsTemplateCode: null,
    concurrency: null,
    followUpLabels: [],
    handsOver: false,
    transferGroup: null,
    followUpTemplateNo: null,
    followUpTemplateName: null,
  };
}
/** Of an offer's call; calls about cases are heard at their case, by its own right. */
const isKept = (section: RobotSection, what: RawBuilder<unknown>) =>
  section === 'marketing' || section === 'telemarketing' ? sql<boolean>`exists (${what})` : sql<boolean>`false`;
const recorded = sql`select from contact_result r where r.attempt_id = i.attempt_id and r.recording_url is not null`;
const written = sql`select from contact_transcript s where s.attempt_id = i.attempt_id`;

/** The people of a section's tasks, of one task at a time. */
export const robotCallsOf = (section: RobotSection) =>
  defineList(
    robotTask.collectionTasks.calls,
    (db) => db.selectFrom(peopleOfRuns(section).as('i')),
    (by) => ({
      scope: by.ofMerchants('i.merchantNo'),
      key: 'i.itemNo',
      filters: { taskNo: by.is('i.taskNo'), itemStatus: by.is('i.itemStatus') },
      sorts: { itemNo: 'i.itemNo' },
      first: [['i.itemNo', 'asc']],
      select: (query) =>
        query
          .select(['i.itemNo', 'i.phone', 'i.caseNo', 'i.itemStatus', 'i.attempts', 'i.outcome'])
          .select(['i.willingness', 'i.nextAt'])
          .select(isKept(section, recorded).as('hasRecording'))
          .select(isKept(section, written).as('hasTranscript'))
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
