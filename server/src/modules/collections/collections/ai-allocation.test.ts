import { aiAllocation, config } from '@kituo/sdk/contracts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, listOf, type Person } from '../../../../testing/test-calls.ts';
import { lend, makeProduct } from '../../lending/orders/testing/lend.ts';
import { createLogger } from '../../platform/health/index.ts';
import { addDays, businessDateOf } from '../../platform/policy/index.ts';
import { aiConfigOf, aiSharesAt } from './ai-share.ts';
import { lowerAiShares, ofPeople } from './ai-share-cuts.ts';
import { distributeCase, dividePool, handBackAiCases, runCaseDay } from './index.ts';
import { makeCollector } from './testing/collectors.ts';
import { payOn } from './testing/paying.ts';

let app: TestApp;
let maker: Person;
let checker: Person;
let people: { maker: string; checker: string };
let productNo: string;
let merchantNo: string;
let robot: string;
let human: string;
const today = businessDateOf(new Date());
const log = createLogger('silent');

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  productNo = await makeProduct(db);
  ({ merchantNo } = await db
    .selectFrom('loanProduct')
    .select('merchantNo')
    .where('productNo', '=', productNo)
    .executeTakeFirstOrThrow());
  const pages = ['/AdminContent/CollectionSystem/AIallocationConfig'];
  const add = async (name: string) => {
    const { userNo } = await addPerson(app.database, name, { codes: ['collection:aiAllocation:save'], pages });
    await db.insertInto('userMerchant').values({ userNo, merchantNo }).execute();
    return userNo;
  };
  people = { maker: await add('share.maker'), checker: await add('share.checker') };
  [maker, checker] = [await as(app, 'share.maker'), await as(app, 'share.checker')];
  robot = await makeCollector(app.database, 'robot');
  human = await makeCollector(app.database, 'human');
  await db.updateTable('personnel').set({ isAiEmployee: true }).where('userNo', '=', robot).execute();
});
afterAll(async () => await app[Symbol.asyncDispose]());

const value: aiAllocation.AiAllocation = {
  ruleName: 'Robot first',
  aiEmployeeUserNo: '',
  caseScopes: ['ORDER', 'BILL'],
  caseLevels: ['S1', 'S2'],
  aiSharePercent: 100,
  dailyCap: 1,
  minDueCents: null,
  maxDueCents: null,
  maxAttempts: 2,
  handBackOn: ['WILLING'],
};
const save = async (changes: object = {}) =>
  (
    await maker.post(aiAllocation.save, {
      merchantNo,
      value: { ...value, aiEmployeeUserNo: robot, ...changes },
      effectiveFrom: today,
      reason: 'Trial',
    })
  ).data;
async function approve(ruleId: string) {
  const subjectNo = `${merchantNo}_${ruleId}`;
  const of = listOf({ configKey: 'collection.aiAllocation', subjectNo });
  const { rows } = (await checker.post(config.page.path, of)).data;
  const { versionId, version } = rows.find((row: { versionStatus: string }) => row.versionStatus === 'PENDING');
  await checker.post(config.approve, { versionId, version });
}
async function lateCase(): Promise<string> {
  const { db } = app.database;
  const { orderNo } = await lend(db, { productNo, approvedCents: 300_000, ...people });
  await sql`update bill set due_date = ${addDays(today, -2)}, accrued_through = ${addDays(today, -1)}
    where order_no = ${orderNo}`.execute(db);
  await runCaseDay(db, addDays(today, -1), log);
  const { caseNo } = await db
    .selectFrom('collectionCase')
    .select('caseNo')
    .where('orderNo', '=', orderNo)
    .executeTakeFirstOrThrow();
  return caseNo;
}
const holderOf = async (caseNo: string) =>
  (
    await app.database.db
      .selectFrom('collectionCase')
      .select('collectorUserNo')
      .where('caseNo', '=', caseNo)
      .executeTakeFirstOrThrow()
  ).collectorUserNo;

it('gives an AI employee its share up to the cap, and its cases to people as the configuration says', async () => {
  const { db } = app.database;
  expect((await save({ aiEmployeeUserNo: human })).error).toBe('AI_EMPLOYEE_NEEDED');
  const { ruleId } = await save();
  await approve(ruleId);
  expect((await save({ ruleName: 'More', aiSharePercent: 1 })).error).toBe('RULE_OVERLAP');
  const [first, second] = [await lateCase(), await lateCase()];
  await dividePool(db, new Date(), log);
  expect(await holderOf(first)).toBe(robot);
  expect([null, robot]).not.toContain(await holderOf(second));
  const [row] = (await maker.post(aiAllocation.page, listOf())).data.rows;
  expect(row).toMatchObject({ ruleId, casesHeld: 1, handedBackToday: 0 });

  expect(await handBackAiCases(db, new Date(), log)).toBe(0);
  const { attemptId } = await db
    .insertInto('contactAttempt')
    .values({
      attemptedAt: new Date(),
      phone: '254712000001',
      purpose: 'COLLECTION',
      channel: 'ROBOT',
      merchantNo,
      caseNo: first,
    })
    .returning('attemptId')
    .executeTakeFirstOrThrow();
  // The vendor dates a call's end; that we handed the call over may be noted after it.
  await db
    .insertInto('contactResult')
    .values([
      { attemptId, outcome: 'SENT', at: new Date() },
      { attemptId, outcome: 'ANSWERED', willingness: 'WILLING', at: new Date(Date.now() - 1_000) },
    ])
    .execute();
  const { held, compared } = await maker.call(aiAllocation.work, { ruleId });
  expect(held).toMatchObject([{ caseNo: first, attempts: 1 }]);
  expect(compared).toMatchObject([
    { isAi: true, cases: 1, recoveredCents: 0 },
    { isAi: false, cases: 1, recoveredCents: 0 },
  ]);
  expect(await handBackAiCases(db, new Date(), log)).toBe(1);
  expect([null, robot]).not.toContain(await holderOf(first));
  const [after] = (await maker.post(aiAllocation.page, listOf())).data.rows;
  expect(after).toMatchObject({ casesHeld: 0, handedBackToday: 1 });
  expect((await maker.post(aiAllocation.handBack, { ruleId, reason: 'Outage' })).data).toEqual({
    handedBack: 0,
    left: 0,
  });
});

it('gives what comes back to whoever speaks the borrower’s language, and says why', async () => {
  const { db } = app.database;
  const speaker = await makeCollector(app.database, 'speaker');
  // With far more to do than the others.
  await db
    .updateTable('personnel')
    .set({ languages: ['so'], dailyCap: 1 })
    .where('userNo', '=', speaker)
    .execute();
  const { ruleId } = (await maker.post(aiAllocation.page, listOf())).data.rows[0];
  const caseNo = await lateCase();
  await sql`update customer set speaking_language = 'so'
    where customer_no = (select customer_no from collection_case where case_no = ${caseNo})`.execute(db);
  const reach = { caseScope: 'ORDER', caller: { scope: 'all', userNo: '' } } as const;
  await db.transaction().execute((tx) => distributeCase(tx, caseNo, robot, reach, { by: null, at: new Date() }));
  expect(await maker.call(aiAllocation.handBack, { ruleId, reason: 'Outage' })).toEqual({ handedBack: 1, left: 0 });
  expect(await holderOf(caseNo)).toBe(speaker);
  const item = await db
    .selectFrom('configRuleItem')
    .select('facts')
    .where('subjectNo', '=', caseNo)
    .executeTakeFirstOrThrow();
  expect(item.facts).toMatchObject({ userNo: speaker, why: 'LANGUAGE' });
});

it('says beforehand which of the waiting cases the AI employee and people would get', async () => {
  const waits = await lateCase();
  const request = { merchantNo, value: { ...value, ruleName: 'All of S1', aiEmployeeUserNo: robot, dailyCap: 100 } };
  const { ruleId } = (await maker.post(aiAllocation.page, listOf())).data.rows[0];
  const all = await maker.call(aiAllocation.simulate, { ...request, ruleId });
  expect(all.cases).toBeGreaterThan(0);
  expect(all.people).toMatchObject([{ userNo: robot, isAiEmployee: true, cases: all.cases }]);
  const none = await maker.call(aiAllocation.simulate, {
    ...request,
    ruleId,
    value: { ...request.value, aiSharePercent: 0 },
  });
  expect(none.cases).toBe(all.cases);
  expect(none.people.map(({ isAiEmployee }) => isAiEmployee)).not.toContain(true);
  expect(none.people.reduce((sum, { cases }) => sum + cases, 0)).toBe(none.cases);
  // Nothing was written.
  expect(await holderOf(waits)).toBeNull();
  const wrong = { ...request, value: { ...request.value, aiEmployeeUserNo: human } };
  expect((await maker.refusalOf(aiAllocation.simulate, wrong)).error).toBe('AI_EMPLOYEE_NEEDED');
});

it('lowers a share by a step while the AI employee falls behind people, once a week and down to its bound', async () => {
  const { db } = app.database;
  const late = { caseLevels: ['S4'], aiSharePercent: 42, lowersBelowPercent: 80, ruleName: 'Late' };
  expect((await save({ ...late, leastSharePercent: 43 })).fields?.[0]?.field).toBe('value.leastSharePercent');
  const { ruleId } = await save({ ...late, leastSharePercent: 36 });
  await approve(ruleId);
  const [theirs, its] = [await lateCase(), await lateCase()];
  const orderOf = async (caseNo: string) =>
    (await db.selectFrom('collectionCase').select('orderNo').where('caseNo', '=', caseNo).executeTakeFirstOrThrow())
      .orderNo;
  const reach = { caseScope: 'ORDER', caller: { scope: 'all', userNo: '' } } as const;
  await db.transaction().execute((tx) => distributeCase(tx, theirs, human, reach, { by: null, at: new Date() }));
  const work = async (caseNo: string, userNo: string) =>
    await sql`insert into case_assignment (case_no, user_no, cause, case_level, assigned_at, ended_at, end_cause)
      select ${caseNo}, ${userNo}, 'DIVIDED', 'S4', now() - interval '1 hour', now() + interval '1 hour', 'RECALLED'
      from generate_series(1, 20)`.execute(db);
  await work(theirs, human);
  await work(its, robot);
  const on = async (days: number) => await lowerAiShares(db, addDays(today, days), log);
  // Nobody recovered anything: there is nothing to fall behind.
  expect(await on(1)).toBe(0);
  await payOn(db, await orderOf(theirs), 100_000);
  expect([await on(1), await on(2), await on(9), await on(17)]).toEqual([1, 0, 1, 0]);
  const rows: aiAllocation.AiAllocationRow[] = (await maker.post(aiAllocation.page, listOf({ ruleName: 'Late' }))).data
    .rows;
  expect(rows).toMatchObject([{ aiSharePercent: 42, sharePercentNow: 36 }]);
  const { aiRules } = await aiSharesAt(db, merchantNo, new Date());
  expect(aiRules.find((one) => one.ruleId === ruleId)?.value.aiSharePercent).toBe(36);
  const { rows: runs } = await maker.call(aiAllocation.runPage, { ...listOf({ ruleId }), sort: null });
  expect(runs.flatMap(({ items }) => items.map(({ facts }) => facts))).toMatchObject([
    { from: 37, to: 36, ofPeople: 0 },
    { from: 42, to: 37, ofPeople: 0 },
  ]);
});

it('measures what an AI employee recovers by people’s rate at each of its own levels', () => {
  const at = (caseLevel: 'S1' | 'S2', isAi: boolean, dueCents: number, recoveredCents: number, cases = 20) => ({
    caseLevel,
    isAi,
    cases,
    dueCents,
    recoveredCents,
  });
  // People bring home half of S1 and a tenth of S2; the AI has more of S2, and does as well on each.
  const compared = [
    at('S1', true, 100, 50),
    at('S1', false, 1_000, 500),
    at('S2', true, 900, 90),
    at('S2', false, 100, 10),
  ];
  expect(ofPeople(compared)).toBe(100);
  expect(ofPeople(compared.map((one) => (one.isAi ? { ...one, recoveredCents: one.recoveredCents / 2 } : one)))).toBe(
    50,
  );
  expect(ofPeople(compared.map((one) => ({ ...one, cases: 19 })))).toBeNull();
});

it('shares the hundred among configurations: no case falls to two, and each gets about its part', () => {
  const shares = fc.tuple(fc.integer({ min: 0, max: 50 }), fc.integer({ min: 0, max: 50 }));
  fc.assert(
    fc.property(shares, ([one, other]) => {
      const rules = [one, other].map((aiSharePercent, at) => ({ at, value: { ...value, aiSharePercent } }));
      const cases = Array.from({ length: 2_000 }, (_, no) => `CS${String(no).padStart(10, '0')}`);
      const taken = cases.map((caseNo) =>
        aiConfigOf(rules, { caseNo, caseScope: 'ORDER', caseLevel: 'S1', dueAtEntryCents: 1 }),
      );
      for (const rule of rules) {
        const percent = (taken.filter((each) => each === rule).length / cases.length) * 100;
        expect(Math.abs(percent - rule.value.aiSharePercent)).toBeLessThan(5);
      }
      const beyond = aiConfigOf(rules, { caseNo: 'CS1', caseScope: 'ORDER', caseLevel: 'S5', dueAtEntryCents: 1 });
      expect(beyond).toBeNull();
    }),
    { numRuns: 20 },
  );
});

it('gives an AI employee nothing while the robot plan that calls its cases is not enabled', async () => {
  const { db } = app.database;
  const plan = {
    section: 'collection' as const,
    merchantNo,
    planName: 'Mornings',
    scriptCode: 'REMIND',
    voiceLanguage: 'en' as const,
    dialFrom: '09:00',
    dialTo: '17:00',
    maxAttempts: 2,
    retryGapMinutes: 60,
    runTimes: ['10:00'],
    weekdays: [1],
    startsOn: today,
    audience: '{}',
    updatedBy: people.maker,
  };
  const { planNo } = await db.insertInto('robotPlan').values(plan).returning('planNo').executeTakeFirstOrThrow();
  const put = (planStatus: 'ENABLED' | 'PAUSED') =>
    db.updateTable('robotPlan').set({ planStatus, activeSince: new Date() }).where('planNo', '=', planNo).execute();
  const called = { ruleName: 'Called', caseLevels: ['S3'], robotPlanNo: planNo };
  expect((await save(called)).error).toBe('ROBOT_PLAN_NOT_ENABLED');
  await put('ENABLED');
  expect(await maker.call(aiAllocation.plans, {})).toMatchObject([{ planNo, planName: 'Mornings' }]);
  const { ruleId } = await save(called);
  await approve(ruleId);
  const calling = async () => (await aiSharesAt(db, merchantNo, new Date())).aiRules.map((rule) => rule.ruleId);
  expect(await calling()).toContain(ruleId);
  const { rows } = (await maker.post(aiAllocation.page, listOf({ ruleName: 'Called' }))).data;
  expect(rows).toMatchObject([{ ruleId, robotPlanName: 'Mornings' }]);
  await put('PAUSED');
  expect(await calling()).not.toContain(ruleId);
});
