import { change, config, riskModel, ruleSet } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../../../../sandbox/src/index.ts';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, listOf, type Person } from '../../../../testing/test-calls.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import { machineReview, takeApplication } from '../orders/index.ts';
import { makeProduct } from '../orders/testing/lend.ts';
import { askServices } from './scoring.ts';

let app: TestApp;
let sandbox: Sandbox;
let maker: Person;
let checker: Person;
let productNo: string;
let merchantNo: string;
let number = 0;

const value = (ruleName: string, more: object = {}) => ({
  ruleName,
  loanType: 'FIRST',
  scorer: 'SCORECARD',
  baseScore: 500,
  attributes: [
    { input: 'appliedCents', from: '*', points: 150 },
    { input: 'appliedCents', from: '500000', points: -100 },
  ],
  endpoint: null,
  timeoutMs: 1_000,
  inputSchema: null,
  levels: [
    { modelLevel: 'A', minScore: 600 },
    { modelLevel: 'E', minScore: 0 },
  ],
  fallbackLevel: null,
  ...more,
});
const service = (more: object = {}) =>
  value('Service', {
    scorer: 'HTTP',
    baseScore: 0,
    attributes: [],
    endpoint: 'https://scorer.example/v1/score',
    inputSchema: '{"type":"object","properties":{"settledOrders":{},"applications30Days":{}}}',
    ...more,
  });

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  sandbox = await startSandbox({ seed: 7 });
  const { db } = app.database;
  productNo = await makeProduct(db);
  ({ merchantNo } = await db
    .selectFrom('loanProduct')
    .select('merchantNo')
    .where('productNo', '=', productNo)
    .executeTakeFirstOrThrow());
  const codes = ['save', 'traffic', 'score', 'audit'].map((code) => `risk:model:${code}`);
  const pages = ['RuleSet', 'RiskControlModel'].map((page) => `/AdminContent/RiskControlSystem/${page}`);
  for (const name of ['models.maker', 'models.checker']) {
    const { userNo } = await addPerson(app.database, name, { codes: [...codes, 'report:abTest:view'], pages });
    await db.insertInto('userMerchant').values({ userNo, merchantNo }).execute();
  }
  [maker, checker] = [await as(app, 'models.maker'), await as(app, 'models.checker')];
});
afterAll(async () => {
  await sandbox.close();
  await app[Symbol.asyncDispose]();
});

const door = () => ({ url: sandbox.url, apiKey: sandbox.scorerKey });

/** The next application of somebody new, undecided. */
async function applied(appliedCents = 300_000): Promise<{ orderNo: string; customerNo: string }> {
  number += 1;
  const no = number;
  return await app.database.db.transaction().execute(async (tx) => {
    const phone = `2547991${String(no).padStart(5, '0')}`;
    const { customerNo } = await tx
      .insertInto('customer')
      .values({ merchantNo, phone, customerName: 'Wanjiku Otieno', idCardNo: `3920000${no}` })
      .returning('customerNo')
      .executeTakeFirstOrThrow();
    const payee = { phone, name: 'Wanjiku Otieno' };
    return { orderNo: await takeApplication(tx, { customerNo, productNo, appliedCents, payee }), customerNo };
  });
}
const decide = async (orderNo: string) =>
  await app.database.db.transaction().execute(async (tx) => await machineReview(tx, orderNo, { isPassed: true }));
async function decided(appliedCents?: number) {
  const { orderNo, customerNo } = await applied(appliedCents);
  return { ...(await decide(orderNo)), customerNo };
}
async function evaluationOf(orderNo: string): Promise<ruleSet.Evaluation> {
  const { rows } = (await maker.post(ruleSet.evaluationPage, listOf({ orderNo }))).data;
  return rows[0];
}
async function inForce(of: object, ruleId?: string): Promise<string> {
  const asked = { merchantNo, value: of, ...(ruleId !== undefined && { ruleId }) };
  const { dryRunToken } = (await maker.post(riskModel.dryRun, asked)).data;
  const effectiveFrom = businessDateOf(new Date());
  const saved = (await maker.post(riskModel.save, { ...asked, effectiveFrom, reason: 'A test', dryRunToken })).data;
  const subjectNo = `${merchantNo}_${saved.ruleId}`;
  const { rows } = (await checker.post(config.page, listOf({ configKey: 'risk.model', subjectNo }))).data;
  const [{ versionId, version }] = rows;
  expect((await checker.post(config.approve, { versionId, version, reason: 'Seen' })).code).toBe(0);
  return saved.ruleId;
}
type Shares = readonly (readonly [ruleId: string, role: riskModel.ModelRole, trafficPercent: number])[];
const asking = (shares: Shares) => ({
  merchantNo,
  loanType: 'FIRST',
  shares: shares.map(([ruleId, role, trafficPercent]) => ({ ruleId, role, trafficPercent })),
  reason: 'A test',
});
async function share(shares: Shares): Promise<string> {
  const { changeNo } = (await maker.post(riskModel.traffic, asking(shares))).data;
  const { approve } = change.changeFamilies.riskModel;
  expect((await maker.post(approve.path, { changeNo, reason: 'Mine' })).data.error).toBe('CHANGE_OWN');
  const { result } = (await checker.post(approve.path, { changeNo, reason: 'Seen' })).data;
  return result.testNo;
}

it('scores an application by the champion, keeps how, and comes out the same again', async () => {
  expect((await evaluationOf((await decided()).orderNo)).score).toBeNull();
  const champion = await inForce(value('Champion'));
  await share([[champion, 'CHAMPION', 100]]);
  const small = await decided(300_000);
  const large = await decided(900_000);
  expect([small.modelLevel, large.modelLevel]).toEqual(['A', 'E']);
  const evaluation = await evaluationOf(large.orderNo);
  expect(evaluation.score).toMatchObject({
    modelCode: champion,
    versionNo: 1,
    score: 400,
    modelLevel: 'E',
    reasons: [{ input: 'appliedCents', value: '900000', points: -100, mostPoints: 150 }],
  });
  const replayed = async () =>
    await maker.call(ruleSet.evaluationReplay, { evaluationId: String(evaluation.evaluationId) });
  expect(await replayed()).toEqual({ isSame: true, differences: [] });
  // A later version changes what the next application scores, and nothing of what was decided.
  await inForce(value('Champion', { baseScore: 300 }), champion);
  expect((await evaluationOf((await decided(900_000)).orderNo)).score).toMatchObject({ versionNo: 2, score: 200 });
  expect(await replayed()).toEqual({ isSame: true, differences: [] });
  const { db } = app.database;
  await sql`ALTER TABLE risk_evaluation DISABLE TRIGGER risk_evaluation_kept`.execute(db);
  await sql`UPDATE risk_evaluation SET decision = 'REFUSE', score = jsonb_set(score, '{score}', '401')
    WHERE evaluation_id = ${evaluation.evaluationId}`.execute(db);
  expect(await replayed()).toEqual({ isSame: false, differences: ['decision', 'score'] });
  const [row] = (await maker.post(riskModel.page, listOf({ role: 'CHAMPION', modelName: 'champ' }))).data.rows;
  expect(row).toMatchObject({ ruleId: champion, trafficPercent: 100, failuresToday: 0, averageScore: 416.7 });
  expect(await maker.call(riskModel.score, { ruleId: champion, orderNo: small.orderNo })).toMatchObject({ score: 450 });
});

it('holds the odds of loans against the scores of versions that score alike', async () => {
  const ruleId = await inForce(value('Calibrated'));
  await share([[ruleId, 'CHAMPION', 100]]);
  const calibrated = async () => (await maker.call(riskModel.drift, { ruleId })).calibration;
  const repaid = async () => {
    const { orderNo } = await decided();
    await sql`UPDATE loan_order SET lending_time = now(), closed_at = now() WHERE order_no = ${orderNo}`.execute(
      app.database.db,
    );
  };
  await repaid();
  expect(await calibrated()).toMatchObject({ versionNos: [1], good: 1, bad: 0, lack: 'FEW_LOANS', stated: null });
  const scale = { oddsScore: 600, oddsAtScore: 10, pointsToDouble: 50 };
  await inForce(value('Calibrated', { baseScore: 300 }), ruleId);
  expect(await calibrated()).toMatchObject({ versionNos: [2], good: 0 });
  // The same card: what the second version scored counts for the third.
  await repaid();
  await inForce(value('Calibrated', { baseScore: 300, ...scale }), ruleId);
  const { levels, ...now } = await calibrated();
  expect(now).toMatchObject({ versionNos: [2, 3], good: 1, stated: scale });
  // A score of 450: ten good for each bad one, halved three times.
  expect(levels).toMatchObject([
    { modelLevel: 'A', known: 0, observed: null, statedPercent: null },
    { modelLevel: 'E', known: 1, statedPercent: 44.4, isOff: false },
    { modelLevel: null, known: 1, statedPercent: 44.4 },
  ]);
  const asked = { merchantNo, value: value('Calibrated', { oddsScore: 600, pointsToDouble: 50 }) };
  const { data } = await maker.post(riskModel.dryRun, asked);
  expect(data.fields).toMatchObject([{ field: 'value.oddsAtScore', msg: 'Fill in all three, or none' }]);
});

it('keeps a customer with their arm while the same models share', async () => {
  const [champion, challenger] = [await inForce(value('First')), await inForce(value('Other', { baseScore: 400 }))];
  const testNo = await share([
    [champion, 'CHAMPION', 50],
    [challenger, 'CHALLENGER', 50],
  ]);
  const before = await Promise.all(Array.from({ length: 12 }, () => decided()));
  const { db } = app.database;
  const armOf = async ({ customerNo }: { readonly customerNo: string }) =>
    (
      await db
        .selectFrom('riskTestCustomer')
        .select('ruleId')
        .where('testNo', '=', testNo)
        .where('customerNo', '=', customerNo)
        .executeTakeFirstOrThrow()
    ).ruleId;
  const arms = await Promise.all(before.map(armOf));
  expect(new Set(arms)).toEqual(new Set([champion, challenger]));
  expect(
    await share([
      [champion, 'CHAMPION', 99],
      [challenger, 'CHALLENGER', 1],
    ]),
  ).toBe(testNo);
  const [first] = before.filter((_one, index) => arms[index] === challenger);
  const payee = { phone: '254799199999', name: 'Wanjiku Otieno' };
  const again = await db.transaction().execute(async (tx) => {
    await tx
      .updateTable('loanOrder')
      .set({ orderStatus: 'REFUSED' })
      .where('orderNo', '=', first?.orderNo ?? '')
      .execute();
    const customerNo = first?.customerNo ?? '';
    return await takeApplication(tx, { customerNo, productNo, appliedCents: 300_000, payee });
  });
  await decide(again);
  expect((await evaluationOf(again)).score).toMatchObject({ modelCode: challenger, role: 'CHALLENGER', testNo });
  const now = await maker.call(riskModel.trafficNow, { ruleId: champion });
  expect(now.arms.reduce((sum, { customers }) => sum + customers, 0)).toBe(12);
  const result = await maker.call(riskModel.testResult, { ruleId: champion });
  expect(result.arms.reduce((sum, { applications }) => sum + applications, 0)).toBe(13);
  expect(await maker.call(riskModel.drift, { ruleId: champion })).toMatchObject({ psi: null, gini: null });
  // Another champion is another test.
  expect(await share([[challenger, 'CHAMPION', 100]])).not.toBe(testNo);
});

it('asks a service, and sends to a person what it does not score in time', async () => {
  const ruleId = await inForce(service({ timeoutMs: 5_000 }));
  await share([[ruleId, 'CHAMPION', 100]]);
  const { db } = app.database;
  const good = await applied();
  await askServices(db, door(), good.orderNo);
  expect((await decide(good.orderNo)).modelLevel).toBe('A');
  expect((await evaluationOf(good.orderNo)).score).toMatchObject({ score: 600, said: ['No loan repaid yet'] });
  await inForce(service({ timeoutMs: 200 }), ruleId);
  sandbox.change({ replyDelayMs: 2_000 });
  const slow = await applied();
  await askServices(db, door(), slow.orderNo);
  sandbox.change({ replyDelayMs: 0 });
  expect((await decide(slow.orderNo)).modelLevel).toBeNull();
  expect(await evaluationOf(slow.orderNo)).toMatchObject({
    decision: 'MANUAL',
    decidedBy: 'No score from the model',
    score: { failure: 'TIMEOUT', score: null },
  });
  // Decided before anybody was asked: no silent pass either.
  expect(await evaluationOf((await decided()).orderNo)).toMatchObject({
    decision: 'MANUAL',
    score: { failure: 'LATE' },
  });
  const [row] = (await maker.post(riskModel.page, listOf({ modelCode: ruleId }))).data.rows;
  expect(row).toMatchObject({ failuresToday: 2 });
  await inForce(service({ fallbackLevel: 'E' }), ruleId);
  const fallen = await decided();
  expect(fallen.modelLevel).toBe('E');
  expect(await evaluationOf(fallen.orderNo)).toMatchObject({ decision: 'PASS', score: { failure: 'LATE' } });
});

it('lets a shadow score and decide nothing, and the champion stand in for who was disabled', async () => {
  const [champion, other] = [await inForce(value('Third')), await inForce(value('Fourth', { baseScore: 300 }))];
  await share([
    [champion, 'CHAMPION', 100],
    [other, 'SHADOW', 0],
  ]);
  const { orderNo, modelLevel } = await decided();
  expect(modelLevel).toBe('A');
  const scores = await app.database.db
    .selectFrom('riskScore')
    .select(['ruleId', 'score', 'modelRole'])
    .where('orderNo', '=', orderNo)
    .orderBy('score')
    .execute();
  expect(scores).toEqual([
    { ruleId: other, score: 450, modelRole: 'SHADOW' },
    { ruleId: champion, score: 650, modelRole: 'CHAMPION' },
  ]);
  const state = { ruleId: champion, version: 1, isEnabled: false, reason: 'A test' };
  expect((await maker.post(riskModel.state, state)).code).toBe(0);
  const unscored = await decided();
  expect(await evaluationOf(unscored.orderNo)).toMatchObject({ decision: 'MANUAL', score: { failure: 'DISABLED' } });
});

it('refuses shares that do not add up, a second champion, and models that are not in force', async () => {
  const [one, other] = [await inForce(value('Fifth')), await inForce(value('Sixth'))];
  const faultOf = async (shares: Shares) => (await maker.post(riskModel.traffic, asking(shares))).data;
  expect((await faultOf([[one, 'CHAMPION', 90]])).fields[0].msg).toBe('Shares must add up to 100');
  expect(
    (
      await faultOf([
        [one, 'CHAMPION', 50],
        [other, 'CHAMPION', 50],
      ])
    ).fields[0].msg,
  ).toBe('Exactly one champion');
  const repeat = await inForce(value('Seventh', { loanType: 'REPEAT' }));
  expect((await faultOf([[repeat, 'CHAMPION', 100]])).error).toBe('MODEL_NOT_IN_FORCE');
  const order = await decided();
  const asked = { ruleId: repeat, orderNo: order.orderNo };
  expect((await maker.post(riskModel.score, asked)).data.error).toBe('MODEL_NOT_IN_FORCE');
});
