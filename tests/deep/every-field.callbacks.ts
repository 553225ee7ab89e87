import Fastify from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  b2cParameters,
  balanceParameters,
  c2bBody,
  resultBody,
  statusParameters,
  stkBody,
} from '../../sandbox/src/mpesa-bodies.ts';
import { addPerson } from '../../server/testing/test-app.ts';
import { readSettings } from '../../server/src/config/settings.ts';
import { createLogger } from '../../server/src/modules/platform/health/index.ts';
import { driftedBills, trialBalance } from '../../server/src/modules/platform/ledger/index.ts';
import { registerGatewayCallbacks } from '../../server/src/modules/platform/gateways/index.ts';
import { disburseOrder } from '../../server/src/modules/lending/orders/index.ts';
import {
  approved,
  lend,
  makeProduct,
  silentMoney,
  SUBJECTS,
} from '../../server/src/modules/lending/orders/testing/lend.ts';
import { createAttempt, markSent, markUnknown, sendPayout } from '../../server/src/modules/lending/payouts/index.ts';
import { receiveFlow } from '../../server/src/modules/payments/payments/index.ts';
import { openEngine, payoutSubjects } from '../../server/src/open-engine.ts';
import type { Engine } from '../../server/src/engine.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { type Json, leavesOf, SHAPES, shuffled, written, writtenXml } from './every-field-shapes.ts';

// Every kind of callback about money with each field null, absent, numeric and doubled, in so many orders of arrival:
// booked or listed, never neither. KITUO_CALLBACK_ORDERS shortens it.
const ORDERS = Number(process.env['KITUO_CALLBACK_ORDERS'] ?? 20);
const SECRET = 'a-secret-that-nobody-can-guess';
const BANK = 'BANK.EFT';
const log = createLogger('silent');
const http = Fastify();

let database: TestDatabase;
let engine: Engine;
let people: { maker: string; checker: string };
let productNo: string;
let serial = 0;

beforeAll(async () => {
  database = await createTestDatabase('seeded');
  const settings = readSettings({ LOG_LEVEL: 'silent' });
  const none = {
    bank: null,
    sms: null,
    robot: null,
    voice: null,
    telephony: null,
    scorer: null,
    mail: null,
    objects: null,
    names: { texts: async () => await Promise.resolve([]) },
    close: () => undefined,
  };
  const shortCodes = { PAYBILL: '600100', FLOAT: '600200' };
  engine = await openEngine({ settings, db: database.db, log, gateways: { ...none, money: silentMoney, shortCodes } });
  const { topics, callbacks: processor } = engine;
  registerGatewayCallbacks(http, { db: database.db, secret: SECRET, keys: {}, topics, processor, questions: {} });
  const [maker, checker] = [await addPerson(database, 'every.maker'), await addPerson(database, 'every.checker')];
  people = { maker: maker.userNo, checker: checker.userNo };
  productNo = await makeProduct(database.db);
  const { db } = database;
  const account = { accountCode: BANK, accountKind: 'ASSET', nameEn: 'EFT', nameZh: 'EFT' } as const;
  await db.insertInto('account').values(account).execute();
  const named = { accountId: 'EFT', accountCode: BANK, bankCode: 'COOP', branch: 'CBD', accountName: 'Kituo' };
  const pays = { loanerName: 'Kituo', lendingChannel: 'BANK_EFT', dailyLimitCents: 900_000_000_000 } as const;
  await db
    .insertInto('loanerAccount')
    .values({ ...named, ...pays, accountNo: '0100112233' })
    .execute();
});
afterAll(async () => {
  await http.close();
  await engine.close();
  await database.drop();
});

interface Case {
  readonly topic: string;
  readonly body: Json;
  /** Banks send XML: its elements by their names. */
  readonly isXml?: boolean;
  /** Whether it had its effect, or is in doubt where everybody can see it. */
  readonly isBooked: () => Promise<boolean>;
}
const plain = (body: unknown): Json => JSON.parse(JSON.stringify(body)) as Json;
const receipt = () => `EVR${String((serial += 1)).padStart(7, '0')}`;
const has = async (query: Promise<readonly unknown[]>) => (await query).length > 0;

/** By its receipt, or, where that was told otherwise, by the loan, which is paid once. */
const flowIsThere = (code: string, orderNo: string) => () =>
  has(
    database.db
      .selectFrom('paymentFlow')
      .select('flowNo')
      .where((eb) => eb.or([eb('paymentCode', '=', code), eb('orderNo', '=', orderNo)]))
      .execute(),
  );
const attemptIsTold = (attemptNo: string) => () =>
  has(
    database.db
      .selectFrom('payoutAttempt')
      .select('attemptNo')
      .where('attemptNo', '=', attemptNo)
      .where('attemptStatus', 'in', ['SUCCESS', 'FAILED', 'UNKNOWN'])
      .execute(),
  );

async function loan() {
  const lent = await lend(database.db, { productNo, approvedCents: 500_000, ...people });
  return await database.db
    .selectFrom('loanOrder')
    .select(['orderNo', 'customerNo', 'merchantNo', 'repaymentCode'])
    .where('orderNo', '=', lent.orderNo)
    .executeTakeFirstOrThrow();
}

/** KES 4,400 on their way. */
async function payout(): Promise<string> {
  const { orderNo } = await approved(database.db, { productNo, ...people, approvedCents: 440_000 });
  const by = { makerUserNo: people.maker, checkerUserNo: people.checker };
  const attemptNo = await database.db.transaction().execute((tx) => disburseOrder(tx, orderNo, by));
  await sendPayout({ db: database.db, subjects: SUBJECTS, log, money: silentMoney }, attemptNo);
  return attemptNo;
}

/** KES 3,000 on their way to an account at Equity. */
async function bankPayout(): Promise<string> {
  const { db } = database;
  const { orderNo } = await approved(db, { productNo, ...people, approvedCents: 300_000 });
  const payee = { payoutType: 'BANK', payoutSubType: 'BANK', payeeBankName: 'EQUITY' } as const;
  await db
    .updateTable('loanOrder')
    .set({ ...payee, payeeAccountNo: '0560112233445' })
    .where('orderNo', '=', orderNo)
    .execute();
  const by = { makerUserNo: people.maker, checkerUserNo: people.checker };
  return await db.transaction().execute(async (tx) => {
    const attemptNo = await disburseOrder(tx, orderNo, by);
    await markSent(tx, payoutSubjects, attemptNo);
    return attemptNo;
  });
}

/** That the bank settled it, as it reports by itself or answers our question. */
async function bankReport(topic: string): Promise<Case> {
  const attemptNo = await bankPayout();
  const paid = {
    OrgnlEndToEndId: attemptNo,
    TxSts: 'ACSC',
    AcctSvcrRef: `FT${attemptNo}`,
    OrgnlTxRef: { Amt: { InstdAmt: '3000.00' }, CdtrAcct: { Id: { Othr: { Id: '0560112233445' } } } },
  };
  const head = { MsgId: receipt(), CreDtTm: new Date().toISOString() };
  const report = { GrpHdr: head, OrgnlPmtInfAndSts: { TxInfAndSts: paid } };
  const body: Json = { Document: { CstmrPmtStsRpt: report } };
  return { topic, body, isXml: true, isBooked: attemptIsTold(attemptNo) };
}

/** What a short code holds was asked for. */
async function balanceAsked() {
  const { queryNo } = await database.db
    .insertInto('balanceQuery')
    .values({ accountCode: 'BANK.MPESA_PAYBILL', askedBy: people.maker })
    .returning('queryNo')
    .executeTakeFirstOrThrow();
  const isBooked = () =>
    has(
      database.db
        .selectFrom('balanceQuery')
        .select('queryNo')
        .where('queryNo', '=', queryNo)
        .where('answeredAt', 'is not', null)
        .execute(),
    );
  return { queryNo, isBooked };
}
const transactionOf = (id: string) => ({
  receipt: receipt(),
  kind: 'B2C' as const,
  originatorConversationId: id,
  conversationId: `AG_${id}`,
  amount: '4400',
  phone: '254712345678',
  reference: 'LOAN',
  isSuccess: true,
  resultCode: 0,
  description: 'Done',
  at: new Date().toISOString(),
});

/** KES 800 that came in and are asked back. */
async function reversing(code: string): Promise<string> {
  const { merchantNo } = await loan();
  return await database.db.transaction().execute(async (tx) => {
    const about = { merchantNo, amountCents: 80_000, account: 'BANK.MPESA_PAYBILL' } as const;
    const { flowNo } = await receiveFlow(tx, {
      ...about,
      paymentChannel: 'MPESA',
      paymentCode: code,
      repayTime: new Date(),
    });
    await tx.updateTable('paymentFlow').set({ heldCents: 80_000 }).where('flowNo', '=', flowNo).execute();
    const asked = await createAttempt(tx, {
      ...about,
      subjectType: 'REVERSAL',
      subjectNo: flowNo,
      payoutChannel: 'MPESA',
      payeePhone: null,
      payeeName: '',
      reversesReference: code,
      makerUserNo: people.maker,
      checkerUserNo: people.checker,
    });
    await markSent(tx, payoutSubjects, asked);
    return asked;
  });
}

const KINDS: Readonly<Record<string, () => Promise<Case>>> = {
  async C2B() {
    const { orderNo, repaymentCode } = await loan();
    const code = receipt();
    const paid = { receipt: code, phone: '254712345678', amount: '150.00', reference: repaymentCode, at: new Date() };
    const body = plain({ ...c2bBody({ ...paid, shortCode: '600100' }), MiddleName: 'W', InvoiceNumber: '1' });
    return { topic: 'mpesa/c2b/confirmation', body, isBooked: flowIsThere(code, orderNo) };
  },
  async B2C() {
    const attemptNo = await payout();
    const done = transactionOf(attemptNo);
    const body = plain(resultBody(done, { id: attemptNo, parameters: b2cParameters(done) }));
    return { topic: 'mpesa/b2c/result', body, isBooked: attemptIsTold(attemptNo) };
  },
  async STATUS() {
    const attemptNo = await payout();
    await database.db.transaction().execute((tx) => markUnknown(tx, attemptNo));
    const done = transactionOf(attemptNo);
    const body = plain(resultBody(done, { id: `ASK${attemptNo}`, parameters: statusParameters(done, false) }));
    return { topic: 'mpesa/status/result', body, isBooked: attemptIsTold(attemptNo) };
  },
  async REVERSAL() {
    const code = receipt();
    const attemptNo = await reversing(code);
    const parameters = [
      { Key: 'OriginalTransactionID', Value: code },
      { Key: 'Amount', Value: 800 },
    ];
    const body = plain(resultBody(transactionOf(attemptNo), { id: `REV${attemptNo}`, parameters }));
    return { topic: `mpesa/reversal/result/${attemptNo}`, body, isBooked: attemptIsTold(attemptNo) };
  },
  async B2C_TIMEOUT() {
    const attemptNo = await payout();
    const body = plain(resultBody(transactionOf(attemptNo), { id: attemptNo }));
    return { topic: 'mpesa/b2c/timeout', body, isBooked: attemptIsTold(attemptNo) };
  },
  async REVERSAL_TIMEOUT() {
    const attemptNo = await reversing(receipt());
    const body = plain(resultBody(transactionOf(attemptNo), { id: `REV${attemptNo}` }));
    return { topic: `mpesa/reversal/timeout/${attemptNo}`, body, isBooked: attemptIsTold(attemptNo) };
  },
  async STATUS_TIMEOUT() {
    const attemptNo = await payout();
    await database.db.transaction().execute((tx) => markUnknown(tx, attemptNo));
    const body = plain(resultBody(transactionOf(attemptNo), { id: `ASK${attemptNo}` }));
    return { topic: 'mpesa/status/timeout', body, isBooked: attemptIsTold(attemptNo) };
  },
  async BALANCE() {
    const { queryNo, isBooked } = await balanceAsked();
    const parameters = balanceParameters(1_250, new Date());
    const body = plain(resultBody(transactionOf(queryNo), { id: queryNo, parameters }));
    return { topic: `mpesa/balance/result/${queryNo}`, body, isBooked };
  },
  async BALANCE_TIMEOUT() {
    const { queryNo, isBooked } = await balanceAsked();
    const body = plain(resultBody(transactionOf(queryNo), { id: queryNo }));
    return { topic: `mpesa/balance/timeout/${queryNo}`, body, isBooked };
  },
  BANK: async () => await bankReport('bank/report'),
  BANK_ANSWER: async () => await bankReport('bank/status'),
  async STK() {
    const { orderNo, customerNo, merchantNo, repaymentCode } = await loan();
    const code = receipt();
    const { promptNo } = await database.db
      .insertInto('paymentPrompt')
      .values({
        merchantNo,
        customerNo,
        orderNo,
        phone: '254712345678',
        amountCents: 50_000,
        accountReference: repaymentCode,
        attemptId: 1,
        madeBy: people.maker,
        promptStatus: 'SENT',
        sentAt: new Date(),
        requestId: `ws_CO_${code}`,
      })
      .returning('promptNo')
      .executeTakeFirstOrThrow();
    const ids = { MerchantRequestID: 'm', CheckoutRequestID: `ws_CO_${code}` };
    const body = plain(stkBody(ids, { ...transactionOf(promptNo), receipt: code, amount: '500' }));
    return { topic: `mpesa/stk/${promptNo}`, body, isBooked: flowIsThere(code, orderNo) };
  },
};

it('leaves out no address at which a channel tells of money', async () => {
  const told = new Set(
    await Promise.all(
      Object.values(KINDS).map(async (make) => (await make()).topic.replace(/\/[A-Z]{2}\d{9,}$/, '/*')),
    ),
  );
  const ofMoney = Object.keys(engine.topics).filter((topic) => /^(mpesa|bank)\//.test(topic));
  expect(ofMoney.filter((topic) => !told.has(topic))).toEqual([]);
});

it.each(Array.from({ length: ORDERS }, (_, index) => index + 1))('order %i of arrival', async (seed) => {
  const { db } = database;
  const messages: (Case & { readonly text: string; readonly what: string })[] = [];
  for (const [kind, make] of Object.entries(KINDS)) {
    const count = leavesOf((await make()).body).length;
    for (let leaf = 0; leaf < count; leaf += 1) {
      for (const shape of SHAPES) {
        const made = await make();
        const path = leavesOf(made.body)[leaf] ?? [];
        const write = made.isXml === true ? writtenXml : written;
        messages.push({ ...made, text: write(made.body, path, shape), what: `${kind} ${path.join('.')} ${shape}` });
      }
    }
  }
  for (const { topic, text, what, isXml } of shuffled(messages, seed)) {
    const headers = { 'content-type': isXml === true ? 'application/xml' : 'application/json' };
    const url = `/gateway/${SECRET}/${topic}`;
    const { statusCode } = await http.inject({ method: 'POST', url, headers, payload: text });
    expect(statusCode, what).toBe(200);
  }
  // What fails is tried until it is listed.
  for (let round = 0; round < 5; round += 1) {
    await engine.callbacks.settled();
    await sql`update gateway_callback_state set next_attempt_at = now() where callback_status = 'RECEIVED'`.execute(db);
    engine.callbacks.wake();
  }
  await engine.callbacks.settled();
  const { rows } = await sql<{ content: Buffer; callbackStatus: string; isListed: boolean }>`
    select c.content, s.callback_status, (s.callback_status in ('REFUSED', 'HELD')
      or (s.callback_status = 'RECEIVED' and s.attempts > 3)) as is_listed
    from gateway_callback_state s join gateway_callback c using (callback_id, received_at)`.execute(db);
  const states = new Map(rows.map((row) => [row.content.toString('utf8'), row]));
  const neither: string[] = [];
  let listed = 0;
  for (const { text, what, isBooked } of messages) {
    const state = states.get(text);
    if (state?.isListed) listed += 1;
    else if (!(await isBooked())) neither.push(`${what}: ${state?.callbackStatus ?? 'lost'}`);
  }
  expect(neither).toEqual([]);
  // Either happens, or the luck proved nothing.
  expect(listed).toBeGreaterThan(20);
  expect(messages.length - listed).toBeGreaterThan(100);
  expect((await trialBalance(db)).differenceCents).toBe(0);
  expect(await driftedBills(db)).toEqual([]);
});
