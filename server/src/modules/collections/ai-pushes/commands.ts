import { type ParsedRequestOf, aiPushTask, smsMarketingTemplate, smsPartsOf } from '@kituo/sdk/contracts';
import type { Queryable } from '../../../db/database.ts';
import { noteMade } from '../../../db/tx-notes.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext } from '../../../http/implement.ts';
import { advance } from '../../../state-machine/index.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { enabledText } from '../sms-campaigns/index.ts';
import { checkedGroup, countMembers } from '../user-groups/index.ts';
import { refuseClosedApp } from './in-app.ts';
import { enabledPlan } from './plans.ts';
import { aiPushTaskMachine } from './ai-push-task.machine.ts';
import { GATE_CHANNEL, lockPush, movePush, type PushTask, refuseChanged, startPush, unitCents } from './store.ts';

type Form = ParsedRequestOf<typeof aiPushTask.create>;

/** Parts of the SMS, the opt-out text included; a call is one. @throws AppError MARKETING_TEMPLATE_NOT_ENABLED */
async function unitsOf(db: Queryable, merchantNo: string, templateNo: string | null): Promise<number> {
  if (templateNo === null) return 1;
  const text = await enabledText(db, { merchantNo, templateNo }, 'templateNo');
  return smsPartsOf(`${text}${smsMarketingTemplate.OPT_OUT_TEXT}`).parts;
}

/**
 * Writes a task for an approver.
 * @throws AppError USER_GROUP_NOT_FOUND, USER_GROUP_UNCHECKED, USER_GROUP_EMPTY, MARKETING_TEMPLATE_NOT_ENABLED,
 * AI_PUSH_PAST, AI_PUSH_OVER_BUDGET, AI_PUSH_PLAN_NOT_ENABLED, MESSAGE_CHANNEL_CLOSED
 */
export async function createPush(form: Form, call: CommandContext) {
  const { tx, caller } = call;
  const { taskName, userGroupNo, channelType, concurrency, budgetCents } = form;
  const scheduledAt = new Date(form.scheduledAt);
  if (scheduledAt <= new Date()) throw new AppError('AI_PUSH_PAST', { fields: ['scheduledAt'] });
  const group = await checkedGroup(tx, form, caller);
  const { merchantNo, version: groupVersion } = group;
  if (channelType === 'PUSH') await refuseClosedApp(tx, merchantNo);
  const planNo = channelType === 'AI_CALL' ? form.planNo : null;
  const content = {
    ...(planNo !== null && (await enabledPlan(tx, { merchantNo, planNo }))),
    templateNo: channelType === 'AI_CALL' ? null : form.templateNo,
    planNo,
    pilotPeople: form.isPilot === true ? aiPushTask.PILOT_PEOPLE : null,
  };
  const parts = await unitsOf(tx, merchantNo, content.templateNo);
  const units = channelType === 'PUSH' ? 1 : parts;
  const { size, optedIn: allowedCount } = await countMembers(tx, group, new Date(), GATE_CHANNEL[channelType]);
  if (allowedCount === 0) throw new AppError('USER_GROUP_EMPTY', { fields: ['userGroupNo'] });
  const estimatedCostCents = allowedCount * units * (await unitCents(tx, channelType));
  if (estimatedCostCents > budgetCents) throw new AppError('AI_PUSH_OVER_BUDGET', { fields: ['budgetCents'] });
  const made = await tx
    .insertInto('aiPushTask')
    .values({
      ...content,
      merchantNo,
      taskName,
      userGroupNo,
      groupVersion,
      aiPushChannel: channelType,
      scheduledAt,
      concurrency,
      budgetCents,
      audienceCount: size,
      allowedCount,
      estimatedCostCents,
      createdBy: caller.userNo,
    })
    .returning(['taskNo', 'aiPushTaskStatus', 'version'])
    .executeTakeFirstOrThrow();
  const { taskNo, aiPushTaskStatus: status, version } = made;
  noteMade(tx, `AI push task ${taskNo}`);
  await writeAudit(tx, call, {
    action: 'aiPushTask.create',
    subjectType: 'aiPushTask',
    subjectNo: taskNo,
    merchantNo,
    after: {
      status,
      taskName,
      userGroupNo,
      channelType,
      ...content,
      scheduledAt: form.scheduledAt,
      concurrency,
      budgetCents,
      allowedCount,
      estimatedCostCents,
    },
  });
  return { taskNo, status, version, allowed: allowedCount, estimatedCostCents };
}

async function told(call: CommandContext, action: string, before: PushTask, after: PushTask, reason?: string) {
  const { taskNo, merchantNo, aiPushTaskStatus: status, version } = after;
  await writeAudit(call.tx, call, {
    action: `aiPushTask.${action}`,
    subjectType: 'aiPushTask',
    subjectNo: taskNo,
    merchantNo,
    before: { status: before.aiPushTaskStatus },
    after: { status },
    ...(reason !== undefined && { reason }),
  });
  return { taskNo, status, version };
}

/**
 * @throws AppError AI_PUSH_NOT_FOUND, MAKER_IS_CHECKER, ILLEGAL_TRANSITION, USER_GROUP_UNCHECKED, MARKETING_TEMPLATE_NOT_ENABLED,
 * AI_PUSH_PLAN_NOT_ENABLED
 */
export async function auditPush(
  { taskNo, isApproved, remark }: ParsedRequestOf<typeof aiPushTask.audit>,
  call: CommandContext,
) {
  const { tx, caller } = call;
  const before = await lockPush(tx, taskNo, caller.scope);
  if (before.createdBy === caller.userNo) throw new AppError('MAKER_IS_CHECKER');
  const decision = { decidedBy: caller.userNo, decisionReason: remark ?? null };
  const after = await movePush(tx, before, isApproved ? 'approve' : 'reject', decision);
  if (isApproved) await refuseChanged(tx, before);
  return await told(call, isApproved ? 'approve' : 'reject', before, after, remark);
}

/**
 * @throws AppError AI_PUSH_NOT_FOUND, ILLEGAL_TRANSITION, USER_GROUP_UNCHECKED, MARKETING_TEMPLATE_NOT_ENABLED,
 * AI_PUSH_PLAN_NOT_ENABLED
 */
export async function startByHand({ taskNo }: ParsedRequestOf<typeof aiPushTask.start>, call: CommandContext) {
  const { tx, caller } = call;
  const before = await lockPush(tx, taskNo, caller.scope);
  // In another state there are no people to write down.
  advance(aiPushTaskMachine, before.aiPushTaskStatus, 'start');
  await refuseChanged(tx, before);
  const after = await movePush(tx, before, 'start', await startPush(tx, before, new Date()));
  return await told(call, 'start', before, after);
}

/**
 * From the pilot to the rest: the next turn contacts them.
 * @throws AppError AI_PUSH_NOT_FOUND, ILLEGAL_TRANSITION
 */
export async function proceedPush({ taskNo }: ParsedRequestOf<typeof aiPushTask.proceed>, call: CommandContext) {
  const { tx, caller } = call;
  const before = await lockPush(tx, taskNo, caller.scope);
  if (before.aiPushTaskStatus !== 'RUNNING' || before.aiPushFault !== 'PILOT_DONE') {
    const facts = { subject: 'AI push task', state: before.aiPushTaskStatus, command: 'proceed' };
    throw new AppError('ILLEGAL_TRANSITION', { facts });
  }
  const after = { ...before, pilotPeople: null, aiPushFault: null, version: before.version + 1 };
  const { pilotPeople, aiPushFault, version } = after;
  await tx.updateTable('aiPushTask').set({ pilotPeople, aiPushFault, version }).where('taskNo', '=', taskNo).execute();
  return await told(call, 'proceed', before, after);
}

/** @throws AppError AI_PUSH_NOT_FOUND, ILLEGAL_TRANSITION */
export async function stopPush({ taskNo, reason }: ParsedRequestOf<typeof aiPushTask.stop>, call: CommandContext) {
  const before = await lockPush(call.tx, taskNo, call.caller.scope);
  const after = await movePush(call.tx, before, 'stop');
  return await told(call, 'stop', before, after, reason);
}
