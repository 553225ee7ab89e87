import { callList } from '@kituo/sdk/contracts';
import { type Selectable, sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database, Tx } from '../../../db/database.ts';
import type { RobotSection, RobotTaskItemTable } from './tables.ts';
import { handToGroup, heardOf, keepWillingness } from '../call-lists/index.ts';
import { NOT_HEARD, queueDispatch, tryGate } from '../contacts/index.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import { noteRobotCall, textBorrower } from '../collections/index.ts';
import { textAfter } from './follow-up.ts';
import { scriptValues, spokenCases, stillSpoken } from './spoken-cases.ts';
import { lockTask, autoMove, type RobotTask } from './store.ts';

type Item = Selectable<RobotTaskItemTable>;

const PURPOSE = {
  collection: 'COLLECTION',
  collectionStage: 'COLLECTION',
  marketing: 'MARKETING',
  telemarketing: 'TELEMARKETING',
} as const satisfies Record<RobotSection, string>;

/** People called a task and turn. */
const A_TURN = 20;
/** A call that nobody told the end of counts as ended after this. */
const SILENT_MS = 1_800_000;
/** The robot is asked about it before that. */
const ASKED_MS = 600_000;
/** Calls that may be tried again. */
const AGAIN: ReadonlySet<string> = new Set(['NO_ANSWER', 'BUSY', 'SWITCHED_OFF']);

export interface Dialler {
  readonly db: Database;
  readonly hasRobot: boolean;
  readonly log: Logger;
}

/**
 * One turn of the robot: starts what is due, takes in how calls ended, calls the next people, each through the
 * gate, and ends what has nobody left. Run twice, or by two processes, nobody is called twice.
 * @returns how many people were called.
 */
export async function dialRobotTasks(dialler: Dialler, now: Date): Promise<number> {
  const { db, log } = dialler;
  const live = await db
    .selectFrom('robotTask')
    .select('taskNo')
    .where((eb) =>
      eb.or([eb('taskStatus', '=', 'RUNNING'), eb.and([eb('taskStatus', '=', 'QUEUED'), eb('startAt', '<=', now)])]),
    )
    .orderBy('taskNo')
    .execute();
  let called = 0;
  for (const { taskNo } of live) {
    try {
      called += await turnOf(dialler, taskNo, now);
    } catch (error) {
      log.error({ err: error, taskNo }, 'a robot task could not go on');
    }
  }
  return called;
}

async function turnOf({ db, hasRobot }: Dialler, taskNo: string, now: Date): Promise<number> {
  const isOn = await db.transaction().execute(async (tx) => {
    let task = await lockTask(tx, taskNo, null);
    if (task.dialOn !== null && task.dialOn < businessDateOf(now)) {
      if (task.taskStatus === 'QUEUED' || task.taskStatus === 'RUNNING') await autoMove(tx, task, 'stop');
      return false;
    }
    if (task.taskStatus === 'QUEUED' && task.startAt <= now) {
      await autoMove(tx, task, 'start');
      task = await lockTask(tx, taskNo, null);
    }
    if (task.taskStatus !== 'RUNNING') return false;
    const fault = hasRobot ? await takeEnds(tx, task, now) : 'no robot';
    if (fault !== null) await autoMove(tx, task, 'fail', fault);
    return fault === null;
  });
  if (!isOn) return 0;
  let called = 0;
  for (let turn = 0; turn < A_TURN; turn += 1) {
    const done = await db.transaction().execute((tx) => callNext(tx, taskNo, now));
    if (done === null) break;
    called += done ? 1 : 0;
  }
  await db.transaction().execute((tx) => finishWhenDone(tx, taskNo));
  return called;
}

interface End {
  readonly itemNo: number;
  readonly phone: string;
  readonly caseNo: string | null;
  readonly customerNo: string | null;
  readonly attemptId: number;
  readonly attempts: number;
  readonly dispatchStatus: string;
  readonly fault: string | null;
  readonly beganAt: Date | null;
  readonly outcome: string | null;
  readonly willingness: string | null;
}

/** How calls ended since. @returns why the robot took none, so that the task waits for a person. */
async function takeEnds(tx: Tx, task: RobotTask, now: Date): Promise<string | null> {
  const { taskNo, maxAttempts, retryGapMinutes } = task;
  const { rows } = await sql<End>`
    select i.item_no, i.phone, i.case_no, i.customer_no, i.attempt_id, i.attempts, d.dispatch_status, d.fault, d.began_at, r.outcome, r.willingness
    from robot_task_item i join contact_dispatch d on d.attempt_id = i.attempt_id
    left join lateral (select outcome, willingness from contact_result r
      where r.attempt_id = i.attempt_id and r.outcome not in ('SENT', 'UNKNOWN', 'REFUSED') order by r.result_id desc limit 1) r on true
    where i.task_no = ${taskNo} and i.item_status = 'DIALLED'`.execute(tx);
  let fault: string | null = null;
  for (const end of rows) {
    const { itemNo, attempts, dispatchStatus, beganAt } = end;
    const set = (change: Partial<Omit<Item, 'taskNo' | 'itemNo'>>) =>
      tx.updateTable('robotTaskItem').set(change).where('taskNo', '=', taskNo).where('itemNo', '=', itemNo).execute();
    if (dispatchStatus === 'REFUSED') {
      if (end.fault !== NOT_HEARD) fault = end.fault ?? 'refused';
      await set({ itemStatus: 'QUEUED', nextAt: null, attempts: attempts - 1 });
      continue;
    }
    const longest = dispatchStatus === 'UNKNOWN' ? SILENT_MS : SILENT_MS + ASKED_MS;
    const isSilent = beganAt !== null && now.getTime() - beganAt.getTime() > longest;
    // Whether the robot heard of it may never be known: nobody is called a second time on a guess.
    const silence = dispatchStatus === 'UNKNOWN' ? 'UNKNOWN' : 'NO_REPORT';
    const outcome = end.outcome ?? (isSilent ? silence : null);
    if (outcome === null) continue;
    const { willingness } = end;
    const isAgain = AGAIN.has(outcome) && attempts < maxAttempts;
    const nextAt = isAgain ? new Date(now.getTime() + retryGapMinutes * 60_000) : null;
    await set({ outcome, willingness, nextAt, itemStatus: isAgain ? 'QUEUED' : 'DONE' });
    if (end.outcome !== null) await noteOnCases(tx, taskNo, { ...end, outcome: end.outcome }, now);
    if (AGAIN.has(outcome) && !isAgain) await textUnreached(tx, task, end, now);
    if (end.outcome !== null && !isAgain) await handOver(tx, task, end, now);
  }
  return fault;
}

/** What a call came to is a follow-up of each case that it spoke for. */
async function noteOnCases(tx: Tx, taskNo: string, end: End & { readonly outcome: string }, at: Date): Promise<void> {
  const { phone, caseNo, attemptId, outcome, willingness } = end;
  if (caseNo === null) return;
  const cases = await spokenCases(tx, { taskNo, phone, caseNo });
  const caseNos = cases.filter(({ caseStatus }) => caseStatus !== 'CLOSED').map((one) => one.caseNo);
  await noteRobotCall(tx, { caseNos, attemptId, taskNo, outcome, willingness, at });
}

/** Whom no attempt reached gets the task's SMS, through the gate as every other. */
async function textUnreached(tx: Tx, task: RobotTask, end: End, at: Date): Promise<void> {
  const { taskNo, smsTemplateCode, voiceLanguage } = task;
  if (smsTemplateCode === null || end.caseNo === null) return;
  const sent = await textBorrower(tx, end.caseNo, { templateCode: smsTemplateCode, language: voiceLanguage, at });
  if (sent === null || !sent.answer.isAllowed) return;
  await tx
    .updateTable('robotTaskItem')
    .set({ followUpAttemptId: sent.attemptId })
    .where('taskNo', '=', taskNo)
    .where('itemNo', '=', end.itemNo)
    .execute();
}

/** What was heard of an offer is followed by its text and goes to the telemarketing list, the willing as entries to call. */
async function handOver(tx: Tx, task: RobotTask, end: End, at: Date): Promise<void> {
  const { section, merchantNo, taskNo, planNo, handsOver } = task;
  if (section !== 'marketing' && section !== 'telemarketing') return;
  const { phone, outcome, willingness } = end;
  const known = callList.willingness.safeParse(willingness).data ?? null;
  const userGroupNo = planNo === null ? null : await groupOfPlan(tx, planNo);
  const heard = heardOf(outcome ?? '', known);
  await textAfter(tx, task, end, { heard, at });
  if (heard === 'WILLING' && !handsOver) return;
  await keepWillingness(tx, { merchantNo, phone, userGroupNo, batchNo: taskNo, willingness: heard, at });
  if (heard === 'WILLING' && task.transferGroup !== null) {
    await handToGroup(tx, { merchantNo, phone, groupName: task.transferGroup, at });
  }
}

async function groupOfPlan(tx: Tx, planNo: string): Promise<string | null> {
  const { audience } = await tx
    .selectFrom('robotPlan')
    .select('audience')
    .where('planNo', '=', planNo)
    .executeTakeFirstOrThrow();
  return audience.userGroupNo ?? null;
}

const clock = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Africa/Nairobi',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

/** @returns whether the next person was called; null where nobody is to be called now. */
async function callNext(tx: Tx, taskNo: string, now: Date): Promise<boolean | null> {
  // Shared: a pause waits for calls that are being made, and the next turn sees it.
  const task = await tx
    .selectFrom('robotTask')
    .selectAll()
    .where('taskNo', '=', taskNo)
    .where('taskStatus', '=', 'RUNNING')
    .forShare()
    .executeTakeFirst();
  const time = clock.format(now);
  if (!task || time < task.dialFrom || time >= task.dialTo || (await isBusy(tx, task))) return null;
  const item = await tx
    .selectFrom('robotTaskItem')
    .selectAll()
    .where('taskNo', '=', taskNo)
    .where('itemStatus', '=', 'QUEUED')
    .where((eb) => eb.or([eb('nextAt', 'is', null), eb('nextAt', '<=', now)]))
    .orderBy('itemNo')
    .limit(1)
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst();
  return item ? await callOne(tx, task, item, now) : null;
}

/** Whether as many calls are in the air as the task allows. */
async function isBusy(tx: Tx, { taskNo, concurrency }: RobotTask): Promise<boolean> {
  if (concurrency === null) return false;
  const { inTheAir } = await tx
    .selectFrom('robotTaskItem')
    .select((eb) => eb.fn.countAll<number>().as('inTheAir'))
    .where('taskNo', '=', taskNo)
    .where('itemStatus', '=', 'DIALLED')
    .executeTakeFirstOrThrow();
  return inTheAir >= concurrency;
}

async function callOne(tx: Tx, task: RobotTask, item: Item, now: Date): Promise<boolean> {
  const { section, merchantNo, scriptCode, voiceLanguage: language } = task;
  const { taskNo, itemNo, phone, customerNo, orderNo, caseNo } = item;
  const set = async (change: Partial<Omit<Item, 'taskNo' | 'itemNo'>>): Promise<void> => {
    await tx
      .updateTable('robotTaskItem')
      .set(change)
      .where('taskNo', '=', taskNo)
      .where('itemNo', '=', itemNo)
      .execute();
  };
  const spoken = caseNo === null ? null : stillSpoken(await spokenCases(tx, { taskNo, phone, caseNo }));
  if (spoken !== null && 'left' in spoken) {
    await set({ itemStatus: 'LEFT_OUT', outcome: spoken.left });
    return false;
  }
  const variables = spoken === null ? {} : scriptValues(spoken.cases);
  const question = { phone, customerNo, merchantNo, purpose: PURPOSE[section], channel: 'ROBOT', at: now } as const;
  const { attemptId, answer } = await tryGate(tx, question, { userNo: null, orderNo, caseNo });
  if (!answer.isAllowed) {
    const { nextAllowedAt: nextAt, error: outcome } = answer;
    await set({ attemptId, outcome, nextAt, ...(nextAt === null && { itemStatus: 'REFUSED' }) });
    return false;
  }
  await queueDispatch(tx, { attemptId, channel: 'ROBOT', phone, payload: { scriptCode, language, variables } });
  await set({ itemStatus: 'DIALLED', attemptId, attempts: item.attempts + 1, outcome: null, nextAt: null });
  return true;
}

async function finishWhenDone(tx: Tx, taskNo: string): Promise<void> {
  const task = await lockTask(tx, taskNo, null);
  if (task.taskStatus !== 'RUNNING') return;
  const open = await tx
    .selectFrom('robotTaskItem')
    .select('itemNo')
    .where('taskNo', '=', taskNo)
    .where('itemStatus', 'in', ['QUEUED', 'DIALLED'])
    .executeTakeFirst();
  if (!open) await autoMove(tx, task, 'finish');
}
