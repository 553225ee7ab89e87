import { casePolicy, type rules } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, listOf, type Person } from '../../../../testing/test-calls.ts';
import { lend, makeProduct } from '../../lending/orders/testing/lend.ts';
import { createLogger } from '../../platform/health/index.ts';
import { maskName } from '../../platform/masking/index.ts';
import { addDays, businessDateOf } from '../../platform/policy/index.ts';
import { putRule } from '../../platform/rules/testing/put-rule.ts';
import { dividePool, regroupCases, runCaseDay, sendPreReminders } from './index.ts';
import { makeCollector } from './testing/collectors.ts';

let app: TestApp;
let desk: Person;
let people: { maker: string; checker: string };
let productNo: string;
let merchantNo: string;
let speaker: string;
let newHand: string;
let ruleId: string;
const today = businessDateOf(new Date());
const log = createLogger('silent');
/** Runs of the tests are minutes apart, so that each is one of its own. */
let minutes = 0;
const nextRun = () => new Date(Date.now() + (minutes += 1) * 60_000);

const level: casePolicy.LevelPolicy = {
  ruleName: 'Late ones',
  caseScopes: ['ORDER', 'BILL'],
  caseLevels: ['S1', 'S2'],
  divisionMode: 'AMOUNT',
  newStaffWeight: 100,
  oldStaffWeight: 100,
  newStaffCap: null,
  oldStaffCap: null,
  newStaffMaxAmountCents: null,
  amountFromCents: null,
  amountToCents: null,
  keepCollector: false,
  keepOrderTogether: true,
};

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  productNo = await makeProduct(db);
  ({ merchantNo } = await db
    .selectFrom('loanProduct')
    .select('merchantNo')
    .where('productNo', '=', productNo)
    .executeTakeFirstOrThrow());
  const pages = ['CollectLevelDevisionPolicy', 'PreReminderCaseDivisionPolicy'].map(
    (page) => `/AdminContent/CollectionSystem/${page}`,
  );
  const add = async (name: string, merchant: string) => {
    const { userNo } = await addPerson(app.database, name, { pages });
    await db.insertInto('userMerchant').values({ userNo, merchantNo: merchant }).execute();
    return userNo;
  };
  const { merchantNo: other } = await db
    .selectFrom('merchant')
    .select('merchantNo')
    .where('merchantNo', '<>', merchantNo)
    .executeTakeFirstOrThrow();
  people = { maker: await add('runs.desk', merchantNo), checker: await add('runs.stranger', other) };
  desk = await as(app, 'runs.desk');
  await sql`update personnel set join_auto_allot = false where personnel_kind = 'COLLECTOR'`.execute(db);
  speaker = await makeCollector(app.database, 'runs.speaker');
  newHand = await makeCollector(app.database, 'runs.new');
  await sql`update personnel set join_auto_allot = true, languages = case user_no when ${speaker} then '{so}'::text[]
    else '{en}' end where user_no in (${speaker}, ${newHand})`.execute(db);
  await sql`update app_user set employee_category = case user_no when ${newHand} then 'NEW' else 'OLD' end
    where user_no in (${speaker}, ${newHand})`.execute(db);
  const rule = { ...people, merchantNo };
  ruleId = await putRule(db, { ...rule, configKey: 'collection.levelPolicy', value: level });
});
afterAll(async () => await app[Symbol.asyncDispose]());

beforeEach(async () => {
  const { db } = app.database;
  await sql`update collection_case set case_status = 'BAD_DEBT_POOL' where case_status = 'POOL'`.execute(db);
  await sql`update personnel set daily_cap = 100 where user_no in (${speaker}, ${newHand})`.execute(db);
});

/** A case of somebody who speaks a language, so many days late. */
async function caseOf(language: string, dpd = 2): Promise<string> {
  const { db } = app.database;
  const { orderNo, customerNo } = await lend(db, { productNo, approvedCents: 300_000, ...people });
  await sql`update customer set speaking_language = ${language} where customer_no = ${customerNo}`.execute(db);
  await sql`update bill set due_date = ${addDays(today, -dpd)}, accrued_through = ${addDays(today, -1)}
    where order_no = ${orderNo}`.execute(db);
  await runCaseDay(db, addDays(today, -1), log);
  const { caseNo } = await db
    .selectFrom('collectionCase')
    .select('caseNo')
    .where('orderNo', '=', orderNo)
    .executeTakeFirstOrThrow();
  return caseNo;
}
const runsOf = async (who = desk, of = ruleId) =>
  (await who.call(casePolicy.levels.runPage, { ...listOf({ ruleId: of }), sort: null })).rows;
const request = ({ ruleId: of, versionNo, runAt }: rules.RunRow, more: object = {}) => ({
  ...listOf({ ruleId: of, versionNo, runAt, ...more }),
  sort: null,
});
/** The newest run, case by case. */
async function newestRun(more: object = {}) {
  const [newest] = await runsOf();
  if (newest === undefined) throw new Error('The policy has no run');
  return await desk.call(casePolicy.levelRunCases, request(newest, more));
}

it('says which case went to whom and why, and of the rest why nobody got it', async () => {
  const { db } = app.database;
  const [first, second, third] = [await caseOf('so'), await caseOf('so'), await caseOf('en')];
  // One of the speakers' two finds them full, and the other hand has no place either.
  await sql`update personnel set daily_cap = 1 where user_no in (${speaker}, ${newHand})`.execute(db);
  expect(await dividePool(db, nextRun(), log)).toBe(2);
  const run = await newestRun();
  const { customerName } = await db
    .selectFrom('collectionCase as c')
    .innerJoin('customer as k', 'k.customerNo', 'c.customerNo')
    .select('k.customerName')
    .where('c.caseNo', '=', first)
    .executeTakeFirstOrThrow();
  expect(run.rows).toMatchObject([
    {
      caseNo: first,
      customerName: maskName(customerName),
      caseLevel: 'S1',
      outcome: 'GIVEN',
      collectorUserNo: speaker,
      whyGiven: 'LANGUAGE',
      facts: { language: 'so', group: 'OLD', openCases: 0, mode: 'AMOUNT' },
      whyLeft: null,
    },
    { caseNo: second, collectorUserNo: newHand, whyGiven: 'NO_SPEAKER', facts: { language: 'so', group: 'NEW' } },
    { caseNo: third, outcome: 'LEFT', collectorUserNo: null, whyGiven: null, facts: null, whyLeft: 'ALL_AT_CAP' },
  ]);
  expect(run).toMatchObject({
    total: 3,
    unlisted: 0,
    counts: [
      { outcome: 'GIVEN', cases: 2 },
      { outcome: 'LEFT', cases: 1 },
    ],
    left: [{ why: 'ALL_AT_CAP', cases: 1 }],
  });
  expect(run.people.map(({ group, cases, amountCents }) => [group, cases, amountCents > 0])).toEqual(
    expect.arrayContaining([
      ['OLD', 1, true],
      ['NEW', 1, true],
    ]),
  );
  const left = await newestRun({ outcome: 'LEFT' });
  expect([left.total, left.rows.map(({ caseNo }) => caseNo)]).toEqual([1, [third]]);

  const [row] = await runsOf();
  const stranger = await as(app, 'runs.stranger');
  if (row) expect((await stranger.refusalOf(casePolicy.levelRunCases, request(row))).error).toBe('NOT_FOUND');
  if (row) expect((await desk.refusalOf(casePolicy.reminderRunCases, request(row))).error).toBe('NOT_FOUND');
});

it('shows a row’s name to whoever sees names', async () => {
  const { db } = app.database;
  await caseOf('en');
  await dividePool(db, nextRun(), log);
  const names = async () => (await newestRun()).rows.map(({ customerName }) => customerName);
  const [masked] = await names();
  expect(masked).toContain('*');
  await sql`update role set is_desensitization = false where role_name = 'role of runs.desk'`.execute(db);
  desk = await as(app, 'runs.desk');
  expect((await names())[0]).not.toContain('*');
});

it('notes what finds nobody once, and again for a new case or a new reason', async () => {
  const { db } = app.database;
  await sql`update personnel set daily_cap = 0 where user_no in (${speaker}, ${newHand})`.execute(db);
  const waits = await caseOf('en');
  const before = (await runsOf()).length;
  const turn = async () => {
    await dividePool(db, nextRun(), log);
    return (await runsOf()).length - before;
  };
  expect([await turn(), await turn()]).toEqual([1, 1]);
  const another = await caseOf('en');
  expect([await turn(), await turn()]).toEqual([2, 2]);
  expect((await newestRun()).rows.map(({ caseNo }) => caseNo)).toEqual([waits, another]);
  await sql`update personnel set personnel_status = 'FROZEN' where user_no in (${speaker}, ${newHand})`.execute(db);
  expect([await turn(), await turn()]).toEqual([3, 3]);
  expect((await newestRun()).left).toEqual([{ why: 'NOBODY_TAKES_PART', cases: 2 }]);
  await sql`update personnel set personnel_status = 'NORMAL' where user_no in (${speaker}, ${newHand})`.execute(db);
});

it('lists what comes to a level that nobody keeps, in one run with the pool', async () => {
  const { db } = app.database;
  const moves = await caseOf('so');
  await sql`update personnel set daily_cap = 0 where user_no = ${speaker}`.execute(db);
  await dividePool(db, nextRun(), log);
  await sql`update personnel set daily_cap = 100 where user_no = ${speaker}`.execute(db);
  await sql`update collection_case set case_level = 'S2' where case_no = ${moves}`.execute(db);
  const waits = await caseOf('en');
  const at = nextRun();
  expect([await regroupCases(db, at, log), await dividePool(db, at, log)]).toEqual([1, 1]);
  const run = await newestRun();
  expect(run.rows).toMatchObject([
    { caseNo: moves, caseLevel: 'S2', collectorUserNo: speaker, whyGiven: 'LANGUAGE' },
    { caseNo: waits, caseLevel: 'S1' },
  ]);
});

it('says of runs from before that their cases were counted only', async () => {
  const { db } = app.database;
  const facts = {
    cases: 3,
    people: [{ userNo: speaker, cases: 3, amountCents: 900 }],
    left: [{ why: 'NOBODY_ON_SHIFT', cases: 2 }],
  };
  await sql`insert into config_rule_item (rule_id, version_no, run_at, subject_no, outcome, amount_cents, facts)
    values (${ruleId}, 1, ${nextRun()}, ${merchantNo}, 'DIVIDED', 900, ${JSON.stringify(facts)})`.execute(db);
  expect(await newestRun()).toMatchObject({
    rows: [],
    total: 0,
    unlisted: 5,
    left: [{ why: 'NOBODY_ON_SHIFT', cases: 2 }],
    people: [{ userNo: speaker, group: null, cases: 3, amountCents: 900 }],
  });
});

it('lists reminders beside, with what refused them', async () => {
  const { db } = app.database;
  await sql`insert into regulatory_policy (policy_key, effective_from, value)
    values ('contactHours', ${addDays(today, -1)}, '{"from": "00:00", "to": "24:00"}')`.execute(db);
  const value: casePolicy.ReminderPolicy = {
    ruleName: 'Early',
    caseScopes: ['ORDER', 'BILL'],
    productNos: [productNo],
    divisionMode: 'COUNT',
    newStaffWeight: 100,
    oldStaffWeight: 100,
    newStaffCap: null,
    oldStaffCap: null,
    onDueDay: 'PERSON',
    oneDayBefore: 'SMS',
    twoDaysBefore: 'NONE',
    threeDaysBefore: 'NONE',
    remindAt: '09:00',
  };
  const early = await putRule(db, { ...people, merchantNo, configKey: 'collection.preReminder', value });
  const [told, due] = [await caseOf('en', -1), await caseOf('en', 0)];
  const at = new Date(Math.max(nextRun().getTime(), Date.parse(`${today}T12:00:00+03:00`)));
  expect(await sendPreReminders(db, at, log)).toBe(1);
  await dividePool(db, at, log);
  const { rows } = await desk.call(casePolicy.reminders.runPage, { ...listOf({ ruleId: early }), sort: null });
  const [run] = rows;
  if (run === undefined) throw new Error('The policy has no run');
  expect(rows).toHaveLength(1);
  expect((await desk.call(casePolicy.reminderRunCases, request(run))).rows).toMatchObject([
    { caseNo: due, outcome: 'GIVEN', whyGiven: 'LANGUAGE' },
    { caseNo: told, outcome: 'REMINDED', collectorUserNo: null, refusedFor: null },
  ]);
});
