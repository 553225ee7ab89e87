import { collection, paymentPrompt } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, type Person } from '../../../../testing/test-calls.ts';
import { previewing } from '../../../../testing/test-previews.ts';
import { runCaseDay } from '../../collections/collections/index.ts';
import { makeCollector } from '../../collections/collections/testing/collectors.ts';
import { createLogger } from '../../platform/health/index.ts';
import { lend, makeProduct, silentMoney } from '../../lending/orders/testing/lend.ts';
import { expectRefusal } from '../payments/testing/every-row.ts';
import { addDays, businessDateOf } from '../../platform/policy/index.ts';

let app: TestApp;
let operator: Person;
let collector: Person;
let collectorNo: string;
let people: { maker: string; checker: string };
let productNo: string;
let orderNo: string;
const TODAY = businessDateOf(new Date());
const TABLES = ['payment_prompt', 'contact_attempt', 'audit_log', 'idempotency_record', 'journal'];
const asked: { requestNo: string; phone: string; amountCents: number; accountReference: string }[] = [];

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  people = {
    maker: (await addPerson(app.database, 'loan.maker')).userNo,
    checker: (await addPerson(app.database, 'loan.checker')).userNo,
  };
  productNo = await makeProduct(db);
  collectorNo = await makeCollector(app.database, 'asks', {}, [
    'collection:repayLink:create',
    'collection:case:distribute',
  ]);
  collector = previewing(app, await as(app, 'collector.asks'));
  const { userNo } = await addPerson(app.database, 'repay.asks', { codes: ['afterLoan:repayLink:create'] });
  await sql`insert into user_merchant (user_no, merchant_no) select ${userNo}, merchant_no from loan_product where product_no = ${productNo}`.execute(
    db,
  );
  await addPerson(app.database, 'elsewhere.asks', { codes: ['afterLoan:repayLink:create'] });
  operator = previewing(app, await as(app, 'repay.asks'));
  // Any hour of the day at which the tests run, and as often as they like.
  await sql`insert into regulatory_policy (policy_key, effective_from, value) values
    ('contactHours', ${addDays(TODAY, -1)}, '{"from": "00:00", "to": "24:00"}'),
    ('contactCaps', ${addDays(TODAY, -1)}, '{"call": 99, "sms": 99, "robot": 99, "all": 99}')`.execute(db);
  const gateways = app.services.engine.gateways as { money: unknown };
  gateways.money = {
    ...silentMoney,
    requestPayment: async (request: (typeof asked)[number]) => {
      asked.push(request);
      return await silentMoney.requestPayment({ ...request, remark: '', at: new Date() });
    },
  };
});
afterAll(async () => await app[Symbol.asyncDispose]());

beforeEach(async () => {
  ({ orderNo } = await lend(app.database.db, { productNo, approvedCents: 500_000, ...people }));
  asked.length = 0;
});

const billOf = async () =>
  await app.database.db
    .selectFrom('bill')
    .innerJoin('billBalance', 'billBalance.billNo', 'bill.billNo')
    .select(['bill.billNo', 'outstandingCents'])
    .where('orderNo', '=', orderNo)
    .executeTakeFirstOrThrow();
const ask = (more: object = {}, who = operator) =>
  who.post(paymentPrompt.create, { orderNo, amountCents: 50_000, ...more });
const refused = (error: string, more: object, who = operator) =>
  expectRefusal(app.database.db, TABLES, error, () => ask(more, who));

it('asks the borrower’s phone once for what is owed, and shows how that went', async () => {
  const { billNo } = await billOf();
  const { data } = await ask({ billNo });
  expect(data).toMatchObject({ promptStatus: 'CREATED', amountCents: 50_000 });
  const { phone, repaymentCode } = await app.database.db
    .selectFrom('loanOrder')
    .innerJoin('customer', 'customer.customerNo', 'loanOrder.customerNo')
    .select(['customer.phone', 'repaymentCode'])
    .where('orderNo', '=', orderNo)
    .executeTakeFirstOrThrow();
  expect(asked).toMatchObject([
    { requestNo: data.promptNo, phone, amountCents: 50_000, accountReference: repaymentCode },
  ]);
  const shown = (await operator.get(paymentPrompt.ofOrder, { orderNo })).data;
  expect(shown).toMatchObject([{ promptNo: data.promptNo, billNo, promptStatus: 'SENT', madeByName: 'repay.asks' }]);
  expect(shown[0].phone).not.toContain(phone);
  const attempt = await app.database.db
    .selectFrom('contactAttempt')
    .select(['channel', 'purpose', 'orderNo'])
    .where('attemptId', '=', data.attemptId)
    .executeTakeFirst();
  expect(attempt).toEqual({ channel: 'SMS', purpose: 'SERVICE', orderNo });
  await refused('PROMPT_LIVE', {});
  expect(asked).toHaveLength(1);
});

it('lets one of two through who ask at once', async () => {
  const answers = await Promise.all([ask(), ask(), ask()]);
  expect(answers.filter(({ code }) => code === 0)).toHaveLength(1);
  expect(new Set(answers.flatMap(({ data }) => data.error ?? []))).toEqual(new Set(['PROMPT_LIVE']));
  expect(asked).toHaveLength(1);
});

it('refuses amounts out of bounds, other orders and other people’s', async () => {
  const { outstandingCents } = await billOf();
  const whole = Math.ceil(outstandingCents / 100) * 100;
  await refused('LINK_AMOUNT_RANGE', { amountCents: 99_00 });
  await refused('LINK_AMOUNT_RANGE', { amountCents: whole + 100 });
  await refused('WHOLE_SHILLINGS', { amountCents: 50_050 });
  await refused('BILL_NOT_FOUND', { billNo: 'B000000000' });
  await refused('ORDER_NOT_FOUND', {}, await as(app, 'elsewhere.asks'));
  await app.database.db
    .updateTable('loanOrder')
    .set({ orderStatus: 'CLOSED' })
    .where('orderNo', '=', orderNo)
    .execute();
  await refused('ILLEGAL_TRANSITION', {});
  await app.database.db
    .updateTable('loanOrder')
    .set({ orderStatus: 'DISBURSED' })
    .where('orderNo', '=', orderNo)
    .execute();
  expect((await ask({ amountCents: whole })).code).toBe(0);
});

it('asks the gate: a phone that nobody may contact is not asked to pay', async () => {
  const { customerNo } = await app.database.db
    .selectFrom('loanOrder')
    .select('customerNo')
    .where('orderNo', '=', orderNo)
    .executeTakeFirstOrThrow();
  await app.database.db
    .insertInto('contactBlock')
    .values({ blockKind: 'DISPUTE', customerNo, note: 'x', setBy: people.maker })
    .execute();
  const before = await app.database.db.selectFrom('paymentPrompt').select('promptNo').execute();
  expect((await ask()).data.error).toBe('CONTACT_DISPUTE');
  const after = await app.database.db.selectFrom('paymentPrompt').select('promptNo').execute();
  expect([after, asked]).toEqual([before, []]);
});

it('asks for a case by the collector who has it, for its own bills', async () => {
  const { db } = app.database;
  const log = createLogger('silent');
  await sql`update bill set due_date = ${addDays(TODAY, -5)}, accrued_through = ${addDays(TODAY, -1)}
    where order_no = ${orderNo}`.execute(db);
  await runCaseDay(db, addDays(TODAY, -1), log);
  const { caseNo: caseId } = await db
    .selectFrom('collectionCase')
    .select('caseNo')
    .where('orderNo', '=', orderNo)
    .executeTakeFirstOrThrow();
  const form = { caseId, amountCents: 50_000 };
  expect((await collector.post(paymentPrompt.createOfCase, form)).data.error).toBe('CASE_NOT_YOURS');
  await collector.post(collection.byOrder.distribute, {
    caseIds: [caseId],
    mode: 'HAND',
    collectionUserNo: collectorNo,
  });
  expect((await operator.post(paymentPrompt.createOfCase, form)).data.error).toBe('FORBIDDEN');
  const { data } = await collector.post(paymentPrompt.createOfCase, form);
  expect(data).toMatchObject({ promptStatus: 'CREATED' });
  expect(asked).toMatchObject([{ requestNo: data.promptNo }]);
  const [kept] = await db
    .selectFrom('contactAttempt')
    .select(['purpose', 'caseNo'])
    .where('attemptId', '=', data.attemptId)
    .execute();
  expect(kept).toEqual({ purpose: 'COLLECTION', caseNo: caseId });
});
