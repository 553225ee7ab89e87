import { appAdvice, replyTemplate } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, listOf, type Person } from '../../../../testing/test-calls.ts';
import { addDays, businessDateOf } from '../../platform/policy/index.ts';

const SECTION = '/AdminContent/CustomerServiceSystem/';
const merchantNo = 'M0001';
let app: TestApp;
let agent: Person;
let reader: Person;
let elsewhere: Person;

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  await sql`insert into regulatory_policy (policy_key, effective_from, value)
    values ('contactHours', ${addDays(businessDateOf(new Date()), -1)}, '{"from": "00:00", "to": "24:00"}')`.execute(
    db,
  );
  const pages = [`${SECTION}CustomerFeedback`, `${SECTION}Feedback`];
  const person = async (name: string, codes: readonly string[], books: string) => {
    const { userNo } = await addPerson(app.database, name, { pages, codes: [...codes] });
    await db.insertInto('userMerchant').values({ userNo, merchantNo: books }).execute();
    return await as(app, name);
  };
  const codes = ['customerService:replyTemplate:save', 'customerService:advice:handle', 'audit:order:intake'];
  agent = await person('rt.agent', codes, merchantNo);
  reader = await person('rt.reader', [], merchantNo);
  elsewhere = await person('rt.elsewhere', codes, 'M0002');
});
afterAll(async () => await app[Symbol.asyncDispose]());

const form = (change: object = {}) => ({
  merchantNo,
  templateName: 'Update the app',
  language: 'en' as const,
  content: 'Please update the app and try again.',
  isEnabled: true,
  ...change,
});

it('keeps a text a name and language, in the version that was read, and offers what is enabled', async () => {
  expect((await reader.refusalOf(replyTemplate.save, form())).error).toBe('FORBIDDEN');
  expect(await elsewhere.refusalOf(replyTemplate.save, form())).toMatchObject({ fields: ['merchantNo'] });
  const made = await agent.call(replyTemplate.save, form());
  const twice = await agent.refusalOf(replyTemplate.save, form({ templateName: 'UPDATE the app' }));
  expect(twice).toMatchObject({ error: 'REPLY_TEMPLATE_EXISTS', fields: ['templateName'] });
  const swahili = await agent.call(
    replyTemplate.save,
    form({ language: 'sw', content: 'Tafadhali sasisha programu.' }),
  );
  const changed = { ...form({ content: 'Please update the app.' }), ...made };
  expect(await agent.call(replyTemplate.save, changed)).toEqual({ ...made, version: made.version + 1 });
  expect((await agent.refusalOf(replyTemplate.save, changed)).error).toBe('STALE');
  const { rows } = await reader.call(replyTemplate.page, listOf({ merchantNo }));
  expect(rows.map(({ language, content, allowedActions }) => [language, content, allowedActions])).toEqual([
    ['en', 'Please update the app.', []],
    ['sw', 'Tafadhali sasisha programu.', []],
  ]);
  const { history } = await agent.call(replyTemplate.detail, { replyTemplateNo: made.replyTemplateNo });
  expect(history.map(({ action }) => action)).toEqual(['replyTemplate.update', 'replyTemplate.save']);
  await agent.call(replyTemplate.save, { ...form({ language: 'sw', isEnabled: false }), ...swahili });
  expect(await reader.call(replyTemplate.offered, { merchantNo })).toMatchObject([
    { replyTemplateNo: made.replyTemplateNo, content: 'Please update the app.' },
  ]);
  expect(await elsewhere.call(replyTemplate.offered, {})).toEqual([]);
});

it('refuses a blocked word as an answer does', async () => {
  const { db } = app.database;
  const group = await db
    .selectFrom('wordGroup')
    .select('words')
    .where('action', '=', 'BLOCK')
    .where(sql<boolean>`'MANUAL_SMS' = any(scopes)`)
    .executeTakeFirst();
  const refused = await agent.refusalOf(
    replyTemplate.save,
    form({ templateName: 'Rude', content: `So ${group?.words[0]}` }),
  );
  expect(refused).toMatchObject({ error: 'SENSITIVE_WORD', fields: ['content'] });
});

it('sends an answer by SMS where that is ticked, through the contact gate', async () => {
  const { db } = app.database;
  const phone = '254733510001';
  const customer = { merchantNo, customerName: 'Wanjiru Writes', phone, idCardNo: '34567111' };
  const { customerNo } = await db
    .insertInto('customer')
    .values(customer)
    .returning('customerNo')
    .executeTakeFirstOrThrow();
  const written = {
    merchantNo,
    appVersion: '2.14.0',
    adviceType: 'PROBLEM',
    content: 'It closes',
    language: 'en',
  } as const;
  const { adviceNo } = await agent.call(appAdvice.submit, { ...written, customerNo });
  const nobody = await agent.call(appAdvice.submit, written);
  for (const no of [adviceNo, nobody.adviceNo]) await agent.call(appAdvice.take, { adviceNo: no });
  const replyContent = 'Please update the app.';
  const unknown = await agent.refusalOf(appAdvice.reply, { adviceNo: nobody.adviceNo, replyContent, bySms: true });
  expect(unknown).toMatchObject({ error: 'FEEDBACK_PHONE_UNKNOWN', fields: ['bySms'] });
  await agent.call(appAdvice.reply, { adviceNo, replyContent });
  const sent = async () =>
    await db
      .selectFrom('contactDispatch as d')
      .innerJoin('contactAttempt as a', 'a.attemptId', 'd.attemptId')
      .select(['d.phone', 'd.payload', 'a.purpose', 'a.customerNo'])
      .where('d.phone', '=', phone)
      .execute();
  expect(await sent()).toEqual([]);
  await agent.call(appAdvice.reply, { adviceNo, replyContent, bySms: true });
  expect(await sent()).toEqual([{ phone, payload: { text: replyContent }, purpose: 'SERVICE', customerNo }]);
  const block = { customerNo, blockKind: 'DEATH', note: 'Told by the family', setBy: 'U000001' } as const;
  await db.insertInto('contactBlock').values(block).execute();
  const shut = await agent.refusalOf(appAdvice.reply, { adviceNo, replyContent: 'Once more', bySms: true });
  expect(shut.error).toMatch(/^CONTACT_/);
  // Refused as a whole: nothing stands in the app either.
  expect((await agent.call(appAdvice.one, { adviceNo })).replies).toHaveLength(2);
});
