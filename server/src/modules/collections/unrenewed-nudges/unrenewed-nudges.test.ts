import { smsMarketingTemplate, unrenewedLoanSms } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, listOf, type Person } from '../../../../testing/test-calls.ts';
import { stopContact } from '../contacts/index.ts';
import { createLogger } from '../../platform/health/index.ts';
import { createJobQueue, startJobWorker } from '../../platform/jobs/index.ts';
import { addDays, businessDateOf, startOfBusinessDate } from '../../platform/policy/index.ts';
import { sendNudge } from './send.ts';
import { countRenewals, runNudges } from './index.ts';

let app: TestApp;
let maker: Person;
let checker: Person;
let elsewhere: Person;
let approver: string;
let merchantNo: string;
let lender: string;
let templateNo: string;
const log = createLogger('silent');
const TODAY = businessDateOf(new Date());
/** 17:00 EAT of today: every step of the tests is due by then. */
const EVENING = new Date(startOfBusinessDate(TODAY).getTime() + 17 * 3_600_000);
const PAGES = ['SmsMarketingTemplate', 'UnrenewedLoanSmsConfig'].map(
  (name) => `/AdminContent/MarketingManagement/${name}`,
);
const CODES = [
  'template:save',
  'template:approve',
  'template:enable',
  'unrenewed:save',
  'unrenewed:approve',
  'unrenewed:export',
];

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  ({ merchantNo, merchantName: lender } = await db
    .selectFrom('merchant')
    .selectAll()
    .orderBy('merchantNo', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow());
  for (const name of ['un.maker', 'un.checker', 'un.elsewhere']) {
    const codes = [...CODES, 'recipient:phone'].map((code) => `marketing:${code}`);
    const { userNo } = await addPerson(app.database, name, { codes, pages: PAGES });
    if (name !== 'un.elsewhere') await db.insertInto('userMerchant').values({ userNo, merchantNo }).execute();
    if (name === 'un.checker') approver = userNo;
  }
  [maker, checker, elsewhere] = [await as(app, 'un.maker'), await as(app, 'un.checker'), await as(app, 'un.elsewhere')];
  // Whenever the tests run, people may be written to.
  await sql`insert into regulatory_policy (policy_key, effective_from, value)
    values ('contactHours', ${TODAY}, '{"from":"00:00","to":"24:00"}')`.execute(db);
  templateNo = await enabledTemplate();
});
afterAll(async () => await app[Symbol.asyncDispose]());

async function enabledTemplate(): Promise<string> {
  const form = {
    merchantNo,
    templateName: 'Again',
    scene: 'REPEAT_LOAN',
    language: 'en',
    content: `{{firstName}}, borrow again. ${lender}`,
  };
  const made = (await maker.post(smsMarketingTemplate.save, form)).data.templateNo;
  await maker.post(smsMarketingTemplate.submit, { templateNo: made });
  await checker.post(smsMarketingTemplate.approve, { templateNo: made });
  return made;
}

let made = 0;
/** A product of its own, so that strategies of tests do not meet. */
async function product(): Promise<string> {
  made += 1;
  const { rows } = await sql<{ productNo: string }>`insert into loan_product (merchant_no, product_name)
    values (${merchantNo}, ${`Nudged ${made}`}) returning product_no`.execute(app.database.db);
  const productNo = rows[0]?.productNo ?? '';
  await sql`insert into loan_product_version (product_no, version_no, effective_from, terms)
    values (${productNo}, 1, '2026-01-01', '{}')`.execute(app.database.db);
  return productNo;
}

/** Customers who agreed to offers and settled a loan of the product so many days ago. @returns their orders */
async function settled(productNo: string, people: number, { days = 3, agreed = true } = {}) {
  const { db } = app.database;
  const orders: { orderNo: string; customerNo: string; phone: string }[] = [];
  for (let index = 0; index < people; index += 1) {
    made += 1;
    const phone = `254755${String(made).padStart(6, '0')}`;
    const { customerNo } = await db
      .insertInto('customer')
      .values({ customerName: 'Achieng Otieno', idCardNo: `${40_000_000 + made}`, merchantNo, phone })
      .returning('customerNo')
      .executeTakeFirstOrThrow();
    if (agreed) {
      await db
        .insertInto('contactParty')
        .values({ partyKind: 'LEAD', merchantNo, phone, partyName: 'Achieng', consentedAt: new Date() })
        .execute();
    }
    const closedAt = new Date(startOfBusinessDate(addDays(TODAY, -days)).getTime() + 9 * 3_600_000);
    orders.push({ orderNo: await loan(productNo, customerNo, { status: 'CLOSED', closedAt }), customerNo, phone });
  }
  return orders;
}

async function loan(
  productNo: string,
  customerNo: string,
  { status, closedAt, applied }: { readonly status: string; readonly closedAt?: Date; readonly applied?: Date },
): Promise<string> {
  made += 1;
  const appliedAt = applied ?? new Date((closedAt ?? new Date()).getTime() - 20 * 86_400_000);
  const lentAt = status === 'PENDING_REVIEW' ? null : appliedAt;
  const { rows } = await sql<{ orderNo: string }>`insert into loan_order (merchant_no, customer_no, product_no,
      product_version_no, terms, loan_type, applied_cents, order_status, collection_scope, repayment_code, payee_phone,
      payee_name, apply_time, lending_time, closed_at)
    values (${merchantNo}, ${customerNo}, ${productNo}, 1, '{}', 'REPEAT', 500000, ${status}, 'ORDER',
      ${`UN${String(made).padStart(6, '0')}`}, '254700000001', 'Achieng Otieno', ${appliedAt}, ${lentAt},
      ${closedAt ?? null}) returning order_no`.execute(app.database.db);
  return rows[0]?.orderNo ?? '';
}

const form = (productNo: string, more: object = {}) => ({
  configName: 'Come back',
  merchantNo,
  productNos: [productNo],
  steps: [{ daysSinceSettled: 3, sendTime: '08:00', templateNo, couponTemplateNo: null }],
  minOnTimeCount: 0,
  excludeMaxDpdOver: null,
  excludeReappliedDays: null,
  dailyCap: 100,
  holdOutPercent: 0,
  attributionDays: 7,
  effectiveFrom: '2026-01-01',
  ...more,
});
async function enabled(productNo: string, more: object = {}): Promise<string> {
  const { configNo } = (await maker.post(unrenewedLoanSms.save, form(productNo, more))).data;
  await maker.post(unrenewedLoanSms.submit, { configNo });
  expect((await checker.post(unrenewedLoanSms.approve, { configNo })).data.status).toBe('ENABLED');
  return configNo;
}
const run = (at = EVENING) => runNudges({ db: app.database.db, services: app.services, log }, at);
const one = async (configNo: string) => (await maker.get(unrenewedLoanSms.detail, { configNo })).data;
const sendsOf = async (configNo: string) =>
  await app.database.db
    .selectFrom('unrenewedSend')
    .selectAll()
    .where('configNo', '=', configNo)
    .orderBy('sendNo')
    .execute();

/** Lets the real worker carry out what runs started. */
async function work(configNo: string): Promise<void> {
  const { db, url } = app.database;
  const queue = createJobQueue({ db, connectionString: url, log });
  const stop = await startJobWorker({ db, services: { ...app.services, jobs: queue }, log }, queue);
  await expect
    .poll(async () => (await one(configNo)).runs.map(({ status }: { status: string }) => status), {
      interval: 50,
      timeout: 20_000,
    })
    .not.toContainEqual(expect.stringMatching(/QUEUED|RUNNING/));
  await stop();
}

it('another person enables what one wrote; a product has one strategy', async () => {
  const productNo = await product();
  const { configNo, version } = (await maker.post(unrenewedLoanSms.save, form(productNo))).data;
  expect(
    (await maker.post(unrenewedLoanSms.save, { ...form(productNo), configNo, version: version + 1 })).data.error,
  ).toBe('STALE');
  const twice = await maker.post(unrenewedLoanSms.save, form(productNo));
  expect(twice.data).toMatchObject({ error: 'UNRENEWED_EXISTS', fields: [{ field: 'productNos' }] });
  await maker.post(unrenewedLoanSms.submit, { configNo });
  expect((await maker.post(unrenewedLoanSms.approve, { configNo })).data.error).toBe('MAKER_IS_CHECKER');
  expect((await elsewhere.post(unrenewedLoanSms.approve, { configNo })).data.error).toBe('UNRENEWED_NOT_FOUND');
  await checker.post(unrenewedLoanSms.sendBack, { configNo, reason: 'Too many' });
  await maker.post(unrenewedLoanSms.submit, { configNo });
  await checker.post(unrenewedLoanSms.approve, { configNo });
  expect((await maker.post(unrenewedLoanSms.save, { ...form(productNo), configNo, version: 5 })).data.error).toBe(
    'ILLEGAL_TRANSITION',
  );
  await maker.post(unrenewedLoanSms.disable, { configNo });
  // A disabled one makes room for another, and cannot be enabled beside it.
  await enabled(productNo, { configName: 'Next' });
  expect((await checker.post(unrenewedLoanSms.enable, { configNo })).data.error).toBe('UNRENEWED_EXISTS');
});

it('refuses days that do not rise, hours outside the day, disabled texts and foreign products', async () => {
  const productNo = await product();
  const save = async (more: object) => (await maker.post(unrenewedLoanSms.save, form(productNo, more))).data;
  const [step] = form(productNo).steps;
  expect((await save({ steps: [step, step] })).fields[0].field).toBe('steps.1.daysSinceSettled');
  expect((await save({ steps: [{ ...step, sendTime: '19:00' }] })).fields[0].field).toBe('steps.0.sendTime');
  const other = await enabledTemplate();
  await checker.post(smsMarketingTemplate.disable, { templateNo: other });
  expect(await save({ steps: [{ ...step, templateNo: other }] })).toMatchObject({
    error: 'MARKETING_TEMPLATE_NOT_ENABLED',
    fields: [{ field: 'steps.0.templateNo' }],
  });
  expect((await save({ productNos: ['PR9999'] })).error).toBe('REFERENCE_UNKNOWN');
});

it('writes to each person once as a job of who enabled it, though turns overlap', async () => {
  const productNo = await product();
  const people = await settled(productNo, 5);
  await settled(productNo, 1, { agreed: false });
  await settled(productNo, 1, { days: 4 });
  const configNo = await enabled(productNo);
  const preview = (await maker.post(unrenewedLoanSms.preview, { configNo })).data;
  expect(preview).toMatchObject({ steps: [{ due: 6, messages: 5, skipped: 1 }], messages: 5 });
  expect(JSON.stringify(preview.sample)).not.toMatch(/254\d{9}|Achieng/);
  await Promise.all([run(), run()]);
  await run();
  const job = await app.database.db
    .selectFrom('job')
    .selectAll()
    .where('kind', '=', 'unrenewedLoanSms.send')
    .where(sql<boolean>`params ->> 'configNo' = ${configNo}`)
    .executeTakeFirstOrThrow();
  expect(job).toMatchObject({ userNo: approver, total: 5 });
  await work(configNo);
  await run();
  const { row, runs, steps, skips } = await one(configNo);
  expect(runs).toEqual([expect.objectContaining({ jobNo: job.jobNo, status: 'SUCCESS', due: 6, sent: 5, skipped: 1 })]);
  expect(steps).toMatchObject([{ sent: 5, renewed: 0 }]);
  expect(skips).toEqual([{ reason: 'NO_CONSENT', people: 1 }]);
  expect(row).toMatchObject({ nudgedCount: 5, renewalRate: 0 });
  const attempts = await app.database.db
    .selectFrom('contactAttempt')
    .select(['phone', 'purpose', 'content'])
    .where(
      'phone',
      'in',
      people.map(({ phone }) => phone),
    )
    .execute();
  expect(attempts).toHaveLength(5);
  expect(attempts[0]).toMatchObject({
    purpose: 'MARKETING',
    content: expect.stringMatching(/^Achieng, borrow again.*STOP/),
  });
  const sends = await maker.post(unrenewedLoanSms.sends, listOf({ configNo }));
  expect(sends.data.total).toBe(6);
  expect((await elsewhere.post(unrenewedLoanSms.sends, listOf({ configNo }))).data.total).toBe(0);
});

it('another strategy does not write again for the same settlement', async () => {
  const productNo = await product();
  await settled(productNo, 2);
  const first = await enabled(productNo);
  await run();
  await work(first);
  await maker.post(unrenewedLoanSms.disable, { configNo: first });
  const next = await enabled(productNo);
  await run();
  expect(await sendsOf(next)).toEqual([]);
  expect((await one(next)).runs).toMatchObject([{ status: 'NOBODY_DUE', jobNo: null }]);
});

it('leaves out who applied again or has a bill to pay, also after they were written down', async () => {
  const productNo = await product();
  const [applied, later] = await settled(productNo, 2);
  if (!applied || !later) throw new Error('nobody settled');
  await loan(productNo, applied.customerNo, { status: 'PENDING_REVIEW', applied: new Date() });
  const configNo = await enabled(productNo);
  await run();
  expect(await sendsOf(configNo)).toMatchObject([{ orderNo: later.orderNo, recipientStatus: 'PENDING' }]);
  await loan(productNo, later.customerNo, { status: 'PENDING_REVIEW', applied: new Date() });
  await work(configNo);
  expect(await sendsOf(configNo)).toMatchObject([{ recipientStatus: 'SKIPPED', unrenewedSkip: 'APPLIED_AGAIN' }]);
});

it('keeps to its daily limit, and counts loans in the window against the hold-out', async () => {
  const productNo = await product();
  const people = await settled(productNo, 40);
  const configNo = await enabled(productNo, { dailyCap: 12, holdOutPercent: 50 });
  await run();
  await work(configNo);
  const sends = await sendsOf(configNo);
  const of = (status: string) => sends.filter((one) => one.recipientStatus === status);
  expect(of('SENT')).toHaveLength(12);
  expect(of('HELD_OUT').length).toBeGreaterThan(5);
  expect(of('SKIPPED').every((one) => one.unrenewedSkip === 'DAILY_CAP')).toBe(true);
  expect(sends).toHaveLength(people.length);
  const [nudged, late] = of('SENT');
  const [heldOut] = of('HELD_OUT');
  if (!nudged?.sentAt || !late?.sentAt || !heldOut?.sentAt) throw new Error('nobody got a message');
  const after = (at: Date, days: number) => new Date(at.getTime() + days * 86_400_000 + 60_000);
  const orderNo = await loan(productNo, nudged.customerNo, { status: 'DISBURSED', applied: after(nudged.sentAt, 2) });
  await loan(productNo, late.customerNo, { status: 'DISBURSED', applied: after(late.sentAt, 7) });
  await loan(productNo, heldOut.customerNo, { status: 'DISBURSED', applied: after(heldOut.sentAt, 1) });
  await countRenewals(app.database.db, after(EVENING, 9));
  await countRenewals(app.database.db, after(EVENING, 9));
  const { row, steps } = await one(configNo);
  expect(steps).toMatchObject([{ sent: 12, renewed: 1, heldOutRenewed: 1 }]);
  expect(row).toMatchObject({ nudgedCount: 12, renewedCount: 1, renewalRate: 8.3, attributionDays: 7 });
  expect((await sendsOf(configNo)).find((one) => one.sendNo === nudged.sendNo)?.renewedOrderNo).toBe(orderNo);
});

it('STOP closes every channel at once, for what waits to leave too', async () => {
  const productNo = await product();
  const [first, second] = await settled(productNo, 2);
  if (!first || !second) throw new Error('nobody settled');
  const configNo = await enabled(productNo);
  await run();
  const { db } = app.database;
  await db.transaction().execute((tx) => stopContact(tx, { phone: second.phone, merchantNo }));
  await work(configNo);
  expect(await sendsOf(configNo)).toMatchObject([
    { recipientStatus: 'SENT' },
    { recipientStatus: 'SKIPPED', unrenewedSkip: 'OBJECTED' },
  ]);
  await db.transaction().execute((tx) => stopContact(tx, { phone: first.phone, merchantNo }));
  await app.services.engine.dispatch();
  await run();
  expect(await sendsOf(configNo)).toMatchObject([
    { recipientStatus: 'SKIPPED', unrenewedSkip: 'OBJECTED' },
    { recipientStatus: 'SKIPPED' },
  ]);
  const left = await db
    .selectFrom('contactReference')
    .select('attemptId')
    .where(
      'attemptId',
      'in',
      (await sendsOf(configNo)).flatMap(({ attemptId }) => attemptId ?? []),
    )
    .execute();
  expect(left).toEqual([]);
});

it('a disabling drops what was not sent; a step is not sent on another day', async () => {
  const productNo = await product();
  await settled(productNo, 2);
  const configNo = await enabled(productNo);
  await run();
  await maker.post(unrenewedLoanSms.disable, { configNo });
  expect(await sendsOf(configNo)).toMatchObject([
    { recipientStatus: 'SKIPPED', unrenewedSkip: 'STRATEGY_DISABLED' },
    { recipientStatus: 'SKIPPED' },
  ]);
  await work(configNo);
  const other = await product();
  await settled(other, 1);
  const next = await enabled(other);
  await run();
  const [send] = await sendsOf(next);
  await run(new Date(EVENING.getTime() + 86_400_000));
  expect(await sendsOf(next)).toMatchObject([{ recipientStatus: 'SKIPPED', unrenewedSkip: 'NOT_SENT' }]);
  expect(await app.database.db.transaction().execute((tx) => sendNudge(tx, send?.sendNo ?? '', EVENING))).toBe('OVER');
});

it('leaves by the marketing route of the merchant: in its hours, with its words', async () => {
  const { db } = app.database;
  const productNo = await product();
  await settled(productNo, 1);
  const configNo = await enabled(productNo);
  await run();
  const [{ sendNo } = { sendNo: '' }] = await sendsOf(configNo);
  await sql`insert into sms_account (account_code, provider, sender_id, unit_price_cents, is_enabled)
    values ('NUDGES', 'SERVER', 'PROMO', 80, true)`.execute(db);
  const { rows } = await sql<{ routeNo: string; subjectNo: string }>`insert into sms_route (sms_kind, merchant_no,
    created_by) values ('MARKETING', ${merchantNo}, 'U000001') returning route_no, subject_no`.execute(db);
  const [{ routeNo, subjectNo } = { routeNo: '', subjectNo: '' }] = rows;
  const limits = { dailyCap: 9, perPhonePerDay: 1, perPhonePerWeek: 1, dailyBudgetCents: 1_000_000 };
  const account = { accounts: [{ accountCode: 'NUDGES', weight: 100 }], failoverAccountCode: null };
  const hours = { failoverAfterSeconds: 30, windowStart: '18:00', windowEnd: '19:00', optOutText: 'Jibu STOP' };
  await sql`insert into config_version (config_key, subject_no, version_no, value, effective_from, in_force_from,
      stored_status, maker_user_no, editor_user_nos, reason)
    values ('sms.marketingRoute', ${subjectNo}, 1, ${JSON.stringify({ isEnabled: true, ...account, ...hours, ...limits })},
      '2026-01-01', '2026-01-01', 'IN_FORCE', 'U000001', '{U000001}', 'Test')`.execute(db);
  const sentAt = async (at: Date) => await db.transaction().execute((tx) => sendNudge(tx, sendNo, at));
  const opens = new Date(EVENING.getTime() + 3_600_000);
  expect(await sentAt(EVENING)).toBe('WAITS');
  expect(await sendsOf(configNo)).toMatchObject([{ unrenewedSkip: 'ROUTE_LIMIT', nextAt: opens }]);
  expect(await sentAt(opens)).toBe('SENT');
  const text = await sql<{ content: string }>`select a.content from unrenewed_send s join contact_attempt a
    using (attempt_id) where s.send_no = ${sendNo} and s.route_no = ${routeNo}`.execute(db);
  expect(text.rows[0]?.content).toMatch(/ Jibu STOP$/);
});

it('a run fails, and says why, once the person who enabled the strategy may not approve any more', async () => {
  const productNo = await product();
  await settled(productNo, 1);
  const configNo = await enabled(productNo);
  const { db } = app.database;
  await db.updateTable('appUser').set({ userStatus: 'FROZEN' }).where('userNo', '=', approver).execute();
  await run();
  await work(configNo);
  expect((await one(configNo)).runs).toMatchObject([{ status: 'FAILURE', reason: expect.any(String), sent: 0 }]);
  await db.updateTable('appUser').set({ userStatus: 'NORMAL' }).where('userNo', '=', approver).execute();
});
