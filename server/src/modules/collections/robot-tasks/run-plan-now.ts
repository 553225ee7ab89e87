import type { ParsedRequestOf, ReplyOf, robotTask } from '@kituo/sdk/contracts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext } from '../../../http/implement.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { vendorOf } from './ai.ts';
import { freeOf, isTimeOf, MAX_AT_VENDOR, writeAiTask } from './ai-write.ts';
import { MAX, peopleMatching, type Person } from './audiences.ts';
import { isMerged, writeTask } from './create.ts';
import { refuseWithoutAmount } from './scripts.ts';
import { isHeldOut, joinTest, testOf } from './hold-out.ts';
import { lockPlan, type RobotPlan } from './plans.ts';
import { sendAiTask } from './vendor.ts';

type Form = ParsedRequestOf<typeof robotTask.collectionRunPlan>;
type Made = ReplyOf<typeof robotTask.collectionRunPlan>;

/**
 * A task of an enabled plan beside its own times. Whom the plan leaves alone stays left alone.
 * @throws AppError ROBOT_PLAN_NOT_FOUND, ROBOT_PLAN_NOT_ENABLED, ROBOT_AUDIENCE_EMPTY, ROBOT_SCRIPT_NO_AMOUNT
 */
export async function runPlanNow(
  section: 'collection' | 'collectionStage',
  { planNo, ...form }: Form,
  call: CommandContext,
): Promise<Made> {
  const { tx, caller } = call;
  const plan = await lockPlan(tx, planNo, section, caller.scope);
  if (plan.planStatus !== 'ENABLED') throw new AppError('ROBOT_PLAN_NOT_ENABLED', { fields: ['planNo'] });
  const { merchantNo, audience } = plan;
  const found = await peopleMatching(section, { merchantNo, audience }, { db: tx, caller }, MAX);
  const made =
    plan.vendor === 'NINE_FOUR' ? await handOver(plan, form, found, call) : await queue(plan, form, found, call);
  if (made.leftOut === made.total) throw new AppError('ROBOT_AUDIENCE_EMPTY');
  await writeAudit(tx, call, {
    action: `${section}.robotPlan.run`,
    subjectType: 'robotPlan',
    subjectNo: planNo,
    merchantNo,
    after: { taskNo: made.taskNo, people: made.total, leftOut: made.leftOut },
  });
  return made;
}

type When = Omit<Form, 'planNo'>;

/** Our robot dials. */
async function queue(
  plan: RobotPlan,
  form: When,
  people: readonly Person[],
  { tx, caller }: CommandContext,
): Promise<Made> {
  const { planNo, section, merchantNo, scriptCode, voiceLanguage, dialFrom, dialTo, maxAttempts, retryGapMinutes } =
    plan;
  const now = new Date();
  const test = await testOf(tx, plan, now);
  const { taskNo, taskStatus, version, total, leftOut, leftOutOf, drawn } = await writeTask(tx, {
    section,
    merchantNo,
    people,
    taskName: form.taskName,
    scriptCode,
    voiceLanguage,
    dialFrom,
    dialTo,
    maxAttempts,
    retryGapMinutes,
    smsTemplateCode: plan.smsTemplateCode,
    startAt: new Date(form.startAt),
    dialOn: null,
    planNo,
    ...(test && { isHeldOut: (customerNo: string) => isHeldOut(test, customerNo) }),
    taskStatus: 'QUEUED',
    createdBy: caller.userNo,
    approvedBy: null,
  });
  if (section === 'collectionStage' && isMerged(leftOutOf)) await refuseWithoutAmount(tx, scriptCode);
  if (test) await joinTest(tx, test, drawn, now);
  return { taskNo, taskStatus, version, total, leftOut };
}

/** 94 AI takes the whole task. */
async function handOver(plan: RobotPlan, form: When, found: readonly Person[], call: CommandContext): Promise<Made> {
  const { tx, caller } = call;
  const { planNo, merchantNo, scriptCode, voiceLanguage, dialFrom, dialTo } = plan;
  const now = new Date();
  const free = await freeOf(tx, found);
  const drawn = free.people.slice(0, MAX_AT_VENDOR);
  const test = await testOf(tx, plan, now);
  const people = test ? drawn.filter(({ customerNo }) => customerNo === null || !isHeldOut(test, customerNo)) : drawn;
  if (test) {
    const customerNos = drawn.flatMap(({ customerNo }) => customerNo ?? []);
    await joinTest(tx, test, customerNos, now);
  }
  if (people.length === 0) throw new AppError('ROBOT_AUDIENCE_EMPTY');
  const hours = { dialFrom, dialTo, startAt: new Date(form.startAt) };
  const facts = { taskName: form.taskName, scriptCode, voiceLanguage, ...hours, merchantNo, planNo };
  const isDue = isTimeOf(hours, now);
  const { made, sent } = await writeAiTask(tx, { ...facts, createdBy: caller.userNo }, people, { isDue });
  if (sent === 0) throw new AppError('ROBOT_AUDIENCE_EMPTY');
  call.afterCommit(() => sendAiTask(vendorOf(call), made.taskNo));
  const leftOut = found.length - people.length;
  return { taskNo: made.taskNo, taskStatus: 'QUEUED', version: made.version, total: found.length, leftOut };
}
