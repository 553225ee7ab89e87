import { config } from '@kituo/sdk/contracts';
import type { divisionPolicy } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, type Person } from '../../../../testing/test-calls.ts';
import { createLogger } from '../../platform/health/index.ts';
import { lend, makeProduct } from '../../lending/orders/testing/lend.ts';
import { addDays, businessDateOf } from '../../platform/policy/index.ts';
import { type Collector, leastLoaded } from './collectors.ts';
import { dividePool, regroupCases, runCaseDay } from './index.ts';
import { makeCollector } from './testing/collectors.ts';

let app: TestApp;
let desk: Person;
let people: { maker: string; checker: string };
let productNo: string;
let merchantNo: string;
let oldHand: string;
let newHand: string;
const TODAY = businessDateOf(new Date());
const log = createLogger('silent');

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  people = {
    maker: (await addPerson(app.database, 'divide.maker')).userNo,
    checker: (await addPerson(app.database, 'divide.checker')).userNo,
  };
  productNo = await makeProduct(db);
  ({ merchantNo } = await db
    .selectFrom('loanProduct')
    .select('merchantNo')
    .where('productNo', '=', productNo)
    .executeTakeFirstOrThrow());
  await db.updateTable('personnel').set({ joinAutoAllot: false }).where('personnelKind', '=', 'COLLECTOR').execute();
  const codes = ['collection:policy:save'];
  const pages = ['/AdminContent/CollectionSystem/CollectLevelDevisionPolicy'];
  oldHand = await makeCollector(app.database, 'a.old', {}, codes, pages);
  newHand = await makeCollector(app.database, 'b.new');
  await db.updateTable('personnel').set({ joinAutoAllot: true }).where('userNo', 'in', [oldHand, newHand]).execute();
  await db.updateTable('appUser').set({ employeeCategory: 'NEW' }).where('userNo', '=', newHand).execute();
  await db.updateTable('appUser').set({ employeeCategory: 'OLD' }).where('userNo', '=', oldHand).execute();
  desk = await as(app, 'collector.a.old');
});
afterAll(async () => await app[Symbol.asyncDispose]());

const RULE: divisionPolicy.LevelRule = {
  isDivided: true,
  divisionMode: 'COUNT',
  newStaffWeight: 50,
  oldStaffWeight: 100,
  newStaffMaxAmountCents: null,
  keepCollector: true,
};
const policyOf = (more: Partial<divisionPolicy.DivisionPolicy> = {}) => ({
  S0: RULE,
  S1: RULE,
  S2: RULE,
  S3: RULE,
  S4: RULE,
  S5: RULE,
  ...more,
});
async function save(policy: object, effectiveFrom = TODAY) {
  const draft = await desk.post(config.save, {
    configKey: 'collection.division',
    subjectNo: merchantNo,
    value: policy,
    effectiveFrom,
    reason: 'A test',
  });
  if (draft.code !== 0) return draft;
  const { versionId, version } = draft.data;
  return await desk.post(config.submit, { versionId, version });
}
async function caseAt(dpd: number): Promise<string> {
  const { db } = app.database;
  const { orderNo } = await lend(db, { productNo, approvedCents: 500_000, ...people });
  await sql`update bill set due_date = ${addDays(TODAY, -dpd)}, accrued_through = ${addDays(TODAY, -1)} where order_no = ${orderNo}`.execute(
    db,
  );
  await runCaseDay(db, addDays(TODAY, -1), log);
  return (
    await db.selectFrom('collectionCase').select('caseNo').where('orderNo', '=', orderNo).executeTakeFirstOrThrow()
  ).caseNo;
}
const who = async (caseNo: string) =>
  (
    await app.database.db
      .selectFrom('collectionCase')
      .select('collectorUserNo')
      .where('caseNo', '=', caseNo)
      .executeTakeFirstOrThrow()
  ).collectorUserNo;

it('chooses by cases or by money, by weight, and keeps large cases from new staff', () => {
  const one = (userNo: string, more: Partial<Collector>): Collector => ({
    userNo,
    personnelStatus: 'NORMAL',
    employeeStatus: 'ON_THE_JOB',
    employeeCategory: 'OLD',
    isOnShift: true,
    worksForMerchant: true,
    joinAutoAllot: true,
    firstLoanWhitelist: true,
    languages: [],
    dailyCap: 100,
    givenToday: 0,
    openCases: 0,
    openCents: 0,
    ...more,
  });
  const busy = one('A', { openCases: 4, openCents: 100 });
  const rich = one('B', { openCases: 3, openCents: 900, employeeCategory: 'NEW' });
  const small = { loanType: 'REPEAT', dueAtEntryCents: 10 } as const;
  // 4 of 100 against 3 of 50.
  expect(leastLoaded([busy, rich], small, RULE)).toBe('A');
  expect(leastLoaded([busy, rich], small, { ...RULE, newStaffWeight: 100 })).toBe('B');
  expect(leastLoaded([busy, rich], small, { ...RULE, newStaffWeight: 100, divisionMode: 'AMOUNT' })).toBe('A');
  expect(leastLoaded([rich], small, { ...RULE, newStaffMaxAmountCents: 10 })).toBe('B');
  expect(leastLoaded([rich], { ...small, dueAtEntryCents: 11 }, { ...RULE, newStaffMaxAmountCents: 10 })).toBeNull();
  expect(leastLoaded([rich], small, { ...RULE, newStaffWeight: 0 })).toBeNull();
});

it('divides by the policy in force: large ones to the experienced, some levels by hand alone', async () => {
  const policy = policyOf({
    S1: { ...RULE, oldStaffWeight: 1, newStaffWeight: 100, newStaffMaxAmountCents: 1 },
    S2: { ...RULE, isDivided: false },
  });
  const s1 = await caseAt(5);
  const s2 = await caseAt(10);
  expect((await save(policy)).data.versionStatus).toMatch(/SCHEDULED|IN_FORCE/);
  await dividePool(app.database.db, new Date(), log);
  expect([await who(s1), await who(s2)]).toEqual([oldHand, null]);
  // By hand the rules still choose.
  const wrong = await save({ ...policyOf(), S3: { ...RULE, newStaffWeight: 0, oldStaffWeight: 0 } }, addDays(TODAY, 1));
  expect(wrong.data.fields).toMatchObject([{ field: 'value.S3.oldStaffWeight' }]);
});

it('hands a case on as it comes to a level that nobody keeps, once', async () => {
  const { db } = app.database;
  const caseNo = await caseAt(6);
  await dividePool(db, new Date(), log);
  expect(await who(caseNo)).toBe(oldHand);
  expect(await regroupCases(db, new Date(), log)).toBe(0);
  await db.updateTable('collectionCase').set({ caseLevel: 'S4' }).where('caseNo', '=', caseNo).execute();
  expect(await regroupCases(db, new Date(), log)).toBe(0);
  const policy = policyOf({ S4: { ...RULE, newStaffWeight: 100, oldStaffWeight: 0, keepCollector: false } });
  await db
    .insertInto('configVersion')
    .values({
      configKey: 'collection.division',
      subjectNo: merchantNo,
      versionNo: 99,
      value: JSON.stringify(policy),
      storedStatus: 'IN_FORCE',
      effectiveFrom: addDays(TODAY, -1),
      inForceFrom: new Date(),
      reason: 'A test',
      makerUserNo: oldHand,
      editorUserNos: [oldHand],
    })
    .execute();
  const went = await Promise.all([regroupCases(db, new Date(), log), regroupCases(db, new Date(), log)]);
  expect(went.reduce((sum, count) => sum + count, 0)).toBe(1);
  expect(await who(caseNo)).toBe(newHand);
  const open = await db
    .selectFrom('caseAssignment')
    .select(['userNo', 'cause', 'assignedBy'])
    .where('caseNo', '=', caseNo)
    .where('endedAt', 'is', null)
    .execute();
  expect(open).toEqual([{ userNo: newHand, cause: 'REDISTRIBUTED', assignedBy: null }]);
  expect(await regroupCases(db, new Date(), log)).toBe(0);
});

/** The level that nobody keeps, as the policy of the test above has it. */
async function comesToS4(caseNos: readonly string[]): Promise<void> {
  const { db } = app.database;
  await db.updateTable('collectionCase').set({ caseLevel: 'S4' }).where('caseNo', 'in', caseNos).execute();
}

it('hands a case on to whoever speaks the borrower’s language, however little the others have', async () => {
  const { db } = app.database;
  const speaker = await makeCollector(app.database, 'c.speaker');
  await db
    .updateTable('personnel')
    .set({ joinAutoAllot: true, languages: ['so'] })
    .where('userNo', '=', speaker)
    .execute();
  await db.updateTable('appUser').set({ employeeCategory: 'NEW' }).where('userNo', '=', speaker).execute();
  const [spoken, any] = [await caseAt(7), await caseAt(7)];
  await dividePool(db, new Date(), log);
  expect([await who(spoken), await who(any)]).toEqual([oldHand, oldHand]);
  await sql`update customer set speaking_language = 'so'
    where customer_no = (select customer_no from collection_case where case_no = ${spoken})`.execute(db);
  // The speaker has the most to do: without the language the other new hand would get both.
  await db.updateTable('personnel').set({ dailyCap: 2 }).where('userNo', '=', speaker).execute();
  await comesToS4([spoken, any]);
  expect(await regroupCases(db, new Date(), log)).toBe(2);
  expect([await who(spoken), await who(any)]).toEqual([speaker, newHand]);
});

it('leaves a retained case where it is', async () => {
  const { db } = app.database;
  const caseNo = await caseAt(8);
  await dividePool(db, new Date(), log);
  expect(await who(caseNo)).toBe(oldHand);
  await comesToS4([caseNo]);
  await db.updateTable('collectionCase').set({ caseStatus: 'RETAINED' }).where('caseNo', '=', caseNo).execute();
  expect(await regroupCases(db, new Date(), log)).toBe(0);
  expect(await who(caseNo)).toBe(oldHand);
});
