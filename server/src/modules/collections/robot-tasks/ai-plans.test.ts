import { aiTask, robotPlan, robotTask } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLogger } from '../../platform/health/index.ts';
import { isHeldOut } from './hold-out.ts';
import { momentOf } from './run-plans.ts';
import { type PlanDesk, planDesk, TODAY } from './testing/plan-desk.ts';
import { sendAiTask } from './vendor.ts';

const log = createLogger('silent');
let desk: PlanDesk;

beforeAll(async () => {
  desk = await planDesk();
  // The vendor's people are asked of the gate as the task is made, whatever the hour of this test.
  await sql`insert into regulatory_policy (policy_key, effective_from, value)
    values ('contactHours', current_date - 1, '{"from": "00:00", "to": "24:00"}')
    on conflict do nothing`.execute(desk.app.database.db);
});
afterAll(async () => await desk.app[Symbol.asyncDispose]());

it('sends the vendor the cases that match, and leaves out who is being called', async () => {
  // The vendor's people are asked of the gate as the task is made, whatever the hour of this test.
  await sql`insert into regulatory_policy (policy_key, effective_from, value)
    values ('contactHours', current_date - 1, '{"from": "00:00", "to": "24:00"}')
    on conflict do nothing`.execute(desk.app.database.db);
  const [called, free] = [await desk.late(81), await desk.late(82)];
  await desk.enabled({ audience: { dpd: '81' } });
  await desk.run('10:01');
  const asked = { merchantNo: desk.merchantNo, dpd: '80-89' };
  expect(await desk.maker.call(aiTask.audienceSize, asked)).toMatchObject({ cases: 2, borrowers: 2, inOtherTask: 1 });
  const live = await desk.maker.call(robotTask.collectionStatus, {});
  expect(live.running + live.queued).toBeGreaterThan(0);
  expect([live.people > 0, live.done <= live.people, live.nextAllowedAt]).toEqual([true, true, null]);
  const anyTime = { dialFrom: '00:00', dialTo: '23:59', startAt: '2026-01-01T00:00:00Z' };
  const form94 = { taskName: 'Vendor', scriptCode: 'REMIND', voiceLanguage: 'en' as const, ...anyTime };
  const made = await desk.maker.call(aiTask.create, { ...form94, ...asked });
  expect(made).toMatchObject({ leftOut: 1 });
  const { rows } = await sql<{ orderNo: string }>`select k.order_no from ai_task_item i
    join collection_case k on k.case_no = i.case_no where i.task_no = ${made.taskNo}`.execute(desk.app.database.db);
  expect(rows.map(({ orderNo }) => orderNo)).toEqual([free.orderNo]);
  expect(rows.map(({ orderNo }) => orderNo)).not.toContain(called.orderNo);
  const none = await desk.maker.post(aiTask.create, { ...form94, merchantNo: desk.merchantNo, dpd: '900' });
  expect(none.data.error).toBe('ROBOT_AUDIENCE_EMPTY');
});

it('leaves the same share alone where 94 AI calls for the plan', async () => {
  const { db } = desk.app.database;
  await sql`insert into regulatory_policy (policy_key, effective_from, value)
    values ('contactHours', current_date - 1, '{"from": "00:00", "to": "24:00"}')
    on conflict do nothing`.execute(db);
  const loans = [
    await desk.late(91),
    await desk.late(92),
    await desk.late(93),
    await desk.late(94),
    await desk.late(95),
    await desk.late(96),
  ];
  const planNo = await desk.enabled({ audience: { dpd: '90-99' }, vendor: 'NINE_FOUR', holdOutPercent: 50 });
  const test = { planNo, testNo: 1, holdOutPercent: 50 };
  const aside = loans.filter(({ customerNo }) => isHeldOut(test, customerNo)).length;
  for (const time of ['10:01', '14:01']) {
    await desk.run(time);
    const [newest] = await desk.runsOf(planNo);
    expect(newest).toMatchObject({ people: 6, leftOut: aside });
    const sent = await db
      .selectFrom('aiTaskItem as i')
      .innerJoin('aiTask as t', 't.taskNo', 'i.taskNo')
      .select('i.customerNo')
      .where('t.planNo', '=', planNo)
      .where('t.taskStatus', '<>', 'DONE')
      .execute();
    const called = loans.filter(({ customerNo }) => !isHeldOut(test, customerNo));
    expect(sent.map(({ customerNo }) => customerNo).toSorted()).toEqual(
      called.map(({ customerNo }) => customerNo).toSorted(),
    );
    await sql`update ai_task set task_status = 'DONE' where plan_no = ${planNo}`.execute(db);
  }
  const drawn = await db
    .selectFrom('robotPlanCustomer')
    .select(['customerNo', 'isHeldOut'])
    .where('planNo', '=', planNo)
    .execute();
  expect(drawn).toHaveLength(6);
  for (const one of drawn) expect(one.isHeldOut).toBe(isHeldOut(test, one.customerNo));
});

it('lists what 94 AI calls for a plan among the runs of its section, and moves it there', async () => {
  const { db } = desk.app.database;
  const [late1, late2] = [await desk.late(111), await desk.late(112)];
  const planNo = await desk.enabled({ audience: { dpd: '110-119' }, vendor: 'NINE_FOUR' });
  await desk.run('10:01');
  const [made] = await desk.runsOf(planNo);
  const { taskNo } = await db
    .selectFrom('aiTask')
    .select('taskNo')
    .where('planNo', '=', planNo)
    .executeTakeFirstOrThrow();
  expect(made).toMatchObject({ planOutcome: 'STARTED', people: 2 });
  const ask = <Filters extends object>(filters: Filters) => ({ filters, sort: null, page: 1, pageSize: 20 }) as const;
  const rows = async (filters: object) => (await desk.maker.call(robotTask.collectionTasks.page, ask(filters))).rows;
  const [row] = await rows({ taskNo });
  expect(row).toMatchObject({
    vendor: 'NINE_FOUR',
    taskStatus: 'QUEUED',
    total: 2,
    borrowers: 2,
    dialled: 0,
    waiting: 2,
  });
  expect(row?.totalDueCents).toBeGreaterThan(0);
  expect((await rows({ vendor: 'ROBOT', taskNo })).length).toBe(0);
  const { productNo } = await db
    .selectFrom('loanOrder')
    .select('productNo')
    .where('orderNo', '=', late1.orderNo)
    .executeTakeFirstOrThrow();
  expect((await rows({ taskNo, productNo })).length).toBe(1);
  expect((await rows({ taskNo, termNo: '1' })).length).toBe(0);
  expect((await desk.maker.call(robotTask.stageTasks.page, ask({ taskNo }))).rows).toEqual([]);

  await db
    .updateTable('aiTask')
    .set({ taskStatus: 'RUNNING', startAt: momentOf(TODAY, '00:00') })
    .where('taskNo', '=', taskNo)
    .execute();
  const items = await db.selectFrom('aiTaskItem').selectAll().where('taskNo', '=', taskNo).execute();
  const [heard, missed] = items.map(({ attemptId }) => attemptId ?? 0);
  const end = (attemptId = 0, outcome = '', more: object = {}) =>
    db
      .insertInto('contactResult')
      .values({ attemptId, reference: `run${attemptId}`, outcome, ...more })
      .execute();
  await end(heard, 'ANSWERED', { willingness: 'WILLING', talkSeconds: 30 });
  await end(missed, 'NO_ANSWER');
  const [running] = await rows({ taskNo });
  expect(running).toMatchObject({ dialled: 2, connected: 1, willing: 1, unreached: 1, waiting: 0 });
  expect(running?.allowedActions).toEqual(['pause', 'stop']);
  expect((await desk.maker.post(robotTask.stageTasks.pause, { taskNo })).data.error).toBe('ROBOT_TASK_NOT_FOUND');
  expect((await desk.maker.call(robotTask.collectionTasks.pause, { taskNo })).taskStatus).toBe('PAUSED');
  expect((await desk.maker.call(robotTask.collectionTasks.stop, { taskNo })).taskStatus).toBe('STOPPED');
  const info = await desk.maker.call(robotTask.collectionTasks.detail, { taskNo });
  expect(info).toMatchObject({ dialFrom: '09:00', maxAttempts: null, labels: [{ willingness: 'WILLING', people: 1 }] });
  const people = await desk.maker.call(robotTask.collectionTasks.calls, ask({ taskNo }));
  expect(people.rows.map(({ itemStatus, outcome }) => [itemStatus, outcome])).toEqual([
    ['DONE', 'ANSWERED'],
    ['DONE', 'NO_ANSWER'],
  ]);
  const again = await desk.maker.call(robotTask.collectionTasks.again, { taskNo });
  const asked = await db.selectFrom('aiTaskItem').select('customerNo').where('taskNo', '=', again.taskNo).execute();
  const missedOne = items.find(({ attemptId }) => attemptId === missed)?.customerNo;
  expect(asked).toEqual([{ customerNo: missedOne }]);
  expect([late1.customerNo, late2.customerNo]).toContain(missedOne);
});

it('makes a task of an enabled plan when somebody asks, by whoever dials for it', async () => {
  const { db } = desk.app.database;
  const { orderNo } = await desk.late(131);
  const startAt = new Date(Date.now() + 3_600_000).toISOString();
  const plan = { audience: { dpd: '131' } };
  const planNo = await desk.enabled(plan);
  const form = { planNo, taskName: 'By hand', startAt };
  const made = await desk.maker.call(robotTask.collectionRunPlan, form);
  expect(made).toMatchObject({ taskStatus: 'QUEUED', total: 1, leftOut: 0 });
  const of = db.selectFrom('robotTaskItem').select('orderNo').where('taskNo', '=', made.taskNo);
  expect(await of.execute()).toEqual([{ orderNo }]);
  // Whoever is in a task that waits is in no second one.
  expect((await desk.maker.post(robotTask.collectionRunPlan, form)).data.error).toBe('ROBOT_AUDIENCE_EMPTY');
  await desk.maker.call(robotTask.collectionTasks.stop, { taskNo: made.taskNo });
  const vendors = await desk.enabled({ ...plan, vendor: 'NINE_FOUR' });
  const held = await desk.maker.call(robotTask.collectionRunPlan, { ...form, planNo: vendors });
  expect(held.taskNo).toMatch(/^AI/);
  const asked = await db
    .selectFrom('aiTask')
    .select(['planNo', 'taskStatus'])
    .where('taskNo', '=', held.taskNo)
    .execute();
  expect(asked).toEqual([{ planNo: vendors, taskStatus: 'CREATED' }]);
  await desk.maker.call(robotPlan.collectionPlans.pause, { planNo });
  const refused = await desk.maker.post(robotTask.collectionRunPlan, form);
  expect(refused.data).toMatchObject({ error: 'ROBOT_PLAN_NOT_ENABLED', fields: [{ field: 'planNo' }] });
});

it('keeps a 94 AI task for its start, asks the gate then, and lets it be stopped before', async () => {
  const { db } = desk.app.database;
  await desk.late(121);
  const form = {
    taskName: 'Evening',
    scriptCode: 'REMIND',
    voiceLanguage: 'en' as const,
    merchantNo: desk.merchantNo,
    dpd: '121',
    dialFrom: '00:00',
    dialTo: '23:59',
  };
  const early = await desk.maker.post(aiTask.create, {
    ...form,
    dialFrom: '10:00',
    dialTo: '09:00',
    startAt: '2026-01-01T00:00:00Z',
  });
  expect(early.data.fields).toMatchObject([{ field: 'dialTo' }]);
  const startAt = new Date(Date.now() + 3_600_000).toISOString();
  const { taskNo, sent } = await desk.maker.call(aiTask.create, { ...form, startAt });
  expect(sent).toBe(1);
  let starts = 0;
  const robot = {
    start: async () => {
      starts += 1;
      return { status: 'RUNNING', vendorTaskId: 'V-1' };
    },
  };
  const vendor = {
    db,
    log,
    robot: { ...robot, statusOf: async () => ({ status: 'RUNNING', vendorTaskId: null }) } as never,
  };
  const asked = async () =>
    (await db.selectFrom('aiTaskItem').select('attemptId').where('taskNo', '=', taskNo).execute()).map(
      ({ attemptId }) => attemptId !== null,
    );
  await sendAiTask(vendor, taskNo, new Date());
  expect([starts, await asked()]).toEqual([0, [false]]);
  await sendAiTask(vendor, taskNo, new Date(Date.now() + 3_601_000));
  expect([starts, await asked()]).toEqual([1, [true]]);
  await desk.late(122);
  const other = await desk.maker.call(aiTask.create, { ...form, dpd: '122', startAt });
  expect((await desk.maker.call(aiTask.stop, { taskNo: other.taskNo })).taskStatus).toBe('STOPPED');
});

it('runs an enabled plan at once, by robot or by 94 AI, and no other plan', async () => {
  const at = { dialFrom: '00:00', dialTo: '23:59', startAt: '2026-01-01T00:00:00Z' };
  const [own, theirs] = [await desk.late(61), await desk.late(65)];
  const ours = await desk.enabled({ audience: { dpd: '60-63' } });
  const made = await desk.maker.call(robotTask.collectionRunPlan, {
    planNo: ours,
    taskName: 'Now',
    startAt: at.startAt,
  });
  expect(made).toMatchObject({ taskStatus: 'QUEUED', total: 1, leftOut: 0 });
  const ofOurs = await sql<{ orderNo: string }>`select order_no from robot_task_item
    where task_no = ${made.taskNo}`.execute(desk.app.database.db);
  expect(ofOurs.rows).toEqual([{ orderNo: own.orderNo }]);
  const again = { planNo: ours, taskName: 'Again', startAt: at.startAt };
  expect((await desk.maker.post(robotTask.collectionRunPlan, again)).data.error).toBe('ROBOT_AUDIENCE_EMPTY');

  const vendor = await desk.enabled({ audience: { dpd: '64-66' }, vendor: 'NINE_FOUR' });
  const handed = await desk.maker.call(robotTask.collectionRunPlan, { ...again, planNo: vendor });
  expect(handed).toMatchObject({ total: 1, leftOut: 0 });
  const ofVendor = await sql<{ orderNo: string; planNo: string }>`select k.order_no, t.plan_no from ai_task_item i
    join ai_task t using (task_no) join collection_case k on k.case_no = i.case_no
    where i.task_no = ${handed.taskNo}`.execute(desk.app.database.db);
  expect(ofVendor.rows).toEqual([{ orderNo: theirs.orderNo, planNo: vendor }]);

  await desk.checker.call(robotPlan.collectionPlans.pause, { planNo: ours });
  expect((await desk.maker.post(robotTask.collectionRunPlan, again)).data.error).toBe('ROBOT_PLAN_NOT_ENABLED');
});
