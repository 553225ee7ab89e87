import type { Selectable } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import type { AiTaskTable } from './tables.ts';
import { lockOne } from '../../../db/lock-one.ts';
import type { DataScope } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { advance } from '../../../state-machine/index.ts';
import { publishEvent } from '../../platform/audit/index.ts';
import { aiTaskMachine } from '../collections/index.ts';

export type AiTask = Selectable<AiTaskTable>;
export type AiCommand = typeof aiTaskMachine extends { transitions: infer T }
  ? { [S in keyof T]: keyof T[S] }[keyof T] & string
  : never;

/** Being sent at this moment, or by a process that ended over it. */
export const SENDING = 'SENDING';
/** Whether the vendor has it is not known. */
export const IN_DOUBT = 'IN_DOUBT';

/** @throws AppError ROBOT_TASK_NOT_FOUND */
export async function lockAiTask(tx: Tx, taskNo: string, scope: DataScope): Promise<AiTask> {
  return await lockOne(tx, tx.selectFrom('aiTask').selectAll().where('taskNo', '=', taskNo), {
    missing: 'ROBOT_TASK_NOT_FOUND',
    subject: `AI task ${taskNo}`,
    state: ({ version }) => version,
    isSeen: ({ merchantNo }) => seesMerchant(scope, merchantNo),
  });
}

/** @throws AppError ILLEGAL_TRANSITION */
export async function moveAiTask(
  tx: Tx,
  before: AiTask,
  commands: readonly AiCommand[],
  change: Partial<Pick<AiTask, 'fault' | 'syncedAt' | 'vendorTaskId'>> = {},
): Promise<AiTask> {
  const taskStatus = commands.reduce<AiTask['taskStatus']>(
    (state, command) => advance(aiTaskMachine, state, command),
    before.taskStatus,
  );
  await tx
    .updateTable('aiTask')
    .set((eb) => ({ ...change, taskStatus, version: eb('version', '+', 1) }))
    .where('taskNo', '=', before.taskNo)
    .execute();
  return { ...before, ...change, taskStatus, version: before.version + 1 };
}

/** As `moveAiTask`, for what the vendor told. */
export async function moveAsTold(
  tx: Tx,
  before: AiTask,
  commands: readonly AiCommand[],
  change: Partial<Pick<AiTask, 'fault' | 'syncedAt' | 'vendorTaskId'>>,
): Promise<AiTask> {
  const after = await moveAiTask(tx, before, commands, change);
  if (after.taskStatus === before.taskStatus) return after;
  await publishEvent(tx, {
    topic: 'aiTask.sync',
    subjectType: 'aiTask',
    subjectNo: before.taskNo,
    merchantNo: before.merchantNo,
    before: { taskStatus: before.taskStatus },
    after: { taskStatus: after.taskStatus },
  });
  return after;
}
