import { job, modelFairness, type riskModel } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, type Person } from '../../../../testing/test-calls.ts';
import { createLogger } from '../../platform/health/index.ts';
import { startJobWorker } from '../../platform/jobs/index.ts';
import { addDays, businessDateOf } from '../../platform/policy/index.ts';
import { machineReview, takeApplication } from '../orders/index.ts';
import { lend, makeProduct } from '../orders/testing/lend.ts';
import { type Counted, groupsFrom } from './fairness-groups.ts';

const SINCE = new Date('2024-12-31T21:00:00Z');
const CARD: riskModel.ModelValue = {
  ruleName: 'Standard',
  loanType: 'FIRST',
  scorer: 'SCORECARD',
  baseScore: 500,
  attributes: [
    { input: 'age', from: '*', points: 0 },
    { input: 'age', from: '40', points: 100 },
  ],
  endpoint: null,
  timeoutMs: 1_000,
  inputSchema: null,
  levels: [{ modelLevel: 'A', minScore: 0 }],
  fallbackLevel: null,
};

const RULES = [
  {
    priority: 10,
    ruleName: 'Young',
    ruleType: 'CREDIT',
    fieldKey: 'age',
    operator: 'LT',
    threshold: '20',
    decision: 'REFUSE',
    refuseCode: 'M203',
    coolOffDays: 0,
  },
];

let app: TestApp;
let stop: () => Promise<void>;
let analyst: Person;
let stranger: Person;
let people: { maker: string; checker: string };
let productNo: string;
let merchantNo: string;
let modelCode: string;
let setCode: string;
let number = 0;

/** A rule of a family in force since long ago. */
async function inForce(configKey: string, value: object): Promise<string> {
  const { db } = app.database;
  const { maker, checker } = people;
  const { ruleId } = await db
    .insertInto('configRule')
    .values({ configKey, merchantNo, createdBy: maker })
    .returning('ruleId')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('configVersion')
    .values({
      configKey,
      subjectNo: `${merchantNo}_${ruleId}`,
      makerUserNo: maker,
      editorUserNos: [maker],
      checkerUserNo: checker,
      versionNo: 1,
      value: JSON.stringify(value),
      storedStatus: 'IN_FORCE',
      effectiveFrom: '2025-01-01',
      inForceFrom: SINCE,
      reason: 'A test',
    })
    .execute();
  return ruleId;
}

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  stop = await startJobWorker({ db, services: app.services, log: createLogger('silent') });
  productNo = await makeProduct(db);
  ({ merchantNo } = await db
    .selectFrom('loanProduct')
    .select('merchantNo')
    .where('productNo', '=', productNo)
    .executeTakeFirstOrThrow());
  const add = async (name: string, of: string) => {
    const pages = [modelFairness.FAIRNESS_PAGE];
    const { userNo, roleNo } = await addPerson(app.database, name, { pages });
    await db.insertInto('userMerchant').values({ userNo, merchantNo: of }).execute();
    await db.updateTable('role').set({ dataScope: 'MERCHANTS' }).where('roleNo', '=', roleNo).execute();
    return userNo;
  };
  people = {
    maker: await add('fair.analyst', merchantNo),
    checker: await add('fair.stranger', merchantNo === 'M0001' ? 'M0002' : 'M0001'),
  };
  [analyst, stranger] = [await as(app, 'fair.analyst'), await as(app, 'fair.stranger')];
  modelCode = await inForce('risk.model', CARD);
  setCode = await inForce('risk.ruleSet', { ruleName: 'Standard', productNos: [], awaitsScorer: true, rules: RULES });
  const { trafficId } = await db
    .insertInto('riskTraffic')
    .values({
      merchantNo,
      loanType: 'FIRST',
      startedAt: SINCE,
      makerUserNo: people.maker,
      checkerUserNo: people.checker,
    })
    .returning('trafficId')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('riskTrafficArm')
    .values({ trafficId, ruleId: modelCode, modelRole: 'CHAMPION', trafficPercent: 100 })
    .execute();
  // The smallest group that a policy may allow, since the beginning of the year.
  await db
    .insertInto('regulatoryPolicy')
    .values({
      policyKey: 'fairLending',
      effectiveFrom: '2026-01-01',
      value: JSON.stringify({ minGroup: 5 }),
      makerUserNo: people.maker,
      checkerUserNo: people.checker,
    })
    .execute();
});
afterAll(async () => {
  await stop();
  await app[Symbol.asyncDispose]();
});

interface Applicant {
  readonly county: string | null;
  readonly sex: 'FEMALE' | 'MALE' | null;
  readonly birthDate: string;
}

/** An application that the machine scored and decided. */
async function applied(facts: Applicant): Promise<string> {
  number += 1;
  const phone = `2547993${String(number).padStart(5, '0')}`;
  return await app.database.db.transaction().execute(async (tx) => {
    const { customerNo } = await tx
      .insertInto('customer')
      .values({ merchantNo, phone, customerName: 'Wanjiku Otieno', idCardNo: `3930000${number}`, ...facts })
      .returning('customerNo')
      .executeTakeFirstOrThrow();
    const payee = { phone, name: 'Wanjiku Otieno' };
    const orderNo = await takeApplication(tx, { customerNo, productNo, appliedCents: 300_000, payee });
    await machineReview(tx, orderNo, { isPassed: true });
    return orderNo;
  });
}
const times = (count: number) => Array.from({ length: count }, (_, index) => index);

/** A loan that was lent and fell due so many days ago. */
async function lent(facts: Applicant, daysAgo: number): Promise<void> {
  const { db } = app.database;
  const of = { productNo, approvedCents: 300_000, maker: people.maker, checker: people.checker };
  const { customerNo, orderNo } = await lend(db, of);
  await db.updateTable('customer').set(facts).where('customerNo', '=', customerNo).execute();
  const dueDate = addDays(businessDateOf(new Date()), -daysAgo);
  await db.updateTable('bill').set({ dueDate }).where('orderNo', '=', orderNo).execute();
}
const check = async (more: object = {}) => await analyst.call(modelFairness.fairness, { ruleId: modelCode, ...more });
const groupOf = (of: modelFairness.Fairness, group: string | null) => of.groups.find((one) => one.group === group);

const counted = (group: string | null, more: Partial<Counted> = {}): Counted => ({
  trait: 'SEX',
  group,
  applications: 100,
  scored: 100,
  meanScore: 500,
  decided: 100,
  approved: 50,
  matured: 40,
  bad: 4,
  ...more,
});

it('compares each group with the best, and marks what is below four fifths of it and not what is at it', () => {
  const [best, at, below] = groupsFrom(
    [
      counted('A', { applications: 103 }),
      counted('B', { approved: 40, applications: 102 }),
      counted('C', { approved: 39, applications: 101 }),
    ],
    30,
  );
  expect(best).toMatchObject({ approvedPercent: 50, ratio: 1, isBest: true, isBelowFourFifths: false });
  expect(at).toMatchObject({ ratio: 0.8, isBest: false, isBelowFourFifths: false });
  expect(below).toMatchObject({ ratio: 0.78, isBelowFourFifths: true, defaultPercent: 10 });
});

it('shows nothing of a small group, no figure of few, and compares nobody with who said nothing', () => {
  const small = counted('C', { applications: 29, scored: 29, decided: 29, approved: 29, matured: 29 });
  const next = counted('B', { applications: 99, scored: 99, decided: 99, matured: 39 });
  const large = counted('A', { applications: 102, matured: 29 });
  const groups = groupsFrom([small, next, counted(null, { approved: 99 }), large], 30);
  expect(groups.map(({ group }) => group)).toEqual(['A', null, 'B', 'C']);
  expect(groups[0]).toMatchObject({ isBest: true, matured: null, defaultPercent: null });
  expect(groups[1]).toMatchObject({ approvedPercent: 99, ratio: null, isBest: false });
  const { trait, group, isWithheld, isBest, isBelowFourFifths, ...figures } = groups[3] ?? {};
  expect({ trait, group, isWithheld, isBest, isBelowFourFifths }).toEqual({
    trait: 'SEX',
    group: 'C',
    isWithheld: true,
    isBest: false,
    isBelowFourFifths: false,
  });
  expect(Object.values(figures)).toEqual(Object.values(figures).map(() => null));
});

it('withholds the next smallest with a small group, so that neither follows from the total', () => {
  const small = counted('C', { applications: 4, scored: 4, decided: 4, matured: 4 });
  const nextSmall = counted('B', { applications: 40, scored: 40, decided: 40, matured: 31 });
  const groups = groupsFrom([counted('A'), counted('D', { applications: 120 }), nextSmall, small], 30);
  const withheld = groups.filter((one) => one.isWithheld);
  expect(withheld.map(({ group, applications }) => [group, applications])).toEqual([
    ['B', null],
    ['C', null],
  ]);
  // Of two groups both go.
  expect(groupsFrom([counted('A'), small], 30).map(({ isWithheld }) => isWithheld)).toEqual([true, true]);
  // Two small ones that are too few together take a third along; at the limit they do not.
  const of = (applications: number, name: string) => counted(name, { applications });
  const sizes = (...all: number[]) =>
    groupsFrom([...all.map((size, at) => of(size, `G${at}`)), counted('A'), counted('Z')], 30);
  expect(sizes(10, 19).filter((one) => one.isWithheld)).toHaveLength(3);
  expect(sizes(11, 19).filter((one) => one.isWithheld)).toHaveLength(2);
});

it('hides the next smallest of a figure that rests on few, unless nobody has any', () => {
  const of = (group: string, matured: number) => counted(group, { matured });
  const shown = (...groups: Counted[]) => groupsFrom(groups, 30).map(({ group, matured }) => [group, matured]);
  expect(shown(of('A', 50), of('B', 40), of('C', 5))).toEqual([
    ['A', 50],
    ['B', null],
    ['C', null],
  ]);
  expect(shown(of('A', 50), of('B', 40), of('C', 0))).toEqual([
    ['A', 50],
    ['B', 40],
    ['C', null],
  ]);
});

it('reads how groups fared from what was scored, decided and repaid', async () => {
  const nairobi = { county: 'Nairobi', sex: 'FEMALE', birthDate: '1980-05-05' } as const;
  const kisumu = { county: 'Kisumu', sex: 'MALE', birthDate: '2008-01-01' } as const;
  for (const index of times(5)) await lent(nairobi, index < 2 ? 40 : 10);
  for (let at = 0; at < 5; at += 1) await applied(kisumu);
  await applied({ county: null, sex: null, birthDate: '1980-05-05' });
  // With who said nothing as many as a group needs: nobody else is withheld with them.
  for (let at = 0; at < 4; at += 1) await applied({ county: 'Garissa', sex: null, birthDate: '1980-05-05' });
  const fairness = await check();
  expect(fairness).toMatchObject({ versionNo: 1, versions: [1], minGroup: 5, policyVersion: 'fairLending@2026-01-01' });
  expect(groupOf(fairness, 'Nairobi')).toMatchObject({
    applications: 5,
    decided: 5,
    approvedPercent: 100,
    isBest: true,
    matured: 5,
    defaultPercent: 40,
  });
  // Nobody of eighteen passes the set: refused by the machine counts as decided.
  expect(groupOf(fairness, 'Kisumu')).toMatchObject({
    meanScore: 500,
    decided: 5,
    approvedPercent: 0,
    ratio: 0,
    isBelowFourFifths: true,
    matured: null,
  });
  expect(groupOf(fairness, '18-24')).toMatchObject({ applications: 5, meanScore: 500 });
  expect(groupOf(fairness, 'FEMALE')).toMatchObject({ applications: 5 });
  expect(groupOf(fairness, null)).toMatchObject({ isWithheld: true, applications: null });
  const ruleSet = { ruleSetCode: setCode, ruleSetVersionNo: 1 };
  expect((await check(ruleSet)).groups).toEqual(fairness.groups);
  expect((await check()).ruleSets).toEqual([{ ruleSetCode: setCode, ruleSetName: 'Standard', versionNo: 1 }]);
  // Another set decided none of them.
  const other = await inForce('risk.ruleSet', {
    ruleName: 'Other',
    productNos: ['PR9'],
    awaitsScorer: true,
    rules: RULES,
  });
  expect((await check({ ruleSetCode: other, ruleSetVersionNo: 1 })).groups).toEqual([]);
});

it('refuses versions that never were, a rule set by half, and what is another merchant’s', async () => {
  const refused = async (more: object, who = analyst) =>
    await who.refusalOf(modelFairness.fairness, { ruleId: modelCode, ...more });
  expect(await refused({ versionNo: 7 })).toMatchObject({ error: 'REFERENCE_UNKNOWN', fields: ['versionNo'] });
  expect(await refused({ ruleSetCode: modelCode, ruleSetVersionNo: 1 })).toMatchObject({ fields: ['ruleSetCode'] });
  expect(await refused({ ruleSetCode: setCode, ruleSetVersionNo: 9 })).toMatchObject({ fields: ['ruleSetVersionNo'] });
  expect(await refused({ ruleSetCode: setCode })).toMatchObject({ error: 'BAD_REQUEST', fields: ['ruleSetVersionNo'] });
  expect(await refused({}, stranger)).toMatchObject({ error: 'NOT_FOUND' });
});

it('writes the same into a file, and no more of a small group', async () => {
  const { jobNo } = await analyst.call(modelFairness.fairnessExport, { format: 'csv', filters: { ruleId: modelCode } });
  await vi.waitFor(
    async () => {
      expect((await analyst.call(job.detail, { jobNo })).allowedActions).toContain('download');
    },
    { timeout: 20_000, interval: 100 },
  );
  const text = (await analyst.get(job.file.path.replace('{jobNo}', jobNo))).body.toString('utf8');
  expect(text).toContain('County,Kisumu,5,No,500,5,0,0,Yes,,');
  expect(text).toContain('County,Not stated,,Yes,,,,,No,,');
});
