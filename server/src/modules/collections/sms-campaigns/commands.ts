import type { ParsedRequestOf, smsMarketingTask } from '@kituo/sdk/contracts';
import { noteMade } from '../../../db/tx-notes.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext } from '../../../http/implement.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { checkedGroup, countMembers } from '../user-groups/index.ts';
import { enabledTexts, estimateOf, segmentCents } from './cost.ts';
import { lockTask, moveTask } from './store.ts';

type Form = ParsedRequestOf<typeof smsMarketingTask.save>;
const ARMS = ['A', 'B', 'C'] as const;

/**
 * Drafts a campaign or changes its draft.
 * @throws AppError USER_GROUP_UNCHECKED, USER_GROUP_EMPTY, SMS_TASK_PAST, SMS_TASK_OVER_BUDGET,
 * MARKETING_TEMPLATE_NOT_ENABLED, SMS_TASK_NOT_FOUND, STALE, ILLEGAL_TRANSITION
 */
export async function saveTask(form: Form, call: CommandContext) {
  const { tx, caller } = call;
  const { taskNo, version, checkToken: _token, arms, scheduledAt, ...rest } = form;
  const before = taskNo === undefined ? null : await lockTask(tx, taskNo, caller.scope);
  if (before && before.version !== version) throw new AppError('STALE');
  if (before && before.taskStatus !== 'DRAFT') {
    throw new AppError('ILLEGAL_TRANSITION', {
      facts: { subject: 'SMS task', state: before.taskStatus, command: 'update' },
    });
  }
  if (new Date(scheduledAt) <= new Date()) throw new AppError('SMS_TASK_PAST', { fields: ['scheduledAt'] });
  const group = await checkedGroup(tx, form, caller);
  const { merchantNo } = group;
  const texts = await enabledTexts(tx, merchantNo, arms);
  const { optedIn: audienceCount } = await countMembers(tx, group, new Date());
  if (audienceCount === 0) throw new AppError('USER_GROUP_EMPTY', { fields: ['userGroupNo'] });
  const { costCents: estimatedCostCents } = estimateOf(
    audienceCount,
    { arms, holdOutPercent: form.holdOutPercent, centsEach: await segmentCents(tx) },
    texts,
  );
  if (estimatedCostCents > form.budgetCents) throw new AppError('SMS_TASK_OVER_BUDGET', { fields: ['budgetCents'] });
  const values = { ...rest, merchantNo, audienceCount, estimatedCostCents, scheduledAt: new Date(scheduledAt) };
  const saved = before
    ? await tx
        .updateTable('smsMarketingTask')
        .set({ ...values, version: before.version + 1 })
        .where('taskNo', '=', before.taskNo)
        .returning(['taskNo', 'version'])
        .executeTakeFirstOrThrow()
    : await tx
        .insertInto('smsMarketingTask')
        .values({ ...values, createdBy: caller.userNo })
        .returning(['taskNo', 'version'])
        .executeTakeFirstOrThrow();
  if (!before) noteMade(tx, `SMS task ${saved.taskNo}`);
  await tx.deleteFrom('smsMarketingArm').where('taskNo', '=', saved.taskNo).execute();
  await tx
    .insertInto('smsMarketingArm')
    .values(arms.map((one, index) => ({ ...one, taskNo: saved.taskNo, arm: ARMS[index] ?? 'C' })))
    .execute();
  await writeAudit(tx, call, {
    action: before ? 'smsTask.update' : 'smsTask.save',
    subjectType: 'smsMarketingTask',
    subjectNo: saved.taskNo,
    merchantNo,
    after: { ...rest, scheduledAt, arms, audienceCount, estimatedCostCents },
  });
  return { ...saved, audienceCount, estimatedCostCents };
}

const COMMAND = {
  submit: 'submit',
  approve: 'approve',
  return: 'sendBack',
  pause: 'pause',
  resume: 'resume',
  retry: 'retry',
  stop: 'stop',
} as const;

/** @throws AppError SMS_TASK_NOT_FOUND, ILLEGAL_TRANSITION, MAKER_IS_CHECKER, MARKETING_TEMPLATE_NOT_ENABLED */
export async function controlTask(
  step: keyof typeof COMMAND,
  { taskNo, reason }: ParsedRequestOf<typeof smsMarketingTask.submit>,
  call: CommandContext,
) {
  const { tx, caller } = call;
  const before = await lockTask(tx, taskNo, caller.scope);
  const isApproval = step === 'approve';
  if (isApproval && before.createdBy === caller.userNo) throw new AppError('MAKER_IS_CHECKER');
  const goesOn = step === 'resume' || step === 'retry';
  const after = await moveTask(tx, before, COMMAND[step], {
    ...(isApproval && { approvedBy: caller.userNo }),
    ...(goesOn && { fault: null }),
  });
  if (step === 'submit' || isApproval || goesOn) {
    const arms = await tx.selectFrom('smsMarketingArm').selectAll().where('taskNo', '=', taskNo).execute();
    await enabledTexts(tx, before.merchantNo, arms);
  }
  await writeAudit(tx, call, {
    action: `smsTask.${step}`,
    subjectType: 'smsMarketingTask',
    subjectNo: taskNo,
    merchantNo: before.merchantNo,
    before: { taskStatus: before.taskStatus },
    after: { taskStatus: after.taskStatus },
    ...(reason !== undefined && { reason }),
  });
  return { taskNo, status: after.taskStatus, version: after.version };
}
