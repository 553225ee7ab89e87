import { aiAllocation, casePolicy, config, job } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, listOf, type Person } from '../../../../testing/test-calls.ts';
import { lend, makeProduct } from '../../lending/orders/testing/lend.ts';
import { createLogger } from '../../platform/health/index.ts';
import { startJobWorker } from '../../platform/jobs/index.ts';
import { addDays, businessDateOf } from '../../platform/policy/index.ts';
import { distributeCase, runCaseDay } from './index.ts';
import { makeCollector } from './testing/collectors.ts';

let app: TestApp;
let maker: Person;
let checker: Person;
let people: { maker: string; checker: string };
let productNo: string;
let merchantNo: string;
let otherNo: string;
let foreignNo: string;
let stop: () => Promise<void>;
const today = businessDateOf(new Date());
const reason = 'A new season';

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
  const others = await db
    .selectFrom('merchant')
    .select('merchantNo')
    .where('merchantNo', '<>', merchantNo)
    .orderBy('merchantNo')
    .limit(2)
    .execute();
  [otherNo = '', foreignNo = ''] = others.map((one) => one.merchantNo);
  const pages = ['CollectLevelDevisionPolicy', 'PreReminderCaseDivisionPolicy', 'AIallocationConfig'].map(
    (page) => `/AdminContent/CollectionSystem/${page}`,
  );
  const codes = ['collection:policy:save', 'collection:aiAllocation:save'];
  const add = async (name: string) => {
    const { userNo } = await addPerson(app.database, name, { codes, pages });
    await db
      .insertInto('userMerchant')
      .values([merchantNo, otherNo].map((no) => ({ userNo, merchantNo: no })))
      .execute();
    return userNo;
  };
  people = { maker: await add('batch.maker'), checker: await add('batch.checker') };
  [maker, checker] = [await as(app, 'batch.maker'), await as(app, 'batch.checker')];
});
afterAll(async () => {
  await stop();
  await app[Symbol.asyncDispose]();
});

const division = {
  caseScopes: ['ORDER', 'BILL'],
  divisionMode: 'COUNT',
  newStaffWeight: 100,
  oldStaffWeight: 100,
  newStaffCap: null,
  oldStaffCap: null,
} satisfies Partial<casePolicy.LevelPolicy>;
const level = (ruleName: string, caseLevel: 'S1' | 'S2' | 'S3'): casePolicy.LevelPolicy => ({
  ...division,
  ruleName,
  caseLevels: [caseLevel],
  newStaffMaxAmountCents: null,
  amountFromCents: null,
  amountToCents: null,
  keepCollector: true,
  keepOrderTogether: true,
});
async function approve(configKey: string, ruleId: string): Promise<void> {
  const subjectNo = `${merchantNo}_${ruleId}`;
  const { rows } = await checker.call(config.page, { ...listOf({ configKey, subjectNo }), sort: null });
  const pending = rows.find(({ versionStatus }) => versionStatus === 'PENDING');
  await checker.call(config.approve, { versionId: pending?.versionId ?? '', version: pending?.version ?? 0 });
}
async function ended(jobNo: string) {
  await expect
    .poll(async () => (await maker.call(job.detail, { jobNo })).jobStatus, { timeout: 20_000 })
    .toMatch(/SUCCESS|FAILURE/);
  const { succeeded, failed } = await maker.call(job.detail, { jobNo });
  return { succeeded, failed };
}
const levels = async (filters: object = {}) =>
  (await maker.call(casePolicy.levels.page, { ...listOf(filters), sort: null })).rows;

it('disables selected policies at once, submits them again, and says which could not follow', async () => {
  const form = { merchantNo, effectiveFrom: today, reason };
  const { ruleId: held } = await maker.call(casePolicy.levels.save, { ...form, value: level('Early', 'S1') });
  const { ruleId: pending } = await maker.call(casePolicy.levels.save, { ...form, value: level('Later', 'S2') });
  await approve('collection.levelPolicy', held);
  const ruleIds = [held, pending];
  // What awaits its approval is not in force yet.
  const off = await maker.call(casePolicy.levelStateMany, { ruleIds, isEnabled: false, reason });
  expect(await ended(off.jobNo)).toEqual({ succeeded: 1, failed: 1 });
  expect(await levels({ ruleName: 'earl' })).toMatchObject([{ ruleId: held, ruleStatus: 'DISABLED' }]);
  const on = await maker.call(casePolicy.levelStateMany, { ruleIds: [held], isEnabled: true, reason });
  expect(await ended(on.jobNo)).toEqual({ succeeded: 1, failed: 0 });
  expect(await levels({ ruleName: 'EARLY' })).toMatchObject([{ ruleId: held, hasPending: true }]);

  const { ruleId: reminder } = await maker.call(casePolicy.reminders.save, {
    ...form,
    value: {
      ...division,
      ruleName: 'By SMS',
      productNos: [],
      onDueDay: 'PERSON',
      oneDayBefore: 'SMS',
      twoDaysBefore: 'NONE',
      threeDaysBefore: 'NONE',
      remindAt: '09:00',
    },
  });
  await approve('collection.preReminder', reminder);
  const quiet = await maker.call(casePolicy.reminderStateMany, { ruleIds: [reminder], isEnabled: false, reason });
  expect(await ended(quiet.jobNo)).toEqual({ succeeded: 1, failed: 0 });
  const { rows } = await maker.call(casePolicy.reminders.page, { ...listOf({ enabled: false }), sort: null });
  expect(rows).toMatchObject([{ ruleId: reminder, ruleStatus: 'DISABLED' }]);
});

it('divides the cases of a policy at once, once it was said how many, and of no other', async () => {
  const { db } = app.database;
  const early = (await levels({ ruleName: 'Early' }))[0];
  await approve('collection.levelPolicy', early?.ruleId ?? '');
  const later = (await levels({ ruleName: 'Later' }))[0]?.ruleId ?? '';
  expect((await maker.refusalOf(casePolicy.levelRun, { ruleId: later })).error).toBe('NOT_FOUND');
  const ruleId = early?.ruleId ?? '';
  await makeCollector(app.database, 'batch.hand');
  await sql`update collection_case set case_status = 'BAD_DEBT_POOL' where case_status = 'POOL'`.execute(db);
  expect((await maker.refusalOf(casePolicy.levelRun, { ruleId })).error).toBe('CASE_POOL_EMPTY');
  const late = async (dpd: number) => {
    const { orderNo } = await lend(db, { productNo, approvedCents: 300_000, ...people });
    await sql`update bill set due_date = ${addDays(today, -dpd)}, accrued_through = ${addDays(today, -1)}
      where order_no = ${orderNo}`.execute(db);
    await runCaseDay(db, addDays(today, -1), createLogger('silent'));
    return orderNo;
  };
  const [ours, others] = [await late(2), await late(40)];
  const told = await maker.call(casePolicy.levelRunPreview, { ruleId });
  expect(told).toEqual({ cases: 1, given: 1, collectors: 1, caseLevels: ['S1'] });
  const { jobNo, cases } = await maker.call(casePolicy.levelRun, { ruleId });
  expect(cases).toBe(1);
  expect(await ended(jobNo)).toEqual({ succeeded: 1, failed: 0 });
  const rows = await db
    .selectFrom('collectionCase as c')
    .leftJoin('caseAssignment as a', 'a.caseNo', 'c.caseNo')
    .select(['c.orderNo', 'c.caseStatus', 'a.policyName'])
    .where('c.orderNo', 'in', [ours, others])
    .execute();
  expect(rows).toHaveLength(2);
  expect(rows).toContainEqual({ orderNo: ours, caseStatus: 'COLLECTING', policyName: 'Early' });
  expect(rows).toContainEqual({ orderNo: others, caseStatus: 'POOL', policyName: null });
  const { rows: runs } = await maker.call(casePolicy.levels.runPage, { ...listOf({ ruleId }), sort: null });
  const of = { ruleId, versionNo: runs[0]?.versionNo ?? 0, runAt: runs[0]?.runAt ?? '' };
  const run = await maker.call(casePolicy.levelRunCases, { ...listOf(of), sort: null });
  expect(run.rows).toMatchObject([{ orderNo: ours, outcome: 'GIVEN' }]);
});

it('copies policies of levels to other merchants of one’s own, for approval', async () => {
  const form = { merchantNo, effectiveFrom: today, reason };
  const { ruleId } = await maker.call(casePolicy.levels.save, { ...form, value: level('For all', 'S3') });
  const copy = (merchantNos: string[]) => ({ ruleIds: [ruleId], merchantNos, effectiveFrom: today, reason });
  expect(await maker.refusalOf(casePolicy.levelCopyMany, copy([foreignNo]))).toMatchObject({
    error: 'REFERENCE_UNKNOWN',
    fields: ['merchantNos'],
  });
  expect((await maker.refusalOf(casePolicy.levelCopyMany, copy([merchantNo]))).error).toBe('NOTHING_CHANGES');
  const { jobNo } = await maker.call(casePolicy.levelCopyMany, copy([merchantNo, otherNo]));
  expect(await ended(jobNo)).toEqual({ succeeded: 1, failed: 0 });
  expect(await levels({ merchantNo: otherNo })).toMatchObject([
    { ruleName: 'For all', caseLevels: ['S3'], ruleStatus: 'PENDING', effectiveFrom: today },
  ]);
  // A second copy would speak of the same cases.
  const again = await maker.call(casePolicy.levelCopyMany, copy([otherNo]));
  expect(await ended(again.jobNo)).toEqual({ succeeded: 0, failed: 1 });
});

it('hands the cases of the AI employees of selected configurations to people', async () => {
  const { db } = app.database;
  const robot = await makeCollector(app.database, 'batch.robot');
  const human = await makeCollector(app.database, 'batch.human');
  await db.updateTable('personnel').set({ isAiEmployee: true }).where('userNo', '=', robot).execute();
  const { ruleId } = await maker.call(aiAllocation.save, {
    merchantNo,
    effectiveFrom: today,
    reason,
    value: {
      ruleName: 'Robot first',
      aiEmployeeUserNo: robot,
      caseScopes: ['ORDER', 'BILL'],
      caseLevels: ['S1'],
      aiSharePercent: 0,
      dailyCap: 100,
      minDueCents: null,
      maxDueCents: null,
      maxAttempts: 3,
      handBackOn: [],
    },
  });
  await approve('collection.aiAllocation', ruleId);
  const { orderNo } = await lend(db, { productNo, approvedCents: 300_000, ...people });
  await sql`update bill set due_date = ${addDays(today, -2)}, accrued_through = ${addDays(today, -1)}
    where order_no = ${orderNo}`.execute(db);
  await runCaseDay(db, addDays(today, -1), createLogger('silent'));
  const { caseNo } = await db
    .selectFrom('collectionCase')
    .select('caseNo')
    .where('orderNo', '=', orderNo)
    .executeTakeFirstOrThrow();
  const reach = { caseScope: 'ORDER', caller: { scope: 'all', userNo: '' } } as const;
  await db.transaction().execute((tx) => distributeCase(tx, caseNo, robot, reach, { by: null, at: new Date() }));
  const { jobNo } = await maker.call(aiAllocation.handBackMany, { ruleIds: [ruleId], reason });
  expect(await ended(jobNo)).toEqual({ succeeded: 1, failed: 0 });
  const { collectorUserNo } = await db
    .selectFrom('collectionCase')
    .select('collectorUserNo')
    .where('caseNo', '=', caseNo)
    .executeTakeFirstOrThrow();
  expect([null, robot]).not.toContain(collectorUserNo);
  const found = async (aiEmployeeUserNo: string) =>
    (await maker.call(aiAllocation.page, { ...listOf({ aiEmployeeUserNo }), sort: null })).rows.length;
  expect([await found(robot), await found(human)]).toEqual([1, 0]);
  const off = await maker.call(aiAllocation.stateMany, { ruleIds: [ruleId], isEnabled: false, reason });
  expect(await ended(off.jobNo)).toEqual({ succeeded: 1, failed: 0 });
});
