import { change, config, ruleSet } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, listOf, type Person } from '../../../../testing/test-calls.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import { machineReview, takeApplication } from '../orders/index.ts';
import { makeProduct } from '../orders/testing/lend.ts';
import { DEFAULT_RULES } from './default-rules.ts';
import { evaluate, type Facts } from './evaluate.ts';
import { shadowedIn } from './shadowed.ts';

let app: TestApp;
let maker: Person;
let checker: Person;
let productNo: string;
let merchantNo: string;
let number = 0;

const FACTS: Facts = {
  scorerRefused: false,
  listType: null,
  modelLevel: 'B1',
  modelScore: null,
  appliedCents: 300_000,
  monthlyIncomeCents: null,
  age: 30,
  loanType: 'FIRST',
  settledOrders: 0,
  openOrders: 0,
  maxOverdueDays: null,
  applications30Days: 0,
};
const rule = (more: Partial<ruleSet.RiskRule>): ruleSet.RiskRule => ({
  priority: 5,
  ruleName: 'Small loans alone',
  ruleType: 'CREDIT',
  fieldKey: 'appliedCents',
  operator: 'GT',
  threshold: '200000',
  decision: 'REFUSE',
  refuseCode: 'M203',
  coolOffDays: 7,
  ...more,
});
const setOf = (rules: readonly ruleSet.RiskRule[], more: object = {}) => ({
  ruleName: 'Standard',
  productNos: [],
  awaitsScorer: true,
  rules,
  ...more,
});

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  productNo = await makeProduct(db);
  ({ merchantNo } = await db
    .selectFrom('loanProduct')
    .select('merchantNo')
    .where('productNo', '=', productNo)
    .executeTakeFirstOrThrow());
  const codes = ['save', 'enable', 'dryRun', 'halt', 'resume', 'audit'].map((code) => `risk:ruleSet:${code}`);
  const pages = ['/AdminContent/RiskControlSystem/RuleSet'];
  for (const name of ['rules.maker', 'rules.checker']) {
    const { userNo } = await addPerson(app.database, name, { codes, pages });
    await db.insertInto('userMerchant').values({ userNo, merchantNo }).execute();
  }
  // A halt is the lender's: who decides about it sees all merchants.
  await db.updateTable('role').set({ dataScope: 'ALL' }).where('roleName', 'like', 'role of %').execute();
  [maker, checker] = [await as(app, 'rules.maker'), await as(app, 'rules.checker')];
});
afterAll(async () => await app[Symbol.asyncDispose]());

/** The next application, decided by the machine after the scorer passed it. */
async function decided(isPassed = true) {
  number += 1;
  return await app.database.db.transaction().execute(async (tx) => {
    const phone = `2547990${String(number).padStart(5, '0')}`;
    const { customerNo } = await tx
      .insertInto('customer')
      .values({ merchantNo, phone, customerName: 'Wanjiku Otieno', idCardNo: `3910000${number}` })
      .returning('customerNo')
      .executeTakeFirstOrThrow();
    const payee = { phone, name: 'Wanjiku Otieno' };
    const orderNo = await takeApplication(tx, { customerNo, productNo, appliedCents: 300_000, payee });
    const verdict = isPassed ? { isPassed } : { isPassed, refuseCode: 'M310' };
    const { orderStatus, refuseCode, coolOffUntil } = await machineReview(tx, orderNo, verdict);
    return { orderNo, orderStatus, refuseCode, coolOffUntil };
  });
}
async function inForce(value: object, ruleId?: string): Promise<string> {
  const of = { merchantNo, value, ...(ruleId !== undefined && { ruleId }) };
  const tried = (await maker.post(ruleSet.dryRun, of)).data;
  const saved = (
    await maker.post(ruleSet.save, {
      ...of,
      effectiveFrom: businessDateOf(new Date()),
      reason: 'A test',
      dryRunToken: tried.dryRunToken,
    })
  ).data;
  const subjectNo = `${merchantNo}_${saved.ruleId}`;
  const { rows } = (await checker.post(config.page, listOf({ configKey: 'risk.ruleSet', subjectNo }))).data;
  const [{ versionId, version }] = rows;
  expect((await checker.post(config.approve, { versionId, version, reason: 'Seen' })).code).toBe(0);
  return saved.ruleId;
}

it('reads rules in order, keeps each line, and comes out the same from its facts', () => {
  const rules = [rule({ priority: 30, threshold: '100' }), ...DEFAULT_RULES];
  const read = evaluate(rules, FACTS);
  expect(read).toMatchObject({ decision: 'REFUSE', decidedBy: { priority: 30 } });
  expect(read.lines.map(({ priority, value, isHit }) => [priority, value, isHit])).toEqual([
    [10, 'false', false],
    [20, null, false],
    [30, '300000', true],
  ]);
  expect(evaluate(rules, JSON.parse(JSON.stringify(FACTS)))).toEqual(read);
  expect(evaluate([rule({ fieldKey: 'modelLevel', operator: 'IN', threshold: 'A, B1' })], FACTS).decision).toBe(
    'REFUSE',
  );
  expect(evaluate([rule({ fieldKey: 'maxOverdueDays', operator: 'LT', threshold: '9' })], FACTS).decision).toBe('PASS');
});

it('names a rule that never decides', () => {
  const wide = rule({ fieldKey: 'age', operator: 'LT', threshold: '25' });
  const narrow = rule({ priority: 6, ruleName: 'Minors', fieldKey: 'age', operator: 'LTE', threshold: '17' });
  expect(shadowedIn([narrow, wide])?.rule.ruleName).toBe('Minors');
  expect(shadowedIn([{ ...narrow, priority: 4 }, wide])).toBeNull();
});

it('sends whom the default rules would pass to a person, for a merchant that does not take them', async () => {
  const { db } = app.database;
  const take = async (takesDefaultRules: boolean) =>
    await db.updateTable('merchant').set({ takesDefaultRules }).where('merchantNo', '=', merchantNo).execute();
  const evaluated = async (isPassed = true) => {
    const { orderNo } = await decided(isPassed);
    return (await maker.post(ruleSet.evaluationPage, listOf({ orderNo }))).data.rows[0];
  };
  expect(await evaluated()).toMatchObject({ decision: 'PASS', decidedBy: null });
  await take(false);
  const { evaluationId, ...held } = await evaluated();
  expect(held).toMatchObject({ decision: 'MANUAL', decidedBy: 'No rule set of the merchant' });
  expect((await maker.call(ruleSet.evaluationReplay, { evaluationId: String(evaluationId) })).isSame).toBe(true);
  expect(await evaluated(false)).toMatchObject({ decision: 'REFUSE' });
  await take(true);
});

it('decides the next application by the rule that was changed', async () => {
  expect(await decided()).toMatchObject({ orderStatus: 'TO_ALLOCATE', refuseCode: null });
  expect(await decided(false)).toMatchObject({ orderStatus: 'MACHINE_REFUSED', refuseCode: 'M310' });
  const ruleId = await inForce(setOf([rule({}), ...DEFAULT_RULES]));
  const refused = await decided();
  expect(refused).toMatchObject({ orderStatus: 'MACHINE_REFUSED', refuseCode: 'M203' });
  expect(refused.coolOffUntil).not.toBeNull();
  const { rows } = (await maker.post(ruleSet.evaluationPage, listOf({ orderNo: refused.orderNo }))).data;
  expect(rows).toMatchObject([
    { ruleSetCode: ruleId, versionNo: 1, decidedBy: 'Small loans alone', decision: 'REFUSE' },
  ]);
  expect(rows[0].lines).toHaveLength(4);
  await inForce(setOf([rule({ threshold: '400000' }), ...DEFAULT_RULES]), ruleId);
  expect((await decided()).orderStatus).toBe('TO_ALLOCATE');
  const [row] = (await maker.post(ruleSet.page, listOf({ refuseCode: 'M203' }))).data.rows;
  expect(row).toMatchObject({ ruleId, ruleCount: 3, refusedPercent: 50 });
  const found = async (filters: object) => (await maker.post(ruleSet.page, listOf(filters))).data.total;
  expect(await found({ ruleStatus: 'ENABLED', hasPending: false, productNo })).toBe(1);
  expect(await found({ ruleStatus: 'DISABLED' })).toBe(0);
  expect(await found({ hasPending: true })).toBe(0);
});

it('refuses a threshold of another type, an empty set, and what no dry run was made of', async () => {
  const save = async (value: object) =>
    (
      await maker.post(ruleSet.save, {
        merchantNo,
        value,
        effectiveFrom: businessDateOf(new Date()),
        reason: 'A test',
      })
    ).data;
  const fieldsOf = (data: { readonly fields?: readonly { readonly field: string }[] }) =>
    data.fields?.map(({ field }) => field);
  expect(fieldsOf(await save(setOf([rule({ threshold: 'many' })])))).toEqual(['value.rules.0.threshold']);
  expect(fieldsOf(await save(setOf([])))).toEqual(['value.rules']);
  expect(fieldsOf(await save(setOf([rule({ refuseCode: null })])))).toEqual(['value.rules.0.refuseCode']);
  expect((await save(setOf([rule({})]))).error).toBe('DRY_RUN_NEEDED');
});

it('sends every application to a person until two agree that it goes on', async () => {
  expect((await maker.post(ruleSet.resume, { reason: 'None' })).data.error).toBe('ILLEGAL_TRANSITION');
  expect((await maker.post(ruleSet.halt, { reason: 'A bad import' })).code).toBe(0);
  expect((await decided(false)).orderStatus).toBe('TO_ALLOCATE');
  const { changeNo } = (await maker.post(ruleSet.resume, { reason: 'Rolled back' })).data;
  const { approve } = change.changeFamilies.ruleSet;
  expect((await maker.post(approve.path, { changeNo, reason: 'Mine' })).data.error).toBe('CHANGE_OWN');
  expect((await checker.post(approve.path, { changeNo, reason: 'Seen' })).code).toBe(0);
  expect((await decided(false)).orderStatus).toBe('MACHINE_REFUSED');
});

it('tries a version on past applications as a job', async () => {
  const [{ ruleId }] = (await maker.post(ruleSet.page, listOf({}))).data.rows;
  const { jobNo } = (await maker.post(ruleSet.backtest, { ruleId, days: 2 })).data;
  expect(jobNo).toMatch(/\w+/);
  const read = await maker.call(ruleSet.backtestResult, { ruleId });
  expect(read).toMatchObject({ jobNo, versionNo: 2, days: 2 });
});
