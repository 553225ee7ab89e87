import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../tests/support/database.ts';
import { driftedBills, trialBalance } from '../../modules/ledger/index.ts';
import { seedLending } from './index.ts';

const NOW = new Date('2026-11-20T09:00:00Z');
let databases: TestDatabase[];

beforeAll(async () => {
  databases = [await createTestDatabase('seeded'), await createTestDatabase('seeded')];
  for (const { db } of databases) {
    await seedLending(db, { orders: 25, merchants: 2, seed: 3, now: NOW });
  }
});
afterAll(async () => {
  for (const database of databases) await database.drop();
});

const bookOf = async ({ db }: TestDatabase) => ({
  orders: await db
    .selectFrom('loanOrder')
    .select(['orderNo', 'orderStatus', 'customerNo', 'approvedCents', 'lendingTime'])
    .orderBy('orderNo')
    .execute(),
  bills: await db
    .selectFrom('bill')
    .innerJoin('billBalance', 'billBalance.billNo', 'bill.billNo')
    .select(['bill.billNo', 'billStatus', 'dueDate', 'outstandingCents'])
    .orderBy('bill.billNo')
    .execute(),
});

it('makes the same lender of the same seed', async () => {
  const [one, other] = databases;
  if (!one || !other) throw new Error('two databases');
  expect(await bookOf(other)).toEqual(await bookOf(one));
});

it('keeps the books, and goes through many states', async () => {
  for (const { db } of databases) {
    expect((await trialBalance(db)).differenceCents).toBe(0);
    expect(await driftedBills(db)).toEqual([]);
    const states = await db.selectFrom('loanOrder').select('orderStatus').distinct().execute();
    expect(states.length).toBeGreaterThanOrEqual(4);
  }
});
