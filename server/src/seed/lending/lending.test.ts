import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../tests/support/database.ts';
import { driftedBills, trialBalance } from '../../modules/platform/ledger/index.ts';
import { orderMachine } from '../../modules/lending/orders/index.ts';
import { statesOf } from '../../state-machine/index.ts';
import { seedLending } from './index.ts';
import { overdrawn } from './testing/overdrawn.ts';

const NOW = new Date('2026-11-20T09:00:00Z');
const databases: TestDatabase[] = [];

beforeAll(async () => {
  for (const isSideBySide of [false, false, true]) {
    const database = await createTestDatabase('seeded');
    databases.push(database);
    await seedLending(database.db, { orders: 40, merchants: 2, seed: 3, now: NOW, isSideBySide });
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

/** What each merchant lent and was owed, whatever its numbers. */
const lentBy = async ({ db }: TestDatabase) => ({
  orders: await db
    .selectFrom('loanOrder')
    .select(['merchantNo', 'applyTime', 'orderStatus', 'approvedCents', 'lendingTime'])
    .orderBy('merchantNo')
    .orderBy('applyTime')
    .execute(),
  bills: await db
    .selectFrom('bill')
    .innerJoin('billBalance', 'billBalance.billNo', 'bill.billNo')
    .innerJoin('loanOrder', 'loanOrder.orderNo', 'bill.orderNo')
    .select(['bill.merchantNo', 'applyTime', 'billStatus', 'dueDate', 'outstandingCents'])
    .orderBy('bill.merchantNo')
    .orderBy('applyTime')
    .orderBy('bill.billNo')
    .execute(),
});

it('makes the same lender side by side, but for numbers', async () => {
  const [one, , sideBySide] = databases;
  if (!one || !sideBySide) throw new Error('three databases');
  expect(await lentBy(sideBySide)).toEqual(await lentBy(one));
});

it('has its accounts funded on every day', async () => {
  for (const { db } of databases) expect(await overdrawn(db)).toEqual([]);
});

it('keeps the books, in every state an order and a bill can be in', async () => {
  for (const { db } of databases) {
    expect((await trialBalance(db)).differenceCents).toBe(0);
    expect(await driftedBills(db)).toEqual([]);
    const { rows } = await sql<{ orders: string[]; bills: string[]; flows: string[] }>`
      select (select array_agg(distinct order_status) from loan_order) as orders,
        (select array_agg(distinct bill_status) from bill) as bills`.execute(db);
    expect(new Set(rows[0]?.orders)).toEqual(new Set(statesOf(orderMachine)));
    expect(new Set(rows[0]?.bills)).toEqual(new Set(['ACTIVE', 'SETTLED', 'ROLLED_OVER', 'CHARGED_OFF', 'VOID']));
  }
});

it('has loans that were charged liquidated damages, and declined customers who wait for their product', async () => {
  for (const { db } of databases) {
    const { rows } = await sql<{ damagesCents: number; waiting: number }>`
      select (select coalesce(sum(p.amount_cents), 0) from posting p join journal j using (journal_id, business_date)
          where j.journal_kind = 'LIQUIDATED_DAMAGES' and p.amount_cents > 0)::bigint as damages_cents,
        (select count(*) from loan_order where order_status in ('REFUSED', 'MACHINE_REFUSED')
          and cool_off_until > (refused_at at time zone 'Africa/Nairobi')::date)::int as waiting`.execute(db);
    expect(rows[0]?.damagesCents).toBeGreaterThan(0);
    expect(rows[0]?.waiting).toBeGreaterThan(0);
  }
});
