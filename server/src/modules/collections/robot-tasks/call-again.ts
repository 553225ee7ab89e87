import { AppError } from '../../../http/app-error.ts';
import type { CommandContext } from '../../../http/implement.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { writeTask } from './create.ts';
import { callAgainAtVendor, isOfVendor } from './run-control.ts';
import { lockTask } from './store.ts';
import type { RobotSection } from './tables.ts';

/**
 * A new task of those whom nobody answered in one that is over, with its script and hours, from now on.
 * @throws AppError ROBOT_TASK_NOT_FOUND, ILLEGAL_TRANSITION, ROBOT_AUDIENCE_EMPTY
 */
export async function callAgain(section: RobotSection, { taskNo }: { readonly taskNo: string }, call: CommandContext) {
  if (isOfVendor(taskNo)) return await callAgainAtVendor(section, taskNo, call);
  const { tx, caller } = call;
  const before = await lockTask(tx, taskNo, { section, scope: caller.scope });
  if (before.taskStatus !== 'DONE' && before.taskStatus !== 'STOPPED') {
    throw new AppError('ILLEGAL_TRANSITION', {
      facts: { subject: 'robot task', state: before.taskStatus, command: 'again' },
    });
  }
  const people = await tx
    .selectFrom('robotTaskItem')
    .select(['phone', 'customerNo', 'orderNo', 'caseNo'])
    .where('taskNo', '=', taskNo)
    .where('itemStatus', '=', 'DONE')
    .where('outcome', 'in', ['NO_ANSWER', 'BUSY', 'SWITCHED_OFF'])
    .orderBy('itemNo')
    .execute();
  if (people.length === 0) throw new AppError('ROBOT_AUDIENCE_EMPTY');
  const { merchantNo, scriptCode, voiceLanguage, dialFrom, dialTo, maxAttempts, retryGapMinutes, smsTemplateCode } =
    before;
  const { concurrency, followUpTemplateNo, followUpLabels, handsOver, scene, transferGroup } = before;
  const isCollection = section === 'collection' || section === 'collectionStage';
  const made = await writeTask(tx, {
    section,
    merchantNo,
    people,
    scriptCode,
    voiceLanguage,
    dialFrom,
    dialTo,
    maxAttempts,
    retryGapMinutes,
    smsTemplateCode,
    concurrency,
    followUpTemplateNo,
    followUpLabels,
    handsOver,
    scene,
    transferGroup,
    taskName: `${before.taskName.slice(0, 28)} 2`,
    startAt: new Date(),
    dialOn: null,
    planNo: null,
    taskStatus: isCollection ? 'QUEUED' : 'DRAFT',
    createdBy: caller.userNo,
    approvedBy: null,
  });
  if (made.leftOut === made.total) throw new AppError('ROBOT_AUDIENCE_EMPTY');
  await writeAudit(tx, call, {
    action: `${section}.robotTask.again`,
    subjectType: 'robotTask',
    subjectNo: made.taskNo,
    merchantNo,
    after: { taskStatus: made.taskStatus, of: taskNo, people: made.total, leftOut: made.leftOut },
  });
  return { taskNo: made.taskNo, taskStatus: made.taskStatus, version: made.version };
}
