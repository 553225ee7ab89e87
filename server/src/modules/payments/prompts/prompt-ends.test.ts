import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../../tests/support/database.ts';
import { addPerson } from '../../../../testing/test-app.ts';
import { type LentLoan, lend, makeProduct } from '../../lending/orders/testing/lend.ts';
import { takeReceipt } from '../payments/index.ts';
import { promptTopics } from './index.ts';

/* Every way in which M-Pesa tells of the end of a prompt leads to its right state, and books what came. */

let database: TestDatabase;
let people: { maker: string; checker: string };
let productNo: string;
let loan: LentLoan & { readonly repaymentCode: string };
let promptNo: string;
let serial = 0;

beforeAll(async () => {
  database = await createTestDatabase('seeded');
  const [maker, checker] = [await addPerson(database, 'end.maker'), await addPerson(database, 'end.checker')];
  people = { maker: maker.userNo, checker: checker.userNo };
  productNo = await makeProduct(database.db);
});
afterAll(() => database.drop());
beforeEach(async () => {
  const { db } = database;
  const lent = await lend(db, { productNo, approvedCents: 500_000, ...people });
  const { repaymentCode } = await db
    .selectFrom('loanOrder')
    .select('repaymentCode')
    .where('orderNo', '=', lent.orderNo)
    .executeTakeFirstOrThrow();
  loan = { ...lent, repaymentCode };
  ({ promptNo } = await db
    .insertInto('paymentPrompt')
    .values({
      merchantNo: loan.merchantNo,
      customerNo: loan.customerNo,
      orderNo: loan.orderNo,
      phone: '254712345678',
      amountCents: 50_000,
      accountReference: repaymentCode,
      attemptId: 1,
      madeBy: people.maker,
      promptStatus: 'SENT',
      sentAt: new Date(),
      requestId: `ws_CO_${(serial += 1)}`,
    })
    .returning('promptNo')
    .executeTakeFirstOrThrow());
});

const eat = (at: Date) => new Date(at.getTime() + 3 * 3_600_000).toISOString().replace(/\D/g, '').slice(0, 14);
const receipt = () => `STK${String((serial += 1)).padStart(7, '0')}`;

interface End {
  readonly code?: string | number;
  readonly checkout?: string | null;
  readonly items?: Readonly<Record<string, unknown>>;
}
async function tell(code: string, end: End = {}): Promise<unknown> {
  const values = { Amount: 500, MpesaReceiptNumber: code, Balance: null, TransactionDate: Number(eat(new Date())) };
  const body = {
    Body: {
      stkCallback: {
        MerchantRequestID: null,
        CheckoutRequestID: end.checkout === undefined ? await requestOf() : end.checkout,
        ResultCode: end.code ?? 0,
        ResultDesc: null,
        ...(Number(end.code ?? 0) === 0 && {
          CallbackMetadata: {
            Item: Object.entries({ ...values, ...end.items }).map(([Name, Value]) => ({ Name, Value })),
          },
        }),
      },
    },
  };
  const callback = { callbackId: 1, receivedAt: new Date(), topic: `mpesa/stk/${promptNo}`, content: Buffer.alloc(0) };
  return await database.db
    .transaction()
    .execute(
      async (tx) => await promptTopics()['mpesa/stk/*']?.handle(tx, body, { callback, afterCommit: () => undefined }),
    );
}
const promptOf = async () =>
  await database.db
    .selectFrom('paymentPrompt')
    .select(['promptStatus', 'paymentCode', 'requestId'])
    .where('promptNo', '=', promptNo)
    .executeTakeFirstOrThrow();
const requestOf = async () => (await promptOf()).requestId;
const bookedOf = async (paymentCode: string) =>
  await database.db
    .selectFrom('paymentFlow')
    .select(['amountCents', 'orderNo'])
    .where('paymentCode', '=', paymentCode)
    .execute();

it.each([
  ['a value that is null', {}],
  ['the code as text', { code: '0' }],
  ['no number of the asking', { checkout: null }],
  ['amount, receipt and time as text', { items: { Amount: '500.00', TransactionDate: eat(new Date()) } }],
])('is paid, told with %s', async (_, end: End) => {
  const code = receipt();
  expect(await tell(code, end)).toBe('processed');
  expect(await promptOf()).toMatchObject({ promptStatus: 'PAID', paymentCode: code });
  expect(await bookedOf(code)).toEqual([{ amountCents: 50_000, orderNo: loan.orderNo }]);
});

it('is paid after all where it was said to have failed, and says so where it was paid and is said to have failed', async () => {
  expect(await tell('', { code: '1032' })).toBe('processed');
  expect(await promptOf()).toMatchObject({ promptStatus: 'FAILED' });
  const code = receipt();
  expect(await tell(code)).toBe('processed');
  expect(await promptOf()).toMatchObject({ promptStatus: 'PAID', paymentCode: code });
  expect(await bookedOf(code)).toHaveLength(1);
  await expect(tell('', { code: 1032 })).rejects.toThrow('was paid and is now said to have failed');
  await expect(tell(receipt())).rejects.toThrow(`was paid with ${code}`);
});

it('holds the end of another asking, and less money than was asked for until its confirmation says the same', async () => {
  const code = receipt();
  await expect(tell(code, { checkout: 'ws_CO_another' })).rejects.toThrow('this is of ws_CO_another');
  const less = { items: { Amount: 10 } };
  await expect(tell(code, less)).rejects.toThrow('KES 10.00 paid, KES 500.00 was asked for');
  expect([await bookedOf(code), (await promptOf()).promptStatus]).toEqual([[], 'SENT']);
  await database.db.transaction().execute(async (tx) => {
    await takeReceipt(tx, {
      transactionId: code,
      amountCents: 1_000,
      paidAt: new Date(),
      accountReference: loan.repaymentCode,
      payerPhone: '254712345678',
      payerName: null,
    });
  });
  expect(await tell(code, less)).toBe('processed');
  expect(await promptOf()).toMatchObject({ promptStatus: 'PAID', paymentCode: code });
  expect(await bookedOf(code)).toEqual([{ amountCents: 1_000, orderNo: loan.orderNo }]);
});

it.each([['MpesaReceiptNumber'], ['Amount'], ['TransactionDate']])('refuses a payment without %s', async (name) => {
  await expect(tell(receipt(), { items: { [name]: null } })).rejects.toThrow('without receipt, amount or time');
});
