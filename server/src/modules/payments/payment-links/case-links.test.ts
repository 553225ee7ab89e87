import { collection, paymentLink } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as } from '../../../../testing/test-calls.ts';
import { runCaseDay } from '../../collections/collections/index.ts';
import { makeCollector } from '../../collections/collections/testing/collectors.ts';
import { lend, makeProduct } from '../../lending/orders/testing/lend.ts';
import { createLogger } from '../../platform/health/index.ts';
import { addDays, businessDateOf } from '../../platform/policy/index.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
});
afterAll(async () => await app[Symbol.asyncDispose]());

it('lets the collector who has a case make its link, for its own bills, and ask for its number', async () => {
  const { db } = app.database;
  const people = {
    maker: (await addPerson(app.database, 'case.maker')).userNo,
    checker: (await addPerson(app.database, 'case.checker')).userNo,
  };
  const codes = ['collection:repayLink:create', 'collection:virtualAccount:create', 'collection:case:distribute'];
  const collectorNo = await makeCollector(app.database, 'links', {}, codes);
  const collector = await as(app, 'collector.links');
  const productNo = await makeProduct(db);
  const { orderNo } = await lend(db, { productNo, approvedCents: 500_000, ...people });
  const today = businessDateOf(new Date());
  await sql`update bill set due_date = ${addDays(today, -5)}, accrued_through = ${addDays(today, -1)}
    where order_no = ${orderNo}`.execute(db);
  await runCaseDay(db, addDays(today, -1), createLogger('silent'));
  const { caseNo: caseId } = await db
    .selectFrom('collectionCase')
    .select('caseNo')
    .where('orderNo', '=', orderNo)
    .executeTakeFirstOrThrow();
  const form = { caseId, amountCents: 50_000, sendSms: false, language: 'en' };
  expect((await collector.post(paymentLink.createOfCase, form)).data.error).toBe('CASE_NOT_YOURS');
  await collector.post(collection.byOrder.distribute, {
    caseIds: [caseId],
    mode: 'HAND',
    collectionUserNo: collectorNo,
  });
  // A principal helps with the cases of their group; who leads somebody else does not.
  await addPerson(app.database, 'case.lead', { codes });
  const lead = await as(app, 'case.lead');
  const { userNo: leadNo } = await db
    .selectFrom('appUser')
    .select('userNo')
    .where('userName', '=', 'case.lead')
    .executeTakeFirstOrThrow();
  const { merchantNo } = await db
    .selectFrom('loanOrder')
    .select('merchantNo')
    .where('orderNo', '=', orderNo)
    .executeTakeFirstOrThrow();
  await db.insertInto('userMerchant').values({ userNo: leadNo, merchantNo }).execute();
  expect((await lead.refusalOf(paymentLink.createOfCase, form)).error).toBe('CASE_NOT_YOURS');
  await db.updateTable('personnel').set({ principalUserNo: leadNo }).where('userNo', '=', collectorNo).execute();
  expect((await lead.call(paymentLink.createOfCase, { ...form, language: 'en' })).amountCents).toBe(50_000);
  const { data } = await collector.post(paymentLink.createOfCase, form);
  const link = await db
    .selectFrom('paymentLink')
    .select(['orderNo', 'caseNo', 'madeBy'])
    .where('linkNo', '=', data.linkNo)
    .executeTakeFirstOrThrow();
  expect(link).toEqual({ orderNo, caseNo: caseId, madeBy: collectorNo });
  // In the pool of bad debt it is the desk's, too.
  await addPerson(app.database, 'case.losses', { codes, pages: ['/AdminContent/CollectionSystem/BadDebtManagement'] });
  const losses = await as(app, 'case.losses');
  await sql`insert into user_merchant (user_no, merchant_no)
    select user_no, ${merchantNo} from app_user where user_name = 'case.losses'`.execute(db);
  expect((await losses.refusalOf(paymentLink.createOfCase, form)).error).toBe('CASE_NOT_YOURS');
  const state = (caseStatus: 'BAD_DEBT_POOL' | 'COLLECTING') =>
    db.updateTable('collectionCase').set({ caseStatus }).where('caseNo', '=', caseId).execute();
  await state('BAD_DEBT_POOL');
  expect((await losses.call(paymentLink.createOfCase, { ...form, language: 'en' })).amountCents).toBe(50_000);
  await state('COLLECTING');
  const page = await app.http.inject({ method: 'GET', url: new URL(data.url).pathname });
  expect([page.statusCode, page.body.includes('KES 500.00')]).toEqual([200, true]);
  const tooMuch = await collector.post(paymentLink.createOfCase, { ...form, amountCents: 99_999_900 });
  expect(tooMuch.data.error).toBe('LINK_AMOUNT_RANGE');
  // The other system's entry point reaches no case of this one.
  expect((await collector.post(paymentLink.createOfStageCase, form)).data.error).toBe('FORBIDDEN');
  const number = await collector.post(paymentLink.virtualCreateOfCase, { caseId });
  expect(number.data.error).toBe('VIRTUAL_NO_RANGE');
});
