import type { ReplyOf, robotTask } from '@kituo/sdk/contracts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext } from '../../../http/implement.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { control, sendAgain, vendorOf } from './ai.ts';
import { type AiTask, lockAiTask } from './ai-store.ts';
import { freeOf, writeAiTask } from './ai-write.ts';
import type { RobotSection } from './tables.ts';
import { sendAiTask } from './vendor.ts';

type Moved = ReplyOf<robotTask.RobotTaskEndpoints['pause']>;

/** Numbers tell who dials. */
export const isOfVendor = (taskNo: string): boolean => taskNo.startsWith('AI');

/** As a section lists it. */
const statusOf = (taskStatus: AiTask['taskStatus']): Moved['taskStatus'] =>
  taskStatus === 'CREATED' || taskStatus === 'SENT' || taskStatus === 'UNKNOWN' ? 'QUEUED' : taskStatus;

/** A task that a plan of the section has handed to 94 AI. @throws AppError ROBOT_TASK_NOT_FOUND */
async function lockRun(section: RobotSection, taskNo: string, { tx, caller }: CommandContext): Promise<AiTask> {
  const task = await lockAiTask(tx, taskNo, caller.scope);
  const plan =
    task.planNo === null
      ? undefined
      : await tx.selectFrom('robotPlan').select('section').where('planNo', '=', task.planNo).executeTakeFirst();
  if (plan?.section !== section) throw new AppError('ROBOT_TASK_NOT_FOUND');
  return task;
}

/** @throws AppError ROBOT_TASK_NOT_FOUND, ILLEGAL_TRANSITION, ROBOT_IN_DOUBT */
export async function controlRun(
  section: RobotSection,
  action: robotTask.RobotAction,
  taskNo: string,
  call: CommandContext,
): Promise<Moved> {
  const { taskStatus } = await lockRun(section, taskNo, call);
  switch (action) {
    case 'pause':
    case 'resume':
    case 'stop': {
      const moved = await control(action, { taskNo }, call);
      return { ...moved, taskStatus: statusOf(moved.taskStatus) };
    }
    case 'retry': {
      const moved = await sendAgain({ taskNo }, call);
      return { ...moved, taskStatus: statusOf(moved.taskStatus) };
    }
    default:
      throw new AppError('ILLEGAL_TRANSITION', { facts: { subject: 'AI task', state: taskStatus, command: action } });
  }
}

/** As `callAgain`, of a task that 94 AI has carried out: it takes the new one too. @throws AppError as `callAgain` */
export async function callAgainAtVendor(section: RobotSection, taskNo: string, call: CommandContext): Promise<Moved> {
  const { tx, caller } = call;
  const before = await lockRun(section, taskNo, call);
  if (before.taskStatus !== 'DONE' && before.taskStatus !== 'STOPPED') {
    throw new AppError('ILLEGAL_TRANSITION', {
      facts: { subject: 'AI task', state: before.taskStatus, command: 'again' },
    });
  }
  const unreached = await tx
    .selectFrom('aiTaskItem as i')
    .innerJoin('collectionCase as k', 'k.caseNo', 'i.caseNo')
    .select(['i.phone', 'i.customerNo', 'i.caseNo', 'k.orderNo'])
    .where('i.taskNo', '=', taskNo)
    .where('k.caseStatus', '<>', 'CLOSED')
    .where((eb) =>
      eb(
        eb
          .selectFrom('contactResult as r')
          .select('r.outcome')
          .whereRef('r.attemptId', '=', 'i.attemptId')
          .where('r.outcome', 'not in', ['SENT', 'UNKNOWN', 'REFUSED'])
          .orderBy('r.resultId', 'desc')
          .limit(1),
        'in',
        ['NO_ANSWER', 'BUSY', 'SWITCHED_OFF'],
      ),
    )
    .orderBy('i.itemNo')
    .execute();
  const { people, leftOut } = await freeOf(tx, unreached);
  if (people.length === 0) throw new AppError('ROBOT_AUDIENCE_EMPTY');
  const { merchantNo, scriptCode, voiceLanguage, dialFrom, dialTo, planNo } = before;
  const taskName = `${before.taskName.slice(0, 28)} 2`;
  const settings = { taskName, scriptCode, voiceLanguage, dialFrom, dialTo, startAt: new Date(), merchantNo, planNo };
  const { made, sent } = await writeAiTask(tx, { ...settings, createdBy: caller.userNo }, people, { isDue: true });
  if (sent === 0) throw new AppError('ROBOT_AUDIENCE_EMPTY');
  await writeAudit(tx, call, {
    action: `${section}.robotTask.again`,
    subjectType: 'aiTask',
    subjectNo: made.taskNo,
    merchantNo,
    after: { taskStatus: made.taskStatus, of: taskNo, sent, leftOut },
  });
  call.afterCommit(() => sendAiTask(vendorOf(call), made.taskNo));
  return { taskNo: made.taskNo, taskStatus: statusOf(made.taskStatus), version: made.version };
}
