import { aiPushTask } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, listOf, type Person } from '../../../../testing/test-calls.ts';
import { createLogger } from '../../platform/health/index.ts';
import { businessDateOf, startOfBusinessDate } from '../../platform/policy/index.ts';
import { heardOf } from '../call-lists/index.ts';
import { runAiPushes } from './index.ts';

const SECRET = 'a-secret-that-nobody-can-guess';
let app: TestApp;
let maker: Person;
let checker: Person;
let elsewhere: Person;
let merchantNo: string;
let lender: string;
const log = createLogger('silent');
const CODES = ['operation:aiPushTask:create', 'operation:aiPushTask:stop', 'operation:config:audit'].concat(
  ['template:save', 'template:approve', 'template:enable', 'smsTask:save'].map((code) => `marketing:${code}`),
);
const PAGES = [aiPushTask.AI_PUSH_TASK_PAGE].concat(
  ['SmsMarketingTemplate', 'SmsMarketingTask'].map((name) => `/AdminContent/MarketingManagement/${name}`),
);
/** 10:00 EAT of tomorrow. */
const MORNING = new Date(startOfBusinessDate(businessDateOf(new Date())).getTime() + 34 * 3_600_000);
const minutes = (count: number) => new Date(MORNING.getTime() + count * 60_000);

beforeAll(async () => {
  app = await createTestApp({
    content: 'seeded',
    env: { KITUO_CALLBACK_SECRET: SECRET, KITUO_PUBLIC_URL: 'http://127.0.0.1:1' },
  });
  const { db } = app.database;
  // What the seed has running would go along.
  await sql`update ai_push_task set ai_push_task_status = 'STOPPED' where ai_push_task_status in ('APPROVED', 'RUNNING')`.execute(
    db,
  );
  const merchant = await db.selectFrom('merchant').selectAll().orderBy('merchantNo').limit(1).executeTakeFirstOrThrow();
  ({ merchantNo, merchantName: lender } = merchant);
  for (const name of ['push.maker', 'push.checker', 'push.elsewhere']) {
    const { userNo } = await addPerson(app.database, name, { codes: CODES, pages: PAGES });
    if (name !== 'push.elsewhere') await db.insertInto('userMerchant').values({ userNo, merchantNo }).execute();
  }
  [maker, checker, elsewhere] = [
    await as(app, 'push.maker'),
    await as(app, 'push.checker'),
    await as(app, 'push.elsewhere'),
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
const post = (who: Person, path: string, body: object) => who.post(`marketingManage/${path}`, body);

let towns = 0;
const phoneOf = (town: number, index: number) =>
  `2547${String(town + 500).padStart(3, '0')}${String(index).padStart(5, '0')}`;
/** A group of so many customers who agreed, in a county of their own. */
async function groupOf(people: number, withoutConsent = 0) {
  towns += 1;
  const county = `Push town ${towns}`;
  const { db } = app.database;
  for (let index = 0; index < people; index += 1) {
    const phone = phoneOf(towns, index);
    const name = { customerName: 'Wanjiku Kamau', idCardNo: `${60_000_000 + towns * 1000 + index}` };
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
  const { userGroupNo } = (await post(maker, 'userGroup/save', form)).data;
  return { userGroupNo, form, town: towns };
}
const tokenOf = async (userGroupNo: string) => (await post(maker, 'userGroup/check', { userGroupNo })).data.checkToken;

async function create(userGroupNo: string, more: object = {}) {
  return await maker.post(aiPushTask.create, {
    taskName: 'Come back',
    userGroupNo,
    checkToken: await tokenOf(userGroupNo),
    channelType: 'AI_CALL',
    templateNo: null,
    scriptCode: 'RENEWAL',
    voiceLanguage: 'en',
    scheduledAt: new Date(Date.now() + 60_000).toISOString(),
    concurrency: 200,
    budgetCents: 1_000_000,
    ...more,
  });
}
const audit = (who: Person, taskNo: string, isApproved = true) =>
  who.post(aiPushTask.audit, { taskNo, isApproved, ...(!isApproved && { remark: 'Too many' }) });
async function approved(userGroupNo: string, more: object = {}): Promise<string> {
  const { taskNo } = (await create(userGroupNo, more)).data;
  expect((await audit(checker, taskNo)).data.status).toBe('APPROVED');
  return taskNo;
}
const run = (at: Date) => runAiPushes(app.database.db, at, log);
const one = async (taskNo: string) => (await maker.get(aiPushTask.detail.path.replace('{taskNo}', taskNo))).data;
const recordsOf = async (taskNo: string): Promise<aiPushTask.RecordRow[]> =>
  (await maker.post(aiPushTask.recordPage, listOf({ taskNo }))).data.rows;
const attemptOf = async (taskNo: string, phone: string): Promise<string> => {
  const found = await app.database.db
    .selectFrom('aiPushRecord')
    .select('attemptId')
    .where('taskNo', '=', taskNo)
    .where('phone', '=', phone)
    .executeTakeFirstOrThrow();
  return String(found.attemptId);
};
/** The dispatcher handed over what waits, as the gateway's answer leaves it. */
const handOver = () =>
  sql`update contact_dispatch set dispatch_status = 'SENT', began_at = now(), finished_at = now()
    where dispatch_status = 'QUEUED'`.execute(app.database.db);
async function report(taskNo: string, phone: string, outcome: string, more: object = {}) {
  const callNo = await attemptOf(taskNo, phone);
  const body = { taskNo: callNo, callNo, outcome, seconds: 34, endedAt: new Date().toISOString(), ...more };
  const reply = await app.http.inject({
    method: 'POST',
    url: `/gateway/${SECRET}/robot/call`,
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify(body),
  });
  expect(reply.statusCode).toBe(200);
  await app.services.engine.callbacks.settled();
}
const entriesOf = (phone: string) =>
  app.database.db.selectFrom('callEntry').selectAll().where('phone', '=', phone).execute();
/** What the gate let through. */
const attempts = async (town: number) => {
  const { rows } = await sql<{ phone: string; count: number }>`select phone, count(*)::int as count
    from contact_attempt where phone like ${`${phoneOf(town, 0).slice(0, 7)}%`} and refused_for is null
    group by 1`.execute(app.database.db);
  return rows;
};

it('takes a group that was checked as it is, a time ahead and a budget that suffices', async () => {
  const { userGroupNo, form } = await groupOf(4, 1);
  const checkToken = await tokenOf(userGroupNo);
  expect((await create(userGroupNo)).data).toMatchObject({ status: 'PENDING', allowed: 3, estimatedCostCents: 900 });
  expect((await create(userGroupNo, { budgetCents: 899 })).data.error).toBe('AI_PUSH_OVER_BUDGET');
  expect((await create(userGroupNo, { scheduledAt: '2026-01-01T00:00:00Z' })).data.error).toBe('AI_PUSH_PAST');
  expect((await create(userGroupNo, { userGroupNo: '' })).data.error).toBe('BAD_REQUEST');
  expect((await create(userGroupNo, { taskName: 'x'.repeat(31) })).data.error).toBe('BAD_REQUEST');
  expect((await create(userGroupNo, { scriptCode: null })).data.error).toBe('BAD_REQUEST');
  expect((await create(userGroupNo, { concurrency: 201 })).data.error).toBe('BAD_REQUEST');
  const sms = { channelType: 'SMS', templateNo: 'ST999999999' };
  expect((await create(userGroupNo, sms)).data.error).toBe('MARKETING_TEMPLATE_NOT_ENABLED');
  await post(maker, 'userGroup/save', { userGroupNo, version: 1, ...form });
  expect((await create(userGroupNo, { checkToken })).data.error).toBe('USER_GROUP_UNCHECKED');
  const { userGroupNo: empty } = await groupOf(1, 1);
  expect((await create(empty)).data.error).toBe('USER_GROUP_EMPTY');
});

it('is decided by another person within reach, who rejects with a reason', async () => {
  const { userGroupNo, form } = await groupOf(2, 1);
  const { taskNo } = (await create(userGroupNo)).data;
  expect((await audit(maker, taskNo)).data.error).toBe('MAKER_IS_CHECKER');
  expect((await audit(elsewhere, taskNo)).data.error).toBe('AI_PUSH_NOT_FOUND');
  expect((await checker.post(aiPushTask.audit, { taskNo, isApproved: false })).data.error).toBe('BAD_REQUEST');
  const ahead = await one(taskNo);
  expect(ahead).toMatchObject({ drops: [{ reason: 'NO_CONSENT', people: 1 }], row: { audience: 2, allowed: 1 } });
  expect(ahead.row.allowedActions).toEqual([]);
  expect((await audit(checker, taskNo, false)).data.status).toBe('REJECTED');
  expect((await audit(checker, taskNo)).data.error).toBe('ILLEGAL_TRANSITION');
  expect((await one(taskNo)).row).toMatchObject({ status: 'REJECTED', decisionReason: 'Too many' });
  const second = (await create(userGroupNo)).data.taskNo;
  await post(maker, 'userGroup/save', { userGroupNo, version: 1, ...form });
  expect((await audit(checker, second)).data.error).toBe('USER_GROUP_UNCHECKED');
});

it('calls each once through the gate, so many at a time, though runs overlap', async () => {
  const { userGroupNo, town } = await groupOf(8, 2);
  const taskNo = await approved(userGroupNo, { concurrency: 3 });
  await Promise.all([run(MORNING), run(MORNING)]);
  const halfway = await one(taskNo);
  expect(halfway.row).toMatchObject({ status: 'RUNNING', audience: 8, allowed: 6, sent: 3 });
  expect(halfway.drops).toEqual([{ reason: 'NO_CONSENT', people: 2 }]);
  // All lines are taken until a call ends.
  await run(minutes(1));
  expect((await one(taskNo)).row.sent).toBe(3);
  await handOver();
  for (let turn = 2; turn < 6; turn += 1) {
    for (const { phone, aiPushOutcome } of await app.database.db
      .selectFrom('aiPushRecord')
      .selectAll()
      .where('taskNo', '=', taskNo)
      .execute()) {
      if (aiPushOutcome === 'SENT') await report(taskNo, phone, 'NO_ANSWER');
    }
    await Promise.all([run(minutes(turn)), run(minutes(turn))]);
    await handOver();
  }
  expect((await one(taskNo)).row).toMatchObject({ status: 'DONE', sent: 6, progress: 100 });
  const made = await attempts(town);
  expect([made.length, made.every(({ count }) => count === 1)]).toEqual([6, true]);
});

it('lists the willing for telemarketing, ends wrong numbers, and skips who is on the list', async () => {
  const { userGroupNo, town } = await groupOf(5);
  const [willing, onList, wrong, noDemand, silent] = [0, 1, 2, 3, 4].map((index) => phoneOf(town, index)) as [
    string,
    string,
    string,
    string,
    string,
  ];
  for (const phone of [onList, wrong]) {
    await app.database.db
      .insertInto('callEntry')
      .values({
        desk: 'TELEMARKETING',
        merchantNo,
        phone,
        listType: 'LEAD',
        marketingTarget: 'FIRST_LOAN',
        optInSource: 'WEBSITE',
        optInAt: new Date(),
      })
      .execute();
  }
  const taskNo = await approved(userGroupNo);
  expect(await run(MORNING)).toBe(5);
  await handOver();
  await report(taskNo, willing, 'ANSWERED', { willingness: 'WILLING', costCents: 420 });
  await report(taskNo, willing, 'ANSWERED', { willingness: 'WILLING', costCents: 420 });
  await report(taskNo, onList, 'ANSWERED', { willingness: 'WILLING' });
  await report(taskNo, wrong, 'NUMBER_FAULT');
  await report(taskNo, noDemand, 'ANSWERED', { willingness: 'NO_DEMAND' });
  await Promise.all([run(minutes(1)), run(minutes(1))]);
  expect(await entriesOf(willing)).toMatchObject([
    {
      listStatus: 'POOL',
      willingness: 'WILLING',
      nextCallAt: null,
      batchNo: taskNo,
      userGroupNo,
      listType: 'CAMPAIGN',
    },
  ]);
  expect(await entriesOf(onList)).toMatchObject([{ listStatus: 'POOL', listType: 'LEAD', willingness: 'WILLING' }]);
  expect(await entriesOf(wrong)).toMatchObject([{ listStatus: 'ABANDONED', abandonReason: 'NUMBER_FAULT' }]);
  expect(await entriesOf(noDemand)).toEqual([]);
  // What nobody told the end of is unknown after half an hour, and the task ends.
  await run(minutes(40));
  const done = await one(taskNo);
  expect(done.row).toMatchObject({ status: 'DONE', sent: 5, connected: 3, willing: 2, costCents: 420 });
  const listings = Object.fromEntries(
    done.listings.map((row: { listing: string; people: number }) => [row.listing, row.people]),
  );
  expect(listings).toEqual({ LISTED: 1, EXISTS: 1, ENDED: 1, NOTED: 1 });
  // A late report still counts.
  await report(taskNo, silent, 'ANSWERED', { willingness: 'UNWILLING' });
  await run(minutes(45));
  const rows = await recordsOf(taskNo);
  expect(rows.every(({ phone }) => !/254\d{9}/.test(phone))).toBe(true);
  expect((await one(taskNo)).willingness).toContainEqual({ willingness: 'UNWILLING', people: 1 });
  expect((await elsewhere.post(aiPushTask.recordPage, listOf({ taskNo }))).data.total).toBe(0);
});

it('starts before its time by hand, and stops: nobody else is contacted', async () => {
  const { userGroupNo, town } = await groupOf(4);
  const taskNo = await approved(userGroupNo, {
    concurrency: 2,
    scheduledAt: new Date(MORNING.getTime() + 30 * 86_400_000).toISOString(),
  });
  expect(await run(MORNING)).toBe(0);
  expect((await maker.post(aiPushTask.start, { taskNo })).data.status).toBe('RUNNING');
  expect((await maker.post(aiPushTask.start, { taskNo })).data.error).toBe('ILLEGAL_TRANSITION');
  expect(await run(new Date(MORNING.getTime() + 12 * 3_600_000))).toBe(0);
  expect(await run(minutes(2))).toBe(2);
  // One is on the line; the other was let through but has not left.
  const first = await attemptOf(taskNo, phoneOf(town, 0));
  await sql`update contact_dispatch set dispatch_status = 'SENT', began_at = now(), finished_at = now()
    where attempt_id = ${first}`.execute(app.database.db);
  expect((await maker.post(aiPushTask.stop, { taskNo })).data.status).toBe('STOPPED');
  const { rows: dispatches } = await sql<{ dispatchStatus: string }>`select d.dispatch_status from contact_dispatch d
    join ai_push_record r on r.attempt_id = d.attempt_id where r.task_no = ${taskNo} order by d.attempt_id`.execute(
    app.database.db,
  );
  expect(dispatches).toEqual([{ dispatchStatus: 'SENT' }, { dispatchStatus: 'REFUSED' }]);
  await report(taskNo, phoneOf(town, 0), 'ANSWERED', { willingness: 'WILLING' });
  expect(await run(minutes(9))).toBe(0);
  expect((await one(taskNo)).row).toMatchObject({ status: 'STOPPED', willing: 1 });
  expect((await recordsOf(taskNo)).map(({ outcome }) => outcome).toSorted()).toEqual([
    'CONNECTED',
    'LEFT_OUT',
    'LEFT_OUT',
    'LEFT_OUT',
  ]);
});

it('stops at its budget, and lets go what it paid for', async () => {
  const { userGroupNo } = await groupOf(3);
  const taskNo = await approved(userGroupNo, { budgetCents: 1_500 });
  // Calls become dearer than they were at the approval.
  await sql`insert into contact_result (attempt_id, outcome, cost_cents)
    select 1, 'ANSWERED', 1000 from generate_series(1, 200)`.execute(app.database.db);
  await Promise.all([run(MORNING), run(MORNING)]);
  expect((await one(taskNo)).row).toMatchObject({ status: 'STOPPED', fault: 'BUDGET_USED', sent: 1 });
  expect((await recordsOf(taskNo)).map(({ outcome }) => outcome).toSorted()).toEqual(['LEFT_OUT', 'LEFT_OUT', 'SENT']);
});

it('does not start for a group that changed after the approval', async () => {
  const { userGroupNo } = await groupOf(2);
  const taskNo = await approved(userGroupNo);
  await sql`update user_group set version = version + 1 where user_group_no = ${userGroupNo}`.execute(app.database.db);
  expect((await maker.post(aiPushTask.start, { taskNo })).data.error).toBe('USER_GROUP_UNCHECKED');
  await run(MORNING);
  expect((await one(taskNo)).row).toMatchObject({ status: 'STOPPED', fault: 'GROUP_CHANGED', sent: 0 });
});

it('writes SMS with the text that was approved, and waits while its template is disabled', async () => {
  const text = { merchantNo, templateName: 'Push', scene: 'DORMANT', language: 'en' };
  const content = `{{firstName}}, come back. ${lender}`;
  const { templateNo } = (await post(maker, 'smsTemplate/save', { ...text, content })).data;
  await post(maker, 'smsTemplate/submit', { templateNo });
  await post(checker, 'smsTemplate/approve', { templateNo });
  const { userGroupNo, town } = await groupOf(2);
  const taskNo = await approved(userGroupNo, {
    channelType: 'SMS',
    templateNo,
    scriptCode: null,
    voiceLanguage: null,
  });
  await post(checker, 'smsTemplate/disable', { templateNo });
  expect(await run(MORNING)).toBe(0);
  expect((await one(taskNo)).row).toMatchObject({ status: 'RUNNING', fault: 'TEMPLATE_DISABLED', sent: 0 });
  await post(checker, 'smsTemplate/enable', { templateNo });
  expect(await run(minutes(1))).toBe(2);
  expect((await one(taskNo)).row).toMatchObject({ fault: null, sent: 2 });
  const { rows } = await sql<{ content: string }>`select content from contact_attempt
    where phone = ${phoneOf(town, 0)} and refused_for is null`.execute(app.database.db);
  expect(rows[0]?.content).toMatch(/^Wanjiku, come back\..*STOP/i);
  await handOver();
  const [delivered, failed] = [await attemptOf(taskNo, phoneOf(town, 0)), await attemptOf(taskNo, phoneOf(town, 1))];
  await sql`insert into contact_result (attempt_id, outcome, cost_cents)
    values (${delivered}, 'SENT', 80), (${delivered}, 'DELIVERED', null), (${failed}, 'FAILED', null)`.execute(
    app.database.db,
  );
  await run(minutes(2));
  const done = await one(taskNo);
  expect(done.row).toMatchObject({ status: 'DONE', connected: 1, costCents: 80 });
  expect(done.outcomes).toContainEqual({ outcome: 'FAILED', people: 1 });
});

it('pushes to the app of those who have it, and takes back what has not left', async () => {
  const { db } = app.database;
  const text = { merchantNo, templateName: 'App push', scene: 'DORMANT', language: 'en' };
  const content = `{{firstName}}, come back. ${lender}`;
  const { templateNo } = (await post(maker, 'smsTemplate/save', { ...text, content })).data;
  await post(maker, 'smsTemplate/submit', { templateNo });
  await post(checker, 'smsTemplate/approve', { templateNo });
  const { userGroupNo, town } = await groupOf(3);
  const push = { channelType: 'PUSH', templateNo, scriptCode: null, voiceLanguage: null };
  await db.deleteFrom('messageAccount').where('channelType', '=', 'PUSH').execute();
  expect((await create(userGroupNo, push)).data).toMatchObject({
    error: 'MESSAGE_CHANNEL_CLOSED',
    fields: [{ field: 'channelType' }],
  });
  const account = { merchantNo, channelType: 'PUSH', sender: lender, isDefault: true, dailyCap: -1 } as const;
  await db
    .insertInto('messageAccount')
    .values({ ...account, accountCode: 'PUSH_TEST', sealedSecret: Buffer.from('key'), isEnabled: true })
    .execute();
  for (const index of [0, 1]) {
    const phone = phoneOf(town, index);
    await db
      .insertInto('appDevice')
      .values({ merchantNo, phone, os: 'ANDROID', token: `token-${phone}` })
      .execute();
  }
  const taskNo = await approved(userGroupNo, { ...push, concurrency: 1 });
  // One at a time: the next leaves once the outbox has sent the one before.
  expect(await run(MORNING)).toBe(1);
  const messages = async () =>
    await db
      .selectFrom('message')
      .select(['messageNo', 'destination', 'subject', 'body', 'messageStatus', 'channel'])
      .where('kind', '=', 'marketing.push')
      .orderBy('messageNo')
      .execute();
  const [first] = await messages();
  expect(first).toMatchObject({ destination: phoneOf(town, 0), subject: lender, channel: 'PUSH' });
  expect(first?.body).toMatch(/^Wanjiku, come back\./);
  expect(await run(minutes(1))).toBe(0);
  await db
    .updateTable('message')
    .set({ messageStatus: 'SENT', sentAt: new Date() })
    .where('messageNo', '=', first?.messageNo ?? '')
    .execute();
  expect(await run(minutes(2))).toBe(1);
  expect((await one(taskNo)).row).toMatchObject({ sent: 2, connected: 1, costCents: 0 });
  expect((await maker.post(aiPushTask.stop, { taskNo })).code).toBe(0);
  expect((await messages()).map(({ messageStatus }) => messageStatus)).toEqual(['SENT', 'FAILED']);
  expect((await recordsOf(taskNo)).map(({ outcome }) => outcome).toSorted()).toEqual([
    'CONNECTED',
    'LEFT_OUT',
    'LEFT_OUT',
  ]);

  // Whose phone has no app is skipped, and says so.
  const other = await groupOf(1);
  const without = await approved(other.userGroupNo, push);
  await run(minutes(3));
  expect(await recordsOf(without)).toMatchObject([{ outcome: 'SKIPPED', dropReason: 'NO_DEVICE' }]);
  expect((await one(without)).row.status).toBe('DONE');
});

it('leaves out who stopped marketing since, and calls again whom the robot refused', async () => {
  const { userGroupNo, town } = await groupOf(2);
  const taskNo = await approved(userGroupNo);
  const objector = phoneOf(town, 1);
  await maker.post(aiPushTask.start, { taskNo });
  await app.database.db
    .insertInto('contactBlock')
    .values({ phone: objector, merchantNo, blockKind: 'OBJECTED', note: 'STOP', setBy: null })
    .execute();
  expect(await run(MORNING)).toBe(1);
  expect((await one(taskNo)).drops).toEqual([{ reason: 'OBJECTED', people: 1 }]);
  await sql`update contact_dispatch set dispatch_status = 'REFUSED', finished_at = now() - interval '1 hour'
    where attempt_id = ${await attemptOf(taskNo, phoneOf(town, 0))}`.execute(app.database.db);
  expect(await run(minutes(1))).toBe(0);
  expect(await run(minutes(7))).toBe(1);
  expect((await one(taskNo)).row).toMatchObject({ status: 'RUNNING', sent: 1 });
});

it('reads a disposition from how a call ended where the robot heard none', () => {
  expect(heardOf('ANSWERED', null)).toBe('UNCLEAR');
  expect(heardOf('ANSWERED', 'WILLING')).toBe('WILLING');
  expect(heardOf('BUSY', null)).toBe('NOT_CONNECTED');
  expect(heardOf('NUMBER_FAULT', 'WILLING')).toBe('NUMBER_FAULT');
});

it('an SMS goes by the marketing route: its words, its caps, its day shared with campaigns', async () => {
  const { db } = app.database;
  await db
    .insertInto('smsAccount')
    .values({ accountCode: 'PUSH_TEST', provider: 'SERVER', senderId: 'PUSH', unitPriceCents: 80, isEnabled: true })
    .execute();
  const { routeNo, subjectNo, createdBy } = await db
    .insertInto('smsRoute')
    .values({ smsKind: 'MARKETING', merchantNo, createdBy: 'U000001' })
    .returning(['routeNo', 'subjectNo', 'createdBy'])
    .executeTakeFirstOrThrow();
  const value = {
    isEnabled: true,
    accounts: [{ accountCode: 'PUSH_TEST', weight: 100 }],
    failoverAccountCode: null,
    failoverAfterSeconds: 30,
    dailyCap: 2,
    windowStart: '09:00',
    windowEnd: '18:00',
    perPhonePerDay: 1,
    perPhonePerWeek: 2,
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
  const { userGroupNo } = await groupOf(3);
  const { templateNo } = (
    await post(maker, 'smsTemplate/save', {
      merchantNo,
      templateName: 'By route',
      scene: 'DORMANT',
      language: 'en',
      content: `{{firstName}}, come back. ${lender}`,
    })
  ).data;
  await post(maker, 'smsTemplate/submit', { templateNo });
  await post(checker, 'smsTemplate/approve', { templateNo });
  const taskNo = await approved(userGroupNo, { channelType: 'SMS', templateNo, scriptCode: null, voiceLanguage: null });
  const day = 240 * 60;
  const attempts = async () =>
    await db
      .selectFrom('contactAttempt as a')
      .innerJoin('aiPushRecord as r', 'r.attemptId', 'a.attemptId')
      .innerJoin('marketingRouteUse as u', 'u.attemptId', 'a.attemptId')
      .select(['a.content', 'u.routeNo'])
      .where('r.taskNo', '=', taskNo)
      .execute();
  await run(minutes(day));
  expect(await attempts()).toHaveLength(2);
  await run(minutes(day + 5));
  expect(await attempts()).toHaveLength(2);
  await run(minutes(day + 24 * 60));
  const sent = await attempts();
  expect(sent).toHaveLength(3);
  expect(sent.every((one) => one.routeNo === routeNo && one.content?.endsWith(' Jibu STOP') === true)).toBe(true);
});
