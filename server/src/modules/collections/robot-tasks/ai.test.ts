import { aiTask, robotTask } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { advance, statesOf } from '../../../state-machine/index.ts';
import { as, listOf } from '../../../../testing/test-calls.ts';
import { previewing } from '../../../../testing/test-previews.ts';
import { aiTaskMachine, runCaseDay } from '../collections/index.ts';
import { GatewayError, type RobotGateway } from '../../platform/gateways/index.ts';
import { createLogger } from '../../platform/health/index.ts';
import { lend, makeProduct } from '../../lending/orders/testing/lend.ts';
import { addDays, businessDateOf } from '../../platform/policy/index.ts';
import { IN_DOUBT } from './ai-store.ts';
import { askForMissing } from './missing-reports.ts';
import { redactedBatch } from './exchanges.ts';
import { followed, sendAiTask, syncAiTask, watchAiTasks } from './vendor.ts';

let app: TestApp;
let merchantNo: string;
let createdBy: string;
const log = createLogger('silent');
const ANY_TIME = { dialFrom: '00:00', dialTo: '23:59', startAt: new Date(0) };

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  ({ merchantNo } = await app.database.db
    .selectFrom('merchant')
    .select('merchantNo')
    .limit(1)
    .executeTakeFirstOrThrow());
  ({ userNo: createdBy } = await addPerson(app.database, 'ai.maker'));
  const reader = await addPerson(app.database, 'ai.reader', {
    pages: ['/AdminContent/CollectionSystem/NineFourAiTask'],
  });
  await app.database.db.updateTable('role').set({ dataScope: 'ALL' }).where('roleNo', '=', reader.roleNo).execute();
});
afterAll(async () => await app[Symbol.asyncDispose]());

const task = async () =>
  (
    await app.database.db
      .insertInto('aiTask')
      .values({ merchantNo, taskName: 'Remind', scriptCode: 'REMIND', voiceLanguage: 'en', ...ANY_TIME, createdBy })
      .returning('taskNo')
      .executeTakeFirstOrThrow()
  ).taskNo;
const state = (taskNo: string) =>
  app.database.db
    .selectFrom('aiTask')
    .select(['taskStatus', 'fault'])
    .where('taskNo', '=', taskNo)
    .executeTakeFirstOrThrow();

/** A vendor that does what the test says, and counts what it was asked to start. */
function vendor() {
  const held = new Map<string, Awaited<ReturnType<RobotGateway['statusOf']>>['status']>();
  const said: {
    fault: 'REFUSED' | 'UNKNOWN' | null;
    isTaken: boolean;
    starts: number;
    /** Calls that ring already. */
    dialling: readonly string[];
    scripts: Awaited<ReturnType<RobotGateway['scripts']>>;
    /** Of calls that ended, by number. */
    reports: ReadonlyMap<string, object>;
    /** Calls that were asked about. */
    asked: string[];
  } = { fault: null, isTaken: true, starts: 0, dialling: [], scripts: [], reports: new Map(), asked: [] };
  const robot: RobotGateway = {
    start: async ({ taskNo }) => {
      said.starts += 1;
      if (said.isTaken) held.set(taskNo, 'RUNNING');
      if (said.fault) throw new GatewayError(said.fault, 'as the test says');
      return { status: 'RUNNING', vendorTaskId: `V-${taskNo}` };
    },
    pause: async () => undefined,
    resume: async () => undefined,
    stop: async () => undefined,
    statusOf: async (taskNo) => {
      const status = held.get(taskNo);
      if (!status) throw new GatewayError('REFUSED', 'no such task');
      return { status, vendorTaskId: `V-${taskNo}` };
    },
    withdraw: async (_taskNo, callNos) => callNos.filter((callNo) => !said.dialling.includes(callNo)),
    scripts: async () => said.scripts,
    reportsOf: async (_taskNo, callNos) => {
      said.asked.push(...callNos);
      return callNos.flatMap((callNo) => said.reports.get(callNo) ?? []);
    },
  };
  return { held, said, of: { db: app.database.db, robot, log } };
}

it('is made for cases within reach, each through the gate, and told by page', async () => {
  const { db } = app.database;
  const today = businessDateOf(new Date());
  await sql`insert into regulatory_policy (policy_key, effective_from, value)
    values ('contactHours', ${addDays(today, -1)}, '{"from": "00:00", "to": "24:00"}')`.execute(db);
  const codes = ['ai94:create', 'ai94:stop', 'robotTask:create', 'robotTask:stop'].map((code) => `collection:${code}`);
  const pages = ['NineFourAiTask', 'RoboticTask'].map((page) => `/AdminContent/CollectionSystem/${page}`);
  const { userNo } = await addPerson(app.database, 'ai.desk', { codes, pages });
  await addPerson(app.database, 'ai.elsewhere', { codes, pages });
  const productNo = await makeProduct(db);
  const loans = await Promise.all(
    [1, 2].map(() => lend(db, { productNo, approvedCents: 300_000, maker: createdBy, checker: userNo })),
  );
  await db
    .insertInto('userMerchant')
    .values({ userNo, merchantNo: loans[0]?.merchantNo ?? '' })
    .execute();
  const orderNos = loans.map(({ orderNo }) => orderNo);
  await sql`update bill set due_date = ${addDays(today, -5)}, accrued_through = ${addDays(today, -1)}
    where order_no = any(${orderNos})`.execute(db);
  await runCaseDay(db, addDays(today, -1), log);
  const cases = await db
    .selectFrom('collectionCase')
    .select('caseNo')
    .where('orderNo', 'in', orderNos)
    .orderBy('caseNo')
    .execute();
  const caseIds = cases.map(({ caseNo }) => caseNo);
  expect(caseIds).toHaveLength(2);
  await db
    .insertInto('contactBlock')
    .values({ blockKind: 'DO_NOT_CALL', customerNo: loans[1]?.customerNo ?? '', note: 'Asked', setBy: userNo })
    .execute();
  const desk = previewing(app, await as(app, 'ai.desk'));
  const asked = { taskName: 'Remind', scriptCode: 'REMIND', voiceLanguage: 'en', caseIds };
  const form = { ...asked, dialFrom: '00:00', dialTo: '23:59', startAt: '2026-01-01T00:00:00Z' };
  const made = (await desk.post(aiTask.create, form)).data;
  expect(made).toMatchObject({ taskStatus: 'CREATED', sent: 1, gateRefused: 1 });
  // No robot is set up here, so the sending after the commit was refused.
  await expect.poll(async () => (await state(made.taskNo)).taskStatus).toBe('FAILED');
  expect((await desk.post(aiTask.pause, { taskNo: made.taskNo })).data.error).toBe('ILLEGAL_TRANSITION');
  expect((await desk.post(aiTask.send, { taskNo: made.taskNo })).code).toBe(0);
  const put = (taskStatus: 'SENT' | 'RUNNING') =>
    db.updateTable('aiTask').set({ taskStatus }).where('taskNo', '=', made.taskNo).execute();
  await expect.poll(async () => (await state(made.taskNo)).fault).toBe('no robot');
  await put('RUNNING');
  expect((await desk.post(aiTask.pause, { taskNo: made.taskNo })).data.taskStatus).toBe('PAUSED');
  expect((await desk.post(aiTask.resume, { taskNo: made.taskNo })).data.taskStatus).toBe('RUNNING');
  expect((await desk.post(aiTask.stop, { taskNo: made.taskNo })).data.taskStatus).toBe('STOPPED');
  expect((await desk.post(aiTask.stop, { taskNo: made.taskNo })).data.error).toBe('ILLEGAL_TRANSITION');
  await db.updateTable('aiTask').set({ vendorTaskId: 'NF-17' }).where('taskNo', '=', made.taskNo).execute();
  const { data } = await desk.post(aiTask.page, listOf({ vendorTaskId: 'NF-17' }));
  expect(data.rows).toMatchObject([
    { taskNo: made.taskNo, vendorTaskId: 'NF-17', rudderTaskNo: null, sent: 1, gateRefused: 1, called: 0 },
  ]);
  expect((await desk.post(aiTask.page, listOf({ vendorTaskId: made.taskNo }))).data.rows).toEqual([]);
  const dialling = {
    maxAttempts: 1,
    retryGapMinutes: 60,
  };
  const run = await desk.post(robotTask.collectionCreate, { ...form, ...dialling });
  expect(run.data).toMatchObject({ taskStatus: 'QUEUED', total: 2, leftOut: 0 });
  expect((await desk.post(robotTask.collectionCreate, { ...form, ...dialling })).data.error).toBe(
    'ROBOT_AUDIENCE_EMPTY',
  );
  const stranger = await as(app, 'ai.elsewhere');
  expect((await stranger.post(aiTask.create, form)).data.error).toBe('CASE_NOT_FOUND');
  expect((await stranger.post(aiTask.stop, { taskNo: made.taskNo })).data.error).toBe('ROBOT_TASK_NOT_FOUND');
  await db.deleteFrom('aiTaskItem').where('taskNo', '=', made.taskNo).execute();
  await db.deleteFrom('aiTask').where('taskNo', '=', made.taskNo).execute();
});

it('is sent once, whoever sends, and then follows the vendor', async () => {
  const { held, said, of } = vendor();
  const taskNo = await task();
  await Promise.all([sendAiTask(of, taskNo), sendAiTask(of, taskNo), sendAiTask(of, taskNo)]);
  expect([said.starts, await state(taskNo)]).toEqual([1, { taskStatus: 'SENT', fault: null }]);
  for (const [told, taskStatus] of [
    ['RUNNING', 'RUNNING'],
    ['PAUSED', 'PAUSED'],
    ['RUNNING', 'RUNNING'],
    ['DONE', 'DONE'],
    ['RUNNING', 'DONE'],
  ] as const) {
    held.set(taskNo, told);
    await syncAiTask(of, taskNo);
    expect((await state(taskNo)).taskStatus).toBe(taskStatus);
  }
  await syncAiTask(of, taskNo);
  const { vendorTaskId } = await app.database.db
    .selectFrom('aiTask')
    .select('vendorTaskId')
    .where('taskNo', '=', taskNo)
    .executeTakeFirstOrThrow();
  expect(vendorTaskId).toBe(`V-${taskNo}`);
  // What was asked and answered; a state that is told again is no news.
  const asked = await app.database.db
    .selectFrom('aiTaskExchange')
    .select(['asked', 'answer', 'fault'])
    .where('taskNo', '=', taskNo)
    .orderBy('exchangeId')
    .execute();
  expect(asked.map((one) => one.answer ?? one.asked)).toEqual([
    // What the vendor calls it, which its reports and the list name it by.
    `V-${taskNo}`,
    'RUNNING',
    'PAUSED',
    'RUNNING',
    'DONE',
    'RUNNING',
  ]);
});

it('keeps what a batch asked without the numbers of people', () => {
  const call = { callNo: '17', phone: '254712345678', scriptCode: 'REMIND', language: 'en', variables: {} } as const;
  const kept = redactedBatch({ taskNo: 'AI000000001', hours: { from: '09:00', to: '17:00' }, calls: [call] });
  expect(kept).toMatchObject({ dialFrom: '09:00', scriptCode: 'REMIND', people: 1, calls: ['17 25*******678'] });
});

it('ends a time-out by the vendor’s word alone, and is never sent twice on a guess', async () => {
  for (const [isTaken, taskStatus] of [
    [true, 'RUNNING'],
    [false, 'FAILED'],
  ] as const) {
    const { said, of } = vendor();
    Object.assign(said, { fault: 'UNKNOWN', isTaken });
    const taskNo = await task();
    await sendAiTask(of, taskNo);
    expect((await state(taskNo)).taskStatus).toBe('UNKNOWN');
    await sendAiTask(of, taskNo);
    expect(said.starts).toBe(1);
    await watchAiTasks(of, new Date());
    expect((await state(taskNo)).taskStatus).toBe(taskStatus);
  }
});

it('goes again after a refusal, and stays in doubt where that got no answer', async () => {
  const { said, of } = vendor();
  Object.assign(said, { fault: 'REFUSED', isTaken: false });
  const taskNo = await task();
  await sendAiTask(of, taskNo);
  expect(await state(taskNo)).toEqual({ taskStatus: 'FAILED', fault: 'as the test says' });
  const desk = await as(app, 'ai.reader');
  const { exchanges } = await desk.call(aiTask.one, { taskNo });
  expect(exchanges).toMatchObject([{ asked: 'START', fault: 'REFUSED', answer: 'as the test says' }]);
  Object.assign(said, { fault: 'UNKNOWN', isTaken: true });
  await sendAiTask(of, taskNo);
  expect(await state(taskNo)).toEqual({ taskStatus: 'FAILED', fault: IN_DOUBT });
  await sendAiTask(of, taskNo);
  expect(said.starts).toBe(2);
  await watchAiTasks(of, new Date());
  expect(await state(taskNo)).toEqual({ taskStatus: 'RUNNING', fault: null });
});

it('sends what a process left behind, and doubts what it was sending', async () => {
  const { said, of } = vendor();
  const [left, lost] = [await task(), await task()];
  const { db } = app.database;
  await db
    .updateTable('aiTask')
    .set({ fault: 'SENDING', syncedAt: new Date(Date.now() - 121_000) })
    .where('taskNo', '=', lost)
    .execute();
  await watchAiTasks(of, new Date());
  expect([said.starts, (await state(left)).taskStatus, (await state(lost)).taskStatus]).toEqual([1, 'SENT', 'UNKNOWN']);
});

it('follows the vendor by listed pairs alone, from every state', () => {
  for (const taskStatus of statesOf(aiTaskMachine)) {
    for (const told of ['RUNNING', 'PAUSED', 'DONE', 'FAILED', 'STOPPED', 'UNHEARD_OF'] as const) {
      for (const fault of [null, IN_DOUBT]) {
        const commands = followed({ taskStatus, fault }, told);
        let at: ReturnType<typeof statesOf<typeof taskStatus>>[number] = taskStatus;
        for (const command of commands) at = advance(aiTaskMachine, at, command);
      }
    }
  }
  expect(followed({ taskStatus: 'FAILED', fault: null }, 'RUNNING')).toEqual([]);
});

it('takes numbers back from the vendor that the gate refuses after they were sent, but none that rings', async () => {
  const { db } = app.database;
  const { said, of } = vendor();
  const { merchantNo, customerNo, caseNo, phone } = await db
    .selectFrom('collectionCase as c')
    .innerJoin('customer as u', 'u.customerNo', 'c.customerNo')
    .select(['c.merchantNo', 'c.customerNo', 'c.caseNo', 'u.phone'])
    .where('c.caseStatus', '<>', 'CLOSED')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('contactBlock as k').select('k.blockId').whereRef('k.customerNo', '=', 'c.customerNo'))),
    )
    .orderBy('c.caseNo')
    .limit(1)
    .executeTakeFirstOrThrow();
  const taskNo = await task();
  const attempt = async () =>
    (
      await db
        .insertInto('contactAttempt')
        .values({ attemptedAt: new Date(), phone, purpose: 'COLLECTION', channel: 'ROBOT', merchantNo, caseNo })
        .returning('attemptId')
        .executeTakeFirstOrThrow()
    ).attemptId;
  const [waits, rings] = [await attempt(), await attempt()];
  const items = [waits, rings].map((attemptId, index) => ({
    taskNo,
    itemNo: index + 1,
    caseNo,
    customerNo,
    phone,
    attemptId,
  }));
  await db.insertInto('aiTaskItem').values(items).execute();
  said.dialling = [String(rings)];
  await sendAiTask(of, taskNo);
  await watchAiTasks(of, new Date());
  const refused = async () =>
    await db
      .selectFrom('aiTaskItem')
      .select(['refusedFor', 'withdrawnAt'])
      .where('taskNo', '=', taskNo)
      .orderBy('itemNo')
      .execute();
  expect(await refused()).toEqual([1, 2].map(() => ({ refusedFor: null, withdrawnAt: null })));
  await db.insertInto('contactBlock').values({ blockKind: 'DISPUTE', customerNo, note: 'Not my loan' }).execute();
  await watchAiTasks(of, new Date());
  expect(await refused()).toEqual([
    { refusedFor: 'CONTACT_DISPUTE', withdrawnAt: expect.any(Date) },
    { refusedFor: null, withdrawnAt: null },
  ]);
  const { exchanges } = await (await as(app, 'ai.reader')).call(aiTask.one, { taskNo });
  expect(exchanges.map(({ asked }) => asked)).toContain('WITHDRAW');
});

it('asks about the calls that nobody told the end of, call by call, and takes a report in once', async () => {
  const { db } = app.database;
  const { said, of } = vendor();
  const {
    merchantNo: merchant,
    customerNo,
    caseNo,
    phone,
  } = await db
    .selectFrom('collectionCase as c')
    .innerJoin('customer as u', 'u.customerNo', 'c.customerNo')
    .select(['c.merchantNo', 'c.customerNo', 'c.caseNo', 'u.phone'])
    .orderBy('c.caseNo')
    .limit(1)
    .executeTakeFirstOrThrow();
  const start = new Date(Date.now() - 3_600_000);
  const taskNo = await task();
  await db
    .updateTable('aiTask')
    .set({ startAt: start, createdAt: start, taskStatus: 'RUNNING' })
    .where('taskNo', '=', taskNo)
    .execute();
  const call = { purpose: 'COLLECTION', channel: 'ROBOT', merchantNo: merchant, caseNo } as const;
  const attempts = await db
    .insertInto('contactAttempt')
    .values([1, 2].map(() => ({ attemptedAt: start, phone, ...call })))
    .returning('attemptId')
    .execute();
  const [ended = 0, open = 0] = attempts.map(({ attemptId }) => attemptId);
  await db
    .insertInto('aiTaskItem')
    .values([ended, open].map((attemptId, at) => ({ taskNo, itemNo: at + 1, caseNo, customerNo, phone, attemptId })))
    .execute();
  await db
    .insertInto('contactReference')
    .values([ended, open].map((attemptId) => ({ gateway: 'ROBOT' as const, reference: String(attemptId), attemptId })))
    .execute();
  const endedAt = new Date(Date.now() - 1_800_000).toISOString();
  said.reports = new Map([[String(ended), { taskNo, callNo: String(ended), outcome: 'BUSY', seconds: 0, endedAt }]]);
  const { engine } = app.services;
  const takeIn = (report: unknown) => engine.takeIn('robot/call', report);
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000);
  const askedSince = async (minutes: number) => {
    said.asked = [];
    await askForMissing(of, takeIn, at(minutes));
    await engine.callbacks.settled();
    return said.asked.filter((callNo) => [ended, open].map(String).includes(callNo)).toSorted();
  };
  const results = async () =>
    await db.selectFrom('contactResult').select('outcome').where('attemptId', '=', ended).execute();
  expect(await askedSince(0)).toEqual([ended, open].map(String).toSorted());
  expect(await results()).toEqual([{ outcome: 'BUSY' }]);
  // Not again at once; after half an hour about the one that is still open.
  expect(await askedSince(29)).toEqual([]);
  expect(await askedSince(31)).toEqual([String(open)]);
  // The callback that was late says the same in other bytes.
  await engine.takeIn('robot/call', { callNo: String(ended), taskNo, seconds: 0, outcome: 'BUSY', endedAt });
  await engine.callbacks.settled();
  expect(await results()).toHaveLength(1);
  const { exchanges } = await (await as(app, 'ai.reader')).call(aiTask.one, { taskNo });
  expect(exchanges.filter(({ asked }) => asked === 'REPORTS').map(({ answer }) => answer)).toEqual(['0', '1']);
});

it('keeps the vendor’s scripts by name; a task says one of them', async () => {
  const { said, of } = vendor();
  const script = { scriptCode: 'LATE', scriptName: 'Late by a week', languages: ['en'] };
  said.scripts = [{ ...script, variables: null }];
  await watchAiTasks(of, new Date(Date.now() + 3_600_000));
  const desk = await as(app, 'ai.desk');
  expect(await desk.call(aiTask.scriptList, {})).toEqual([script]);
  const form = {
    taskName: 'By name',
    voiceLanguage: 'en' as const,
    dialFrom: '08:00',
    dialTo: '18:00',
    startAt: new Date().toISOString(),
    caseIds: ['CS9999999999'],
  };
  const refusal = await desk.refusalOf(aiTask.create, { ...form, scriptCode: 'EARLY' });
  expect(refusal).toMatchObject({ error: 'ROBOT_SCRIPT_UNKNOWN', fields: ['scriptCode'] });
  expect(await desk.refusalOf(aiTask.create, { ...form, scriptCode: 'LATE' })).toMatchObject({
    error: 'CASE_NOT_FOUND',
  });
  // What it no longer offers names older tasks alone.
  said.scripts = [{ ...script, scriptCode: 'LATER', variables: null }];
  await watchAiTasks(of, new Date(Date.now() + 7_200_000));
  expect((await desk.call(aiTask.scriptList, {})).map(({ scriptCode }) => scriptCode)).toEqual(['LATER']);
});
