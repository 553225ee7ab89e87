import Fastify from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { b2cParameters, c2bBody, resultBody, statusParameters, stkBody } from '../../sandbox/src/mpesa-bodies.ts';
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

// Every kind of callback about money with each field null, absent, numeric and doubled, in so many orders of arrival:
// booked or listed, never neither. KITUO_CALLBACK_ORDERS shortens it.
const ORDERS = Number(process.env['KITUO_CALLBACK_ORDERS'] ?? 20);
const SECRET = 'a-secret-that-nobody-can-guess';
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
    close: () => undefined,
  };
  const shortCodes = { PAYBILL: '600100', FLOAT: '600200' };
  engine = await openEngine({ settings, db: database.db, log, gateways: { ...none, money: silentMoney, shortCodes } });
  const { topics, callbacks: processor } = engine;
  registerGatewayCallbacks(http, { db: database.db, secret: SECRET, topics, processor, questions: {} });
  const [maker, checker] = [await addPerson(database, 'every.maker'), await addPerson(database, 'every.checker')];
  people = { maker: maker.userNo, checker: checker.userNo };
  productNo = await makeProduct(database.db);
});
afterAll(async () => {
  await http.close();
  await engine.close();
  await database.drop();
});

type Json = null | string | number | boolean | readonly Json[] | { readonly [key: string]: Json };
interface Case {
  readonly topic: string;
  readonly body: Json;
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

type Path = readonly (string | number)[];
function leavesOf(value: Json, path: Path = []): Path[] {
  if (value === null || typeof value !== 'object') return [path];
  const entries: [string | number, Json][] = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return entries.flatMap(([key, each]) => leavesOf(each, [...path, key]));
}

/** As text, with one field another way; `twice` writes its key again, with another value. */
function written(value: Json, at: Path | null, shape: Shape): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const inner = (key: string | number) => (at !== null && at[0] === key ? at.slice(1) : null);
  if (Array.isArray(value)) return `[${value.map((each: Json, key) => written(each, inner(key), shape)).join(',')}]`;
  const fields = Object.entries(value).flatMap(([key, each]) => {
    const rest = inner(key);
    const name = JSON.stringify(key);
    const text = `${name}:${written(each, rest, shape)}`;
    if (rest === null || rest.length > 0) return [text];
    if (shape === 'absent') return [];
    if (shape === 'null') return [`${name}:null`];
    if (shape === 'numeric') return [`${name}:${Number(each) || 7}`];
    return [text, `${name}:${JSON.stringify(typeof each === 'number' ? each + 1 : `${String(each)}1`)}`];
  });
  return `{${fields.join(',')}}`;
}
const SHAPES = ['null', 'absent', 'numeric', 'doubled'] as const;
type Shape = (typeof SHAPES)[number];

/** The same shuffle for the same seed. */
function shuffled<T>(all: readonly T[], seed: number): T[] {
  let state = seed;
  const random = () => (state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7f_ff_ff_ff);
  return all
    .map((one) => ({ one, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ one }) => one);
}

it.each(Array.from({ length: ORDERS }, (_, index) => index + 1))('order %i of arrival', async (seed) => {
  const { db } = database;
  const messages: (Case & { readonly text: string; readonly what: string })[] = [];
  for (const [kind, make] of Object.entries(KINDS)) {
    const count = leavesOf((await make()).body).length;
    for (let leaf = 0; leaf < count; leaf += 1) {
      for (const shape of SHAPES) {
        const made = await make();
        const path = leavesOf(made.body)[leaf] ?? [];
        messages.push({ ...made, text: written(made.body, path, shape), what: `${kind} ${path.join('.')} ${shape}` });
      }
    }
  }
  for (const { topic, text, what } of shuffled(messages, seed)) {
    const headers = { 'content-type': 'application/json' };
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
