import { smsMarketingTask, smsMarketingTemplate, userGroup } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, listOf, type Person } from '../../../../testing/test-calls.ts';
import { createLogger } from '../../platform/health/index.ts';
import { addDays, businessDateOf, startOfBusinessDate } from '../../platform/policy/index.ts';
import { takePrices } from './reports.ts';
import { askGate } from '../contacts/index.ts';
import { pOfShares } from './results.ts';
import { armResults, runSmsTasks } from './index.ts';

let app: TestApp;
let maker: Person;
let checker: Person;
let elsewhere: Person;
let merchantNo: string;
let lender: string;
const log = createLogger('silent');
const CODES = ['template:save', 'template:copy', 'template:approve', 'template:enable', 'template:export'].concat([
  'smsTask:save',
  'smsTask:control',
  'smsTask:approve',
  'smsTask:export',
]);
const PAGES = ['SmsMarketingTemplate', 'SmsMarketingTask'].map((name) => `/AdminContent/MarketingManagement/${name}`);
/** 10:00 EAT of tomorrow. */
const MORNING = new Date(startOfBusinessDate(businessDateOf(new Date())).getTime() + 34 * 3_600_000);
const minutes = (count: number) => new Date(MORNING.getTime() + count * 60_000);

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  const merchant = await db.selectFrom('merchant').selectAll().orderBy('merchantNo').limit(1).executeTakeFirstOrThrow();
  ({ merchantNo, merchantName: lender } = merchant);
  for (const name of ['sms.maker', 'sms.checker', 'sms.elsewhere']) {
    const codes = CODES.map((code) => `marketing:${code}`);
    const { userNo } = await addPerson(app.database, name, { codes, pages: PAGES });
    if (name !== 'sms.elsewhere') await db.insertInto('userMerchant').values({ userNo, merchantNo }).execute();
  }
  [maker, checker, elsewhere] = [
    await as(app, 'sms.maker'),
    await as(app, 'sms.checker'),
    await as(app, 'sms.elsewhere'),
  ];
});
afterAll(async () => await app[Symbol.asyncDispose]());

const NO_RULE = {
  loanState: null,
  settledDaysFrom: null,
  settledDaysTo: null,
  maxDaysLate: null,
  minOnTimeCount: null,
  notAppliedDays: null,
  notContactedDays: null,
  county: null,
};
const text = (said = 'come back') => ({
  merchantNo,
  templateName: 'Come back',
  scene: 'DORMANT',
  language: 'en',
  content: `{{firstName}}, ${said}. ${lender}`,
});

async function enabledTemplate(said?: string): Promise<string> {
  const { templateNo } = (await maker.post(smsMarketingTemplate.save, text(said))).data;
  await maker.post(smsMarketingTemplate.submit, { templateNo });
  await checker.post(smsMarketingTemplate.approve, { templateNo });
  return templateNo;
}

let towns = 0;
/** A group of so many customers who agreed, in a county of their own. */
async function groupOf(people: number, withoutConsent = 0) {
  towns += 1;
  const county = `Town ${towns}`;
  const { db } = app.database;
  for (let index = 0; index < people; index += 1) {
    const phone = `2547${String(towns).padStart(3, '0')}${String(index).padStart(5, '0')}`;
    const name = { customerName: 'Wanjiku Kamau', idCardNo: `${10_000_000 + towns * 1000 + index}` };
    await db
      .insertInto('customer')
      .values({ ...name, merchantNo, phone, county })
      .execute();
    if (index < withoutConsent) continue;
    await db
      .insertInto('contactParty')
      .values({ partyKind: 'LEAD', merchantNo, phone, partyName: 'Lead', consentedAt: new Date() })
      .execute();
  }
  const form = { merchantNo, groupName: county, rules: { ...NO_RULE, county } };
  const { userGroupNo } = (await maker.post(userGroup.save, form)).data;
  return { userGroupNo, form };
}
const check = async (userGroupNo: string) => (await maker.post(userGroup.check, { userGroupNo })).data;

async function draft(userGroupNo: string, templateNo: string, more: object = {}) {
  const { checkToken } = await check(userGroupNo);
  return await maker.post(smsMarketingTask.save, {
    taskName: 'Campaign',
    userGroupNo,
    checkToken,
    arms: [{ templateNo, sharePercent: 100 }],
    holdOutPercent: 0,
    scheduledAt: new Date(Date.now() + 60_000).toISOString(),
    ratePerMinute: 600,
    budgetCents: 1_000_000,
    attributionDays: 7,
    ...more,
  });
}
async function released(userGroupNo: string, templateNo: string, more: object = {}): Promise<string> {
  const { taskNo } = (await draft(userGroupNo, templateNo, more)).data;
  await maker.post(smsMarketingTask.submit, { taskNo });
  await checker.post(smsMarketingTask.approve, { taskNo });
  return taskNo;
}
const one = async (taskNo: string) => (await maker.get(smsMarketingTask.detail, { taskNo })).data;
const attemptsOf = async (userGroupNo: string) => {
  const { rows } = await sql<{ phone: string; count: number }>`select a.phone, count(*)::int as count
    from contact_attempt a join customer c on c.phone = a.phone join user_group g on g.rules ->> 'county' = c.county
    where g.user_group_no = ${userGroupNo} and a.refused_for is null group by 1`.execute(app.database.db);
  return rows;
};
const lastTextOf = async (userGroupNo: string): Promise<string> => {
  const { rows } = await sql<{ content: string }>`select a.content
    from contact_attempt a join customer c on c.phone = a.phone join user_group g on g.rules ->> 'county' = c.county
    where g.user_group_no = ${userGroupNo} and a.refused_for is null order by a.attempt_id desc limit 1`.execute(
    app.database.db,
  );
  return rows[0]?.content ?? '';
};
const run = (at: Date) => runSmsTasks({ db: app.database.db, log, publicUrl: 'https://kituo.test' }, at);

it('enables a text that another person wrote, and never changes what was approved', async () => {
  const { templateNo } = (await maker.post(smsMarketingTemplate.save, text())).data;
  await maker.post(smsMarketingTemplate.submit, { templateNo });
  expect((await maker.post(smsMarketingTemplate.approve, { templateNo })).data.error).toBe('MAKER_IS_CHECKER');
  expect((await checker.post(smsMarketingTemplate.approve, { templateNo })).data.status).toBe('ENABLED');
  const changed = { templateNo, version: 3, ...text('borrow again') };
  await maker.post(smsMarketingTemplate.save, changed);
  const { data } = await maker.get(smsMarketingTemplate.detail, { templateNo });
  expect(data).toMatchObject({
    row: { status: 'DRAFT', versionNo: 2 },
    versions: [{ versionNo: 1, content: text().content }],
  });
  expect((await maker.post(smsMarketingTemplate.save, changed)).data.error).toBe('STALE');
});

it('refuses texts without the lender, with unknown variables, or too long', async () => {
  const save = async (content: string) =>
    (await maker.post(smsMarketingTemplate.save, { ...text(), content })).data.error;
  expect(await save('Come back')).toBe('MARKETING_LENDER_MISSING');
  expect(await save(`{{password}} ${lender}`)).toBe('MARKETING_VARIABLE_UNKNOWN');
  expect(await save(`${lender} ${'ж'.repeat(400)}`)).toBe('MARKETING_TOO_LONG');
  expect((await elsewhere.post(smsMarketingTemplate.save, text())).data.error).toBe('REFERENCE_UNKNOWN');
});

it('says who falls out of a group and why, and asks for a check of the group as it is', async () => {
  const { userGroupNo, form } = await groupOf(4, 1);
  const templateNo = await enabledTemplate();
  const seen = await check(userGroupNo);
  expect(seen).toMatchObject({ size: 4, optedIn: 3, duplicates: 0, drops: [{ reason: 'NO_CONSENT', people: 1 }] });
  expect(JSON.stringify(seen.sample)).not.toMatch(/254\d{9}/);
  expect((await elsewhere.post(userGroup.check, { userGroupNo })).data.error).toBe('USER_GROUP_NOT_FOUND');
  await maker.post(userGroup.save, { userGroupNo, version: 1, ...form });
  const { checkToken } = seen;
  expect((await draft(userGroupNo, templateNo, { checkToken })).data.error).toBe('USER_GROUP_UNCHECKED');
  expect((await draft(userGroupNo, templateNo)).data).toMatchObject({ audienceCount: 3 });
  expect((await draft(userGroupNo, templateNo, { budgetCents: 1 })).data.error).toBe('SMS_TASK_OVER_BUDGET');
  const past = { scheduledAt: '2026-01-01T00:00:00Z' };
  expect((await draft(userGroupNo, templateNo, past)).data.error).toBe('SMS_TASK_PAST');
});

it('shows its maker and its approver whom a task reaches, why others fall out, and the cost', async () => {
  const { userGroupNo } = await groupOf(10, 2);
  const templateNo = await enabledTemplate('estimate');
  const request = { userGroupNo, arms: [{ templateNo, sharePercent: 100 }], holdOutPercent: 25 };
  const { data } = await checker.post(smsMarketingTask.estimate, request);
  expect(data).toMatchObject({ people: 10, duplicates: 0, heldOut: 2, messages: 6, segments: 6 });
  expect(data.drops).toEqual([{ reason: 'NO_CONSENT', people: 2 }]);
  expect(data.costCents).toBeGreaterThan(0);
  expect(data.arms).toMatchObject([{ templateNo, templateName: 'Come back', messages: 6, segmentCount: 1 }]);
  expect(data.arms[0].text).toMatch(/STOP to opt out$/);
  expect((await elsewhere.post(smsMarketingTask.estimate, request)).data.error).toBe('USER_GROUP_NOT_FOUND');
  const offered = async (who: Person): Promise<string[]> =>
    (await who.get(smsMarketingTask.templates)).data.map((one: { templateNo: string }) => one.templateNo);
  expect(await offered(maker)).toContain(templateNo);
  expect(await offered(elsewhere)).not.toContain(templateNo);
  await checker.post(smsMarketingTemplate.disable, { templateNo });
  expect(await offered(maker)).not.toContain(templateNo);
});

it('writes to each once through the gate, though runs overlap and are killed', async () => {
  const { userGroupNo } = await groupOf(12, 2);
  const taskNo = await released(userGroupNo, await enabledTemplate(), { ratePerMinute: 4 });
  expect((await checker.post(smsMarketingTask.approve, { taskNo })).data.error).toBe('ILLEGAL_TRANSITION');
  await Promise.all([run(MORNING), run(MORNING)]);
  const halfway = (await one(taskNo)).row;
  expect(halfway).toMatchObject({ status: 'RUNNING', sentCount: 4 });
  await Promise.all([run(new Date(MORNING.getTime() + 30_000)), run(new Date(MORNING.getTime() + 59_000))]);
  expect((await one(taskNo)).row.sentCount).toBe(4);
  for (let turn = 2; turn < 8; turn += 1) await Promise.all([run(minutes(turn)), run(minutes(turn))]);
  const { row, skips } = await one(taskNo);
  expect(row).toMatchObject({ status: 'DONE', sentCount: 10, skippedCount: 2, pendingCount: 0 });
  expect(skips).toEqual([{ reason: 'NO_CONSENT', people: 2 }]);
  const attempts = await attemptsOf(userGroupNo);
  expect(attempts).toHaveLength(10);
  expect(attempts.every(({ count }) => count === 1)).toBe(true);
});

it('keeps a sum of what was spent, puts the gateway’s price in place of the usual one, and stops at the budget', async () => {
  const { userGroupNo } = await groupOf(5);
  const { db } = app.database;
  const estimate = {
    userGroupNo,
    arms: [{ templateNo: await enabledTemplate(), sharePercent: 100 }],
    holdOutPercent: 0,
  };
  const each = (await maker.post(smsMarketingTask.estimate, estimate)).data.costCents / 5;
  const taskNo = await released(userGroupNo, estimate.arms[0]?.templateNo ?? '', {
    ratePerMinute: 3,
    budgetCents: each * 5,
  });
  const spent = async () =>
    (
      await db
        .selectFrom('smsMarketingTask')
        .select('spentCents')
        .where('taskNo', '=', taskNo)
        .executeTakeFirstOrThrow()
    ).spentCents;
  await run(minutes(10));
  expect(await spent()).toBe(each * 3);
  const { attemptId } = await db
    .selectFrom('smsMarketingRecipient')
    .select('attemptId')
    .where('taskNo', '=', taskNo)
    .where('sentAt', 'is not', null)
    .limit(1)
    .executeTakeFirstOrThrow();
  // Dearer than usual by one message: the last person is beyond the budget.
  await db
    .insertInto('contactResult')
    .values({ attemptId: attemptId ?? 0, outcome: 'DELIVERED', costCents: each * 2 })
    .execute();
  await Promise.all([takePrices(db, minutes(10)), takePrices(db, minutes(10))]);
  expect(await spent()).toBe(each * 4);
  await run(minutes(12));
  expect((await one(taskNo)).row).toMatchObject({
    status: 'PAUSED',
    fault: 'The budget is used up',
    sentCount: 4,
    costCents: each * 2,
  });
  expect(await spent()).toBe(each * 5);
});

it('goes on where a run died, and writes to nobody twice', async () => {
  const { userGroupNo } = await groupOf(6);
  const taskNo = await released(userGroupNo, await enabledTemplate());
  const { db } = app.database;
  const fatal = `2547${String(towns).padStart(3, '0')}00003`;
  await sql
    .raw(`create trigger dies before insert on contact_dispatch for each row when (new.phone = '${fatal}')
    execute function refuse_change()`)
    .execute(db);
  await run(minutes(12 * 60 + 12 * 60));
  const { row } = await one(taskNo);
  expect(row).toMatchObject({ status: 'RUNNING', sentCount: 3, pendingCount: 3 });
  await sql.raw('drop trigger dies on contact_dispatch').execute(db);
  await run(minutes(24 * 60 + 1));
  expect((await one(taskNo)).row).toMatchObject({ status: 'DONE', sentCount: 6 });
  const attempts = await attemptsOf(userGroupNo);
  expect([attempts.length, attempts.every(({ count }) => count === 1)]).toEqual([6, true]);
});

it('sends nothing in quiet hours, after a stop, or to who replied STOP', async () => {
  const { userGroupNo } = await groupOf(5);
  const templateNo = await enabledTemplate();
  const taskNo = await released(userGroupNo, templateNo, { ratePerMinute: 1 });
  expect(await run(new Date(MORNING.getTime() + 14 * 3_600_000))).toBe(0);
  await run(minutes(24 * 60));
  const { rows } = await sql<{ phone: string }>`select phone from sms_marketing_recipient
    where task_no = ${taskNo} and recipient_status = 'PENDING' order by recipient_id limit 1`.execute(app.database.db);
  const phone = rows[0]?.phone ?? '';
  await app.database.db
    .insertInto('contactBlock')
    .values({ phone, merchantNo, blockKind: 'OBJECTED', note: 'STOP', setBy: null })
    .execute();
  await run(minutes(24 * 60 + 2));
  expect((await one(taskNo)).skips).toContainEqual({ reason: 'OBJECTED', people: 1 });
  await maker.post(smsMarketingTask.stop, { taskNo });
  const before = (await one(taskNo)).row.sentCount;
  await run(minutes(24 * 60 + 9));
  expect((await one(taskNo)).row).toMatchObject({ status: 'STOPPED', sentCount: before, pendingCount: 0 });
});

it('pauses when a template is disabled, and goes on once it is enabled', async () => {
  const { userGroupNo } = await groupOf(2);
  const templateNo = await enabledTemplate();
  const taskNo = await released(userGroupNo, templateNo);
  await checker.post(smsMarketingTemplate.disable, { templateNo });
  await run(minutes(48 * 60));
  expect((await one(taskNo)).row).toMatchObject({ status: 'PAUSED', sentCount: 0, fault: 'A template is disabled' });
  expect((await maker.post(smsMarketingTask.resume, { taskNo })).data.error).toBe('MARKETING_TEMPLATE_NOT_ENABLED');
  await checker.post(smsMarketingTemplate.enable, { templateNo });
  await maker.post(smsMarketingTask.resume, { taskNo });
  await run(minutes(48 * 60 + 1));
  expect((await one(taskNo)).row).toMatchObject({ status: 'DONE', sentCount: 2 });
});

it('draws arms and a hold-out, and lists its people masked', async () => {
  const { userGroupNo } = await groupOf(60);
  const [first, second] = [await enabledTemplate('one'), await enabledTemplate('two')];
  const arms = [
    { templateNo: first, sharePercent: 50 },
    { templateNo: second, sharePercent: 50 },
  ];
  const taskNo = await released(userGroupNo, first, { arms, holdOutPercent: 30 });
  await run(minutes(72 * 60));
  const { db } = app.database;
  const { phone, sentAt } = await db
    .selectFrom('smsMarketingRecipient')
    .select(['phone', 'sentAt'])
    .where('taskNo', '=', taskNo)
    .where('arm', '=', 'A')
    .where('sentAt', 'is not', null)
    .orderBy('recipientId')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('contactBlock')
    .values({ phone, merchantNo, blockKind: 'OPT_OUT', note: 'STOP', setBy: null, setAt: new Date(Number(sentAt) + 1) })
    .execute();
  const results = await armResults(db, taskNo);
  await db.deleteFrom('contactBlock').where('phone', '=', phone).execute();
  expect(results.map(({ arm }) => arm)).toEqual(['A', 'B', null]);
  expect(results.map((one) => one.optedOut)).toEqual([1, 0, 0]);
  expect(results.reduce((sum, { people }) => sum + people, 0)).toBe(60);
  expect(results.at(-1)).toMatchObject({ sent: 0, templateName: null });
  const found = await maker.post(smsMarketingTask.recipients, listOf({ taskNo }));
  expect(found.data.total).toBe(60);
  expect((await elsewhere.get(smsMarketingTask.detail, { taskNo })).data.error).toBe('SMS_TASK_NOT_FOUND');
});

it('keeps to the hours, caps and words of a marketing route, and waits while it is paused', async () => {
  const { db } = app.database;
  await db
    .insertInto('smsAccount')
    .values({ accountCode: 'PROMO_TEST', provider: 'SERVER', senderId: 'PROMO', unitPriceCents: 80, isEnabled: true })
    .execute();
  const { routeNo, subjectNo, createdBy } = await db
    .insertInto('smsRoute')
    .values({ smsKind: 'MARKETING', merchantNo, createdBy: 'U000001' })
    .returning(['routeNo', 'subjectNo', 'createdBy'])
    .executeTakeFirstOrThrow();
  const value = {
    isEnabled: true,
    accounts: [{ accountCode: 'PROMO_TEST', weight: 100 }],
    failoverAccountCode: null,
    failoverAfterSeconds: 30,
    dailyCap: 3,
    windowStart: '11:00',
    windowEnd: '18:00',
    perPhonePerDay: 1,
    perPhonePerWeek: 1,
    dailyBudgetCents: 1_000_000,
    optOutText: 'Jibu STOP',
  };
  await db
    .insertInto('configVersion')
    .values({
      configKey: 'sms.marketingRoute',
      subjectNo,
      versionNo: 1,
      value: JSON.stringify(value),
      effectiveFrom: '2026-01-01',
      inForceFrom: new Date('2026-01-01T00:00:00+03:00'),
      storedStatus: 'IN_FORCE',
      makerUserNo: createdBy,
      editorUserNos: [createdBy],
      reason: 'Test',
    })
    .execute();
  const { userGroupNo } = await groupOf(5);
  const templateNo = await enabledTemplate();
  const taskNo = await released(userGroupNo, templateNo);
  const sent = async () => (await one(taskNo)).row.sentCount;
  const day = 96 * 60;
  // 10:00 EAT: the route opens at 11:00.
  await run(minutes(day));
  expect(await sent()).toBe(0);
  const pause = async (isPaused: boolean) =>
    await db.updateTable('smsRoute').set({ isPaused }).where('routeNo', '=', routeNo).execute();
  await pause(true);
  await run(minutes(day + 61));
  expect((await one(taskNo)).row).toMatchObject({ status: 'RUNNING', sentCount: 0, pendingCount: 5 });
  await pause(false);
  await run(minutes(day + 63));
  expect(await sent()).toBe(3);
  const { rows } = await sql<{ content: string }>`select a.content from contact_attempt a
    join sms_marketing_recipient r on r.attempt_id = a.attempt_id where r.task_no = ${taskNo}
    and r.route_no = ${routeNo}`.execute(db);
  expect(rows).toHaveLength(3);
  expect(rows.every(({ content }) => content.endsWith(' Jibu STOP'))).toBe(true);
  // The rest of the day's cap is used up; the next day takes them.
  await run(minutes(day + 120));
  expect(await sent()).toBe(3);
  await run(minutes(day + 24 * 60 + 90));
  expect((await one(taskNo)).row).toMatchObject({ status: 'DONE', sentCount: 5 });
  // One a week: who got one waits for another campaign's.
  const next = await released(userGroupNo, templateNo);
  await run(minutes(day + 24 * 60 + 100));
  expect((await one(next)).row).toMatchObject({ status: 'RUNNING', sentCount: 0 });
  // It would take from the route's day in what follows.
  await maker.post(smsMarketingTask.stop, { taskNo: next });
});

it('fills in a task’s link, last day and opt-out address, and refuses what it lacks', async () => {
  const { userGroupNo } = await groupOf(1);
  const templateNo = await enabledTemplate('see {{link}} by {{validUntil}}, stop: {{optOutLink}}');
  const validUntil = addDays(businessDateOf(MORNING), 30);
  const linkUrl = 'https://pay.kituo.co.ke/offer';
  expect((await draft(userGroupNo, templateNo)).data.error).toBe('SMS_TASK_LINK_MISSING');
  expect((await draft(userGroupNo, templateNo, { linkUrl })).data.error).toBe('SMS_TASK_DATE_MISSING');
  const past = { linkUrl, validUntil: '2026-01-01' };
  expect((await draft(userGroupNo, templateNo, past)).data.error).toBe('SMS_TASK_DATE_PAST');
  const foreign = { linkUrl: 'https://kituo.co.ke.evil.com/offer', validUntil };
  expect((await draft(userGroupNo, templateNo, foreign)).data.error).toBe('MARKETING_LINK_FOREIGN');
  await released(userGroupNo, templateNo, { linkUrl, validUntil });
  // 12:00 EAT: the route is open.
  await run(minutes(24 * 60 * 5 + 120));
  const content = await lastTextOf(userGroupNo);
  expect(content).toContain(`see ${linkUrl} by `);
  expect(content).toMatch(/ by \d+ \w{3} \d{4}, stop: https:\/\/kituo\.test\/o\/[\w-]{16}\./);
});

it('stops offers over every channel by the address of a text, at once', async () => {
  const { userGroupNo } = await groupOf(2);
  const { db } = app.database;
  const templateNo = await enabledTemplate('stop: {{optOutLink}} ');
  const taskNo = await released(userGroupNo, templateNo, { ratePerMinute: 1 });
  const at = minutes(24 * 60 * 20 + 120);
  await run(at);
  const token = /\/o\/([\w-]+)/.exec(await lastTextOf(userGroupNo))?.[1] ?? '';
  const open = async (method: 'GET' | 'POST', path: string) => await app.http.inject({ method, url: `/o/${path}` });
  const page = await open('GET', token);
  expect(page.statusCode).toBe(200);
  expect(page.body).toContain(lender);
  expect(page.body).not.toMatch(/254\d{9}/);
  const phone = (await attemptsOf(userGroupNo))[0]?.phone ?? '';
  const blocks = async () => await db.selectFrom('contactBlock').selectAll().where('phone', '=', phone).execute();
  // Opening it, as previews of links do, changes nothing.
  expect(await blocks()).toEqual([]);
  expect((await open('POST', 'a-token-nobody-drew')).statusCode).toBe(404);
  await Promise.all([open('POST', token), open('POST', token)]);
  expect(await blocks()).toMatchObject([{ blockKind: 'OPT_OUT', merchantNo }]);
  for (const channel of ['SMS', 'CALL', 'ROBOT'] as const) {
    for (const purpose of ['MARKETING', 'TELEMARKETING'] as const) {
      const question = { phone, customerNo: null, merchantNo, purpose, channel, at: minutes(24 * 60 * 21) };
      expect(await askGate(db, question)).toMatchObject({ isAllowed: false, error: 'CONTACT_NOT_AGREED' });
    }
  }
  // What had not left was taken back, and is not paid for.
  expect((await one(taskNo)).row).toMatchObject({ sentCount: 0, skippedCount: 1, pendingCount: 1 });
  const { spentCents } = await db
    .selectFrom('smsMarketingTask')
    .select('spentCents')
    .where('taskNo', '=', taskNo)
    .executeTakeFirstOrThrow();
  expect(spentCents).toBe(0);
  expect((await open('GET', token)).body).toContain('no more offers');
  // Lifted since, with proof: the same address stops offers again.
  await db.updateTable('contactBlock').set({ liftedAt: new Date() }).where('phone', '=', phone).execute();
  expect((await open('GET', token)).body).toContain('<form');
  await open('POST', token);
  expect((await blocks()).filter(({ liftedAt }) => liftedAt === null)).toMatchObject([{ blockKind: 'OPT_OUT' }]);
});

it('goes to a filter, a file and a list batch, and says which numbers belong to nobody', async () => {
  const { db } = app.database;
  const templateNo = await enabledTemplate();
  const { form } = await groupOf(3, 1);
  const { rules } = form;
  const numbers = (await db.selectFrom('customer').select('phone').where('county', '=', form.groupName).execute()).map(
    ({ phone }) => phone,
  );
  const arms = [{ templateNo, sharePercent: 100 }];
  const estimate = async (whom: object, who = maker) =>
    (await who.post(smsMarketingTask.estimate, { ...whom, arms, holdOutPercent: 0 })).data;
  const file = { audienceType: 'FILE', merchantNo, phones: [...numbers, '254799999999'] };
  const filter = { audienceType: 'CUSTOMER_FILTER', merchantNo, rules };
  expect(await estimate(filter)).toMatchObject({ people: 3, messages: 2, unknown: 0 });
  // Whoever sees phones masked is not told which of them are customers’.
  expect(await estimate(file)).toMatchObject({ people: 4, unknown: 0, isUpperBound: true });
  await db.updateTable('role').set({ isDesensitization: false }).where('roleName', 'like', 'role of sms.%').execute();
  expect(await estimate(file)).toMatchObject({ people: 3, messages: 2, unknown: 1, isUpperBound: false });
  expect((await estimate(file, elsewhere)).error).toBe('REFERENCE_UNKNOWN');
  expect((await estimate({ audienceType: 'LIST_BATCH', batchNo: 'LB99999999' })).error).toBe('SMS_BATCH_NOT_FOUND');
  await db
    .insertInto('callEntry')
    .values(
      numbers.slice(0, 2).map((phone) => ({
        desk: 'SERVICE' as const,
        merchantNo,
        phone,
        batchNo: 'LB00099999',
        listType: 'DORMANT',
        listStatus: 'DONE' as const,
      })),
    )
    .execute();
  const batch = { audienceType: 'LIST_BATCH', batchNo: 'LB00099999' };
  expect(await estimate(batch)).toMatchObject({ people: 2, unknown: 0 });
  const nobody = { audienceType: 'FILE', merchantNo, phones: ['254799999999'] };
  const saved = async (whom: object) =>
    (
      await maker.post(smsMarketingTask.save, {
        taskName: 'Campaign',
        arms,
        holdOutPercent: 0,
        scheduledAt: new Date(Date.now() + 60_000).toISOString(),
        ratePerMinute: 600,
        budgetCents: 1_000_000,
        attributionDays: 7,
        ...whom,
      })
    ).data;
  expect((await saved(nobody)).error).toBe('SMS_TASK_NOBODY');
  const at = minutes(24 * 60 * 30);
  for (const [whom, people] of [
    [filter, 3],
    [file, 3],
    [batch, 2],
  ] as const) {
    const { taskNo, version } = await saved(whom);
    const { row } = await one(taskNo);
    expect(row).toMatchObject({ audienceType: whom.audienceType, userGroupNo: null });
    // The numbers of a file are not sent again with a change.
    const { phones: _phones, ...again } = { phones: [], ...whom };
    await saved({ taskNo, version, ...again });
    expect(await estimate({ taskNo }, checker)).toMatchObject({ people });
    await maker.post(smsMarketingTask.submit, { taskNo });
    await checker.post(smsMarketingTask.approve, { taskNo });
    await run(new Date(at.getTime() + people * 24 * 3_600_000));
    const list = await maker.post(smsMarketingTask.recipients, listOf({ taskNo }));
    expect(list.data.total).toBe(people);
  }
});

it('knows when two shares differ', () => {
  expect(pOfShares({ of: 1000, did: 100 }, { of: 1000, did: 60 })).toBeCloseTo(0.001, 3);
  expect(pOfShares({ of: 1000, did: 100 }, { of: 1000, did: 98 })).toBeGreaterThan(0.5);
  expect(pOfShares({ of: 10, did: 2 }, { of: 10, did: 1 })).toBeNull();
});

it('writes to each person in the hour in which they answered most often, to others as they come', async () => {
  const { db } = app.database;
  const { userGroupNo } = await groupOf(3);
  const templateNo = await enabledTemplate('by your hour');
  const taskNo = await released(userGroupNo, templateNo, { byCustomerHour: true });
  expect((await one(taskNo)).row.byCustomerHour).toBe(true);
  const people = await db
    .selectFrom('customer')
    .select('phone')
    .where('county', '=', `Town ${towns}`)
    .orderBy('phone')
    .execute();
  // Answered in the hour of 14 three days ago, and in that of 9; the others never.
  for (const [hour, times] of [
    [14, 2],
    [9, 1],
  ] as const) {
    for (let count = 0; count < times; count += 1) {
      const attemptedAt = new Date(startOfBusinessDate(addDays(businessDateOf(MORNING), -3)).getTime());
      attemptedAt.setTime(attemptedAt.getTime() + hour * 3_600_000 + count * 60_000);
      const { attemptId } = await db
        .insertInto('contactAttempt')
        .values({ phone: people[0]?.phone ?? '', purpose: 'MARKETING', channel: 'CALL', merchantNo, attemptedAt })
        .returning('attemptId')
        .executeTakeFirstOrThrow();
      await db.insertInto('contactResult').values({ attemptId, outcome: 'ANSWERED' }).execute();
    }
  }
  // What other campaigns have left would take of the route's day.
  const others = db.updateTable('smsMarketingTask').where('taskNo', '<>', taskNo);
  await others
    .set({ taskStatus: 'STOPPED', endedAt: new Date() })
    .where('taskStatus', 'in', ['RUNNING', 'QUEUED'])
    .execute();
  // 12:00 EAT: the route is open.
  const noon = 24 * 60 * 40 + 120;
  expect(await run(minutes(noon))).toBe(2);
  expect((await one(taskNo)).row).toMatchObject({ status: 'RUNNING', sentCount: 2, pendingCount: 1 });
  expect(await run(minutes(noon + 119))).toBe(0);
  expect(await run(minutes(noon + 120))).toBe(1);
  expect((await one(taskNo)).row).toMatchObject({ status: 'DONE', sentCount: 3 });
});
