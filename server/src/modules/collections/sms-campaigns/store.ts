import { type Selectable, sql } from 'kysely';
import type { Queryable, Tx } from '../../../db/database.ts';
import { lockOne } from '../../../db/lock-one.ts';
import { AppError } from '../../../http/app-error.ts';
import type { DataScope } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { advance } from '../../../state-machine/index.ts';
import { publishEvent } from '../../platform/audit/index.ts';
import { robotTaskMachine } from '../collections/index.ts';
import type { SmsMarketingTaskTable } from './tables.ts';

export type SmsTask = Selectable<SmsMarketingTaskTable>;
/** A campaign goes the way of a robot task, always through an approver. */
type Command = 'submit' | 'approve' | 'sendBack' | 'start' | 'pause' | 'resume' | 'retry' | 'fail' | 'finish' | 'stop';

/** @throws AppError SMS_TASK_NOT_FOUND */
export async function lockTask(tx: Tx, taskNo: string, scope: DataScope | null): Promise<SmsTask> {
  return await lockOne(tx, tx.selectFrom('smsMarketingTask').selectAll().where('taskNo', '=', taskNo), {
    missing: 'SMS_TASK_NOT_FOUND',
    subject: `SMS task ${taskNo}`,
    state: ({ version }) => version,
    isSeen: ({ merchantNo }) => scope === null || seesMerchant(scope, merchantNo),
  });
}

/** @throws AppError SMS_TASK_NOT_FOUND */
export async function readTask(db: Queryable, taskNo: string, scope: DataScope): Promise<SmsTask> {
  const task = await db.selectFrom('smsMarketingTask').selectAll().where('taskNo', '=', taskNo).executeTakeFirst();
  if (!task || !seesMerchant(scope, task.merchantNo)) throw new AppError('SMS_TASK_NOT_FOUND');
  return task;
}

/** The one way a campaign changes its state; who is left when it ends gets nothing. @throws AppError ILLEGAL_TRANSITION */
export async function moveTask(
  tx: Tx,
  before: SmsTask,
  command: Command,
  change: Partial<Pick<SmsTask, 'fault' | 'approvedBy' | 'startedAt' | 'audienceCount'>> = {},
): Promise<SmsTask> {
  const taskStatus = advance(robotTaskMachine, before.taskStatus, command);
  const isOver = taskStatus === 'DONE' || taskStatus === 'STOPPED';
  const after = { ...change, taskStatus, version: before.version + 1, ...(isOver && { endedAt: new Date() }) };
  await tx.updateTable('smsMarketingTask').set(after).where('taskNo', '=', before.taskNo).execute();
  if (taskStatus === 'STOPPED') {
    await sql`update sms_marketing_recipient set recipient_status = 'SKIPPED', skipped_for = 'STOPPED'
      where task_no = ${before.taskNo} and recipient_status = 'PENDING'`.execute(tx);
  }
  return { ...before, ...after };
}

/** As `moveTask`, for what nobody requested. */
export async function autoMove(
  tx: Tx,
  before: SmsTask,
  command: 'start' | 'finish' | 'fail' | 'pause',
  change: Partial<Pick<SmsTask, 'fault' | 'startedAt' | 'audienceCount'>> = {},
): Promise<void> {
  const { taskNo, merchantNo } = before;
  const { taskStatus, fault } = await moveTask(tx, before, command, change);
  await publishEvent(tx, {
    topic: `smsTask.${command}`,
    subjectType: 'smsMarketingTask',
    subjectNo: taskNo,
    merchantNo,
    before: { taskStatus: before.taskStatus },
    after: { taskStatus, fault },
  });
}
