import { casePolicy, config } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, listOf, type Person } from '../../../../testing/test-calls.ts';
import { lend, makeProduct } from '../../lending/orders/testing/lend.ts';
import { createLogger } from '../../platform/health/index.ts';
import { addDays, businessDateOf, startOfBusinessDate } from '../../platform/policy/index.ts';
import { dialRobotTasks, remindByRobot } from '../robot-tasks/index.ts';
import { distributeCase, dividePool, runCaseDay, sendPreReminders } from './index.ts';
import { divisionAt, reminderOf, ruleOf } from './division-rule.ts';
import { makeCollector } from './testing/collectors.ts';

let app: TestApp;
let maker: Person;
let checker: Person;
let people: { maker: string; checker: string };
let productNo: string;
let merchantNo: string;
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
  const pages = ['CollectLevelDevisionPolicy', 'PreReminderCaseDivisionPolicy'].map(
    (page) => `/AdminContent/CollectionSystem/${page}`,
  );
  const add = async (name: string) => {
    const { userNo } = await addPerson(app.database, name, { codes: ['collection:policy:save'], pages });
    await db.insertInto('userMerchant').values({ userNo, merchantNo }).execute();
    return userNo;
  };
  people = { maker: await add('policy.maker'), checker: await add('policy.checker') };
  [maker, checker] = [await as(app, 'policy.maker'), await as(app, 'policy.checker')];
});
afterAll(async () => await app[Symbol.asyncDispose]());

const level: casePolicy.LevelPolicy = {
  ruleName: 'Large ones',
  caseScopes: ['ORDER', 'BILL'],
  caseLevels: ['S1', 'S2'],
  divisionMode: 'BALANCED',
  newStaffWeight: 0,
  oldStaffWeight: 100,
  newStaffCap: null,
  oldStaffCap: null,
  newStaffMaxAmountCents: null,
  amountFromCents: 100_000,
  amountToCents: null,
  keepCollector: false,
  keepOrderTogether: true,
};
const reminder: casePolicy.ReminderPolicy = {
  ruleName: 'By SMS',
  caseScopes: ['ORDER', 'BILL'],
  productNos: [],
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
const save = async (path: string, value: object, changes: object = {}) =>
  (await maker.post(path, { merchantNo, value, effectiveFrom: today, reason: 'Trial', ...changes })).data;
async function approve(configKey: string, ruleId: string, who = checker) {
  const { rows } = (await who.post(config.page.path, listOf({ configKey, subjectNo: `${merchantNo}_${ruleId}` }))).data;
  const { versionId, version } = rows.find((row: { versionStatus: string }) => row.versionStatus === 'PENDING');
  return (await who.post(config.approve, { versionId, version })).data;
}
/** A case whose oldest unpaid bill is due so many days from today. */
async function caseDueIn(days: number) {
  const { db } = app.database;
  const { orderNo, customerNo } = await lend(db, { productNo, approvedCents: 300_000, ...people });
  await sql`update bill set due_date = ${addDays(today, days)}, accrued_through = ${addDays(today, -1)}
    where order_no = ${orderNo}`.execute(db);
  await runCaseDay(db, addDays(today, -1), log);
  const { caseNo } = await db
    .selectFrom('collectionCase')
    .select('caseNo')
    .where('orderNo', '=', orderNo)
    .executeTakeFirstOrThrow();
  return { caseNo, customerNo };
}
const statusOf = async (caseNo: string) =>
  (
    await app.database.db
      .selectFrom('collectionCase')
      .select('caseStatus')
      .where('caseNo', '=', caseNo)
      .executeTakeFirstOrThrow()
  ).caseStatus;

it('divides by the policy of level and amount from its day on, once another person approved it', async () => {
  const { db } = app.database;
  const one = {
    caseLevel: 'S1',
    caseScope: 'ORDER',
    productNo,
    dueAtEntryCents: 300_000,
    oldestDueOn: addDays(today, -2),
  } as const;
  const rule = async (changes: object = {}, day = today) =>
    ruleOf(await divisionAt(db, merchantNo, startOfBusinessDate(addDays(day, 1))), { ...one, ...changes }, day);
  expect(await rule()).toMatchObject({ divisionMode: 'COUNT', newStaffWeight: 60, keepCollector: true });
  const tomorrow = addDays(today, 1);
  const { ruleId } = await save(casePolicy.levels.save.path, level, { effectiveFrom: tomorrow });
  expect((await approve('collection.levelPolicy', ruleId, maker)).error).toBe('CHANGE_OWN');
  expect((await approve('collection.levelPolicy', ruleId)).versionStatus).toBe('SCHEDULED');
  const before = ruleOf(await divisionAt(db, merchantNo, new Date()), one, today);
  expect(before.divisionMode).toBe('COUNT');
  expect(await rule({}, tomorrow)).toMatchObject({ divisionMode: 'BALANCED', newStaffWeight: 0, keepCollector: false });
  expect(await rule({ dueAtEntryCents: 99_999 }, tomorrow)).toMatchObject({ divisionMode: 'COUNT' });
  expect(await rule({ caseLevel: 'S3' }, tomorrow)).toMatchObject({ divisionMode: 'COUNT' });
});

it('refuses policies that nobody could follow, and two of the same cases', async () => {
  const fault = async (changes: object) => {
    const { error, fields } = await save(casePolicy.levels.save.path, { ...level, ...changes });
    return [error, fields?.[0]?.field];
  };
  expect(await fault({ newStaffWeight: 0, oldStaffWeight: 0 })).toEqual(['BAD_REQUEST', 'value.oldStaffWeight']);
  expect(await fault({ newStaffCap: 0, oldStaffCap: 0 })).toEqual(['BAD_REQUEST', 'value.oldStaffCap']);
  expect(await fault({ amountToCents: 1 })).toEqual(['BAD_REQUEST', 'value.amountToCents']);
  expect((await fault({ caseLevels: ['S0'] }))[0]).toBe('BAD_REQUEST');
  expect(await fault({ ruleName: 'Again', caseLevels: ['S2', 'S3'] })).toEqual(['RULE_OVERLAP', undefined]);
  const apart = await save(casePolicy.levels.save.path, { ...level, amountFromCents: null, amountToCents: 99_999 });
  expect(apart.versionStatus).toBe('PENDING');
});

it('refuses a step of people that nobody may take, and messages when the gate is shut', async () => {
  const fault = async (changes: object) => {
    const { error, fields } = await save(casePolicy.reminders.save.path, { ...reminder, ...changes });
    return [error, fields?.[0]?.field];
  };
  const { db } = app.database;
  await sql`insert into regulatory_policy (policy_key, effective_from, value)
    values ('contactHours', ${addDays(today, -2)}, '{"from": "09:00", "to": "18:00"}')`.execute(db);
  expect(await fault({ remindAt: '18:30' })).toEqual(['REMINDER_HOURS', 'value.remindAt']);
  expect(await fault({ remindAt: '08:59' })).toEqual(['REMINDER_HOURS', 'value.remindAt']);
  // Experienced staff alone, and the merchant has none of them.
  await sql`update app_user u set employee_category = 'NEW' from personnel_merchant m
    where m.personnel_kind = 'COLLECTOR' and m.user_no = u.user_no and m.merchant_no = ${merchantNo}`.execute(db);
  expect(await fault({ newStaffWeight: 0 })).toEqual(['POLICY_NOBODY', 'value.onDueDay']);
  const bySms = await save(casePolicy.reminders.save.path, {
    ...reminder,
    ruleName: 'Nobody needed',
    newStaffWeight: 0,
    onDueDay: 'SMS',
    loanType: 'FIRST',
    productNos: [productNo],
  });
  expect(bySms.versionStatus).toBe('PENDING');
});

it('reminds by SMS on its day and at its hour, once, and divides on the day that a person is to call', async () => {
  const { db } = app.database;
  await sql`insert into regulatory_policy (policy_key, effective_from, value)
    values ('contactHours', ${addDays(today, -1)}, '{"from": "00:00", "to": "24:00"}')`.execute(db);
  await makeCollector(app.database, 'policies');
  const near = await caseDueIn(1);
  const far = await caseDueIn(3);
  const unknown = await save(casePolicy.reminders.save.path, { ...reminder, oneDayBeforeTemplate: 'NO_SUCH_TEXT' });
  expect([unknown.error, unknown.fields?.[0]?.field]).toEqual(['SMS_TEMPLATE_UNKNOWN', 'value.oneDayBeforeTemplate']);
  // Each day has a text of its own.
  const texts = { onDueDayTemplate: 'DUE_REMINDER', oneDayBeforeTemplate: 'OVERDUE_NOTICE' };
  const { ruleId } = await save(casePolicy.reminders.save.path, { ...reminder, ...texts });
  const at = (clock: string) => new Date(`${today}T${clock}:00+03:00`);
  expect(await sendPreReminders(db, at('10:00'), log)).toBe(0);
  await approve('collection.preReminder', ruleId);
  const later = new Date(Date.now() + 60_000);
  const noon = later > at('12:00') ? later : at('12:00');
  const early = await divisionAt(db, merchantNo, noon);
  expect(early.reminders.map(({ ruleId: id }) => id)).toEqual([ruleId]);
  const resultOf = async () =>
    (await maker.call(casePolicy.reminders.page, { ...listOf({ ruleId }), sort: null })).rows[0]?.lastRunResult;
  expect(await resultOf()).toBeNull();
  expect(await sendPreReminders(db, noon, log)).toBe(1);
  expect(await sendPreReminders(db, noon, log)).toBe(0);
  const sent = await db
    .selectFrom('contactAttempt')
    .select(['caseNo', 'templateCode', 'refusedFor'])
    .where('caseNo', 'in', [near.caseNo, far.caseNo])
    .execute();
  expect(sent).toEqual([{ caseNo: near.caseNo, templateCode: 'OVERDUE_NOTICE', refusedFor: null }]);

  // Neither day is a person's: both wait in the pool.
  await dividePool(db, noon, log);
  expect([await statusOf(near.caseNo), await statusOf(far.caseNo)]).toEqual(['POOL', 'POOL']);
  const due = await caseDueIn(0);
  await dividePool(db, noon, log);
  expect(await statusOf(due.caseNo)).toBe('COLLECTING');
  const given = await db
    .selectFrom('caseAssignment')
    .select(['cause', 'policyName'])
    .where('caseNo', '=', due.caseNo)
    .execute();
  expect(given).toEqual([{ cause: 'DIVIDED', policyName: 'By SMS' }]);
  // Its run says who got what, and what found nobody.
  const { rows: runs } = await maker.call(casePolicy.reminders.runPage, { ...listOf({ ruleId }), sort: null });
  const divided = runs.flatMap(({ items }) => items).find(({ outcome }) => outcome === 'DIVIDED');
  expect(divided?.facts).toMatchObject({ cases: 1, people: [{ cases: 1 }], left: expect.any(Array) });
  expect(await resultOf()).toBe('DONE');
  await sql`insert into config_rule_item (rule_id, version_no, run_at, subject_no, outcome, amount_cents, facts)
    select rule_id, 1, last_run_at, ${near.caseNo}, 'REFUSED', 0, '{"refusedFor": "CONTACT_CAP"}'
    from config_rule where rule_id = ${ruleId}`.execute(db);
  expect(await resultOf()).toBe('PARTLY');
});

it('has the robot call on the days that are its, each case once a day, and refuses a policy that names no script', async () => {
  const { db } = app.database;
  const robot = { ...reminder, ruleName: 'By robot', onDueDay: 'NONE', oneDayBefore: 'NONE', twoDaysBefore: 'ROBOT' };
  const { error, fields } = await save(casePolicy.reminders.save.path, { ...robot, productNos: [productNo] });
  expect([error, fields?.[0]?.field]).toEqual(['BAD_REQUEST', 'value.robotScriptCode']);
  const value = { ...robot, productNos: [productNo], robotScriptCode: 'DUE_SOON' };
  const { ruleId } = await save(casePolicy.reminders.save.path, value);
  await approve('collection.preReminder', ruleId);
  const near = await caseDueIn(2);
  await caseDueIn(1);
  const at = new Date(Math.max(Date.now() + 60_000, Date.parse(`${today}T12:00:00+03:00`)));
  expect(await remindByRobot(db, at, log)).toBe(1);
  expect(await remindByRobot(db, at, log)).toBe(0);
  const tasks = await db
    .selectFrom('robotTaskItem as i')
    .innerJoin('robotTask as t', 't.taskNo', 'i.taskNo')
    .select(['i.caseNo', 'i.itemStatus', 't.scriptCode', 't.taskStatus', 't.section'])
    .where('i.caseNo', '=', near.caseNo)
    .execute();
  expect(tasks).toEqual([
    { caseNo: near.caseNo, itemStatus: 'QUEUED', scriptCode: 'DUE_SOON', taskStatus: 'QUEUED', section: 'collection' },
  ]);
  // Whoever is reminded by the robot gets no SMS on that day, nor a call on the next.
  expect(await sendPreReminders(db, at, log)).toBe(0);
  const tomorrow = new Date(at.getTime() + 86_400_000);
  await dialRobotTasks({ db, hasRobot: true, log }, tomorrow);
  const after = await db
    .selectFrom('robotTaskItem as i')
    .innerJoin('robotTask as t', 't.taskNo', 'i.taskNo')
    .select(['i.itemStatus', 't.taskStatus'])
    .where('i.caseNo', '=', near.caseNo)
    .execute();
  expect(after).toEqual([{ itemStatus: 'LEFT_OUT', taskStatus: 'STOPPED' }]);
});

it('counts a case at the level that tonight brings, one in work as well as one that waits', async () => {
  const { db } = app.database;
  // 7 days late today: S1, and tomorrow S2.
  const [waits, held] = [await caseDueIn(-7), await caseDueIn(-7)];
  const holder = await makeCollector(app.database, 'tonight');
  const reach = { caseScope: 'ORDER', caller: { scope: 'all', userNo: '' } } as const;
  await db.transaction().execute((tx) => distributeCase(tx, held.caseNo, holder, reach, { by: null, at: new Date() }));
  const of = { ...level, ruleName: 'Second week', amountFromCents: null, newStaffWeight: 100 };
  const found = async (caseLevels: casePolicy.LevelPolicy['caseLevels'], keepCollector = false) =>
    (await maker.call(casePolicy.levelSimulate, { merchantNo, value: { ...of, caseLevels, keepCollector } })).cases;
  const [first, second] = [await found(['S1']), await found(['S2'])];
  // Whoever keeps a case is handed nothing: the one that waits is left.
  expect(await found(['S2'], true)).toBe(second - 1);
  for (const { caseNo } of [waits, held]) {
    await sql`update collection_case set oldest_due_on = oldest_due_on + 1 where case_no = ${caseNo}`.execute(db);
  }
  expect([await found(['S1']), await found(['S2'])]).toEqual([first + 1, second - 2]);
});

it('says what comes to each desk tomorrow beside what its people may take', async () => {
  const { db } = app.database;
  const s3 = async () =>
    (await maker.call(casePolicy.levelCapacity, {})).desks.find((one) => one.caseLevel === 'S3') ?? null;
  const before = await s3();
  await caseDueIn(-20);
  const after = await s3();
  expect(after).toMatchObject({ merchantNo, cases: (before?.cases ?? 0) + 1 });
  const one = await makeCollector(app.database, 'capacity');
  await sql`update personnel set daily_cap = 7 where user_no = ${one}`.execute(db);
  const more = await s3();
  expect([more?.people, more?.capacity]).toEqual([(after?.people ?? 0) + 1, (after?.capacity ?? 0) + 7]);
  await sql`update personnel set personnel_status = 'FROZEN' where user_no = ${one}`.execute(db);
  expect((await s3())?.capacity).toBe(after?.capacity);
});

it('says beforehand who gets which cases, how tomorrow is reminded, and writes nothing', async () => {
  const late = await caseDueIn(-2);
  const all = {
    ...level,
    caseLevels: ['S1' as const],
    amountFromCents: null,
    oldStaffWeight: 100,
    newStaffWeight: 100,
  };
  const found = await maker.call(casePolicy.levelSimulate, { merchantNo, value: all });
  expect(found.day).toBe(addDays(today, 1));
  expect(found.cases).toBeGreaterThan(0);
  const given = found.people.reduce((sum, { cases }) => sum + cases, 0);
  expect(given + found.left.reduce((sum, { cases }) => sum + cases, 0)).toBe(found.cases);
  expect(given).toBeGreaterThan(0);
  // A band that no case falls into leaves nothing to divide.
  const nothing = await maker.call(casePolicy.levelSimulate, { merchantNo, value: { ...all, amountToCents: 1 } });
  expect([nothing.cases, nothing.people]).toEqual([0, []]);
  expect(await statusOf(late.caseNo)).toBe('POOL');

  await caseDueIn(2);
  const steps = { ...reminder, ruleName: 'Tomorrow', productNos: [productNo], oneDayBefore: 'PERSON' as const };
  const tomorrow = await maker.call(casePolicy.reminderSimulate, { merchantNo, value: steps });
  // Due in two days: tomorrow it is the day before.
  expect(tomorrow.steps.map(({ step }) => step)).toContain('PERSON');
  expect(tomorrow.people.reduce((sum, { cases }) => sum + cases, 0)).toBeGreaterThan(0);
  const quiet = await maker.call(casePolicy.reminderSimulate, {
    merchantNo,
    value: { ...steps, onDueDay: 'NONE', oneDayBefore: 'SMS' },
  });
  expect(quiet.cases).toBe(tomorrow.cases);
  expect(quiet.people).toEqual([]);
  // Due in four days: its case opens tonight, and tomorrow is three days before.
  const { db } = app.database;
  const { orderNo } = await lend(db, { productNo, approvedCents: 300_000, ...people });
  await sql`update bill set due_date = ${addDays(today, 4)} where order_no = ${orderNo}`.execute(db);
  const early = { ...steps, oneDayBefore: 'NONE' as const, onDueDay: 'NONE' as const };
  const before = await maker.call(casePolicy.reminderSimulate, { merchantNo, value: early });
  expect(before.cases).toBe(tomorrow.cases + 1);
  const asked = { ...early, threeDaysBefore: 'PERSON' as const };
  const opens = await maker.call(casePolicy.reminderSimulate, { merchantNo, value: asked });
  const step = (of: typeof opens, name: string) => of.steps.find((one) => one.step === name)?.cases ?? 0;
  expect([step(before, 'PERSON'), step(opens, 'PERSON')]).toEqual([0, 1]);
  expect(opens.people.reduce((sum, { cases }) => sum + cases, 0)).toBe(1);
  const foreign = { merchantNo: 'M9999', value: all };
  expect((await maker.refusalOf(casePolicy.levelSimulate, foreign)).fields).toEqual(['merchantNo']);
});

it('leaves who paid all of their last bills in time the steps that the policy says', async () => {
  const { db } = app.database;
  const [loyal, late] = await Promise.all([1, 2].map(() => caseDueIn(2)));
  // What each borrower owed before, and when it was paid.
  for (const [one, paidLate] of [
    [loyal, false],
    [late, true],
  ] as const) {
    for (const ago of [30, 60, 90]) {
      const { orderNo } = await lend(db, { productNo, approvedCents: 300_000, ...people });
      const due = addDays(today, -ago);
      await sql`update loan_order set customer_no = ${one?.customerNo ?? ''} where order_no = ${orderNo}`.execute(db);
      await sql`update bill set bill_status = 'SETTLED', due_date = ${due}, accrued_through = ${due},
        actual_date = ${paidLate && ago === 30 ? addDays(due, 1) : due} where order_no = ${orderNo}`.execute(db);
    }
  }
  const steps = { ...reminder, ruleName: 'In time', productNos: [productNo], onDueDay: 'NONE' as const };
  const asked = async (inTimePayers: 'ALL' | 'SMS' | 'NONE', oneDayBefore: 'SMS' | 'PERSON') => {
    const value = { ...steps, inTimePayers, oneDayBefore };
    const found = await maker.call(casePolicy.reminderSimulate, { merchantNo, value });
    return found.steps.find(({ step }) => step === oneDayBefore)?.cases ?? 0;
  };
  const all = await asked('ALL', 'PERSON');
  expect([await asked('SMS', 'PERSON'), await asked('NONE', 'PERSON')]).toEqual([all - 1, all - 1]);
  expect([await asked('SMS', 'SMS'), await asked('NONE', 'SMS')]).toEqual([all, all - 1]);
});

it('has policies of first and of repeat loans side by side, before one of both', () => {
  const rule = (ruleId: string, changes: Partial<casePolicy.ReminderPolicy>) => ({
    ruleId,
    merchantNo,
    versionNo: 1,
    value: { ...reminder, ...changes },
    makerUserNo: '',
    checkerUserNo: '',
  });
  const reminders = [
    rule('ALL', {}),
    rule('FIRST', { loanType: 'FIRST' }),
    rule('PRODUCT', { loanType: 'REPEAT', productNos: ['P1'] }),
  ];
  const of = (loanType: 'FIRST' | 'REPEAT', no = 'P2') =>
    reminderOf({ reminders }, { caseScope: 'ORDER', productNo: no, loanType })?.ruleId;
  expect([of('FIRST'), of('REPEAT'), of('REPEAT', 'P1'), of('FIRST', 'P1')]).toEqual([
    'FIRST',
    'ALL',
    'PRODUCT',
    'FIRST',
  ]);
});
