import type { ParsedRequestOf, robotPlan } from '@kituo/sdk/contracts';
import type { Selectable } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { lockOne } from '../../../db/lock-one.ts';
import { noteMade } from '../../../db/tx-notes.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext, DataScope } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { transition, writeAudit } from '../../platform/audit/index.ts';
import { groupOf } from '../user-groups/index.ts';
import { refuseUnseen } from './audiences.ts';
import { refuseHours, refuseTemplate } from './create.ts';
import { endTest } from './hold-out.ts';
import { robotPlanMachine } from './robot-plan.machine.ts';
import { refuseWithoutAmount } from './scripts.ts';
import { lockTask, moveTask } from './store.ts';
import type { RobotPlanTable, RobotSection } from './tables.ts';

export type RobotPlan = Selectable<RobotPlanTable>;
type Form = ParsedRequestOf<typeof robotPlan.collectionPlans.save>;
type Step = Exclude<robotPlan.PlanAction, 'update'>;

/** @throws AppError ROBOT_PLAN_NOT_FOUND */
export async function lockPlan(tx: Tx, planNo: string, section: RobotSection, scope: DataScope): Promise<RobotPlan> {
  return await lockOne(tx, tx.selectFrom('robotPlan').selectAll().where('planNo', '=', planNo), {
    missing: 'ROBOT_PLAN_NOT_FOUND',
    subject: `robot plan ${planNo}`,
    state: ({ version }) => version,
    isSeen: (plan) => plan.section === section && seesMerchant(scope, plan.merchantNo),
  });
}

/**
 * Writes a plan, or changes one that is disabled.
 * @throws AppError REFERENCE_UNKNOWN, USER_GROUP_NOT_FOUND, ROBOT_HOURS, ROBOT_SCRIPT_NO_AMOUNT, SMS_TEMPLATE_UNKNOWN, ROBOT_PLAN_NOT_FOUND,
 *   STALE, ILLEGAL_TRANSITION
 */
export async function savePlan(section: RobotSection, { planNo, version, ...given }: Form, call: CommandContext) {
  const form = { ...given, vendor: given.vendor ?? 'ROBOT', smsTemplateCode: given.smsTemplateCode ?? null };
  const { tx, caller } = call;
  const { merchantNo } = form;
  const before = planNo === undefined ? null : await lockPlan(tx, planNo, section, caller.scope);
  if (before && before.version !== version) throw new AppError('STALE');
  if (before && before.planStatus !== 'DISABLED') {
    throw new AppError('ILLEGAL_TRANSITION', {
      facts: { subject: 'robot plan', state: before.planStatus, command: 'update' },
    });
  }
  await refuseUnseen({ db: tx, caller }, merchantNo);
  await refuseHours(tx, form);
  // Whoever owes several bills is called once for all of them.
  if (section === 'collectionStage' && form.vendor === 'ROBOT') await refuseWithoutAmount(tx, form.scriptCode);
  if (form.smsTemplateCode !== null) await refuseTemplate(tx, form.smsTemplateCode);
  const { userGroupNo } = form.audience;
  if (userGroupNo !== undefined && (await groupOf(tx, userGroupNo, caller)).merchantNo !== merchantNo) {
    throw new AppError('USER_GROUP_NOT_FOUND', { fields: ['audience.userGroupNo'] });
  }
  const values = {
    ...form,
    holdOutPercent: form.holdOutPercent ?? 0,
    runTimes: form.runTimes.toSorted(),
    weekdays: form.weekdays.toSorted((one, other) => one - other),
    audience: JSON.stringify(form.audience),
    updatedBy: caller.userNo,
    approvedBy: null,
    updatedAt: new Date(),
  };
  const saved = before
    ? await tx
        .updateTable('robotPlan')
        .set({ ...values, version: before.version + 1 })
        .where('planNo', '=', before.planNo)
        .returning(['planNo', 'planStatus', 'version'])
        .executeTakeFirstOrThrow()
    : await tx
        .insertInto('robotPlan')
        .values({ ...values, section })
        .returning(['planNo', 'planStatus', 'version'])
        .executeTakeFirstOrThrow();
  if (!before) noteMade(tx, `robot plan ${saved.planNo}`);
  await writeAudit(tx, call, {
    action: `${section}.robotPlan.${before ? 'update' : 'save'}`,
    subjectType: 'robotPlan',
    subjectNo: saved.planNo,
    merchantNo,
    ...(before && {
      before: {
        planName: before.planName,
        runTimes: before.runTimes,
        audience: before.audience,
        holdOutPercent: before.holdOutPercent,
      },
    }),
    after: form,
  });
  return saved;
}

/** @throws AppError ROBOT_PLAN_NOT_FOUND, ILLEGAL_TRANSITION, MAKER_IS_CHECKER */
export async function movePlan(
  section: RobotSection,
  step: Step,
  { planNo, reason }: { readonly planNo: string; readonly reason?: string | undefined },
  call: CommandContext,
) {
  const { tx, caller } = call;
  const before = await lockPlan(tx, planNo, section, caller.scope);
  const tasks: Awaited<ReturnType<typeof stopTasksOf>> = [];
  const planStatus = await transition(call, {
    machine: robotPlanMachine,
    command: step === 'return' ? 'sendBack' : step,
    of: before,
    field: 'planStatus',
    write: async (status) => {
      if (step === 'approve' && before.updatedBy === caller.userNo) throw new AppError('MAKER_IS_CHECKER');
      await tx
        .updateTable('robotPlan')
        .set({
          planStatus: status,
          updatedAt: new Date(),
          version: before.version + 1,
          ...(status === 'ENABLED' && { activeSince: new Date() }),
          ...(step === 'approve' && { approvedBy: caller.userNo }),
        })
        .where('planNo', '=', planNo)
        .execute();
      if (step !== 'stop') return;
      tasks.push(...(await stopTasksOf(tx, planNo)));
      await endTest(tx, planNo, new Date());
    },
    audit: () => ({
      action: `${section}.robotPlan.${step}`,
      subjectType: 'robotPlan',
      subjectNo: planNo,
      merchantNo: before.merchantNo,
      ...(tasks.length > 0 && { after: { tasks } }),
      ...(reason !== undefined && { reason }),
    }),
  });
  return { planNo, planStatus, version: before.version + 1 };
}

/** Its tasks end with a plan that ends. */
async function stopTasksOf(tx: Tx, planNo: string): Promise<string[]> {
  const live = await tx
    .selectFrom('robotTask')
    .select('taskNo')
    .where('planNo', '=', planNo)
    .where('taskStatus', 'in', ['QUEUED', 'RUNNING', 'PAUSED', 'FAILED'])
    .orderBy('taskNo')
    .execute();
  for (const { taskNo } of live) await moveTask(tx, await lockTask(tx, taskNo, null), 'stop');
  return live.map(({ taskNo }) => taskNo);
}
