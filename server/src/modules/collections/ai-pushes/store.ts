import type { aiPushTask } from '@kituo/sdk/contracts';
import { type Selectable, sql } from 'kysely';
import type { Queryable, Tx } from '../../../db/database.ts';
import { lockOne } from '../../../db/lock-one.ts';
import { AppError } from '../../../http/app-error.ts';
import type { DataScope } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { advance } from '../../../state-machine/index.ts';
import { publishEvent } from '../../platform/audit/index.ts';
import { withdrawDispatches } from '../contacts/index.ts';
import { enabledText, segmentCents } from '../sms-campaigns/index.ts';
import { type GroupChannel, groupOf, membersQuery } from '../user-groups/index.ts';
import { aiPushTaskMachine } from './ai-push-task.machine.ts';
import type { AiPushTaskTable } from './tables.ts';
import { withdrawPushes } from './in-app.ts';
import { enabledPlan } from './plans.ts';

export type PushTask = Selectable<AiPushTaskTable>;
type Fault = PushTask['aiPushFault'];
type Command = 'approve' | 'reject' | 'start' | 'finish' | 'stop';
type Change = Partial<
  Pick<
    PushTask,
    'committedCents' | 'aiPushFault' | 'decidedBy' | 'decisionReason' | 'startedAt' | 'audienceCount' | 'allowedCount'
  >
>;

/** How the contact gate knows a channel of pushes: whatever is written to a phone counts as a text. */
export const GATE_CHANNEL = { AI_CALL: 'ROBOT', SMS: 'SMS', PUSH: 'SMS' } as const satisfies Record<
  aiPushTask.TaskRow['channelType'],
  GroupChannel
>;
/** A call by the robot until the robot says what one costs: KES 3.00. */
const USUAL_CALL_CENTS = 300;

/** @throws AppError AI_PUSH_NOT_FOUND */
export async function lockPush(tx: Tx, taskNo: string, scope: DataScope | null): Promise<PushTask> {
  return await lockOne(tx, tx.selectFrom('aiPushTask').selectAll().where('taskNo', '=', taskNo), {
    missing: 'AI_PUSH_NOT_FOUND',
    subject: `AI push task ${taskNo}`,
    state: ({ version }) => version,
    isSeen: ({ merchantNo }) => scope === null || seesMerchant(scope, merchantNo),
  });
}

/**
 * The one way a task changes its state. Stopped, it contacts nobody any more: who waits is left out, and so is who was
 * let through but never left for the gateway.
 * @throws AppError ILLEGAL_TRANSITION
 */
export async function movePush(tx: Tx, before: PushTask, command: Command, change: Change = {}): Promise<PushTask> {
  const { taskNo } = before;
  const aiPushTaskStatus = advance(aiPushTaskMachine, before.aiPushTaskStatus, command);
  const isOver = aiPushTaskStatus === 'DONE' || aiPushTaskStatus === 'STOPPED';
  const after = { ...change, aiPushTaskStatus, version: before.version + 1, ...(isOver && { endedAt: new Date() }) };
  await tx.updateTable('aiPushTask').set(after).where('taskNo', '=', taskNo).execute();
  if (aiPushTaskStatus === 'STOPPED') await leaveOut(tx, taskNo, change.aiPushFault !== 'BUDGET_USED');
  return { ...before, ...after };
}

/** What the budget paid for goes on; else what has not left is taken back. */
async function leaveOut(tx: Tx, taskNo: string, isTakenBack: boolean): Promise<void> {
  const sent = await tx
    .selectFrom('aiPushRecord')
    .select('attemptId')
    .where('taskNo', '=', taskNo)
    .where('aiPushOutcome', '=', 'SENT')
    .execute();
  const withdrawn = await withdrawDispatches(
    tx,
    isTakenBack ? sent.flatMap(({ attemptId }) => (attemptId === null ? [] : [attemptId])) : [],
  );
  const taken = isTakenBack ? await withdrawPushes(tx, taskNo) : [];
  await tx
    .updateTable('aiPushRecord')
    .set({ aiPushOutcome: 'LEFT_OUT', nextAt: null })
    .where('taskNo', '=', taskNo)
    .where((eb) =>
      eb.or([
        eb('aiPushOutcome', '=', 'PENDING'),
        ...(withdrawn.length > 0 ? [eb('attemptId', 'in', withdrawn)] : []),
        ...(taken.length > 0 ? [eb('messageNo', 'in', taken)] : []),
      ]),
    )
    .execute();
}

/** As `movePush`, for what nobody requested. */
export async function autoMove(tx: Tx, before: PushTask, command: 'start' | 'finish' | 'stop', change: Change = {}) {
  const after = await movePush(tx, before, command, change);
  await publishEvent(tx, {
    topic: `aiPushTask.${command}`,
    subjectType: 'aiPushTask',
    subjectNo: before.taskNo,
    merchantNo: before.merchantNo,
    before: { status: before.aiPushTaskStatus },
    after: { status: after.aiPushTaskStatus, fault: after.aiPushFault },
  });
  return after;
}

/** Why a running task waits; null once it goes on. */
export async function noteFault(tx: Tx, { taskNo, aiPushFault }: PushTask, fault: Fault): Promise<void> {
  if (aiPushFault === fault) return;
  await tx
    .updateTable('aiPushTask')
    .set((eb) => ({ aiPushFault: fault, version: eb('version', '+', 1) }))
    .where('taskNo', '=', taskNo)
    .execute();
}

/**
 * That what was approved is still what will be pushed: the group as it was checked, the template or the plan enabled.
 * @throws AppError USER_GROUP_UNCHECKED, MARKETING_TEMPLATE_NOT_ENABLED, AI_PUSH_PLAN_NOT_ENABLED
 */
export async function refuseChanged(db: Queryable, { userGroupNo, groupVersion, ...task }: PushTask): Promise<void> {
  const group = await groupOf(db, userGroupNo, null);
  if (group.version !== groupVersion) throw new AppError('USER_GROUP_UNCHECKED', { fields: ['userGroupNo'] });
  const { merchantNo, templateNo, planNo } = task;
  if (planNo !== null) await enabledPlan(db, { merchantNo, planNo });
  if (templateNo === null) return;
  await enabledText(db, { merchantNo, templateNo }, 'templateNo');
}

/**
 * Writes down the people of the group and starts; who is at today's cap is asked for again later. The first are a
 * pilot's: in an order of chance, so that they stand for the rest.
 */
export async function startPush(tx: Tx, task: PushTask, now: Date): Promise<Change> {
  const { taskNo, userGroupNo, aiPushChannel, pilotPeople } = task;
  const order = pilotPeople === null ? sql`m.customer_no` : sql`md5(${taskNo} || m.customer_no)`;
  const group = await groupOf(tx, userGroupNo, null);
  const members = await membersQuery(tx, group, now, GATE_CHANNEL[aiPushChannel]);
  await sql`insert into ai_push_record (task_no, customer_no, phone, ai_push_outcome, ai_push_drop)
    select ${taskNo}, m.customer_no, m.phone,
      case when m.drop is null or m.drop = 'CAP' then 'PENDING' else 'SKIPPED' end,
      case when m.drop <> 'CAP' then m.drop end
    from (${members}) m order by ${order} on conflict (task_no, phone) do nothing`.execute(tx);
  const { people, waiting } = await tx
    .selectFrom('aiPushRecord')
    .select(sql<number>`count(*)::int`.as('people'))
    .select(sql<number>`(count(*) filter (where ai_push_outcome = 'PENDING'))::int`.as('waiting'))
    .where('taskNo', '=', taskNo)
    .executeTakeFirstOrThrow();
  return { startedAt: now, audienceCount: people, allowedCount: waiting };
}

/** What one part of an SMS, one push or one call costs, by the gateways' own word of late. */
export async function unitCents(db: Queryable, channel: PushTask['aiPushChannel']): Promise<number> {
  if (channel === 'SMS') return await segmentCents(db);
  // The push services of phones cost nothing.
  if (channel === 'PUSH') return 0;
  const { rows } = await sql<{ cents: number | null }>`select ceil(avg(cost_cents))::int as cents from (
    select r.cost_cents from contact_result r where r.cost_cents > 0 and r.outcome = 'ANSWERED'
      and r.result_id > (select coalesce(max(result_id), 0) - 20000 from contact_result)
    order by r.result_id desc limit 200) lately`.execute(db);
  return rows[0]?.cents ?? USUAL_CALL_CENTS;
}
