import { collection, collectionMerge } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, type Person } from '../../../../testing/test-calls.ts';
import { lend, makeProduct } from '../../lending/orders/testing/lend.ts';
import { createLogger } from '../../platform/health/index.ts';
import { addDays, businessDateOf } from '../../platform/policy/index.ts';
import { runCaseDay } from './index.ts';
import { makeCollector } from './testing/collectors.ts';

/* What principals look ahead and back by: tomorrow's load, and where bills are late first and cured. */

const TODAY = businessDateOf(new Date());
const PAGES = ['CaseAllocationMerge', 'OutCollectionListNew'].map(
  (page) => `/AdminContent/CollectionSystemNew/${page}`,
);
let app: TestApp;
let desk: Person;
let collectorNo: string;
let people: { maker: string; checker: string };
let productNo: string;

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  people = {
    maker: (await addPerson(app.database, 'load.maker')).userNo,
    checker: (await addPerson(app.database, 'load.checker')).userNo,
  };
  productNo = await makeProduct(app.database.db, { collectionScope: 'BILL', installments: 3, termDays: 90 });
  collectorNo = await makeCollector(app.database, 'load', {}, ['collectionStage:case:distribute'], PAGES);
  desk = await as(app, 'collector.load');
});
afterAll(async () => await app[Symbol.asyncDispose]());

/** An order whose instalments are due on these days, as seen from today; cases are those of yesterday's end of day. */
async function order(...dueIn: readonly [number, number, number]): Promise<string> {
  const { db } = app.database;
  const { orderNo } = await lend(db, { productNo, approvedCents: 600_000, ...people });
  for (const [index, days] of dueIn.entries()) {
    await sql`update bill set due_date = ${addDays(TODAY, days)}, interest_from = ${addDays(TODAY, -60)},
      accrued_through = ${addDays(TODAY, -1)} where order_no = ${orderNo} and term_no = ${index + 1}`.execute(db);
  }
  await runCaseDay(db, addDays(TODAY, -1), createLogger('silent'));
  return orderNo;
}

it('forecasts tomorrow: an order’s next bill comes to whoever has the others, the rest to the pool', async () => {
  const { db } = app.database;
  const held = await order(-5, 30, 60);
  const free = await order(30, 60, 90);
  const { caseNo } = await db
    .selectFrom('collectionCase')
    .select('caseNo')
    .where('orderNo', '=', held)
    .executeTakeFirstOrThrow();
  await desk.call(collection.byBill.distribute, { caseIds: [caseNo], mode: 'HAND', collectionUserNo: collectorNo });
  const read = async () => {
    const forecast = await desk.call(collectionMerge.forecast, {});
    return { ...forecast, own: forecast.people.find(({ userNo }) => userNo === collectorNo) };
  };
  const before = await read();
  expect(before).toMatchObject({
    day: addDays(TODAY, 1),
    own: { orders: 0, bills: 1, comingBills: 0, loadPoints: 0.5, loadPointsThen: 0.5 },
  });
  // The second instalments of both come within reach of their first reminder tomorrow.
  await sql`update bill set due_date = ${addDays(TODAY, 4)}
    where order_no = ${held} and term_no = 2 or order_no = ${free} and term_no = 1`.execute(db);
  const then = await read();
  expect(then.own).toMatchObject({ comingBills: 1, loadPoints: 0.5, loadPointsThen: 1 });
  expect(then.pool.comingBills).toBe(before.pool.comingBills + 1);
});

it('says by instalment what was late first and at which level it was settled', async () => {
  const { db } = app.database;
  const read = async () => (await desk.call(collection.outCures, {})).terms;
  const before = await read();
  const first = await order(-20, -5, 40);
  await order(40, -10, 70);
  await order(0, 40, 70);
  await sql`update collection_case set case_status = 'CLOSED', closed_at = now(), out_reason = 'SETTLED'
    where case_no in (select cb.case_no from case_bill cb join bill b on b.bill_no = cb.bill_no
      where b.order_no = ${first} and b.term_no = 2)`.execute(db);
  const ofTerm = (terms: typeof before, termNo: number) => {
    const found = terms.find((one) => one.termNo === termNo);
    const cured = Object.fromEntries((found?.cured ?? []).map(({ caseLevel, cases }) => [caseLevel, cases]));
    return [found?.firstMissed ?? 0, found?.missed ?? 0, found?.open ?? 0, cured['S1'] ?? 0] as const;
  };
  const after = await read();
  const added = (termNo: number) =>
    ofTerm(after, termNo).map((figure, index) => figure - (ofTerm(before, termNo)[index] ?? 0));
  // Late first, late, open, settled at S1: of the first instalment and the second. What is due today is not late.
  expect(added(1)).toEqual([1, 1, 1, 0]);
  expect(added(2)).toEqual([1, 2, 1, 1]);
});
