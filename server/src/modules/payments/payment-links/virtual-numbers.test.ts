import { paymentLink } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, type Person } from '../../../../testing/test-calls.ts';
import { previewing } from '../../../../testing/test-previews.ts';
import { lend, makeProduct } from '../../lending/orders/testing/lend.ts';
import { checkDigitOf, receiptTopics } from '../payments/index.ts';
import { putRule } from '../../platform/rules/testing/put-rule.ts';

let app: TestApp;
let desk: Person;
let people: { maker: string; checker: string };
let productNo: string;
let merchantNo: string;
let orderNo: string;
let serial = 0;
const OWN = '600777';
const OTHER = '600888';

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  people = {
    maker: (await addPerson(app.database, 'number.maker')).userNo,
    checker: (await addPerson(app.database, 'number.checker')).userNo,
  };
  productNo = await makeProduct(db);
  ({ merchantNo } = await db
    .selectFrom('loanProduct')
    .select('merchantNo')
    .where('productNo', '=', productNo)
    .executeTakeFirstOrThrow());
  const { userNo } = await addPerson(app.database, 'number.desk', { codes: ['afterLoan:virtualAccount:create'] });
  await db.insertInto('userMerchant').values({ userNo, merchantNo }).execute();
  desk = previewing(app, await as(app, 'number.desk'));
  const { merchantNo: elsewhere } = await db
    .selectFrom('merchant')
    .select('merchantNo')
    .where('merchantNo', '<>', merchantNo)
    .limit(1)
    .executeTakeFirstOrThrow();
  await account('OWN_NUMBERS', OWN, merchantNo, ['710000', '710002']);
  await account('OTHER_NUMBERS', OTHER, elsewhere, ['720000', '729999']);
});
afterAll(async () => await app[Symbol.asyncDispose]());
beforeEach(async () => {
  ({ orderNo } = await lend(app.database.db, { productNo, approvedCents: 300_000, ...people }));
});

/** A receiving account of virtual numbers, of one merchant. */
async function account(accountId: string, shortCode: string, of: string, range: readonly [string, string]) {
  const { db } = app.database;
  const accountCode = `BANK.${accountId}`;
  await sql`insert into account (account_code, name_en, name_zh, account_kind)
    select ${accountCode}, ${accountId}, ${accountId}, account_kind from account
    where account_code = 'BANK.MPESA_PAYBILL'`.execute(db);
  const [rangeFrom, rangeTo] = range;
  const facts = { bankCode: 'MPESA', branch: 'Nairobi', paymentChannel: 'MPESA', codeRule: 'VIRTUAL' } as const;
  const bounds = { minCents: 100_00, maxCents: 250_000_00, rangeFrom, rangeTo };
  await db
    .insertInto('repayAccount')
    .values({ ...facts, ...bounds, accountId, accountCode, accountName: accountId, shortCode, merchantNos: [of] })
    .execute();
}
async function pay(reference: string, shortCode: string, shillings = 500) {
  const TransID = `NUM${(serial += 1)}`;
  const TransTime = new Date(Date.now() + 3 * 3_600_000).toISOString().replace(/\D/g, '').slice(0, 14);
  const body = { TransID, TransTime, TransAmount: shillings, BillRefNumber: reference, BusinessShortCode: shortCode };
  const callback = { callbackId: 1, receivedAt: new Date(), topic: 'mpesa/c2b/confirmation', content: Buffer.alloc(0) };
  await app.database.db.transaction().execute(async (tx) => {
    const topic = receiptTopics({ paybill: '600100' })['mpesa/c2b/confirmation'];
    await topic?.handle(tx, body, { callback, afterCommit: () => undefined });
  });
  return await app.database.db
    .selectFrom('paymentFlow')
    .select(['flowStatus', 'unmatchedFor', 'orderNo', 'appliedCents', 'accountCode', 'merchantNo'])
    .where('paymentCode', '=', TransID)
    .executeTakeFirstOrThrow();
}
const issue = async () => await desk.post(paymentLink.virtualCreate, { orderNo });

it('makes a check digit that finds every wrong digit and swapped neighbours', () => {
  expect(checkDigitOf('7992739871')).toBe('3');
  const body = '710000';
  const digit = checkDigitOf(body);
  for (let at = 0; at < body.length; at += 1) {
    for (const wrong of '0123456789') {
      const typed = body.slice(0, at) + wrong + body.slice(at + 1);
      expect([typed, checkDigitOf(typed) === digit]).toEqual([typed, typed === body]);
    }
  }
});

it('issues one number an order, from its merchant’s range, until the range is full', async () => {
  const { data } = await issue();
  expect(data).toEqual({
    orderNo,
    virtualNo: `710000${checkDigitOf('710000')}`,
    accountName: 'OWN_NUMBERS',
    shortCode: OWN,
  });
  const again = await issue();
  expect(again.data).toMatchObject({ error: 'VIRTUAL_ACCOUNT_EXISTS', facts: { virtualNo: data.virtualNo } });
  expect((await desk.get(paymentLink.virtualOfOrder, { orderNo })).data.number).toEqual(data);
  const orders = [];
  for (let more = 0; more < 3; more += 1) {
    ({ orderNo } = await lend(app.database.db, { productNo, approvedCents: 300_000, ...people }));
    orders.push(orderNo);
  }
  const answers = await Promise.all(orders.map((one) => desk.post(paymentLink.virtualCreate, { orderNo: one })));
  const numbers = answers.flatMap(({ data: one }) => one.virtualNo ?? []);
  expect(new Set(numbers).size).toBe(2);
  expect(answers.filter(({ data: one }) => one.error === 'VIRTUAL_RANGE_FULL')).toHaveLength(1);
  await widen();
});

/** Room for the tests that follow. */
const widen = () =>
  app.database.db
    .updateTable('repayAccount')
    .set({ rangeTo: '719999' })
    .where('accountId', '=', 'OWN_NUMBERS')
    .execute();

it('writes a payment with an order’s number off to that order, into the account it came to', async () => {
  await widen();
  const { virtualNo } = (await issue()).data;
  const paid = await pay(`${virtualNo.slice(0, 3)} ${virtualNo.slice(3)}`, OWN);
  expect(paid).toMatchObject({ flowStatus: 'APPLIED', orderNo, appliedCents: 50_000, accountCode: 'BANK.OWN_NUMBERS' });
});

it('leaves a wrong check digit, a number of nobody and a foreign merchant’s waiting, with the reason', async () => {
  await widen();
  const { virtualNo } = (await issue()).data;
  const wrong = `${virtualNo.slice(0, -1)}${(Number(virtualNo.at(-1)) + 1) % 10}`;
  const nothing = { flowStatus: 'UNMATCHED', orderNo: null, appliedCents: 0 };
  expect(await pay(wrong, OWN)).toMatchObject({ ...nothing, unmatchedFor: 'VIRTUAL_CHECK_DIGIT' });
  expect(await pay(`718888${checkDigitOf('718888')}`, OWN)).toMatchObject({
    ...nothing,
    unmatchedFor: 'VIRTUAL_NOT_ISSUED',
  });
  // A number of ours that was paid in to another merchant's account waits in that merchant's books.
  const foreign = await pay(virtualNo, OTHER);
  expect(foreign).toMatchObject({ ...nothing, unmatchedFor: 'VIRTUAL_FOREIGN', accountCode: 'BANK.OTHER_NUMBERS' });
  expect(foreign.merchantNo).not.toBe(merchantNo);
  expect(await pay(`725555${checkDigitOf('725555')}`, OWN)).toMatchObject({
    ...nothing,
    unmatchedFor: 'VIRTUAL_FOREIGN',
  });
  // Off every range, in the length of the account's rule: a digit in front was typed wrong.
  expect(await pay(`9${virtualNo.slice(1)}`, OWN)).toMatchObject({ ...nothing, unmatchedFor: 'VIRTUAL_CHECK_DIGIT' });
  // The repayment code is good on every account of ours.
  const { repaymentCode } = await app.database.db
    .selectFrom('loanOrder')
    .select('repaymentCode')
    .where('orderNo', '=', orderNo)
    .executeTakeFirstOrThrow();
  expect(await pay(repaymentCode, OTHER)).toMatchObject({ flowStatus: 'APPLIED', orderNo });
});

it('holds money that went to a short code of nobody', async () => {
  await expect(pay('1', '999999')).rejects.toThrow('went to 999999');
});

it('matches by number where the merchant’s rule says so', async () => {
  await widen();
  const { virtualNo } = (await issue()).data;
  const value = { ruleName: 'A rule', paymentChannel: null, minAmountCents: 100, maxAmountCents: 25_000_000 };
  const rule = { ...value, surplusMaxCents: null, workingHoursOnly: false };
  const of = { configKey: 'afterLoan.autoWriteOff', merchantNo, ...people };
  const ruleId = await putRule(app.database.db, {
    ...of,
    versionNo: 1,
    value: { ...rule, matchKeys: ['REPAYMENT_CODE'] },
  });
  expect(await pay(virtualNo, OWN)).toMatchObject({
    flowStatus: 'UNMATCHED',
    orderNo,
    unmatchedFor: 'KEY_OUT_OF_RULE',
  });
  const both = { ...rule, matchKeys: ['VIRTUAL_ACCOUNT', 'REPAYMENT_CODE'] };
  await putRule(app.database.db, { ...of, versionNo: 2, ruleId, value: both });
  expect(await pay(virtualNo, OWN)).toMatchObject({ flowStatus: 'APPLIED', orderNo });
});
