import { randomUUID } from 'node:crypto';
import { robotPlan, robotTask } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StateOf } from '../../../state-machine/index.ts';
import { allowedActions, statesOf } from '../../../state-machine/index.ts';
import { createLogger } from '../../platform/health/index.ts';
import { dialRobotTasks, robotPlanMachine } from './index.ts';
import { isHeldOut, type PlanTest } from './hold-out.ts';
import { momentOf, nextRunOf, weekdayOf } from './run-plans.ts';
import { type PlanDesk, planDesk, PLANS, TODAY } from './testing/plan-desk.ts';

const log = createLogger('silent');
const { marketingPlans } = robotPlan;
/** What a plan does in each system of collection; the same plans of marketing have their own approver. */
describe.each(['ORDER', 'BILL'] as const)('of collection: %s', (system) => {
  const collectionPlans = PLANS[system];
  let desk: PlanDesk;
  let app: PlanDesk['app'];
  let maker: PlanDesk['maker'];
  let elsewhere: PlanDesk['elsewhere'];

  beforeAll(async () => {
    desk = await planDesk(system);
    ({ app, maker, elsewhere } = desk);
  });
  afterAll(async () => await desk.app[Symbol.asyncDispose]());

  const late = async (dpd: number) => await desk.late(dpd);
  const form = (more: object = {}) => desk.form(more);
  const enabled = async (more: object = {}) => await desk.enabled(more);
  const run = async (time: string) => await desk.run(time);
  const runsOf = async (planNo: string) => await desk.runsOf(planNo);
  const ordersOf = async (taskNo: string | null | undefined) => {
    const { rows } = await sql<{ orderNo: string }>`select order_no from robot_task_item
    where task_no = ${taskNo ?? ''} and item_status <> 'LEFT_OUT' order by order_no`.execute(app.database.db);
    return rows.map(({ orderNo }) => orderNo);
  };

  it('makes a task at each of its times, of who matches then, once', async () => {
    const first = await late(41);
    const planNo = await enabled({ audience: { dpd: '40-49' } });
    expect(await run('09:59')).toBe(0);
    expect(await run('10:01')).toBe(1);
    // Asked again, and by two processes at once.
    expect(await Promise.all([run('10:01'), run('10:02')])).toEqual([0, 0]);
    const [morning] = await runsOf(planNo);
    expect(morning).toMatchObject({ planOutcome: 'STARTED', people: 1, leftOut: 0 });
    expect(await ordersOf(morning?.taskNo)).toEqual([first.orderNo]);
    // Who comes to match later is in the next task; who is still to be called in the first is left out of it.
    const second = await late(44);
    expect(await run('14:00')).toBe(1);
    const [afternoon] = await runsOf(planNo);
    expect(afternoon).toMatchObject({ planOutcome: 'STARTED', people: 2, leftOut: 1 });
    expect(await ordersOf(afternoon?.taskNo)).toEqual([second.orderNo]);
    const { rows } = await maker.call(collectionPlans.page, { filters: { planNo }, sort: null, page: 1, pageSize: 20 });
    expect(rows[0]).toMatchObject({ runs: 2, lastOutcome: 'STARTED', planStatus: 'ENABLED' });
    expect(rows[0]?.allowedActions).toEqual(['run', 'pause', 'disable', 'stop']);
  });

  it('calls cases of its products, and by bill of its instalments, in a task and in a plan', async () => {
    const { db } = app.database;
    const chosen = await late(21);
    const other = await late(22);
    await sql`update bill set term_no = 3 where order_no = ${other.orderNo}`.execute(db);
    const { productNo } = await db
      .selectFrom('loanOrder')
      .select('productNo')
      .where('orderNo', '=', chosen.orderNo)
      .executeTakeFirstOrThrow();
    const size = system === 'ORDER' ? robotTask.collectionAudience : robotTask.stageAudience;
    const { merchantNo } = desk;
    const of = async (more: object) => (await maker.call(size, { merchantNo, dpd: '20-29', ...more })).cases;
    expect([await of({}), await of({ productNo: [productNo] }), await of({ productNo: ['PR0'] })]).toEqual([2, 2, 0]);
    expect([await of({ termNo: ['3'] }), await of({ termNo: ['1', '3'] })]).toEqual([1, 2]);
    const byTerm = form({ audience: { dpd: '20-29', productNo: [productNo], termNo: ['3'] } });
    if (system === 'ORDER') {
      const refused = await maker.post(collectionPlans.save, byTerm);
      expect(refused.data.fields).toMatchObject([{ field: 'audience' }]);
      return;
    }
    const planNo = await enabled({ audience: byTerm.audience });
    expect(await run('10:01')).toBe(1);
    expect(await ordersOf((await runsOf(planNo))[0]?.taskNo)).toEqual([other.orderNo]);
    const products = await maker.call(robotPlan.stageProducts, {});
    expect(products.map((one) => one.productNo)).toContain(productNo);
  });

  it('leaves a share of its customers alone, the same ones each time, and begins a new test with another share', async () => {
    const { db } = app.database;
    const loans = [await late(51), await late(52), await late(53), await late(54)];
    const planNo = await enabled({ audience: { dpd: '50-59' }, holdOutPercent: 50 });
    const dpds = (test: PlanTest, isAside: boolean) =>
      loans.filter(({ customerNo }) => isHeldOut(test, customerNo) === isAside).map(({ orderNo }) => orderNo);
    const heldOut = async (taskNo: string | null | undefined) =>
      (
        await sql<{ orderNo: string }>`select order_no from robot_task_item where task_no = ${taskNo ?? ''}
        and item_status = 'LEFT_OUT' and outcome = 'HELD_OUT' order by order_no`.execute(db)
      ).rows.map(({ orderNo }) => orderNo);
    const endCalls = () => sql`update robot_task set task_status = 'DONE' where plan_no = ${planNo}`.execute(db);
    const first = { planNo, testNo: 1, holdOutPercent: 50 };
    for (const time of ['10:01', '14:01']) {
      await run(time);
      const [newest] = await runsOf(planNo);
      expect(newest).toMatchObject({ people: 4, leftOut: dpds(first, true).length });
      expect(await heldOut(newest?.taskNo)).toEqual(dpds(first, true).toSorted());
      expect(await ordersOf(newest?.taskNo)).toEqual(dpds(first, false).toSorted());
      await endCalls();
    }
    const joined = () =>
      db
        .selectFrom('robotPlanCustomer')
        .select(['testNo', 'customerNo', 'isHeldOut'])
        .where('planNo', '=', planNo)
        .execute();
    expect(await joined()).toHaveLength(4);
    for (const one of await joined()) expect(one.isHeldOut).toBe(isHeldOut(first, one.customerNo));
    // Another share: the same customers are drawn anew, and the first test is over.
    await maker.call(collectionPlans.disable, { planNo });
    const { rows } = await maker.call(collectionPlans.page, { filters: { planNo }, sort: null, page: 1, pageSize: 20 });
    const saved = { ...form({ audience: { dpd: '50-59' }, holdOutPercent: 20 }), planNo, version: rows[0]?.version };
    await maker.call(collectionPlans.save, saved);
    await maker.call(collectionPlans.enable, { planNo });
    await db
      .updateTable('robotPlan')
      .set({ activeSince: momentOf(TODAY, '00:00') })
      .where('planNo', '=', planNo)
      .execute();
    await sql`delete from robot_plan_run where plan_no = ${planNo}`.execute(db);
    await run('14:02');
    expect(
      await db
        .selectFrom('robotPlanTest')
        .select(['testNo', 'holdOutPercent'])
        .where('planNo', '=', planNo)
        .orderBy('testNo')
        .execute(),
    ).toEqual([
      { testNo: 1, holdOutPercent: 50 },
      { testNo: 2, holdOutPercent: 20 },
    ]);
    expect((await joined()).filter(({ testNo }) => testNo === 2)).toHaveLength(4);
    await endCalls();
    await maker.call(collectionPlans.stop, { planNo, reason: 'Known by now' });
    expect(
      await db
        .selectFrom('robotPlanTest')
        .select('testNo')
        .where('planNo', '=', planNo)
        .where('endedAt', 'is', null)
        .execute(),
    ).toEqual([]);
  });

  it('waits while it is paused, does not make up for it, and stops for good with its tasks', async () => {
    await late(61);
    const planNo = await enabled({ audience: { dpd: '60-69' } });
    await maker.call(collectionPlans.pause, { planNo });
    expect(await run('10:30')).toBe(0);
    await maker.call(collectionPlans.resume, { planNo });
    await app.database.db
      .updateTable('robotPlan')
      .set({ activeSince: momentOf(TODAY, '11:00') })
      .where('planNo', '=', planNo)
      .execute();
    expect(await run('11:01')).toBe(0);
    expect(await run('14:01')).toBe(1);
    const [made, ...rest] = await runsOf(planNo);
    expect(rest).toEqual([]);
    await maker.call(collectionPlans.stop, { planNo, reason: 'Wrong script' });
    const task = await app.database.db
      .selectFrom('robotTask')
      .select(['taskStatus', 'planNo'])
      .where('taskNo', '=', made?.taskNo ?? '')
      .executeTakeFirstOrThrow();
    expect(task).toEqual({ taskStatus: 'STOPPED', planNo });
    expect(await run('16:00')).toBe(0);
  });

  it('notes what it missed, what nobody matched, and what is too late for the day', async () => {
    const nobody = await enabled({ audience: { dpd: '900' } });
    await run('15:00');
    expect((await runsOf(nobody)).map(({ planOutcome, taskNo }) => [planOutcome, taskNo])).toEqual([
      ['EMPTY', null],
      ['MISSED', null],
    ]);
    await late(71);
    const tooLate = await enabled({ audience: { dpd: '70-79' } });
    expect(await run('17:30')).toBe(0);
    expect((await runsOf(tooLate)).map(({ planOutcome }) => planOutcome)).toEqual(['MISSED', 'MISSED']);
  });

  it('is changed while it is disabled alone, within calling hours, and in one’s own books', async () => {
    const early = await maker.post(collectionPlans.save, form({ dialFrom: '05:00', runTimes: ['06:00'] }));
    expect(early.data).toMatchObject({ error: 'ROBOT_HOURS', fields: [{ field: 'dialFrom' }] });
    const outside = await maker.post(collectionPlans.save, form({ runTimes: ['18:00'] }));
    expect(outside.data.fields).toMatchObject([{ field: 'runTimes' }]);
    const foreign = await maker.post(collectionPlans.save, form({ audience: { listType: 'LEAD' } }));
    expect(foreign.data.fields).toMatchObject([{ field: 'audience' }]);
    const theirs = await elsewhere.post(collectionPlans.save, form());
    expect(theirs.data).toMatchObject({ error: 'REFERENCE_UNKNOWN', fields: [{ field: 'merchantNo' }] });
    const planNo = await enabled({ audience: { dpd: '901' } });
    const changed = await maker.post(collectionPlans.save, { ...form(), planNo, version: 1 });
    expect(changed.data.error).toBe('ILLEGAL_TRANSITION');
    expect((await elsewhere.post(collectionPlans.pause, { planNo })).data.error).toBe('ROBOT_PLAN_NOT_FOUND');
    await maker.call(collectionPlans.disable, { planNo });
    const stale = await maker.post(collectionPlans.save, { ...form(), planNo, version: 0 });
    expect(stale.data.error).toBe('STALE');
  });
});

it('runs on its days alone', () => {
  expect(weekdayOf('2026-11-30')).toBe(1);
  expect(weekdayOf('2026-12-06')).toBe(7);
  const plan = {
    planStatus: 'ENABLED' as const,
    runTimes: ['10:00', '14:00'],
    weekdays: [1],
    startsOn: '2026-11-30',
    endsOn: null,
  };
  expect(nextRunOf(plan, momentOf('2026-11-30', '11:00'))).toEqual(momentOf('2026-11-30', '14:00'));
  expect(nextRunOf(plan, momentOf('2026-11-30', '14:00'))).toEqual(momentOf('2026-12-07', '10:00'));
  expect(nextRunOf({ ...plan, endsOn: '2026-12-01' }, momentOf('2026-11-30', '14:00'))).toBeNull();
  expect(nextRunOf({ ...plan, planStatus: 'PAUSED' }, momentOf('2026-11-30', '11:00'))).toBeNull();
});

describe('of marketing', () => {
  let desk: PlanDesk;
  let app: PlanDesk['app'];
  let maker: PlanDesk['maker'];
  let checker: PlanDesk['checker'];
  let merchantNo: string;

  beforeAll(async () => {
    desk = await planDesk();
    ({ app, maker, checker, merchantNo } = desk);
  });
  afterAll(async () => await desk.app[Symbol.asyncDispose]());

  const form = (more: object = {}) => desk.form(more);
  const run = async (time: string) => await desk.run(time);
  const put = (planNo: string, planStatus: StateOf<typeof robotPlanMachine>) =>
    app.database.db
      .updateTable('robotPlan')
      .set({ planStatus, activeSince: new Date() })
      .where('planNo', '=', planNo)
      .execute();
  async function group(): Promise<string> {
    const { userGroupNo } = await app.database.db
      .insertInto('userGroup')
      .values({
        merchantNo,
        groupName: `Group ${randomUUID()}`,
        rules: JSON.stringify({
          loanState: 'OPEN',
          settledDaysFrom: null,
          settledDaysTo: null,
          maxDaysLate: null,
          minOnTimeCount: null,
          notAppliedDays: null,
          notContactedDays: null,
          county: null,
        }),
        updatedBy: desk.people.maker,
      })
      .returning('userGroupNo')
      .executeTakeFirstOrThrow();
    return userGroupNo;
  }

  it('takes in each state what the machine lists, and else writes nothing', async () => {
    const { planNo } = await maker.call(marketingPlans.save, form({ audience: { userGroupNo: await group() } }));
    for (const state of statesOf(robotPlanMachine)) {
      for (const action of ['submit', 'approve', 'return', 'pause', 'resume', 'disable', 'stop'] as const) {
        const command = action === 'return' ? 'sendBack' : action;
        await put(planNo, state);
        const isListed = allowedActions(robotPlanMachine, state).includes(command);
        const { data } = await checker.post(marketingPlans[action].path, { planNo });
        if (isListed)
          expect(data.planStatus, `${state} ${action}`).toBe(robotPlanMachine.transitions[state][command as never]);
        else expect(data.error, `${state} ${action}`).toBe('ILLEGAL_TRANSITION');
      }
    }
  });

  it('of marketing is enabled by another person, and calls its group; the willing go to the telemarketing list', async () => {
    const { db } = app.database;
    const userGroupNo = await group();
    const { planNo } = await maker.call(marketingPlans.save, form({ audience: { userGroupNo } }));
    await maker.call(marketingPlans.submit, { planNo });
    expect((await maker.post(marketingPlans.approve, { planNo })).data.error).toBe('MAKER_IS_CHECKER');
    await checker.call(marketingPlans.approve, { planNo });
    await db
      .updateTable('robotPlan')
      .set({ activeSince: momentOf(TODAY, '00:00') })
      .where('planNo', '=', planNo)
      .execute();
    const { phone } = await db
      .selectFrom('customer')
      .innerJoin('bill', 'bill.customerNo', 'customer.customerNo')
      .select('customer.phone')
      .where('customer.merchantNo', '=', merchantNo)
      .where('bill.billStatus', '=', 'ACTIVE')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('contactParty')
      .values({
        partyKind: 'LEAD',
        merchantNo,
        phone,
        partyName: 'Lead',
        consentVoucherIds: ['AT1'],
        consentedAt: new Date(),
      })
      .execute();
    const listed = {
      desk: 'TELEMARKETING',
      merchantNo,
      phone,
      listType: 'LEAD',
      marketingTarget: 'REPEAT_LOAN',
      optInSource: 'IMPORT',
      optInAt: new Date(),
    } as const;
    await db.insertInto('callEntry').values(listed).execute();
    const reach = await maker.call(robotTask.marketingAudience, { merchantNo, audience: { userGroupNo } });
    expect(reach.people).toBeGreaterThan(0);
    await run('10:01');
    const { runs } = await checker.call(marketingPlans.detail, { planNo });
    const taskNo = runs[0]?.taskNo ?? '';
    expect(runs[0]).toMatchObject({ planOutcome: 'STARTED' });
    await dialRobotTasks({ db, hasRobot: true, log }, momentOf(TODAY, '10:05'));
    const item = await db
      .selectFrom('robotTaskItem')
      .select(['attemptId', 'itemStatus'])
      .where('taskNo', '=', taskNo)
      .where('phone', '=', phone)
      .executeTakeFirstOrThrow();
    expect(item.itemStatus).toBe('DIALLED');
    const attemptId = item.attemptId ?? 0;
    const result = {
      attemptId,
      reference: `plan${attemptId}`,
      outcome: 'ANSWERED',
      talkSeconds: 20,
      willingness: 'WILLING',
    };
    await db.insertInto('contactResult').values(result).execute();
    await dialRobotTasks({ db, hasRobot: true, log }, momentOf(TODAY, '10:10'));
    const entry = await db
      .selectFrom('callEntry')
      .select(['willingness', 'listStatus'])
      .where('merchantNo', '=', merchantNo)
      .where('phone', '=', phone)
      .executeTakeFirstOrThrow();
    expect(entry).toEqual({ willingness: 'WILLING', listStatus: 'POOL' });
  });
});
