import { collectionMerge, job } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, listOf, type Person } from '../../../../testing/test-calls.ts';
import { lend, makeProduct } from '../../lending/orders/testing/lend.ts';
import { createLogger } from '../../platform/health/index.ts';
import { startJobWorker } from '../../platform/jobs/index.ts';
import { addDays, businessDateOf } from '../../platform/policy/index.ts';
import { runCaseDay } from './index.ts';
import { makeCollector } from './testing/collectors.ts';

/* Both systems on one page: each case by the command and the code of its own. */

const TODAY = businessDateOf(new Date());
const log = createLogger('silent');
const PAGES = ['CaseAllocationMerge', 'collectionMerge'].map((name) => `/AdminContent/CollectionSystemNew/${name}`);
const actions = ['case:distribute', 'case:recall', 'case:redistribute', 'followUp:save'];
const both = ['collection', 'collectionStage'].flatMap((area) => actions.map((action) => `${area}:${action}`));

let app: TestApp;
let desk: Person;
let half: Person;
let collectorNo: string;
let deskNo: string;
let byOrder: string;
let byBill: string;
let stop: () => Promise<void>;

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  stop = await startJobWorker({ db, services: app.services, log });
  const staff = {
    maker: (await addPerson(app.database, 'merge.maker')).userNo,
    checker: (await addPerson(app.database, 'merge.checker')).userNo,
  };
  const products = [await makeProduct(db), await makeProduct(db, { collectionScope: 'BILL' })];
  const orders: string[] = [];
  for (const productNo of products)
    orders.push((await lend(db, { productNo, approvedCents: 500_000, ...staff })).orderNo);
  await sql`update bill set due_date = ${addDays(TODAY, -5)}, accrued_through = ${addDays(TODAY, -1)}
    where order_no = any(${orders})`.execute(db);
  await runCaseDay(db, addDays(TODAY, -1), log);
  // One borrower of both.
  await sql`update collection_case set customer_no = (select customer_no from loan_order where order_no = ${orders[0]})
    where order_no = any(${orders})`.execute(db);
  const rows = await db
    .selectFrom('collectionCase')
    .select(['caseNo', 'caseScope'])
    .where('orderNo', 'in', orders)
    .execute();
  byOrder = rows.find(({ caseScope }) => caseScope === 'ORDER')?.caseNo ?? '';
  byBill = rows.find(({ caseScope }) => caseScope === 'BILL')?.caseNo ?? '';
  collectorNo = await makeCollector(app.database, 'both', {}, both, PAGES);
  await makeCollector(app.database, 'half', {}, ['collection:case:distribute', 'collection:case:recall'], PAGES);
  deskNo = await makeCollector(app.database, 'desk', {}, both, PAGES);
  [desk, half] = [await as(app, 'collector.desk'), await as(app, 'collector.half')];
});
afterAll(async () => {
  await stop();
  await app[Symbol.asyncDispose]();
});

const ended = async (person: Person, jobNo: string) => {
  await expect.poll(async () => (await person.get(job.detail, { jobNo })).data.jobStatus).not.toMatch(/QUEUED|RUNNING/);
  return (await person.post(job.items, { jobNo, page: 1, pageSize: 20 })).data.rows;
};
const statusOf = async (caseNo: string) =>
  (await desk.post(collectionMerge.allotPage, listOf({ caseNo }))).data.rows[0].caseStatus;

it('lists both systems and tells them apart', async () => {
  const find = async (filters: object) => (await desk.post(collectionMerge.allotPage, listOf(filters))).data.total;
  for (const caseNo of [byOrder, byBill]) expect(await find({ caseNo, hasBothScopes: true })).toBe(1);
  expect(await find({ caseNo: byBill, caseScope: 'ORDER' })).toBe(0);
  expect(await find({ caseNo: byBill, borrowerWithTwoCollectors: true })).toBe(0);
  const rowOf = async (caseNo: string) =>
    (await desk.call(collectionMerge.allotPage, { ...listOf({ caseNo }), sort: null })).rows[0];
  const [one, other] = [await rowOf(byOrder), await rowOf(byBill)];
  expect([one?.casesOfBorrower, other?.casesOfBorrower]).toEqual([2, 2]);
  expect(one?.borrowerDueCents).toBe((one?.dueCents ?? 0) + (other?.dueCents ?? 0));
});

it('fails the case whose system’s code is missing, and that one alone', async () => {
  const form = { caseIds: [byOrder, byBill], mode: 'HAND', collectionUserNo: collectorNo };
  expect((await half.post(collectionMerge.distribute, { ...form, caseIds: [byBill] })).status).toBe(403);
  const { data } = await half.post(collectionMerge.distribute, form);
  const items = await ended(half, data.jobNo);
  expect(items.map((one: { itemStatus: string }) => one.itemStatus).toSorted()).toEqual(['FAILURE', 'SUCCESS']);
  expect(await half.call(collectionMerge.result, { jobNo: data.jobNo })).toEqual([
    { caseScope: 'ORDER', succeeded: 1, failed: 0, leftOver: 0 },
    { caseScope: 'BILL', succeeded: 0, failed: 1, leftOver: 0 },
  ]);
  expect((await desk.refusalOf(collectionMerge.result, { jobNo: data.jobNo })).error).toBe('NOT_FOUND');
  expect([await statusOf(byOrder), await statusOf(byBill)]).toEqual(['COLLECTING', 'POOL']);
  await half.post(collectionMerge.recall, { caseIds: [byOrder] });
  expect(await statusOf(byOrder)).toBe('POOL');
});

it('takes the borrower’s other cases along, and one contact is noted on each', async () => {
  const form = { caseIds: [byOrder], mode: 'HAND', collectionUserNo: collectorNo, sameBorrower: true };
  await ended(desk, (await desk.post(collectionMerge.distribute, form)).data.jobNo);
  expect([await statusOf(byOrder), await statusOf(byBill)]).toEqual(['COLLECTING', 'COLLECTING']);
  const own = await as(app, 'collector.both');
  expect((await own.post(collectionMerge.selfPage, listOf({}))).data.total).toBe(2);
  expect((await own.post(collectionMerge.selfSummary, {})).data.cases).toBe(2);
  expect((await own.post(collectionMerge.selfNext, { skip: [] })).data.next.row.collectorUserNo).toBe(collectorNo);
  const note = { contactPerson: 'BORROWER', contactChannel: 'CALL', actionCode: 'NO_ANSWER', remark: 'Rang' };
  const saved = await own.post(collectionMerge.followUpSave, { ...note, caseId: byOrder, alsoCaseIds: [byBill] });
  expect(saved.code).toBe(0);
  const noted = await app.database.db
    .selectFrom('collectionCase')
    .select('followUpCount')
    .where('caseNo', 'in', [byOrder, byBill])
    .execute();
  expect(noted.map(({ followUpCount }) => followUpCount)).toEqual([1, 1]);
});

it('evens out the load of two people with the fewest moves, and leaves who promised where they are', async () => {
  const asked = {
    caseIds: [byOrder, byBill],
    mode: 'BALANCE' as const,
    collectionUserNos: [collectorNo, deskNo],
    sameBorrower: false,
  };
  const preview = await desk.call(collectionMerge.preview, asked);
  expect(preview.plan.map(({ collectionUserNo }) => collectionUserNo)).toEqual([deskNo]);
  const loads = preview.people.map(({ loadPointsThen }) => loadPointsThen).toSorted();
  expect(loads).toEqual([0.5, 1]);
  const [moving] = preview.plan;
  const { db } = app.database;
  const { orderNo, merchantNo } = await db
    .selectFrom('collectionCase')
    .select(['orderNo', 'merchantNo'])
    .where('caseNo', '=', moving?.caseId ?? '')
    .executeTakeFirstOrThrow();
  const promise = { orderNo, merchantNo, amountCents: 100, promisedOn: addDays(TODAY, 1), promiseChannel: 'MPESA' };
  await db
    .insertInto('promiseToPay')
    .values({ ...promise, caseNo: moving?.caseId ?? '', caseLevel: 'S1', madeBy: collectorNo, madeAt: new Date() })
    .execute();
  const then = await desk.call(collectionMerge.preview, asked);
  expect(then.plan.map(({ caseId }) => caseId)).toEqual([moving?.caseId === byOrder ? byBill : byOrder]);
  const { caseIds, mode } = asked;
  await desk.call(collectionMerge.redistribute, { caseIds, mode, plan: then.plan, reason: 'Even load' });
  expect((await desk.call(collectionMerge.preview, asked)).plan).toEqual([]);
});
