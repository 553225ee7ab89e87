import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../../tests/support/database.ts';
import { openDatabase, type OpenDatabase } from '../../../db/pool.ts';
import { AppError } from '../../../http/app-error.ts';
import { addPerson } from '../../../../testing/test-app.ts';
import { disburseOrder } from '../orders/index.ts';
import { approved, makeProduct, SUBJECTS } from '../orders/testing/lend.ts';
import { markSent, resolveAttempt } from '../payouts/index.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import { usedOn } from './hold.ts';
import { putLimit } from './testing/put-limit.ts';

/* Fifty clients, each with a connection of its own, send orders of one merchant at the same moment. */
const CLIENTS = 50;
let database: TestDatabase;
let opened: OpenDatabase;
let people: { maker: string; checker: string };
let productNo: string;

beforeAll(async () => {
  database = await createTestDatabase('seeded');
  const room = { maxConnections: CLIENTS, connectWithinMs: 60_000 };
  opened = openDatabase(database.url, { ...room, preparesAll: true });
  const [maker, checker] = [await addPerson(database, 'limit.maker'), await addPerson(database, 'limit.checker')];
  people = { maker: maker.userNo, checker: checker.userNo };
  productNo = await makeProduct(database.db);
});
afterAll(async () => {
  await opened.close();
  await database.drop();
});

const FIRST = { merchantNo: 'M0001', loanType: 'FIRST' } as const;
const used = async () => await usedOn(opened.db, FIRST, businessDateOf(new Date()));
const send = async (orderNo: string) =>
  await opened.db
    .transaction()
    .execute((tx) => disburseOrder(tx, orderNo, { makerUserNo: people.maker, checkerUserNo: people.checker }));

async function sendAll(orderNos: readonly string[]): Promise<{ attemptNos: string[]; held: number }> {
  const results = await Promise.allSettled(orderNos.map(send));
  const attemptNos: string[] = [];
  let held = 0;
  for (const result of results) {
    if (result.status === 'fulfilled') attemptNos.push(result.value);
    else if (result.reason instanceof AppError && result.reason.error === 'LIMIT_REACHED') held += 1;
    else throw result.reason;
  }
  return { attemptNos, held };
}

it('never passes the limit by a cent, uses what it can, and gives back what failed', async () => {
  const { db } = opened;
  await putLimit(db, 'M0001_FIRST', people, { dailyAmountLimitCents: 5_000_000 });
  const orders: { orderNo: string; amountCents: number }[] = [];
  for (let client = 0; client < CLIENTS; client += 1) {
    const amountCents = 200_000 + (client % 7) * 10_000;
    const { orderNo } = await approved(db, { productNo, approvedCents: amountCents, ...people });
    orders.push({ orderNo, amountCents });
  }
  const { attemptNos, held } = await sendAll(orders.map(({ orderNo }) => orderNo));
  const after = await used();
  expect(attemptNos.length + held).toBe(CLIENTS);
  expect(after.usedOrders).toBe(attemptNos.length);
  expect(after.usedCents).toBeLessThanOrEqual(5_000_000);
  // The smallest that waits would not have fitted beside the largest that waits before it.
  expect(after.usedCents).toBeGreaterThan(5_000_000 - 260_000);

  const [failing = ''] = attemptNos;
  await db.transaction().execute(async (tx) => {
    await markSent(tx, SUBJECTS, failing);
    await resolveAttempt(tx, SUBJECTS, failing, { isPaid: false, failCode: '1', failReason: 'No' });
  });
  expect((await used()).usedOrders).toBe(after.usedOrders - 1);
  const left = await db
    .selectFrom('loanOrder')
    .select('orderNo')
    .where('orderStatus', '=', 'PENDING_DISBURSEMENT')
    .where(
      'orderNo',
      'in',
      orders.map(({ orderNo }) => orderNo),
    )
    .execute();
  await sendAll(left.map(({ orderNo }) => orderNo));
  expect((await used()).usedCents).toBeLessThanOrEqual(5_000_000);
});

it('counts loans as it counts cents: exactly so many leave', async () => {
  const { db } = opened;
  const { usedOrders } = await used();
  await putLimit(db, 'M0001_FIRST', people, { dailyOrderLimit: usedOrders + 12 });
  const left: string[] = [];
  for (let client = 0; client < CLIENTS; client += 1) {
    left.push((await approved(db, { productNo, approvedCents: 300_000, ...people })).orderNo);
  }
  const { attemptNos, held } = await sendAll(left);
  expect([attemptNos.length, held]).toEqual([12, CLIENTS - 12]);
});
