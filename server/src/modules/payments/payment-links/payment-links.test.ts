import { paymentLink } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, type Person } from '../../../../testing/test-calls.ts';
import { previewing } from '../../../../testing/test-previews.ts';
import { lend, makeProduct, silentMoney } from '../../lending/orders/testing/lend.ts';
import { quotePayoffs } from '../payments/index.ts';
import { expectRefusal } from '../payments/testing/every-row.ts';
import { driftedBills, trialBalance } from '../../platform/ledger/index.ts';
import { addDays, businessDateOf, lapseOfBusinessDate, shownDay } from '../../platform/policy/index.ts';
import { promptTopics } from '../prompts/index.ts';

let app: TestApp;
let desk: Person;
let people: { maker: string; checker: string };
let productNo: string;
let orderNo: string;
let serial = 0;
const TODAY = businessDateOf(new Date());
const TABLES = ['payment_link', 'payment_prompt', 'contact_attempt', 'audit_log', 'idempotency_record', 'journal'];
const asked: { requestNo: string; phone: string; amountCents: number; accountReference: string }[] = [];

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  people = {
    maker: (await addPerson(app.database, 'link.maker')).userNo,
    checker: (await addPerson(app.database, 'link.checker')).userNo,
  };
  productNo = await makeProduct(db);
  const codes = ['afterLoan:repayLink:create'];
  const { userNo } = await addPerson(app.database, 'link.desk', { codes });
  await sql`insert into user_merchant (user_no, merchant_no) select ${userNo}, merchant_no from loan_product where product_no = ${productNo}`.execute(
    db,
  );
  await addPerson(app.database, 'link.elsewhere', { codes });
  desk = previewing(app, await as(app, 'link.desk'));
  // Any hour of the day at which the tests run, and as often as they like.
  await sql`insert into regulatory_policy (policy_key, effective_from, value) values
    ('contactHours', ${addDays(TODAY, -1)}, '{"from": "00:00", "to": "24:00"}'),
    ('contactCaps', ${addDays(TODAY, -1)}, '{"call": 99, "sms": 99, "robot": 99, "all": 99}')`.execute(db);
  const gateways = app.services.engine.gateways as { money: unknown; sms: unknown };
  gateways.money = {
    ...silentMoney,
    requestPayment: async (request: (typeof asked)[number]) => {
      asked.push(request);
      return await silentMoney.requestPayment({ ...request, remark: '', at: new Date() });
    },
  };
  gateways.sms = { send: async () => ({ reference: `sms${(serial += 1)}` }) };
});
afterAll(async () => await app[Symbol.asyncDispose]());

beforeEach(async () => {
  ({ orderNo } = await lend(app.database.db, { productNo, approvedCents: 500_000, ...people }));
  asked.length = 0;
});

const form = (more: object = {}) => ({ orderNo, amountCents: 50_000, sendSms: false, language: 'en', ...more });
const create = async (more: object = {}, who = desk) => await who.post(paymentLink.create, form(more));
const refused = (error: string, more: object, who = desk) =>
  expectRefusal(app.database.db, TABLES, error, () => create(more, who));
async function make(more: object = {}): Promise<{ linkNo: string; path: string }> {
  const { data } = await create(more);
  return { linkNo: data.linkNo, path: new URL(data.url).pathname };
}
const linkOf = async (linkNo: string) =>
  await app.database.db.selectFrom('paymentLink').selectAll().where('linkNo', '=', linkNo).executeTakeFirstOrThrow();
const owed = async () =>
  await app.database.db
    .selectFrom('bill')
    .innerJoin('billBalance', 'billBalance.billNo', 'bill.billNo')
    .innerJoin('loanOrder', 'loanOrder.orderNo', 'bill.orderNo')
    .innerJoin('customer', 'customer.customerNo', 'loanOrder.customerNo')
    .select(['bill.billNo', 'outstandingCents', 'customer.customerNo', 'customer.phone', 'customer.customerName'])
    .select(['loanOrder.repaymentCode', 'bill.dueDate'])
    .where('bill.orderNo', '=', orderNo)
    .executeTakeFirstOrThrow();

/** Opens the page as a phone does. */
async function open(path: string, headers: Record<string, string> = {}) {
  const reply = await app.http.inject({ method: 'GET', url: path, headers });
  const state = /data-state="(\w+)"/.exec(reply.body)?.[1];
  const key = /name="key" value="([^"]+)"/.exec(reply.body)?.[1] ?? '';
  return { status: reply.statusCode, headers: reply.headers, html: reply.body, state, key };
}
async function press(path: string, key: string) {
  const reply = await app.http.inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: `key=${key}`,
  });
  return { status: reply.statusCode, location: reply.headers['location'], html: reply.body };
}
const eat = (at: Date) => new Date(at.getTime() + 3 * 3_600_000).toISOString().replace(/\D/g, '').slice(0, 14);
/** How M-Pesa tells the end of the newest prompt. */
async function end(code: number, prompt = asked.at(-1)) {
  const receipt = `LINK${String((serial += 1)).padStart(6, '0')}`;
  const items = [
    { Name: 'Amount', Value: (prompt?.amountCents ?? 0) / 100 },
    { Name: 'MpesaReceiptNumber', Value: receipt },
    { Name: 'TransactionDate', Value: Number(eat(new Date())) },
    { Name: 'PhoneNumber', Value: Number(prompt?.phone) },
  ];
  const stkCallback = {
    MerchantRequestID: 'm',
    CheckoutRequestID: `requested-${prompt?.requestNo}`,
    ResultCode: code,
    ResultDesc: 'told',
    ...(code === 0 && { CallbackMetadata: { Item: items } }),
  };
  const topic = `mpesa/stk/${prompt?.requestNo}`;
  const callback = { callbackId: 1, receivedAt: new Date(), topic, content: Buffer.alloc(0) };
  await app.database.db.transaction().execute(async (tx) => {
    await promptTopics()['mpesa/stk/*']?.handle(
      tx,
      { Body: { stkCallback } },
      { callback, afterCommit: () => undefined },
    );
  });
  return receipt;
}

it('makes a link until 23:59 EAT whose page takes a payment by M-Pesa, once', async () => {
  const { linkNo, path } = await make();
  const { merchantNo } = await linkOf(linkNo);
  await app.database.db.deleteFrom('hotline').where('merchantNo', '=', merchantNo).execute();
  expect((await open(path)).html).not.toContain('tel:');
  const hotline = {
    merchantNo,
    contactType: 'PHONE' as const,
    contactValue: '254709111333',
    languages: ['en'],
    sort: 1,
  };
  await app.database.db
    .insertInto('hotline')
    .values({ ...hotline, serviceHours: '[]', updatedBy: people.maker })
    .execute();
  expect((await linkOf(linkNo)).expiresAt).toEqual(lapseOfBusinessDate(TODAY));
  const page = await open(path);
  expect([page.status, page.state]).toEqual([200, 'open']);
  expect(page.html).toContain('KES 500.00');
  expect(page.html).toContain('href="tel:+254709111333"');
  expect(await press(path, page.key)).toMatchObject({ status: 303, location: path });
  const { phone, repaymentCode } = await owed();
  expect(asked).toMatchObject([{ phone, amountCents: 50_000, accountReference: repaymentCode }]);
  expect((await open(path)).state).toBe('waiting');
  // The same press again, another one, and one of a second tab.
  expect([await press(path, page.key), await press(path, crypto.randomUUID())]).toMatchObject([
    { status: 303 },
    { status: 303 },
  ]);
  expect(asked).toHaveLength(1);
  const before = (await owed()).outstandingCents;
  const receipt = await end(0);
  expect((await owed()).outstandingCents).toBe(before - 50_000);
  const paid = await open(path);
  expect(paid.state).toBe('paid');
  expect(paid.html).toContain(receipt);
  await press(path, crypto.randomUUID());
  expect(asked).toHaveLength(1);
  expect(await linkOf(linkNo)).toMatchObject({ linkStatus: 'PAID' });
});

it('says how a prompt failed and lets the customer press again', async () => {
  const { path } = await make();
  await press(path, (await open(path)).key);
  await end(1032);
  const page = await open(`${path}?lang=en`);
  expect([page.state, page.html.includes('cancelled on the phone')]).toEqual(['open', true]);
  expect((await open(`${path}?lang=sw`)).html).toContain('yameghairiwa');
  await press(path, page.key);
  expect(asked).toHaveLength(2);
});

it('keeps what is paid twice: the surplus is the customer’s credit', async () => {
  const { outstandingCents, billNo, customerNo } = await owed();
  const whole = Math.ceil(outstandingCents / 100) * 100;
  const { linkNo, path } = await make({ amountCents: whole });
  await press(path, (await open(path)).key);
  const first = asked.at(-1);
  // M-Pesa says that it failed, the customer presses again, and both are paid after all.
  await end(1037);
  await press(path, (await open(path)).key);
  await end(0);
  await end(0, first);
  expect(
    (
      await app.database.db
        .selectFrom('billBalance')
        .select('outstandingCents')
        .where('billNo', '=', billNo)
        .executeTakeFirst()
    )?.outstandingCents,
  ).toBe(0);
  const { credit } = await app.database.db
    .selectFrom('paymentFlow')
    .select(sql<number>`sum(credited_cents)::bigint`.as('credit'))
    .where('customerNo', '=', customerNo)
    .executeTakeFirstOrThrow();
  expect(credit).toBe(2 * whole - outstandingCents);
  expect(await linkOf(linkNo)).toMatchObject({ linkStatus: 'PAID' });
  expect(await driftedBills(app.database.db)).toEqual([]);
  expect((await trialBalance(app.database.db)).differenceCents).toBe(0);
});

it('asks for what is still owed where that is less, and for nothing once all is paid', async () => {
  const { outstandingCents } = await owed();
  const whole = Math.ceil(outstandingCents / 100) * 100;
  const [one, other] = [await make({ amountCents: whole }), await make({ amountCents: 100_000 })];
  await press(other.path, (await open(other.path)).key);
  await end(0);
  const page = await open(one.path);
  expect(page.html).toContain(`KES ${((whole - 100_000) / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })}`);
  await press(one.path, page.key);
  expect(asked.at(-1)?.amountCents).toBe(whole - 100_000);
  await end(0);
  const third = await app.database.db
    .selectFrom('loanOrder')
    .select('orderStatus')
    .where('orderNo', '=', orderNo)
    .executeTakeFirstOrThrow();
  expect(third.orderStatus).toBe('CLOSED');
});

it('shows the payer what they need and nothing of the customer', async () => {
  const { path } = await make();
  const { html, headers } = await open(`${path}?lang=en`);
  const { phone, customerName, billNo, customerNo } = await owed();
  for (const secret of [phone, phone.slice(3), customerName, billNo, customerNo, orderNo]) {
    expect(html).not.toContain(secret);
  }
  expect(html).toContain(phone.slice(-3));
  expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
  const policy = String(headers['content-security-policy']);
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toContain('unsafe');
  expect(html).not.toMatch(/<script>|style="|onclick/);
});

it('takes no other token than it signed, and tells them not apart', async () => {
  const { path } = await make();
  const token = path.slice('/pay/'.length);
  const [key = '', number = '', until = '', signature = ''] = token.split('.');
  const later = (Number.parseInt(until, 36) + 86_400).toString(36);
  const forged = [
    [key, number, later, signature],
    [key, '1zz', until, signature],
    ['k209901', number, until, signature],
    [key, number, until, `${signature.slice(0, -1)}${signature.endsWith('A') ? 'B' : 'A'}`.replace(/^./, 'x')],
  ].map((parts) => parts.join('.'));
  const pages = await Promise.all([...forged, 'x', `${token}x`].map((one) => open(`/pay/${one}`)));
  expect(new Set(pages.map(({ status, state }) => `${status} ${state}`))).toEqual(new Set(['404 unknown']));
  // A key that nobody signed with is not made for the asking.
  const made = await app.database.db
    .selectFrom('serverSecret')
    .select('purpose')
    .where('purpose', 'like', '%209901%')
    .execute();
  expect(made).toEqual([]);
  expect((await press(`/pay/${forged[0]}`, crypto.randomUUID())).status).toBe(404);
  expect(asked).toEqual([]);
});

it('takes nothing once it has expired or was revoked', async () => {
  const [old, revoked] = [await make(), await make()];
  await app.database.db
    .updateTable('paymentLink')
    .set({
      createdAt: new Date(Date.now() - 7_200_000),
      expiresAt: new Date(Math.floor(Date.now() / 1000) * 1000 - 3_600_000),
    })
    .where('linkNo', '=', old.linkNo)
    .execute();
  // Its address says when it ends: an end that was moved is another address.
  expect((await open(old.path)).status).toBe(404);
  const { links } = (await desk.get(paymentLink.ofOrder, { orderNo })).data;
  expect(links.map(({ linkStatus }: { linkStatus: string }) => linkStatus)).toEqual(['OPEN', 'EXPIRED']);
  const { version } = await linkOf(revoked.linkNo);
  const revoke = { linkNo: revoked.linkNo, version, reason: 'Wrong amount' };
  expect((await desk.post(paymentLink.revoke, revoke)).data).toMatchObject({ linkStatus: 'REVOKED' });
  expect((await open(revoked.path)).state).toBe('revoked');
  await press(revoked.path, crypto.randomUUID());
  expect(asked).toEqual([]);
  const again = { ...revoke, version: (await linkOf(revoked.linkNo)).version };
  expect((await desk.post(paymentLink.revoke, again)).data.error).toBe('ILLEGAL_TRANSITION');
  expect((await desk.post(paymentLink.revoke, revoke)).data.error).toBe('STALE');
});

it('shows a link past its end as expired, and one that was paid as paid', async () => {
  const { linkNo, path } = await make();
  await app.database.db
    .updateTable('paymentLink')
    .set({ createdAt: new Date('2026-01-01T00:00:00Z') })
    .where('linkNo', '=', linkNo)
    .execute();
  const { readPayView } = await import('./pay-view.ts');
  const after = new Date(lapseOfBusinessDate(TODAY).getTime() + 1);
  const parts = { db: app.database.db, services: app.services };
  expect((await readPayView(parts, linkNo, after)).state).toBe('expired');
  await press(path, (await open(path)).key);
  await end(0);
  expect((await readPayView(parts, linkNo, after)).state).toBe('paid');
});

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
  ({ orderNo } = await lend(db, { productNo: several, approvedCents: 600_000, ...people }));
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
