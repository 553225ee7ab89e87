import { paymentLink } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { addPerson, createTestApp } from '../../../../../testing/test-app.ts';
import { as, type Person } from '../../../../../testing/test-calls.ts';
import { previewing } from '../../../../../testing/test-previews.ts';
import { lend, makeProduct, silentMoney } from '../../../lending/orders/testing/lend.ts';
import { expectRefusal } from '../../payments/testing/every-row.ts';
import { addDays, businessDateOf } from '../../../platform/policy/index.ts';
import { promptTopics } from '../../prompts/index.ts';

export const TODAY = businessDateOf(new Date());
export const TABLES = [
  'payment_link',
  'payment_prompt',
  'contact_attempt',
  'audit_log',
  'idempotency_record',
  'journal',
];
const eat = (at: Date) => new Date(at.getTime() + 3 * 3_600_000).toISOString().replace(/\D/g, '').slice(0, 14);

/** Somebody who makes payment links, and a payer’s phone with M-Pesa behind it. */
export async function linkDesk() {
  let orderNo = '';
  let serial = 0;
  const app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  const people = {
    maker: (await addPerson(app.database, 'link.maker')).userNo,
    checker: (await addPerson(app.database, 'link.checker')).userNo,
  };
  const productNo = await makeProduct(db);
  const codes = ['afterLoan:repayLink:create'];
  const { userNo } = await addPerson(app.database, 'link.desk', { codes });
  await sql`insert into user_merchant (user_no, merchant_no) select ${userNo}, merchant_no from loan_product where product_no = ${productNo}`.execute(
    db,
  );
  await addPerson(app.database, 'link.elsewhere', { codes });
  const desk = previewing(app, await as(app, 'link.desk'));
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

  const asked: { requestNo: string; phone: string; amountCents: number; accountReference: string }[] = [];
  /** The forms are about this order from now on. */
  function about(one: string): string {
    orderNo = one;
    return orderNo;
  }
  /** A loan that the forms are about; nobody was asked for money yet. */
  async function nextLoan(): Promise<string> {
    const loan = await lend(app.database.db, { productNo, approvedCents: 500_000, ...people });
    asked.length = 0;
    return about(loan.orderNo);
  }
  const form = (more: object = {}) => ({ orderNo, amountCents: 50_000, sendSms: false, language: 'en', ...more });
  const create = async (more: object = {}, who: Person = desk) => await who.post(paymentLink.create, form(more));
  const refused = (error: string, more: object, who: Person = desk) =>
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

  return {
    productNo,
    people,
    desk,
    app,
    orderNo,
    asked,
    about,
    nextLoan,
    create,
    refused,
    make,
    linkOf,
    owed,
    open,
    press,
    end,
  };
}
export type LinkDesk = Awaited<ReturnType<typeof linkDesk>>;
