import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../../tests/support/database.ts';
import { addDays, businessDateOf } from '../policy/index.ts';
import { bookedBalances, flowPostings, keepBankDays, postJournal } from './index.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase('migrated');
});
afterAll(() => database.drop());

const PAYBILL = 'BANK.MPESA_PAYBILL';
const today = businessDateOf(new Date());
let count = 0;

/** A payment of a day. */
async function receive(daysAgo: number, amountCents: number, merchantNo = 'M0001'): Promise<void> {
  count += 1;
  const flowNo = `F${count}`;
  await database.db.transaction().execute(
    async (tx) =>
      await postJournal(tx, {
        kind: 'RECEIPT',
        businessDate: addDays(today, -daysAgo),
        merchantNo,
        cause: { type: 'FLOW', no: flowNo },
        idempotencyKey: flowNo,
        lines: flowPostings.receipt({ bank: PAYBILL, flowNo, amountCents }),
      }),
  );
}

const kept = async () => await database.db.selectFrom('bankDay').select(['businessDate', 'amountCents']).execute();
const booked = async (through?: string) => (await bookedBalances(database.db, [PAYBILL], through)).get(PAYBILL) ?? 0;
async function posted(): Promise<number> {
  const { rows } = await sql<{ cents: number }>`select coalesce(sum(amount_cents), 0)::bigint as cents from posting
    where account_code = ${PAYBILL}`.execute(database.db);
  return rows[0]?.cents ?? 0;
}

it('reads kept days and the postings since, each posting once', async () => {
  for (const daysAgo of [400, 40, 3, 2, 1, 0]) await receive(daysAgo, 100_00 + daysAgo);
  expect(await kept()).toEqual([]);
  expect(await booked()).toBe(await posted());
  expect(await keepBankDays(database.db)).toBe(true);
  expect((await kept()).map(({ businessDate }) => businessDate).toSorted()).toEqual(
    [400, 40, 3, 2].map((days) => addDays(today, -days)),
  );
  expect(await booked()).toBe(await posted());
  expect(await booked(addDays(today, -3))).toBe(400 + 40 + 3 + 3 * 100_00);
  // Once a day.
  expect(await keepBankDays(database.db)).toBe(false);
});

it('adds what is dated on a kept day to its sum, of its merchant', async () => {
  const before = await booked(addDays(today, -40));
  await receive(40, 7_00);
  await receive(39, 5_00, 'M0002');
  expect(await booked(addDays(today, -40))).toBe(before + 7_00);
  expect(await booked()).toBe(await posted());
});

it('counts a posting once whose day is kept while it is written', async () => {
  await sql`update bank_day_mark set kept_through = ${addDays(today, -30)}::date`.execute(database.db);
  await sql`delete from bank_day where business_date > ${addDays(today, -30)}::date`.execute(database.db);
  const { promise: written, resolve: tell } = Promise.withResolvers<void>();
  const { promise: mayCommit, resolve: commit } = Promise.withResolvers<void>();
  const writing = database.db.transaction().execute(async (tx) => {
    await postJournal(tx, {
      kind: 'RECEIPT',
      businessDate: addDays(today, -10),
      merchantNo: 'M0001',
      cause: { type: 'FLOW', no: 'LATE' },
      idempotencyKey: 'late',
      lines: flowPostings.receipt({ bank: PAYBILL, flowNo: 'LATE', amountCents: 9_00 }),
    });
    tell();
    await mayCommit;
  });
  await written;
  const keeping = keepBankDays(database.db);
  try {
    await expect.poll(() => waiting(), { timeout: 10_000 }).toBe(1);
  } finally {
    // Whatever became of it, nothing stays open.
    commit();
    await Promise.all([writing, keeping]);
  }
  expect((await kept()).find(({ businessDate }) => businessDate === addDays(today, -10))?.amountCents).toBe(9_00);
  expect(await booked()).toBe(await posted());
});

/** Who waits for the lock of the kept days. */
async function waiting(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_locks l
    join pg_stat_activity a using (pid) where a.datname = current_database() and l.locktype = 'advisory'
      and not l.granted`.execute(database.db);
  return rows[0]?.count ?? 0;
}
