import type { Logger } from 'pino';
import type { Database, Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import { publishEvent } from '../../platform/audit/index.ts';
import { type BusinessDate, businessDateOf, shownTime, startOfBusinessDate } from '../../platform/policy/index.ts';
import { moveAiTask } from './ai-store.ts';
import { freeOf, MAX_AT_VENDOR, writeAiTask } from './ai-write.ts';
import { MAX, peopleMatching, type Person } from './audiences.ts';
import { writeTask } from './create.ts';
import { isHeldOut, joinTest, testOf } from './hold-out.ts';
import type { RobotPlan } from './plans.ts';
import { autoMove, lockTask } from './store.ts';
import { NOBODY } from './vendor.ts';

/** A task's name is at most so long. */
const NAME_LENGTH = 30;

/** 1 is Monday. */
export const weekdayOf = (day: BusinessDate): number => ((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7) + 1;

/** The moment of a time of a day, both EAT. */
export function momentOf(day: BusinessDate, time: string): Date {
  const [hours = '0', minutes = '0'] = time.split(':');
  return new Date(startOfBusinessDate(day).getTime() + (Number(hours) * 60 + Number(minutes)) * 60_000);
}

/**
 * Makes the tasks of plans whose time has come, each of who matches now. A time is used once, whoever asks; times that
 * passed while nobody asked are noted as missed, and the newest of them still runs while calls may be made.
 * @returns how many tasks were made.
 */
export async function runRobotPlans(db: Database, now: Date, log: Logger): Promise<number> {
  const today = businessDateOf(now);
  const due = await db
    .selectFrom('robotPlan')
    .select(['planNo', 'weekdays'])
    .where('planStatus', '=', 'ENABLED')
    .where('startsOn', '<=', today)
    .where((eb) => eb.or([eb('endsOn', 'is', null), eb('endsOn', '>=', today)]))
    .orderBy('planNo')
    .execute();
  let made = 0;
  for (const { planNo, weekdays } of due) {
    if (!weekdays.includes(weekdayOf(today))) continue;
    try {
      made += (await db.transaction().execute((tx) => runPlan(tx, planNo, now))) ? 1 : 0;
    } catch (error) {
      log.error({ err: error, planNo }, 'a robot plan could not run');
    }
  }
  return made;
}

/** @returns whether a task was made. */
async function runPlan(tx: Tx, planNo: string, now: Date): Promise<boolean> {
  // Locked: a pause waits, and two processes make one task.
  const plan = await tx
    .selectFrom('robotPlan')
    .selectAll()
    .where('planNo', '=', planNo)
    .where('planStatus', '=', 'ENABLED')
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!plan?.activeSince) return false;
  const { activeSince } = plan;
  const today = businessDateOf(now);
  const passed = plan.runTimes.map((time) => momentOf(today, time)).filter((at) => at <= now && at > activeSince);
  if (passed.length === 0) return false;
  const used = await tx
    .selectFrom('robotPlanRun')
    .select('dueAt')
    .where('planNo', '=', planNo)
    .where('dueAt', '>=', startOfBusinessDate(today))
    .execute();
  const isUsed = new Set(used.map(({ dueAt }) => dueAt.getTime()));
  const left = passed.filter((at) => !isUsed.has(at.getTime())).toSorted((one, other) => +one - +other);
  const newest = left.pop();
  for (const dueAt of left) await note(tx, planNo, dueAt, { planOutcome: 'MISSED' });
  if (newest === undefined) return false;
  if (shownTime(now) >= plan.dialTo.slice(0, 5)) {
    await note(tx, planNo, newest, { planOutcome: 'MISSED' });
    return false;
  }
  return await makeTask(tx, plan, newest);
}

interface Outcome {
  readonly planOutcome: 'STARTED' | 'EMPTY' | 'ALL_BUSY' | 'MISSED' | 'FAILED';
  readonly taskNo?: string;
  readonly aiTaskNo?: string;
  readonly people?: number;
  readonly leftOut?: number;
  readonly isCut?: boolean;
  readonly fault?: string;
}

const note = (tx: Tx, planNo: string, dueAt: Date, outcome: Outcome) =>
  tx
    .insertInto('robotPlanRun')
    .values({ planNo, dueAt, ...outcome })
    .execute();

/** A task of who matches now, which ends with the day. */
async function makeTask(tx: Tx, plan: RobotPlan, dueAt: Date): Promise<boolean> {
  const { planNo, section, merchantNo, audience, updatedBy, approvedBy, planName, smsTemplateCode } = plan;
  const asker = { db: tx, caller: { userNo: updatedBy, scope: { merchantNos: [merchantNo] } } };
  let found: Awaited<ReturnType<typeof peopleMatching>>;
  try {
    found = await peopleMatching(section, { merchantNo, audience }, asker, MAX + 1);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await note(tx, planNo, dueAt, { planOutcome: 'FAILED', fault: error.error });
    return false;
  }
  if (found.length === 0) {
    await note(tx, planNo, dueAt, { planOutcome: 'EMPTY' });
    return false;
  }
  const day = businessDateOf(dueAt);
  const suffix = ` ${day.slice(5)} ${shownTime(dueAt)}`;
  const taskName = planName.slice(0, NAME_LENGTH - suffix.length) + suffix;
  if (plan.vendor === 'NINE_FOUR') return await makeAiTask(tx, plan, { dueAt, taskName, found });
  const { scriptCode, voiceLanguage, dialFrom, dialTo, maxAttempts, retryGapMinutes } = plan;
  const test = await testOf(tx, plan, dueAt);
  const { taskNo, total, leftOut, drawn } = await writeTask(tx, {
    scriptCode,
    voiceLanguage,
    dialFrom,
    dialTo,
    maxAttempts,
    retryGapMinutes,
    section,
    merchantNo,
    people: found.slice(0, MAX),
    taskName,
    smsTemplateCode,
    startAt: dueAt,
    dialOn: day,
    planNo,
    ...(test && { isHeldOut: (customerNo: string) => isHeldOut(test, customerNo) }),
    taskStatus: 'QUEUED',
    createdBy: updatedBy,
    approvedBy,
  });
  if (test) await joinTest(tx, test, drawn, dueAt);
  await publishEvent(tx, {
    topic: 'robotTask.create',
    subjectType: 'robotTask',
    subjectNo: taskNo,
    merchantNo,
    after: { taskStatus: 'QUEUED', planNo, people: total, leftOut },
  });
  const isIdle = leftOut === total;
  if (isIdle) await autoMove(tx, await lockTask(tx, taskNo, null), 'stop');
  const planOutcome = isIdle ? 'ALL_BUSY' : 'STARTED';
  await note(tx, planNo, dueAt, { planOutcome, taskNo, people: total, leftOut, isCut: found.length > MAX });
  return !isIdle;
}

/** The whole task goes to 94 AI, as one that a person makes; it leaves after the commit, with the next turn of the watch. */
async function makeAiTask(
  tx: Tx,
  plan: RobotPlan,
  run: { readonly dueAt: Date; readonly taskName: string; readonly found: readonly Person[] },
): Promise<boolean> {
  const { planNo, merchantNo, scriptCode, voiceLanguage, dialFrom, dialTo, updatedBy } = plan;
  const { dueAt, taskName, found } = run;
  const { people, leftOut: busy } = await freeOf(tx, found);
  const drawn = people.slice(0, MAX_AT_VENDOR);
  if (drawn.length === 0) {
    await note(tx, planNo, dueAt, { planOutcome: 'EMPTY' });
    return false;
  }
  const test = await testOf(tx, plan, dueAt);
  const some = test ? drawn.filter(({ customerNo }) => customerNo === null || !isHeldOut(test, customerNo)) : drawn;
  if (test) {
    const customerNos = drawn.flatMap(({ customerNo }) => customerNo ?? []);
    await joinTest(tx, test, customerNos, dueAt);
  }
  const leftOut = busy + drawn.length - some.length;
  const isCut = people.length > drawn.length;
  const counts = { people: some.length + leftOut, leftOut, isCut };
  // All of them are held out this time.
  if (some.length === 0) {
    await note(tx, planNo, dueAt, { planOutcome: 'ALL_BUSY', ...counts });
    return false;
  }
  const hours = { dialFrom, dialTo, startAt: dueAt };
  const facts = { taskName, scriptCode, voiceLanguage, ...hours, merchantNo, planNo, createdBy: updatedBy };
  const { made, sent } = await writeAiTask(tx, facts, some, { isDue: true });
  await publishEvent(tx, {
    topic: 'aiTask.create',
    subjectType: 'aiTask',
    subjectNo: made.taskNo,
    merchantNo,
    after: { taskStatus: made.taskStatus, planNo, sent, leftOut },
  });
  // Nobody whom the gate lets through now: nothing is there to be sent.
  if (sent === 0) await moveAiTask(tx, made, ['failToSend'], { fault: NOBODY });
  const planOutcome = sent === 0 ? 'ALL_BUSY' : 'STARTED';
  await note(tx, planNo, dueAt, { planOutcome, aiTaskNo: made.taskNo, ...counts });
  return sent > 0;
}

/** When a plan runs next, from a moment on; null where it never does again. Looks two weeks ahead: weekdays repeat. */
export function nextRunOf(
  plan: Pick<RobotPlan, 'planStatus' | 'runTimes' | 'weekdays' | 'startsOn' | 'endsOn'>,
  now: Date,
): Date | null {
  if (plan.planStatus !== 'ENABLED') return null;
  const from = plan.startsOn > businessDateOf(now) ? plan.startsOn : businessDateOf(now);
  for (let ahead = 0; ahead < 14; ahead += 1) {
    const day = businessDateOf(new Date(startOfBusinessDate(from).getTime() + ahead * 86_400_000));
    if (plan.endsOn !== null && day > plan.endsOn) return null;
    if (!plan.weekdays.includes(weekdayOf(day))) continue;
    const next = plan.runTimes.map((time) => momentOf(day, time)).find((at) => at > now);
    if (next) return next;
  }
  return null;
}
