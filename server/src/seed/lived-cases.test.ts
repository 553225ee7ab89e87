import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { createLogger } from '../modules/platform/health/index.ts';
import { dividePool } from '../modules/collections/collections/index.ts';
import { seedLending } from './lending/index.ts';

// A lender that has lived: what its desk of collections shows is not of this morning.

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase('seeded');
  await seedLending(database.db, { orders: 150, merchants: 3, seed: 1, now: new Date() });
});
afterAll(async () => await database.drop());

const count = async (query: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*) as count from (${sql.raw(query)}) found`.execute(
    database.db,
  );
  return rows[0]?.count ?? 0;
};

it('cases came through their levels over months', async () => {
  expect(await count(`select from collection_case where opened_at < now() - interval '60 days'`)).toBeGreaterThan(2);
  const moved = `select case_no from case_event where command = 'level' group by case_no having count(*) >= 2`;
  expect(await count(moved)).toBeGreaterThan(5);
  const backwards = `select from case_event e join case_event f on f.case_no = e.case_no
    and f.at > e.at and f.command = 'level' and f.case_level < e.case_level`;
  expect(await count(backwards)).toBe(0);
});

it('those that somebody has for a while were called, and what came of it was noted', async () => {
  const held = `select case_no from collection_case
    where case_status = 'COLLECTING' and opened_at < now() - interval '30 days'`;
  const called = `${held} and exists (select from contact_attempt a join contact_result r using (attempt_id)
    where a.case_no = collection_case.case_no) and follow_up_count > 0`;
  const all = await count(held);
  expect(all).toBeGreaterThan(2);
  expect(await count(called)).toBeGreaterThan(0.7 * all);
  expect(await count(`select from promise_to_pay where promise_status = 'BROKEN'`)).toBeGreaterThan(0);
});

it('a pool waits for a team lead, whatever is divided automatically', async () => {
  await dividePool(database.db, new Date(), createLogger('silent'));
  expect(await count(`select from collection_case where case_status = 'POOL'`)).toBeGreaterThan(1);
});

it('nobody was lent to twice at a time', async () => {
  const twins = `select o.customer_no from loan_order o where o.order_status = 'DISBURSED'
    group by o.customer_no having count(*) > 1`;
  expect(await count(twins)).toBe(0);
});
