import { type ParsedRequestOf, type ReplyOf, robotTask } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext } from '../../../http/implement.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { writeTask } from './create.ts';
import { lockTask } from './store.ts';

const SECTION = 'telemarketing';

/**
 * Calls 20 people of a draft at once, chosen by chance, in a task of their own: they leave the draft, which goes on to be
 * changed, approved or started for the others. Once for each draft, so that no large one is called without approval
 * piece by piece.
 * @throws AppError ROBOT_TASK_NOT_FOUND, ILLEGAL_TRANSITION, ROBOT_TRIAL_RUN_MADE, ROBOT_TRIAL_RUN_SMALL
 */
export async function runTrial(
  { taskNo }: ParsedRequestOf<typeof robotTask.telemarketingTrialRun>,
  call: CommandContext,
): Promise<ReplyOf<typeof robotTask.telemarketingTrialRun>> {
  const { tx, caller } = call;
  const draft = await lockTask(tx, taskNo, { section: SECTION, scope: caller.scope });
  if (draft.taskStatus !== 'DRAFT') {
    throw new AppError('ILLEGAL_TRANSITION', {
      facts: { subject: 'robot task', state: draft.taskStatus, command: 'trialRun' },
    });
  }
  const earlier = await tx.selectFrom('robotTask').select('taskNo').where('trialOf', '=', taskNo).executeTakeFirst();
  if (earlier || draft.trialOf !== null) throw new AppError('ROBOT_TRIAL_RUN_MADE');
  const size = robotTask.TRIAL_RUN_SIZE;
  const { rows: people } = await sql<
    Record<'phone', string> & Record<'customerNo' | 'orderNo' | 'caseNo', string | null>
  >`
    delete from robot_task_item where task_no = ${taskNo} and item_no in (
      select item_no from robot_task_item where task_no = ${taskNo} and item_status = 'QUEUED' order by random() limit ${size})
    returning phone, customer_no, order_no, case_no`.execute(tx);
  const left = await tx
    .selectFrom('robotTaskItem')
    .select('itemNo')
    .where('taskNo', '=', taskNo)
    .where('itemStatus', '=', 'QUEUED')
    .limit(1)
    .executeTakeFirst();
  if (!left) throw new AppError('ROBOT_TRIAL_RUN_SMALL', { facts: { most: size } });
  const { merchantNo, scriptCode, voiceLanguage, dialFrom, dialTo, maxAttempts, retryGapMinutes } = draft;
  const { concurrency, followUpTemplateNo, followUpLabels, handsOver, scene, transferGroup } = draft;
  const made = await writeTask(tx, {
    section: SECTION,
    merchantNo,
    people,
    scriptCode,
    voiceLanguage,
    dialFrom,
    dialTo,
    maxAttempts,
    retryGapMinutes,
    smsTemplateCode: null,
    concurrency,
    followUpTemplateNo,
    followUpLabels,
    handsOver,
    scene,
    transferGroup,
    taskName: `${draft.taskName.slice(0, 24)} trial`,
    startAt: new Date(),
    dialOn: null,
    planNo: null,
    taskStatus: 'QUEUED',
    createdBy: caller.userNo,
    approvedBy: null,
  });
  await tx.updateTable('robotTask').set({ trialOf: taskNo }).where('taskNo', '=', made.taskNo).execute();
  await tx
    .updateTable('robotTask')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('taskNo', '=', taskNo)
    .execute();
  await writeAudit(tx, call, {
    action: `${SECTION}.robotTask.trialRun`,
    subjectType: 'robotTask',
    subjectNo: made.taskNo,
    merchantNo,
    after: { taskStatus: made.taskStatus, of: taskNo, people: made.total, leftOut: made.leftOut },
  });
  return { taskNo: made.taskNo, taskStatus: made.taskStatus, version: made.version };
}
