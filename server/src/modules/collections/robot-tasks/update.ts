import type { robotTask } from '@kituo/sdk/contracts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext } from '../../../http/implement.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { refuseHours } from './create.ts';
import { followUpOf } from './follow-up.ts';
import { lockTask } from './store.ts';
import type { RobotSection } from './tables.ts';

/**
 * Changes a draft of one's own, as it was written or given back: when and how its people are called, not who they are.
 * @throws AppError ROBOT_TASK_NOT_FOUND, STALE, ILLEGAL_TRANSITION, FORBIDDEN, ROBOT_HOURS, MARKETING_TEMPLATE_NOT_ENABLED, ROBOT_GROUP_UNKNOWN
 */
export async function updateTask(
  section: RobotSection,
  { taskNo, version, ...form }: robotTask.DraftForm,
  call: CommandContext,
) {
  const { tx, caller } = call;
  const before = await lockTask(tx, taskNo, { section, scope: caller.scope });
  if (before.createdBy !== caller.userNo) throw new AppError('FORBIDDEN');
  if (before.version !== version) throw new AppError('STALE');
  const { taskStatus, merchantNo } = before;
  if (taskStatus !== 'DRAFT') {
    throw new AppError('ILLEGAL_TRANSITION', {
      facts: { subject: 'robot task', state: taskStatus, command: 'update' },
    });
  }
  await refuseHours(tx, form);
  const { taskName, scriptCode, voiceLanguage, dialFrom, dialTo, maxAttempts, retryGapMinutes } = form;
  const dialling = { taskName, scriptCode, voiceLanguage, dialFrom, dialTo, maxAttempts, retryGapMinutes };
  const after = { ...dialling, ...(await followUpOf(tx, { ...form, merchantNo })), startAt: new Date(form.startAt) };
  await tx
    .updateTable('robotTask')
    .set({ ...after, version: version + 1 })
    .where('taskNo', '=', taskNo)
    .execute();
  await writeAudit(tx, call, {
    action: `${section}.robotTask.update`,
    subjectType: 'robotTask',
    subjectNo: taskNo,
    merchantNo,
    before: { taskName: before.taskName, scriptCode: before.scriptCode, startAt: before.startAt },
    after,
  });
  return { taskNo, taskStatus, version: version + 1 };
}
