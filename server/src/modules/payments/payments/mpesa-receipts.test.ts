import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../../tests/support/database.ts';
import { addPerson } from '../../../../testing/test-app.ts';
import { approved, lend, makeProduct } from '../../lending/orders/testing/lend.ts';
import { receiptTopics } from './index.ts';

let database: TestDatabase;
let people: { maker: string; checker: string };
let productNo: string;
let serial = 0;

beforeAll(async () => {
  database = await createTestDatabase('seeded');
  const [maker, checker] = [await addPerson(database, 'take.maker'), await addPerson(database, 'take.checker')];
  people = { maker: maker.userNo, checker: checker.userNo };
  productNo = await makeProduct(database.db);
});
afterAll(() => database.drop());

const eat = (at: Date) => new Date(at.getTime() + 3 * 3_600_000).toISOString().replace(/\D/g, '').slice(0, 14);
const orderOf = async (orderNo: string) =>
  await database.db
    .selectFrom('loanOrder')
    .select(['repaymentCode', 'orderStatus'])
    .where('orderNo', '=', orderNo)
    .executeTakeFirstOrThrow();

/** A confirmation of the paybill 600100, worked off. @returns its receipt */
async function pay(reference: string, shillings: number, more: object = {}): Promise<string> {
  const TransID = `TAKE${(serial += 1)}`;
  const body = { TransID, TransTime: eat(new Date()), TransAmount: shillings, BillRefNumber: reference, ...more };
  const callback = { callbackId: 1, receivedAt: new Date(), topic: 'mpesa/c2b/confirmation', content: Buffer.alloc(0) };
  const topic = receiptTopics({ paybill: '600100' })['mpesa/c2b/confirmation'];
  await database.db.transaction().execute(async (tx) => {
    await topic?.handle(tx, body, { callback, afterCommit: () => undefined });
  });
  return TransID;
}
const flowOf = async (paymentCode: string) =>
  await database.db
    .selectFrom('paymentFlow')
    .select(['orderNo', 'customerNo', 'flowStatus', 'creditedCents', 'appliedCents'])
    .where('paymentCode', '=', paymentCode)
    .executeTakeFirst();

it('keeps the order of a payment on a closed loan, whose customer gets it as credit', async () => {
  const { orderNo, customerNo } = await lend(database.db, { productNo, approvedCents: 500_000, ...people });
  const { repaymentCode } = await orderOf(orderNo);
  await pay(repaymentCode, 5_500);
  expect(await orderOf(orderNo)).toMatchObject({ orderStatus: 'CLOSED' });
  const late = await pay(repaymentCode, 700);
  expect(await flowOf(late)).toEqual({
    orderNo,
    customerNo,
    flowStatus: 'APPLIED',
    creditedCents: 70_000,
    appliedCents: 0,
  });
  expect(await orderOf(orderNo)).toMatchObject({ orderStatus: 'CLOSED' });
});

it('keeps the order of a payment on a loan that is not paid out yet, which waits for a person', async () => {
  const { orderNo } = await approved(database.db, { productNo, approvedCents: 500_000, ...people });
  const { repaymentCode } = await orderOf(orderNo);
  const early = await pay(repaymentCode, 700);
  expect(await flowOf(early)).toMatchObject({ orderNo, flowStatus: 'UNMATCHED' });
});

it('holds money that went to another short code', async () => {
  const { orderNo } = await lend(database.db, { productNo, approvedCents: 500_000, ...people });
  const { repaymentCode } = await orderOf(orderNo);
  await expect(pay(repaymentCode, 700, { BusinessShortCode: '999999' })).rejects.toThrow(
    'went to 999999, ours is 600100',
  );
  expect(await flowOf(await pay(repaymentCode, 700, { BusinessShortCode: 600_100 }))).toMatchObject({ orderNo });
});
