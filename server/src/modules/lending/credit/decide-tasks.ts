import type { ParsedRequestOf, temporaryCredit } from '@kituo/sdk/contracts';
import * as z from 'zod/mini';
import type { CommandContext } from '../../../http/implement.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { asCommand, defineJob, type ItemsKind } from '../../platform/jobs/index.ts';
import { auditTask, removeTask } from './tasks.ts';

const whoOf = ({ caller }: CommandContext) => ({ userNo: caller.userNo, scope: caller.scope, at: new Date() });

/** @throws AppError CREDIT_TASK_NOT_FOUND, MAKER_IS_CHECKER, ILLEGAL_TRANSITION */
export async function decideTask(
  { taskNo, isApproved, remark }: ParsedRequestOf<typeof temporaryCredit.taskAudit>,
  call: CommandContext,
) {
  const decision = { ...whoOf(call), isApproved, remark: remark ?? null };
  const { task, granted, failed } = await auditTask(call.tx, taskNo, decision);
  const { taskStatus, merchantNo, amountCents } = task;
  await writeAudit(call.tx, call, {
    action: `temporaryCredit.${isApproved ? 'approve' : 'reject'}`,
    subjectType: 'temporaryCreditTask',
    subjectNo: taskNo,
    merchantNo,
    before: { taskStatus: 'PENDING' },
    after: { taskStatus, granted, failed, exposureCents: granted * amountCents },
    ...(remark !== undefined && { reason: remark }),
  });
  return { taskNo, taskStatus, granted, failed };
}

/** @throws AppError CREDIT_TASK_NOT_FOUND, ILLEGAL_TRANSITION */
export async function takeOffList(taskNo: string, call: CommandContext): Promise<{ taskNo: string }> {
  const { merchantNo, taskStatus } = await removeTask(call.tx, taskNo, whoOf(call));
  await writeAudit(call.tx, call, {
    action: 'temporaryCredit.remove',
    subjectType: 'temporaryCreditTask',
    subjectNo: taskNo,
    merchantNo,
    before: { taskStatus },
    after: { isRemoved: true },
  });
  return { taskNo };
}

const decision = z.strictObject({ isApproved: z.boolean(), remark: z.optional(z.string()) });

/** Decides many tasks, each in a transaction of its own; those of the auditor's own making fail. */
export const auditManyKind: ItemsKind<z.output<typeof decision>> = defineJob({
  kind: 'temporaryCreditTasks.audit',
  title: { en: 'Decide temporary limit tasks', zh: '批量审核临时额度任务' },
  code: 'operation:temporaryCreditTask:audit',
  params: decision,
  runItem: async ({ subjectNo: taskNo }, params, run) => await decideTask({ taskNo, ...params }, asCommand(run)),
});

export const removeManyKind: ItemsKind<Record<string, never>> = defineJob({
  kind: 'temporaryCreditTasks.remove',
  title: { en: 'Remove temporary limit tasks', zh: '批量移除临时额度任务' },
  code: 'operation:temporaryCreditTask:remove',
  params: z.strictObject({}),
  runItem: async ({ subjectNo }, _params, run) => await takeOffList(subjectNo, asCommand(run)),
});
