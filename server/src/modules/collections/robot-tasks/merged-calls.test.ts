import { aiTask, collection, job, nineFour, robotPlan, robotTask } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, listOf, type Person } from '../../../../testing/test-calls.ts';
import { lend, makeProduct } from '../../lending/orders/testing/lend.ts';
import { createLogger } from '../../platform/health/index.ts';
import { startJobWorker } from '../../platform/jobs/index.ts';
import { addDays, businessDateOf } from '../../platform/policy/index.ts';
import { runCaseDay } from '../collections/index.ts';
import { dialRobotTasks, runRobotPlans } from './index.ts';
import { momentOf } from './run-plans.ts';

/* By bill a borrower has several cases, and is called once: the call speaks for all of them, and each keeps what came of it. */

const TODAY = businessDateOf(new Date());
const log = createLogger('silent');
let app: TestApp;
let desk: Person;
let stop: () => Promise<void>;
let staff: { maker: string; checker: string };
let productNo: string;
let merchantNo: string;

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  stop = await startJobWorker({ db, services: app.services, log });
  const codes = ['create', 'stop'].map((action) => `collectionStage:robotTask:${action}`);
  const { userNo } = await addPerson(app.database, 'merge.desk', {
    codes: [...codes, 'collectionStage:robotPlan:save', 'collection:ai94:create', 'collection:ai94:stop'],
    pages: [
      '/AdminContent/CollectionSystemNew/RoboticTaskNew',
      '/AdminContent/CollectionSystem/NineFourAiTask',
      '/AdminContent/CollectionSystemNew/CaseAllocationNew',
    ],
  });
  staff = { maker: userNo, checker: (await addPerson(app.database, 'merge.checker')).userNo };
  productNo = await makeProduct(db, { collectionScope: 'BILL', installments: 3, termDays: 90 });
  ({ merchantNo } = await late());
  await db.insertInto('userMerchant').values({ userNo, merchantNo }).execute();
  await sql`insert into regulatory_policy (policy_key, effective_from, value)
    values ('contactHours', ${addDays(TODAY, -1)}, '{"from": "00:00", "to": "24:00"}')`.execute(db);
  desk = await as(app, 'merge.desk');
});
afterAll(async () => {
  await stop();
  await app[Symbol.asyncDispose]();
});

/** A loan whose three bills are all late, the oldest first. */
async function late() {
  const { db } = app.database;
  const loan = await lend(db, { productNo, approvedCents: 600_000, ...staff });
  await sql`update bill set due_date = ${TODAY}::date - (40 - 10 * term_no)::int, accrued_through = ${addDays(TODAY, -1)}
    where order_no = ${loan.orderNo}`.execute(db);
  await runCaseDay(db, addDays(TODAY, -1), log);
  const cases = await db
    .selectFrom('collectionCase')
    .select('caseNo')
    .where('orderNo', '=', loan.orderNo)
    .orderBy('caseNo')
    .execute();
  return { ...loan, caseNos: cases.map(({ caseNo }) => caseNo) };
}
const DIALLING = {
  scriptCode: 'OVERDUE',
  voiceLanguage: 'sw' as const,
  dialFrom: '00:00',
  dialTo: '23:59',
  maxAttempts: 1,
  retryGapMinutes: 60,
};
const create = async (caseIds: string[], more: object = {}) =>
  await desk.call(robotTask.stageCreate, {
    ...DIALLING,
    taskName: 'All bills',
    startAt: '2026-01-01T00:00:00Z',
    caseIds,
    ...more,
  });
const rowOf = async (taskNo: string) =>
  (await desk.call(robotTask.stageTasks.page, { ...listOf({ taskNo }), sort: null })).rows[0];
const turn = () => dialRobotTasks({ db: app.database.db, hasRobot: true, log }, new Date());
async function report(taskNo: string, outcome: string, willingness: string | null = null): Promise<void> {
  const { db } = app.database;
  const { rows } = await sql<{ attemptId: number }>`select attempt_id from robot_task_item
    where task_no = ${taskNo} and item_status = 'DIALLED'`.execute(db);
  const attemptId = rows[0]?.attemptId ?? 0;
  await sql`update contact_dispatch set dispatch_status = 'SENT', began_at = now()
    where attempt_id = ${attemptId}`.execute(db);
  await db.insertInto('contactResult').values({ attemptId, outcome, willingness }).execute();
}

it('calls a borrower once for three bills, says what they owe together, and writes the robot’s follow-up on each', async () => {
  const { db } = app.database;
  const { caseNos } = await late();
  expect(caseNos).toHaveLength(3);
  const { taskNo } = await create(caseNos);
  const before = await rowOf(taskNo);
  expect(before).toMatchObject({ cases: 3, borrowers: 1, merged: 2, leftOut: 0, dialled: 0 });
  expect(before?.totalDueCents).toBeGreaterThan(0);
  // One of the bills is paid before the call: it is no part of what is said.
  await sql`update collection_case set case_status = 'CLOSED', closed_at = now(), out_reason = 'SETTLED'
    where case_no = ${caseNos[0]}`.execute(db);
  expect(await turn()).toBe(1);
  expect(await turn()).toBe(0);
  const { rows } = await sql<{ payload: { variables: Record<string, string> } }>`select payload
    from contact_dispatch d join robot_task_item i on i.attempt_id = d.attempt_id where i.task_no = ${taskNo}`.execute(
    db,
  );
  expect(rows).toHaveLength(1);
  expect(rows[0]?.payload.variables).toMatchObject({ billCount: '2' });
  await report(taskNo, 'ANSWERED', 'WILLING');
  await turn();
  await turn();
  const notes = await db
    .selectFrom('caseFollowUp')
    .select(['caseNo', 'userNo', 'contactChannel', 'actionCode'])
    .where('caseNo', 'in', caseNos)
    .orderBy('caseNo')
    .execute();
  const note = { userNo: null, contactChannel: 'ROBOT', actionCode: 'WILL_PAY_LATER' };
  expect(notes).toEqual(caseNos.slice(1).map((caseNo) => ({ caseNo, ...note })));
  const detail = await desk.call(collection.byBill.allotOne, { caseId: caseNos[1] ?? '' });
  expect(detail.followUps).toMatchObject([{ realName: null, contactChannel: 'ROBOT' }]);
  // What a collector noted last stays theirs.
  expect(detail.row).toMatchObject({ followUpCount: 1, actionCode: null, lastFollowUpAt: null });
  const calls = await desk.call(robotTask.stageTasks.calls, { ...listOf({ taskNo }), sort: null });
  expect(calls.rows[0]).toMatchObject({ caseNo: caseNos[0], alsoCaseNos: caseNos.slice(1) });
});

it('sends the task’s SMS to whom no attempt reached, and refuses a text that is none of collection', async () => {
  const { db } = app.database;
  const { caseNos } = await late();
  const wrong = await desk.refusalOf(robotTask.stageCreate, {
    ...DIALLING,
    taskName: 'No such text',
    startAt: '2026-01-01T00:00:00Z',
    caseIds: caseNos,
    smsTemplateCode: 'NO_SUCH_TEXT',
  });
  expect(wrong).toMatchObject({ error: 'SMS_TEMPLATE_UNKNOWN', fields: ['smsTemplateCode'] });
  const { taskNo } = await create(caseNos, { smsTemplateCode: 'OVERDUE_NOTICE' });
  expect(await turn()).toBe(1);
  await report(taskNo, 'NO_ANSWER');
  await turn();
  const texts = await db
    .selectFrom('contactAttempt')
    .select(['templateCode', 'refusedFor', 'userNo'])
    .where('caseNo', 'in', caseNos)
    .where('channel', '=', 'SMS')
    .execute();
  expect(texts).toEqual([{ templateCode: 'OVERDUE_NOTICE', refusedFor: null, userNo: null }]);
});

it('refuses a script for merged bills of which the vendor told that it names no amount, and finds tasks by instalments', async () => {
  const { db } = app.database;
  const { caseNos } = await late();
  const script = { scriptName: 'Greeting', languages: ['en'], seenAt: new Date() };
  await db
    .insertInto('aiScript')
    .values([
      { ...script, scriptCode: 'GREETING', variables: ['oldestDueDate'] },
      { ...script, scriptCode: 'UNTOLD', variables: null },
    ])
    .execute();
  const form = { ...DIALLING, taskName: 'Merged', startAt: '2026-01-01T00:00:00Z', scriptCode: 'GREETING' };
  const refusal = await desk.refusalOf(robotTask.stageCreate, { ...form, caseIds: caseNos });
  expect(refusal).toMatchObject({ error: 'ROBOT_SCRIPT_NO_AMOUNT', fields: ['scriptCode'] });
  const plan = {
    ...DIALLING,
    planName: 'No amount',
    merchantNo,
    scriptCode: 'GREETING',
    runTimes: ['00:00'],
    weekdays: [1],
    startsOn: TODAY,
    endsOn: null,
    audience: {},
  };
  expect(await desk.refusalOf(robotPlan.stagePlans.save, plan)).toMatchObject({ error: 'ROBOT_SCRIPT_NO_AMOUNT' });
  // One bill is spoken of by itself; what the vendor does not say is not held against a script.
  const alone = await desk.call(robotTask.stageCreate, { ...form, caseIds: caseNos.slice(2, 3) });
  await desk.call(robotTask.stageTasks.stop, { taskNo: alone.taskNo });
  const all = await create(caseNos, { scriptCode: 'UNTOLD' });
  const found = async (filters: object) =>
    (await desk.call(robotTask.stageTasks.page, { ...listOf(filters), sort: null })).rows.map(({ taskNo }) => taskNo);
  expect(await found({ termNo: '3', taskName: 'Merged' })).toEqual([alone.taskNo]);
  expect(await found({ termNo: '1, 2', taskName: 'Merged' })).toEqual([]);
  expect(await found({ termNo: '2 3', taskNo: alone.taskNo })).toEqual([alone.taskNo]);
  expect(await found({ termNo: '1, 2', taskNo: all.taskNo, productNo: ['P9999', productNo] })).toEqual([all.taskNo]);
  expect(await found({ taskNo: all.taskNo, productNo: ['P9999'] })).toEqual([]);
  await desk.call(robotTask.stageTasks.stop, { taskNo: all.taskNo });
});

async function endOf(jobNo: string): Promise<Record<string, string | null>> {
  await expect.poll(async () => (await desk.call(job.detail, { jobNo })).jobStatus).not.toMatch(/QUEUED|RUNNING/);
  const { rows } = await desk.call(job.items, { jobNo, page: 1, pageSize: 100 });
  return Object.fromEntries(rows.map(({ subjectNo, itemStatus }) => [subjectNo, itemStatus]));
}

it('stops several tasks at once, and says which had ended', async () => {
  const [one, other] = [await create((await late()).caseNos), await create((await late()).caseNos)];
  await desk.call(robotTask.stageTasks.stop, { taskNo: other.taskNo });
  const { jobNo } = await desk.call(robotTask.stageTasks.stopMany, { taskNos: [one.taskNo, other.taskNo] });
  expect(await endOf(jobNo)).toEqual({ [one.taskNo]: 'SUCCESS', [other.taskNo]: 'FAILURE' });
  expect((await rowOf(one.taskNo))?.taskStatus).toBe('STOPPED');
});

it('hands a plan’s task to 94 AI where the plan says so, and asks the vendor about several at once', async () => {
  const { db } = app.database;
  await late();
  const plan = {
    ...DIALLING,
    planName: 'By the vendor',
    merchantNo,
    vendor: 'NINE_FOUR' as const,
    runTimes: ['00:00'],
    weekdays: [1, 2, 3, 4, 5, 6, 7],
    startsOn: TODAY,
    endsOn: null,
    audience: {},
  };
  const { planNo } = await desk.call(robotPlan.stagePlans.save, plan);
  await desk.call(robotPlan.stagePlans.enable, { planNo });
  await sql`update robot_plan set active_since = ${addDays(TODAY, -1)} where plan_no = ${planNo}`.execute(db);
  expect(await runRobotPlans(db, momentOf(TODAY, '00:01'), log)).toBe(1);
  const [run] = (await desk.call(robotPlan.stagePlans.detail, { planNo })).runs;
  expect(run).toMatchObject({ planOutcome: 'STARTED', taskNo: expect.stringMatching(/^AI/) });
  const taskNo = run?.taskNo ?? '';
  const [task] = (await desk.call(aiTask.page, { ...listOf({ taskNo }), sort: null })).rows;
  expect(task).toMatchObject({ planName: 'By the vendor', taskStatus: 'CREATED' });
  // Each borrower once.
  const items = await desk.call(nineFour.itemPage, { ...listOf({ taskNo }), sort: null });
  expect(items.total).toBe(task?.sent);
  const { jobNo } = await desk.call(aiTask.syncMany, { taskNos: [taskNo] });
  expect(await endOf(jobNo)).toEqual({ [taskNo]: 'SUCCESS' });
  const text = { ...plan, smsTemplateCode: 'OVERDUE_NOTICE' };
  expect((await desk.refusalOf(robotPlan.stagePlans.save, text)).fields).toEqual(['smsTemplateCode']);
});
