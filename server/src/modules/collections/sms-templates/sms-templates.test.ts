import { smsMarketingTemplate } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, type Person } from '../../../../testing/test-calls.ts';
import { addDays, businessDateOf } from '../../platform/policy/index.ts';
import { OPTED_OUT, stopContact } from '../contacts/index.ts';

let app: TestApp;
let writer: Person;
let elsewhere: Person;
let merchantNo: string;
let lender: string;
let testerNo: string;
const PAGE = '/AdminContent/MarketingManagement/SmsMarketingTemplate';
const CODES = ['marketing:template:save', 'marketing:template:approve', 'marketing:sms:test'];
const PHONE = '254711000999';

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  const merchant = await db.selectFrom('merchant').selectAll().orderBy('merchantNo').limit(1).executeTakeFirstOrThrow();
  ({ merchantNo, merchantName: lender } = merchant);
  for (const name of ['text.writer', 'text.elsewhere']) {
    const { userNo } = await addPerson(app.database, name, { codes: CODES, pages: [PAGE] });
    if (name === 'text.writer') await db.insertInto('userMerchant').values({ userNo, merchantNo }).execute();
  }
  ({ userNo: testerNo } = await addPerson(app.database, 'text.tester', { codes: [], pages: [] }));
  await db.updateTable('appUser').set({ phone: PHONE }).where('userNo', '=', testerNo).execute();
  // At any hour of the run.
  const since = addDays(businessDateOf(new Date()), -1);
  await sql`insert into regulatory_policy (policy_key, effective_from, value) values
    ('contactHours', ${since}, '{"from": "00:00", "to": "24:00"}'),
    ('contactCaps', ${since}, '{"call": 99, "sms": 99, "robot": 99, "all": 99}')`.execute(db);
  [writer, elsewhere] = [await as(app, 'text.writer'), await as(app, 'text.elsewhere')];
});
afterAll(async () => await app[Symbol.asyncDispose]());

const form = (content: string) => ({ merchantNo, templateName: 'Text', scene: 'DORMANT', language: 'en', content });
const saved = async (said = 'come back') =>
  (await writer.post(smsMarketingTemplate.save, form(`{{firstName}}, ${said}. ${lender}`))).data.templateNo;

it('sends a test to a registered staff phone through the gate, so many a day and no more', async () => {
  const templateNo = await saved();
  const test = async (who = writer) =>
    (await who.post(smsMarketingTemplate.test, { templateNo, userNo: testerNo })).data;
  expect((await test(elsewhere)).error).toBe('MARKETING_TEMPLATE_NOT_FOUND');
  expect(await test()).toEqual({ templateNo, left: 9 });
  const { rows } = await sql<{ text: string }>`select d.payload ->> 'text' as text from contact_dispatch d
    where d.phone = ${PHONE}`.execute(app.database.db);
  expect(rows).toEqual([{ text: `Wanjiku, come back. ${lender} STOP to opt out` }]);
  // No gateway stands here; what matters is that the phone is not taken for one that opted out.
  await app.services.engine.dispatch();
  const { fault } = await app.database.db
    .selectFrom('contactDispatch')
    .select('fault')
    .where('phone', '=', PHONE)
    .executeTakeFirstOrThrow();
  expect(fault).not.toBe(OPTED_OUT);
  const more = await Promise.all(Array.from({ length: 12 }, async () => await test()));
  expect(more.filter(({ error }) => error === undefined)).toHaveLength(9);
  expect(more.filter(({ error }) => error === 'MARKETING_TEST_LIMIT')).toHaveLength(3);
});

it('sends no test to a phone that opted out, or to somebody without one', async () => {
  const { userNo } = await addPerson(app.database, 'text.second', { codes: CODES, pages: [PAGE] });
  await app.database.db.insertInto('userMerchant').values({ userNo, merchantNo }).execute();
  const second = await as(app, 'text.second');
  const templateNo = await saved();
  expect((await second.post(smsMarketingTemplate.test, { templateNo, userNo })).data.error).toBe('SMS_TEST_NO_PHONE');
  await app.database.db.transaction().execute((tx) => stopContact(tx, { phone: PHONE, merchantNo }));
  expect((await second.post(smsMarketingTemplate.test, { templateNo, userNo: testerNo })).data.error).toBe(
    'CONTACT_OBJECTED',
  );
});

it('asks before a word with a warning stays, and marks it in the check', async () => {
  const { db } = app.database;
  await db.updateTable('wordGroup').set({ isEnabled: false }).execute();
  const group = await db.selectFrom('wordGroup').selectAll().limit(1).executeTakeFirstOrThrow();
  await db
    .updateTable('wordGroup')
    .set({ isEnabled: true, action: 'WARN', words: ['jackpot'], exceptions: [], scopes: ['TEMPLATE'] })
    .where('wordGroupNo', '=', group.wordGroupNo)
    .execute();
  const content = `Jackpot for you. ${lender}`;
  const { data } = await writer.post(smsMarketingTemplate.check, { merchantNo, content });
  expect(data).toMatchObject({ words: [{ word: 'jackpot', action: 'WARN' }], sample: `${content} STOP to opt out` });
  const refused = (await writer.post(smsMarketingTemplate.save, form(content))).data;
  expect(refused).toMatchObject({ error: 'MARKETING_WORD_WARNED', fields: [{ field: 'acceptsWarnings' }] });
  const { templateNo } = (await writer.post(smsMarketingTemplate.save, { ...form(content), acceptsWarnings: true }))
    .data;
  expect((await writer.post(smsMarketingTemplate.submit, { templateNo })).data.status).toBe('PENDING_APPROVAL');
});

it('refuses links on other domains, and lets the allowed and those below them pass', async () => {
  const error = async (said: string) =>
    (await writer.post(smsMarketingTemplate.save, form(`${said} ${lender}`))).data.error;
  for (const link of ['https://evil.example.com/x', 'bit.ly/abc', 'https://kituo.co.ke.evil.com', 'notkituo.co.ke']) {
    expect(await error(`See ${link}.`), link).toBe('MARKETING_LINK_FOREIGN');
  }
  for (const link of ['https://kituo.co.ke/offer', 'go.kituo.co.ke/a', '{{link}}']) {
    expect(await error(`See ${link}.`), link).toBeUndefined();
  }
});

it('names authors of the caller’s merchants and who has a phone', async () => {
  const named = async (who: Person) => (await who.get(smsMarketingTemplate.people)).data;
  expect(await named(writer)).toContainEqual(
    expect.objectContaining({ userNo: testerNo, isAuthor: false, hasPhone: true }),
  );
  const mine = (all: { userNo: string; isAuthor: boolean }[]) => all.filter(({ isAuthor }) => isAuthor);
  expect(mine(await named(writer)).length).toBeGreaterThan(0);
  expect(mine(await named(elsewhere))).toEqual([]);
});

it('says who texts are from and counts the words that the route ends them with', async () => {
  const { db } = app.database;
  const templateNo = await saved('x'.repeat(120));
  const rowOf = async () =>
    (await writer.post(smsMarketingTemplate.page, { filters: { templateNo }, page: 1, pageSize: 20, sort: null })).data
      .rows[0];
  expect(await rowOf()).toMatchObject({ senderId: null, segmentCount: 1 });
  const optOutText = 'Reply STOP to 21456 at no cost to hear no more from us';
  await sql`insert into config_version (config_key, subject_no, version_no, value, stored_status, effective_from,
      in_force_from, maker_user_no, editor_user_nos, checker_user_no, reason)
    select config_key, subject_no, 2, value || ${JSON.stringify({ optOutText })}::jsonb, 'IN_FORCE', '2026-01-01',
      '2026-01-01', maker_user_no, editor_user_nos,
      (select user_no from app_user where user_no <> maker_user_no order by user_no limit 1), reason
    from config_version where config_key = 'sms.marketingRoute'`.execute(db);
  expect(await rowOf()).toMatchObject({ senderId: 'KITUOPROMO', segmentCount: 2 });
  const { data } = await writer.post(smsMarketingTemplate.check, { merchantNo, content: `Hello. ${lender}` });
  expect(data).toMatchObject({ optOutText: ` ${optOutText}`, sample: `Hello. ${lender} ${optOutText}` });
});
