import type { robotTask } from '@kituo/sdk/contracts';
import type { RobotSection } from './tables.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext } from '../../../http/implement.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { controlRun, isOfVendor } from './run-control.ts';
import { lockTask, moveTask, type RobotCommand } from './store.ts';

const COMMANDS: Readonly<Record<robotTask.RobotAction, RobotCommand>> = {
  submit: 'submit',
  queue: 'queue',
  approve: 'approve',
  return: 'sendBack',
  pause: 'pause',
  resume: 'resume',
  retry: 'retry',
  stop: 'stop',
};

/** A telemarketing task of more people than this goes through an approver; marketing's always does. */
export const APPROVAL_SIZE = 500;

/** @throws AppError ROBOT_TASK_NOT_FOUND, ILLEGAL_TRANSITION, MAKER_IS_CHECKER, ROBOT_NEEDS_APPROVAL */
export async function controlTask(
  section: RobotSection,
  action: robotTask.RobotAction,
  { taskNo, reason }: { readonly taskNo: string; readonly reason?: string | undefined },
  call: CommandContext,
) {
  if (isOfVendor(taskNo)) return await controlRun(section, action, taskNo, call);
  const { tx, caller } = call;
  const before = await lockTask(tx, taskNo, { section, scope: caller.scope });
  const isDecision = action === 'approve' || action === 'return';
  if (action === 'approve' && before.createdBy === caller.userNo) {
    throw new AppError('MAKER_IS_CHECKER');
  }
  const change = {
    ...(action === 'approve' && { approvedBy: caller.userNo }),
    ...(action === 'retry' && { fault: null }),
  };
  const after = await moveTask(tx, before, COMMANDS[action], change);
  if (action === 'queue') await refuseLarge(call, section, taskNo);
  await writeAudit(tx, call, {
    action: `${section}.robotTask.${action}`,
    subjectType: 'robotTask',
    subjectNo: taskNo,
    merchantNo: before.merchantNo,
    before: { taskStatus: before.taskStatus },
    after: { taskStatus: after.taskStatus, ...(isDecision && { by: caller.userNo }) },
    ...(reason !== undefined && { reason }),
  });
  return { taskNo, taskStatus: after.taskStatus, version: after.version };
}

async function refuseLarge({ tx }: CommandContext, section: RobotSection, taskNo: string): Promise<void> {
  const { people } = await tx
    .selectFrom('robotTaskItem')
    .select((eb) => eb.fn.countAll<number>().as('people'))
    .where('taskNo', '=', taskNo)
    .where('itemStatus', '=', 'QUEUED')
    .executeTakeFirstOrThrow();
  if (section !== 'telemarketing' || people > APPROVAL_SIZE) {
    throw new AppError('ROBOT_NEEDS_APPROVAL', { facts: { count: APPROVAL_SIZE } });
  }
}
