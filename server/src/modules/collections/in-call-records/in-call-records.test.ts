import { appAdvice, feedback, inCallRecord } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, listOf, type Person } from '../../../../testing/test-calls.ts';

let app: TestApp;
let agent: Person;
let lead: Person;
let elsewhere: Person;
let merchantNo: string;
let customerNo: string;
const phone = '254744433001';
const pages = ['CustomerInCallRecord', 'Feedback', 'CustomerFeedback'].map(
  (page) => `/AdminContent/CustomerServiceSystem/${page}`,
);
const CODES = ['callRecord:save', 'advice:handle', 'feedback:save'].map((code) => `customerService:${code}`);

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  ({ merchantNo } = await db
    .selectFrom('merchant')
    .select('merchantNo')
    .orderBy('merchantNo')
    .executeTakeFirstOrThrow());
  const add = async (name: string, codes: readonly string[], isHere = true) => {
    const { userNo } = await addPerson(app.database, name, { codes: [...codes], pages, dailyRevealBudget: 20 });
    if (isHere) await db.insertInto('userMerchant').values({ userNo, merchantNo }).execute();
    return await as(app, name);
  };
  agent = await add('ic.agent', [...CODES, 'audit:order:intake']);
  lead = await add('ic.lead', [...CODES, 'customerService:feedback:handle']);
  elsewhere = await add('ic.elsewhere', CODES, false);
  ({ customerNo } = await db
    .insertInto('customer')
    .values({ merchantNo, customerName: 'Njeri Caller', phone, idCardNo: '34567891' })
    .returning('customerNo')
    .executeTakeFirstOrThrow());
});
afterAll(async () => await app[Symbol.asyncDispose]());

const said = { reasonType: 'REPAYMENT', content: 'Which paybill?', resolveStatus: 'FOLLOWING' } as const;

it('is recorded under its customer, changed by who wrote it, and seen by those of the merchant', async () => {
  expect((await agent.post(inCallRecord.checkPhone, { phone })).data).toMatchObject({ customerNo, calls: [] });
  const blank = await agent.post(inCallRecord.save, { phone, ...said, content: ' ' });
  expect(blank.data.fields).toMatchObject([{ field: 'content', msg: 'Content cannot be blank' }]);
  const wrong = await agent.post(inCallRecord.save, { phone, ...said, email: 'njeri@' });
  expect(wrong.data.fields).toMatchObject([{ field: 'email', msg: 'e-mail format is wrong' }]);
  const { recordNo } = (await agent.post(inCallRecord.save, { phone, ...said, email: 'njeri@example.com' })).data;
  const { data } = await agent.post(inCallRecord.page, listOf({ phone }));
  expect(data.rows).toMatchObject([{ recordNo, customerNo, allowedActions: ['update', 'callBack', 'toFeedback'] }]);
  expect(data.rows[0].phone).toContain('*');
  const change = { recordNo, ...said, resolveStatus: 'RESOLVED' as const };
  expect((await elsewhere.post(inCallRecord.update, change)).data.error).toBe('NOT_FOUND');
  expect((await agent.post(inCallRecord.update, change)).code).toBe(0);
  const yesterday = new Date(Date.now() - 2 * 86_400_000);
  const { db } = app.database;
  await db.updateTable('inCallRecord').set({ callAt: yesterday }).where('recordNo', '=', recordNo).execute();
  expect((await agent.post(inCallRecord.update, change)).data.error).toBe('RECORD_CLOSED');
  expect((await lead.post(inCallRecord.update, change)).code).toBe(0);
  const kept = db.selectFrom('inCallRecord').select('email').where('recordNo', '=', recordNo);
  expect(await kept.executeTakeFirst()).toEqual({ email: 'njeri@example.com' });
  await lead.call(inCallRecord.update, { ...change, email: null });
  expect(await kept.executeTakeFirst()).toEqual({ email: null });
  const one = (await agent.get(inCallRecord.one, { recordNo })).data;
  expect(one.history.map((entry: { action: string }) => entry.action)).toContain('inCallRecord.update');
});

it('becomes a feedback of its customer once, and the feedback names the call', async () => {
  const { recordNo } = await agent.call(inCallRecord.save, { ...said, phone });
  const form = {
    recordNo,
    category: 'REPAYMENT' as const,
    severity: 'HIGH' as const,
    content: 'Paid to a wrong paybill',
  };
  expect((await elsewhere.refusalOf(inCallRecord.toFeedback, form)).error).toBe('NOT_FOUND');
  expect((await agent.refusalOf(inCallRecord.toFeedback, { ...form, content: ' ' })).fields).toEqual(['content']);
  const { feedbackNo } = await agent.call(inCallRecord.toFeedback, form);
  expect((await agent.refusalOf(inCallRecord.toFeedback, form)).error).toBe('NOTHING_CHANGES');
  const one = await agent.call(feedback.one, { feedbackNo });
  expect(one.row).toMatchObject({ customerNo, source: 'CALL', category: 'REPAYMENT', severity: 'HIGH' });
  expect(one.madeOf).toMatchObject([{ kind: 'CALL', no: recordNo, content: 'Which paybill?' }]);
  const { row } = await agent.call(inCallRecord.one, { recordNo });
  expect(row).toMatchObject({ feedbackNo, allowedActions: ['update', 'callBack'] });
});

it('counts whose number is typed as a search, saved or refused', async () => {
  const { db } = app.database;
  const searches = async () =>
    Number((await db.selectFrom('revealLog').select(db.fn.countAll().as('n')).executeTakeFirstOrThrow()).n);
  const { userNo } = await addPerson(app.database, 'ic.guesser', { codes: CODES, pages, dailyRevealBudget: 1 });
  await db.insertInto('userMerchant').values({ userNo, merchantNo }).execute();
  const guesser = await as(app, 'ic.guesser');
  const before = await searches();
  await guesser.call(inCallRecord.save, { ...said, phone });
  expect(await searches()).toBe(before + 1);
  const other = '254744433002';
  await db
    .insertInto('customer')
    .values({ merchantNo, customerName: 'Otieno', phone: other, idCardNo: '34567892' })
    .execute();
  expect((await guesser.refusalOf(inCallRecord.save, { ...said, phone: other })).error).toBe('REVEAL_BUDGET');
});

it('takes a stranger’s call on a hotline alone', async () => {
  const refused = await agent.post(inCallRecord.save, { phone: '254799999123', ...said });
  expect(refused.data).toMatchObject({ error: 'REFERENCE_UNKNOWN', fields: [{ field: 'hotline' }] });
});

it('answers what was written in the app: taken by one, replied, ended, and made a feedback once', async () => {
  const form = { merchantNo, customerNo, appVersion: '2.14.0', adviceType: 'PROBLEM', content: 'It closes' };
  const { adviceNo } = (await agent.post(appAdvice.submit, { ...form, language: 'sw' })).data;
  expect((await agent.post(appAdvice.reply, { adviceNo, replyContent: 'Hello' })).data.error).toBe(
    'ILLEGAL_TRANSITION',
  );
  expect((await agent.post(appAdvice.take, { adviceNo })).data.feedbackStatus).toBe('PROCESSING');
  expect((await lead.post(appAdvice.take, { adviceNo })).data.error).toBe('FEEDBACK_TAKEN');
  expect((await lead.post(appAdvice.finish, { adviceNo, result: 'SOLVED' })).data.error).toBe('FEEDBACK_NOT_YOURS');
  expect((await agent.post(appAdvice.reply, { adviceNo, replyContent: 'Update the app' })).code).toBe(0);
  expect((await agent.post(appAdvice.finish, { adviceNo, result: 'SOLVED' })).data.feedbackStatus).toBe('PROCESSED');
  const { feedbackNo } = (await agent.post(appAdvice.toFeedback, { adviceNo })).data;
  expect(feedbackNo).toMatch(/^FB/);
  expect((await agent.post(appAdvice.toFeedback, { adviceNo })).data.error).toBe('NOTHING_CHANGES');
  const one = (await agent.get(appAdvice.one, { adviceNo })).data;
  expect(one).toMatchObject({ result: 'SOLVED', replies: [{ content: 'Update the app' }], row: { feedbackNo } });
  expect((await elsewhere.post(appAdvice.page, listOf({ adviceNo }))).data.total).toBe(0);
  const ofVersion = async (who: Person) =>
    (await who.call(appAdvice.groups, {})).filter(({ appVersion }) => appVersion === '2.14.0');
  const more = { ...form, adviceType: 'PROBLEM', language: 'sw' } as const;
  await agent.call(appAdvice.submit, more);
  expect(await ofVersion(agent)).toEqual([]);
  await agent.call(appAdvice.submit, { ...more, content: 'It closes again' });
  expect(await ofVersion(agent)).toMatchObject([{ merchantNo, count: 3, open: 2, newest: 'It closes again' }]);
  expect(await ofVersion(elsewhere)).toEqual([]);
});

it('counts reasons by hour of a day, beside what was sent and published then', async () => {
  const { db } = app.database;
  const at = (time: string) => new Date(`2026-03-02T${time}:00+03:00`);
  const record = { merchantNo, phone, content: 'Asked' };
  await db
    .insertInto('inCallRecord')
    .values([
      { ...record, reasonType: 'APPLICATION', callAt: at('00:10') },
      { ...record, reasonType: 'REPAYMENT', callAt: at('09:10') },
      { ...record, reasonType: 'REPAYMENT', callAt: at('09:50') },
      { merchantNo, phone, isMissed: true, callAt: at('23:59') },
      { ...record, reasonType: 'OTHER', callAt: new Date(at('23:59').getTime() + 60_000) },
    ])
    .execute();
  const release = {
    merchantNo,
    os: 'ANDROID',
    versionName: '9.1.0',
    versionCode: 9_100,
    updateType: 'OPTIONAL',
  } as const;
  await db
    .insertInto('appRelease')
    .values({
      ...release,
      minSupportedVersionCode: 1,
      storeUrl: 'https://play.example/kituo',
      releaseNotes: JSON.stringify({ en: 'Faster' }),
      rolloutPercent: 100,
      appVersionStatus: 'PUBLISHED',
      publishedAt: at('09:00'),
    })
    .execute();
  const day = '2026-03-02';
  const { hours, beside } = await agent.call(inCallRecord.byHour, { day });
  expect(hours).toEqual([
    { hour: 0, reasonType: 'APPLICATION', calls: 1 },
    { hour: 9, reasonType: 'REPAYMENT', calls: 2 },
    { hour: 23, reasonType: null, calls: 1 },
  ]);
  expect(beside).toMatchObject([{ kind: 'APP_VERSION', name: 'ANDROID 9.1.0', at: at('09:00').toISOString() }]);
  expect(await elsewhere.call(inCallRecord.byHour, { day })).toEqual({ hours: [], beside: [] });
});
