import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../../tests/support/database.ts';
import { addPerson } from '../../../../testing/test-app.ts';
import { createLogger } from '../../platform/health/index.ts';
import { lend, makeProduct } from '../../lending/orders/testing/lend.ts';
import { addDays, businessDateOf } from '../../platform/policy/index.ts';
import { makeCollector } from './testing/collectors.ts';
import { dividePool, runCaseDay, sendBackCases } from './index.ts';

/* What moves a case without a command of its own is told like a command: an event a row of its history. */

const TODAY = businessDateOf(new Date());
const YESTERDAY = addDays(TODAY, -1);
const log = createLogger('silent');
let database: TestDatabase;
let people: { maker: string; checker: string };
let orders: string[];
let merchantNo: string;

beforeAll(async () => {
  database = await createTestDatabase('seeded');
  const { db } = database;
  people = {
    maker: (await addPerson(database, 'told.maker')).userNo,
    checker: (await addPerson(database, 'told.checker')).userNo,
  };
  await makeCollector(database, 'told');
  const productNo = await makeProduct(db, { installments: 1, termDays: 14 });
  const loans = [];
  for (let count = 0; count < 3; count += 1)
    loans.push(await lend(db, { productNo, approvedCents: 500_000, ...people }));
  orders = loans.map(({ orderNo }) => orderNo);
  merchantNo = loans[0]?.merchantNo ?? '';
});
afterAll(() => database.drop());

async function night(dpd: readonly number[]): Promise<void> {
  for (const [index, orderNo] of orders.entries()) {
    await sql`update bill set due_date = ${addDays(TODAY, -(dpd[index] ?? 0))}::date, interest_from = ${addDays(TODAY, -120)},
      accrued_through = ${YESTERDAY} where order_no = ${orderNo}`.execute(database.db);
    await sql`delete from bill_step where bill_no in (select bill_no from bill where order_no = ${orderNo})`.execute(
      database.db,
    );
    await sql`update collection_case set levelled_on = ${YESTERDAY} where order_no = ${orderNo}`.execute(database.db);
  }
  await runCaseDay(database.db, YESTERDAY, log);
}

/** Takes what is due: the events of the cases by order, with what the history has of them. */
async function told(): Promise<unknown[]> {
  const { rows } = await sql<{ orderNo: string }>`
    select c.order_no, topic, before, after, e.merchant_no, (select count(*)::int from case_event h
      where h.case_no = c.case_no and 'case.' || h.command = e.topic) as rows_of_history
    from domain_event_due due join domain_event e using (event_id, happened_at)
    join collection_case c on c.case_no = e.subject_no
    where e.subject_type = 'case' order by c.order_no, event_id`.execute(database.db);
  await database.db.deleteFrom('domainEventDue').execute();
  return rows.map(({ orderNo, ...event }) => ({ order: orders.indexOf(orderNo), ...event }));
}

const event = (order: number, topic: string, before: unknown, after: unknown) => ({
  order,
  topic,
  before,
  after,
  merchantNo,
  rowsOfHistory: 1,
});
const at = (caseStatus: string, caseLevel: string) => ({ caseStatus, caseLevel });

it('tells of every case that a night opens, moves and closes', async () => {
  await night([-3, 5, -20]);
  expect(await told()).toEqual([
    event(0, 'case.open', null, at('POOL', 'S0')),
    event(1, 'case.open', null, at('POOL', 'S1')),
  ]);
  await night([9, 5, 31]);
  expect(await told()).toEqual([
    event(0, 'case.level', at('POOL', 'S0'), at('POOL', 'S2')),
    event(2, 'case.open', null, at('POOL', 'S4')),
  ]);
  await night([9, 5, 31]);
  expect(await told()).toEqual([]);
  await sql`update bill set bill_status = 'VOID' where order_no = ${orders[1]}`.execute(database.db);
  await night([9, 5, 31]);
  expect(await told()).toEqual([event(1, 'case.close', at('POOL', 'S1'), at('CLOSED', 'S1'))]);
});

it('tells of what rules assign, and of what comes back from somebody who is frozen', async () => {
  expect(await dividePool(database.db, new Date(), log)).toBe(2);
  expect(await told()).toEqual([
    event(0, 'case.distribute', at('POOL', 'S2'), at('COLLECTING', 'S2')),
    event(2, 'case.distribute', at('POOL', 'S4'), at('COLLECTING', 'S4')),
  ]);
  const by = people.maker;
  const had = await database.db
    .selectFrom('collectionCase')
    .select('collectorUserNo')
    .where('collectorUserNo', 'is not', null)
    .distinct()
    .execute();
  await database.db.transaction().execute(async (tx) => {
    for (const { collectorUserNo } of had) await sendBackCases(tx, collectorUserNo ?? '', { by, at: new Date() });
  });
  expect(await told()).toEqual([
    event(0, 'case.cancelAllocationToPool', at('COLLECTING', 'S2'), at('POOL', 'S2')),
    event(2, 'case.cancelAllocationToPool', at('COLLECTING', 'S4'), at('POOL', 'S4')),
  ]);
});
