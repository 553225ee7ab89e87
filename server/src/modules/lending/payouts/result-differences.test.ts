import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../../tests/support/database.ts';
import { addPerson } from '../../../../testing/test-app.ts';
import { createLogger } from '../../platform/health/index.ts';
import { payoutSubjects } from '../../../open-engine.ts';
import { reversalPayout } from '../../payments/flows/index.ts';
import { receiveFlow } from '../../payments/payments/index.ts';
import { disburseOrder } from '../orders/index.ts';
import { approved, lend, makeProduct, silentMoney, SUBJECTS } from '../orders/testing/lend.ts';
import { createAttempt, markSent, payoutTopics, sendPayout, watchPayouts } from './index.ts';

/* Whatever a result says of what was moved has to be what was asked for, or nothing is booked. */

const log = createLogger('silent');
const shortCodes = { PAYBILL: '600100', FLOAT: '600200' };
const topics = payoutTopics({ subjects: () => ({ ...payoutSubjects, REVERSAL: reversalPayout }), log, shortCodes });
let database: TestDatabase;
let people: { maker: string; checker: string };
let productNo: string;
let serial = 0;

beforeAll(async () => {
  database = await createTestDatabase('seeded');
  const [maker, checker] = [await addPerson(database, 'differ.maker'), await addPerson(database, 'differ.checker')];
  people = { maker: maker.userNo, checker: checker.userNo };
  productNo = await makeProduct(database.db);
});
afterAll(() => database.drop());

/** KES 4,400 on their way to 254712345678. */
async function sent(): Promise<string> {
  const { orderNo } = await approved(database.db, { productNo, ...people, approvedCents: 440_000 });
  const by = { makerUserNo: people.maker, checkerUserNo: people.checker };
  const attemptNo = await database.db.transaction().execute((tx) => disburseOrder(tx, orderNo, by));
  await sendPayout({ db: database.db, subjects: SUBJECTS, log, money: silentMoney }, attemptNo);
  return attemptNo;
}

/** KES 800 that the channel was asked to take back. */
async function reversing(): Promise<{ attemptNo: string; paymentCode: string }> {
  const paymentCode = `DIF${(serial += 1)}`;
  const { merchantNo } = await lend(database.db, { productNo, approvedCents: 440_000, ...people });
  return await database.db.transaction().execute(async (tx) => {
    const amountCents = 80_000;
    const { flowNo } = await receiveFlow(tx, {
      merchantNo,
      paymentChannel: 'MPESA',
      paymentCode,
      account: 'BANK.MPESA_PAYBILL',
      amountCents,
      repayTime: new Date(),
      payerPhone: '254722000111',
    });
    await tx.updateTable('paymentFlow').set({ heldCents: amountCents }).where('flowNo', '=', flowNo).execute();
    const attemptNo = await createAttempt(tx, {
      subjectType: 'REVERSAL',
      subjectNo: flowNo,
      merchantNo,
      payoutChannel: 'MPESA',
      account: 'BANK.MPESA_PAYBILL',
      amountCents,
      payeePhone: '254722000111',
      payeeName: '',
      reversesReference: paymentCode,
      makerUserNo: people.maker,
      checkerUserNo: people.checker,
    });
    await markSent(tx, payoutSubjects, attemptNo);
    return { attemptNo, paymentCode };
  });
}

type Values = Readonly<Record<string, string | number | null>>;
async function tell(topic: string, more: object, parameters: Values = {}): Promise<unknown> {
  const key = topic.replace(/\/PO\d+$/, '/*');
  const body = {
    Result: {
      ResultType: 0,
      ResultCode: 0,
      ResultDesc: 'Done',
      ConversationID: null,
      ...more,
      ResultParameters: { ResultParameter: Object.entries(parameters).map(([Key, Value]) => ({ Key, Value })) },
    },
  };
  const callback = { callbackId: 1, receivedAt: new Date(), topic, content: Buffer.alloc(0) };
  return await database.db
    .transaction()
    .execute(async (tx) => await topics[key]?.handle(tx, body, { callback, afterCommit: () => undefined }));
}
const statusOf = async (attemptNo: string) =>
  (
    await database.db
      .selectFrom('payoutAttempt')
      .select('attemptStatus')
      .where('attemptNo', '=', attemptNo)
      .executeTakeFirstOrThrow()
  ).attemptStatus;
const receipt = () => `RCP${String((serial += 1)).padStart(7, '0')}`;

it.each([
  ['amount', { TransactionAmount: 10 }, 'the amount is KES 10.00, KES 4400.00 was asked for'],
  ['amount as text', { TransactionAmount: '4,401.00' }, 'the amount is KES 4401.00'],
  ['amount that cannot be read', { TransactionAmount: 'ten' }, 'is no amount'],
  ['receiver', { ReceiverPartyPublicName: '254799999999 - Somebody' }, 'the receiver is …999, …678 was asked for'],
  ['short code', { DebitPartyName: '999999 - Another lender' }, 'the short code is 999999, 600200'],
])('holds a payout whose result tells another %s', async (_, parameters, fault) => {
  const attemptNo = await sent();
  const result = { OriginatorConversationID: attemptNo, TransactionID: receipt() };
  await expect(tell('mpesa/b2c/result', result, parameters)).rejects.toThrow(fault);
  expect(await statusOf(attemptNo)).toBe('SENT');
  const fits = {
    TransactionAmount: '4400.00',
    ReceiverPartyPublicName: '0712345678 - Wanjiku Test',
    DebitPartyName: '600200 - Kituo',
  };
  expect(await tell('mpesa/b2c/result', result, fits)).toBe('processed');
  expect(await statusOf(attemptNo)).toBe('SUCCESS');
});

it('holds a receipt that is another payout’s, another receipt of one that is paid, and what names no payout', async () => {
  const [one, other] = [await sent(), await sent()];
  const TransactionID = receipt();
  await tell('mpesa/b2c/result', { OriginatorConversationID: one, TransactionID });
  const again = { OriginatorConversationID: one, TransactionID: receipt() };
  await expect(tell('mpesa/b2c/result', again)).rejects.toThrow('it was paid with');
  expect(await tell('mpesa/b2c/result', { OriginatorConversationID: one, TransactionID })).toBe('processed');
  const stolen = { OriginatorConversationID: other, TransactionID };
  await expect(tell('mpesa/b2c/result', stolen)).rejects.toThrow(`is payout ${one}’s`);
  const nobody = { OriginatorConversationID: 'PO999999999', TransactionID: receipt() };
  await expect(tell('mpesa/b2c/result', nobody)).rejects.toThrow('There is no payout PO999999999');
  await database.db.updateTable('payoutAttempt').set({ conversationId: 'AG_1' }).where('attemptNo', '=', one).execute();
  const both = { OriginatorConversationID: other, ConversationID: 'AG_1', TransactionID: receipt() };
  await expect(tell('mpesa/b2c/result', both)).rejects.toThrow('at once');
  expect(await statusOf(other)).toBe('SENT');
});

it('compares the answer to a query, and asks no more while one is held', async () => {
  const attemptNo = await sent();
  const asked: string[] = [];
  const runner = {
    db: database.db,
    subjects: SUBJECTS,
    log,
    money: {
      ...silentMoney,
      askStatus: async (question: Parameters<typeof silentMoney.askStatus>[0]) => {
        const about = 'attemptNo' in question ? question.attemptNo : '';
        asked.push(about);
        return { conversationId: null, originatorConversationId: `ASK ${about}` };
      },
    },
  };
  const times = { unsentSeconds: 0, silentSeconds: 0, askAgainSeconds: 0, lostSeconds: 600 };
  await watchPayouts(runner, times);
  expect(asked).toContain(attemptNo);
  const answer = { OriginatorConversationID: `ASK ${attemptNo}`, TransactionID: '' };
  const found = { TransactionStatus: 'Completed', ReceiptNo: receipt(), OriginatorConversationID: attemptNo };
  await expect(tell('mpesa/status/result', answer, { ...found, Amount: 10 })).rejects.toThrow(
    'the amount is KES 10.00',
  );
  const other = await sent();
  await expect(
    tell('mpesa/status/result', answer, { ...found, OriginatorConversationID: other, Amount: 4_400 }),
  ).rejects.toThrow(`is about payout ${other}`);
  await database.db
    .insertInto('gatewayCallback')
    .values({ topic: 'mpesa/status/result', content: Buffer.from('{}'), contentType: 'application/json' })
    .returning(['callbackId', 'receivedAt'])
    .executeTakeFirstOrThrow()
    .then(async (made) => {
      const state = { contentHash: Buffer.from('held'), topic: 'mpesa/status/result', subjectNo: attemptNo };
      await database.db
        .insertInto('gatewayCallbackState')
        .values({ ...state, ...made, callbackStatus: 'HELD' })
        .execute();
    });
  const before = asked.length;
  await watchPayouts(runner, times);
  expect(asked.slice(before)).not.toContain(attemptNo);
  expect(await tell('mpesa/status/result', answer, { ...found, Amount: '4400' })).toBe('processed');
  expect(await statusOf(attemptNo)).toBe('SUCCESS');
});

it('holds a reversal of another payment or amount; with code 21 it is in doubt until the query answers', async () => {
  const { attemptNo, paymentCode } = await reversing();
  const topic = `mpesa/reversal/result/${attemptNo}`;
  const result = { OriginatorConversationID: 'x', TransactionID: receipt() };
  await expect(tell(topic, result, { OriginalTransactionID: 'ANOTHER' })).rejects.toThrow('the payment taken back is');
  await expect(tell(topic, result, { Amount: 10 })).rejects.toThrow('the amount is KES 10.00');
  expect(await tell(topic, { ...result, ResultCode: '21', ResultDesc: 'Initiated' })).toBe('processed');
  expect(await statusOf(attemptNo)).toBe('UNKNOWN');
  const status = { OriginatorConversationID: attemptNo, TransactionID: '' };
  const answered = { ReceiptNo: paymentCode, TransactionStatus: 'Reversed', OriginatorConversationID: attemptNo };
  await expect(tell('mpesa/status/result', status, { ...answered, Amount: 79 })).rejects.toThrow('KES 79.00');
  expect(await tell('mpesa/status/result', status, { ...answered, Amount: 800 })).toBe('processed');
  expect(await statusOf(attemptNo)).toBe('SUCCESS');
});
