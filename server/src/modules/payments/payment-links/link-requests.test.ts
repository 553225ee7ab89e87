import { paymentLink } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { as } from '../../../../testing/test-calls.ts';
import { lend, makeProduct } from '../../lending/orders/testing/lend.ts';
import { quotePayoffs } from '../payments/index.ts';
import { expectRefusal } from '../payments/testing/every-row.ts';
import { addDays, shownDay } from '../../platform/policy/index.ts';
import { TODAY, TABLES, type LinkDesk, linkDesk } from './testing/link-desk.ts';

let people: LinkDesk['people'];
let desk: LinkDesk['desk'];
let app: LinkDesk['app'];
let orderNo: LinkDesk['orderNo'];
let asked: LinkDesk['asked'];
let about: LinkDesk['about'];
let nextLoan: LinkDesk['nextLoan'];
let create: LinkDesk['create'];
let refused: LinkDesk['refused'];
let make: LinkDesk['make'];
let linkOf: LinkDesk['linkOf'];
let owed: LinkDesk['owed'];
let press: LinkDesk['press'];
let end: LinkDesk['end'];

beforeAll(async () => {
  ({ people, desk, app, orderNo, asked, about, nextLoan, create, refused, make, linkOf, owed, press, end } =
    await linkDesk());
});
beforeEach(async () => {
  orderNo = await nextLoan();
});
afterAll(async () => await app[Symbol.asyncDispose]());

it('refuses amounts out of bounds, other orders and a merchant without an account', async () => {
  const { outstandingCents } = await owed();
  const whole = Math.ceil(outstandingCents / 100) * 100;
  await refused('LINK_AMOUNT_RANGE', { amountCents: 99_00 });
  await refused('LINK_AMOUNT_RANGE', { amountCents: whole + 100 });
  await refused('WHOLE_SHILLINGS', { amountCents: 50_050 });
  await refused('BILL_NOT_FOUND', { billNo: 'B000000000' });
  await refused('ORDER_NOT_FOUND', {}, await as(app, 'link.elsewhere'));
  const accounts = (enabled: boolean) =>
    app.database.db.updateTable('repayAccount').set({ enabled }).where('paymentChannel', '=', 'MPESA').execute();
  await accounts(false);
  await refused('LINK_NO_ACCOUNT', {});
  await accounts(true);
  const { data } = await desk.get(paymentLink.reach, { orderNo, amountCents: 50000 });
  expect(data).toMatchObject({ fromCents: 100_00, toCents: whole, bills: [{ amountCents: 50_000 }], surplusCents: 0 });
});

it('reaches the bills through the one that is chosen, the oldest first', async () => {
  const { db } = app.database;
  const several = await makeProduct(db, { installments: 3, termDays: 90 });
  orderNo = about((await lend(db, { productNo: several, approvedCents: 600_000, ...people })).orderNo);
  const reachOf = async (more: object = {}) => (await desk.get(paymentLink.reach, { orderNo, ...more })).data;
  const all = await reachOf();
  const [first, second, third] = all.bills;
  if (!first || !second || !third) throw new Error('not three bills');
  const through = await reachOf({ billNo: second.billNo });
  expect(through.bills.map((one: { billNo: string }) => one.billNo)).toEqual([first.billNo, second.billNo]);
  expect(through.toCents).toBe(Math.ceil((first.amountCents + second.amountCents) / 100) * 100);
  await refused('LINK_AMOUNT_RANGE', { billNo: second.billNo, amountCents: through.toCents + 100 });
  const { data } = await create({ billNo: second.billNo, amountCents: through.toCents });
  expect(await linkOf(data.linkNo)).toMatchObject({ billNo: second.billNo, amountCents: through.toCents });
  await refused('BILL_NOT_FOUND', { billNo: `${third.billNo}0` });
});

it('sends the address by SMS through the contact gate, and keeps no address in its records', async () => {
  const { data } = await create({ sendSms: true, language: 'sw' });
  const token = new URL(data.url).pathname.slice('/pay/'.length);
  const { payload } = await app.database.db
    .selectFrom('contactDispatch')
    .select('payload')
    .where('attemptId', '=', data.attemptId)
    .executeTakeFirstOrThrow();
  expect(JSON.stringify(payload)).toContain(token);
  const attempt = await app.database.db
    .selectFrom('contactAttempt')
    .select(['purpose', 'content', 'templateCode', 'orderNo'])
    .where('attemptId', '=', data.attemptId)
    .executeTakeFirstOrThrow();
  expect(attempt).toMatchObject({ purpose: 'SERVICE', templateCode: 'PAYMENT_LINK', orderNo });
  expect(attempt.content).not.toContain(token);
  const audit = await app.database.db.selectFrom('auditLog').selectAll().where('subjectNo', '=', data.linkNo).execute();
  expect(JSON.stringify(audit)).not.toContain(token);
  const { customerNo } = await owed();
  await app.database.db
    .insertInto('contactBlock')
    .values({ blockKind: 'DISPUTE', customerNo, note: 'x', setBy: people.maker })
    .execute();
  const links = await app.database.db.selectFrom('paymentLink').select('linkNo').execute();
  expect((await create({ sendSms: true })).data.error).toBe('CONTACT_DISPUTE');
  expect(await app.database.db.selectFrom('paymentLink').select('linkNo').execute()).toEqual(links);
});

it('texts what settles the loan on a day, charged until then, and posts nothing of it', async () => {
  const { db } = app.database;
  await db
    .updateTable('bill')
    .set({ dueDate: addDays(TODAY, 1) })
    .where('orderNo', '=', orderNo)
    .execute();
  const day = addDays(TODAY, 10);
  const { outstandingCents, repaymentCode, customerNo } = await owed();
  const journals = async () =>
    (
      await db
        .selectFrom('journal')
        .select((eb) => eb.fn.countAll<number>().as('all'))
        .executeTakeFirstOrThrow()
    ).all;
  const before = await journals();
  const quotes = await quotePayoffs(db, orderNo);
  const send = async (more: object = {}) =>
    await desk.post(paymentLink.sendPayoff, { orderNo, day, language: 'en', ...more });
  const { data } = await send();
  expect(data.payoffCents).toBeGreaterThan(outstandingCents);
  expect(data.payoffCents).toBe(Math.ceil((quotes[10]?.payoffCents ?? 0) / 100) * 100);
  expect(await journals()).toBe(before);
  expect((await owed()).outstandingCents).toBe(outstandingCents);
  const { payload } = await db
    .selectFrom('contactDispatch')
    .select('payload')
    .where('attemptId', '=', data.attemptId)
    .executeTakeFirstOrThrow();
  const amount = (data.payoffCents / 100).toLocaleString('en-US', { minimumFractionDigits: 2 });
  const said = `KES ${amount} paid on ${shownDay(day)} settles your loan ${orderNo}. M-Pesa account ${repaymentCode}.`;
  expect(payload).toMatchObject({ text: expect.stringContaining(said) });
  const notSent = async (error: string, more: object) => await expectRefusal(db, TABLES, error, () => send(more));
  await notSent('BAD_REQUEST', { day: addDays(TODAY, 14) });
  await notSent('BAD_REQUEST', { day: addDays(TODAY, -1) });
  await notSent('ORDER_NOT_FOUND', { orderNo: 'LO9999999999' });
  await db
    .insertInto('contactBlock')
    .values({ blockKind: 'DISPUTE', customerNo, note: 'x', setBy: people.maker })
    .execute();
  // The gate keeps that it was tried.
  expect((await send()).data.error).toBe('CONTACT_DISPUTE');
  await db.updateTable('loanOrder').set({ orderStatus: 'CLOSED' }).where('orderNo', '=', orderNo).execute();
  await notSent('ILLEGAL_TRANSITION', {});
});

it('lets one address press five times in ten minutes', async () => {
  const { path } = await make();
  for (let time = 0; time < 5; time += 1) {
    await press(path, crypto.randomUUID());
    await end(1032);
  }
  const sixth = await press(path, crypto.randomUUID());
  expect([sixth.status, asked.length]).toEqual([429, 5]);
});

it('answers many who press at once with one prompt', async () => {
  const { path } = await make();
  const answers = await Promise.all(Array.from({ length: 5 }, () => press(path, crypto.randomUUID())));
  expect(answers.map(({ status }) => status)).toEqual([303, 303, 303, 303, 303]);
  expect(asked).toHaveLength(1);
});
