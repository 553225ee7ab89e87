import type { Selectable } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import type { RobotSection, RobotTaskTable } from './tables.ts';
import { lockOne } from '../../../db/lock-one.ts';
import type { DataScope } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { advance } from '../../../state-machine/index.ts';
import { publishEvent } from '../../platform/audit/index.ts';
import { robotTaskMachine } from '../collections/index.ts';

export type RobotTask = Selectable<RobotTaskTable>;
export type RobotCommand = typeof robotTaskMachine extends { transitions: infer T }
  ? { [S in keyof T]: keyof T[S] }[keyof T] & string
  : never;

/** Locks a task of a section within the scope. @throws AppError ROBOT_TASK_NOT_FOUND */
export async function lockTask(
  tx: Tx,
  taskNo: string,
  reach: { readonly section: RobotSection; readonly scope: DataScope } | null,
): Promise<RobotTask> {
  return await lockOne(tx, tx.selectFrom('robotTask').selectAll().where('taskNo', '=', taskNo), {
    missing: 'ROBOT_TASK_NOT_FOUND',
    subject: `robot task ${taskNo}`,
    state: ({ version }) => version,
    isSeen: ({ section, merchantNo }) =>
      reach === null || (section === reach.section && seesMerchant(reach.scope, merchantNo)),
  });
}

/** The one way a task changes its state. People who are left when it ends are called by nobody. @throws AppError ILLEGAL_TRANSITION */
export async function moveTask(
  tx: Tx,
  before: RobotTask,
  command: RobotCommand,
  change: Partial<Pick<RobotTask, 'fault' | 'approvedBy'>> = {},
): Promise<RobotTask> {
  const taskStatus = advance(robotTaskMachine, before.taskStatus, command);
  const isOver = taskStatus === 'DONE' || taskStatus === 'STOPPED';
  const after = { ...change, taskStatus, ...(isOver && { endedAt: new Date() }) };
  const { taskNo } = before;
  await tx
    .updateTable('robotTask')
    .set((eb) => ({ ...after, version: eb('version', '+', 1) }))
    .where('taskNo', '=', taskNo)
    .execute();
  if (taskStatus === 'STOPPED') {
    await tx
      .updateTable('robotTaskItem')
      .set({ itemStatus: 'LEFT_OUT', outcome: 'STOPPED' })
      .where('taskNo', '=', taskNo)
      .where('itemStatus', '=', 'QUEUED')
      .execute();
  }
  return { ...before, ...after, version: before.version + 1 };
}

/** As `moveTask`, for what nobody requested: a start, an end, a fault. */
export async function autoMove(
  tx: Tx,
  before: RobotTask,
  command: 'start' | 'finish' | 'fail' | 'stop',
  fault: string | null = null,
): Promise<void> {
  const { taskNo, merchantNo } = before;
  const { taskStatus } = await moveTask(tx, before, command, { fault });
  await publishEvent(tx, {
    topic: `robotTask.${command}`,
    subjectType: 'robotTask',
    subjectNo: taskNo,
    merchantNo,
    before: { taskStatus: before.taskStatus },
    after: { taskStatus, fault },
  });
}
