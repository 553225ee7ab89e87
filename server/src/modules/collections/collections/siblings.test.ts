import { collection, job, paymentLink } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, type Person } from '../../../../testing/test-calls.ts';
import { lend, makeProduct } from '../../lending/orders/testing/lend.ts';
import { createLogger } from '../../platform/health/index.ts';
import { startJobWorker } from '../../platform/jobs/index.ts';
import { addDays, businessDateOf } from '../../platform/policy/index.ts';
import { runCaseDay } from './index.ts';
import { makeCollector } from './testing/collectors.ts';

/* Bills of one order, each a case of its own: what is done with one says what of the others it touches. */

const TODAY = businessDateOf(new Date());
const log = createLogger('silent');
const { byBill } = collection;
let app: TestApp;
let desk: Person;
let stop: () => Promise<void>;
let people: { maker: string; checker: string };
let productNo: string;
let workerNo: string;
let otherNo: string;
let orderNo: string;
let bills: { caseNo: string; billNo: string; owed: number }[];

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  stop = await startJobWorker({ db, services: app.services, log });
  people = {
    maker: (await addPerson(app.database, 'sibling.maker')).userNo,
    checker: (await addPerson(app.database, 'sibling.checker')).userNo,
  };
  productNo = await makeProduct(db, { collectionScope: 'BILL', installments: 3, termDays: 90 });
  const codes = [
    'case:distribute',
    'case:redistribute',
    'case:retain',
    'case:split',
    'promise:save',
    'repayLink:create',
  ].map((code) => `collectionStage:${code}`);
  const pages = ['CaseAllocationNew', 'MyCollectionNew'].map((page) => `/AdminContent/CollectionSystemNew/${page}`);
  workerNo = await makeCollector(app.database, 'siblings', {}, codes, pages);
  otherNo = await makeCollector(app.database, 'sibling.other');
  desk = await as(app, 'collector.siblings');
});
afterAll(async () => {
  await stop();
  await app[Symbol.asyncDispose]();
});
beforeEach(async () => {
  const { db } = app.database;
  ({ orderNo } = await lend(db, { productNo, approvedCents: 600_000, ...people }));
  await sql`update bill set due_date = ${addDays(TODAY, -25)}::date + (term_no - 1) * 10,
    interest_from = ${addDays(TODAY, -40)}, accrued_through = ${addDays(TODAY, -1)}
    where order_no = ${orderNo}`.execute(db);
  await runCaseDay(db, addDays(TODAY, -1), log);
  const { rows } = await sql<{ caseNo: string; billNo: string; owed: number }>`
    select c.case_no, b.bill_no, bb.outstanding_cents as owed from collection_case c
    join case_bill k on k.case_no = c.case_no join bill b on b.bill_no = k.bill_no
    join bill_balance bb on bb.bill_no = b.bill_no where c.order_no = ${orderNo} order by b.term_no`.execute(db);
  bills = rows;
});

const at = (term: 1 | 2 | 3) => {
  const one = bills[term - 1];
  if (!one) throw new Error(`no bill ${term}`);
  return one;
};
async function give(...terms: readonly (1 | 2 | 3)[]) {
  const form = { mode: 'HAND' as const, collectionUserNo: workerNo, takeSiblings: false, splitReason: 'Alone' };
  const { jobNo } = await desk.call(byBill.distribute, { caseIds: terms.map((term) => at(term).caseNo), ...form });
  if (jobNo === null) return;
  await expect.poll(async () => (await desk.call(job.detail, { jobNo })).jobStatus).toBe('SUCCESS');
}

it('shows where each bill of the order stands, and with whom', async () => {
  await give(2);
  const { bills: strip } = await desk.call(byBill.allotOne, { caseId: at(2).caseNo });
  expect(strip.map(({ caseStatus, collectorName, isOfCase }) => [caseStatus, collectorName, isOfCase])).toEqual([
    ['POOL', null, false],
    ['COLLECTING', 'collector.siblings', true],
    ['POOL', null, false],
  ]);
});

it('brings an order together with who has one of its bills, and leaves what they have', async () => {
  await give(1);
  const form = { mode: 'HAND' as const, takeSiblings: false, splitReason: 'Alone' };
  await desk.call(byBill.distribute, { ...form, caseIds: [at(2).caseNo], collectionUserNo: otherNo });
  await desk.call(byBill.distribute, { ...form, caseIds: [at(3).caseNo], collectionUserNo: otherNo });
  const join = { caseIds: [at(1).caseNo], mode: 'HAND' as const, collectionUserNo: workerNo, reason: 'One call' };
  const { jobNo } = await desk.call(byBill.redistribute, join);
  await expect.poll(async () => (await desk.call(job.detail, { jobNo: jobNo ?? '' })).jobStatus).toBe('SUCCESS');
  const held = async () => {
    const { rows } = await sql<{ userNo: string; times: number }>`select c.collector_user_no as user_no,
        (select count(*)::int from case_assignment a where a.case_no = c.case_no) as times
      from collection_case c where c.order_no = ${orderNo} order by c.oldest_due_on`.execute(app.database.db);
    return rows;
  };
  expect(await held()).toEqual([
    { userNo: workerNo, times: 1 },
    { userNo: workerNo, times: 2 },
    { userNo: workerNo, times: 2 },
  ]);
  // Nothing is left to join: said as of any case that is with them.
  const again = await desk.call(byBill.redistribute, join);
  await expect.poll(async () => (await desk.call(job.detail, { jobNo: again.jobNo ?? '' })).jobStatus).toBe('FAILURE');
});

it('says of a retained sibling that it stays', async () => {
  await give(1);
  await desk.call(byBill.retain, { caseIds: [at(1).caseNo], reason: 'Salary' });
  const form = { mode: 'EVEN_COUNT' as const, collectionUserNos: [workerNo] };
  const preview = await desk.call(byBill.allotPreview, { ...form, caseIds: [at(3).caseNo] });
  expect(preview.plan.map(({ caseId }) => caseId).toSorted()).toEqual([at(2).caseNo, at(3).caseNo].toSorted());
  expect(preview.siblings).toBe(1);
  expect(preview.left.map(({ caseId }) => caseId)).toEqual([at(1).caseNo]);
});

it('takes one promise an order: the same money would keep two', async () => {
  await give(1, 2);
  const promise = (term: 1 | 2) => ({
    caseId: at(term).caseNo,
    promiseAmountCents: at(1).owed + at(2).owed,
    promisedRepaymentTime: addDays(TODAY, 1),
    promiseChannel: 'MPESA',
  });
  const { promiseNo } = await desk.call(byBill.promiseSave, promise(2));
  expect((await desk.refusalOf(byBill.promiseSave, promise(1))).error).toBe('PROMISE_OF_SIBLING');
  await desk.call(byBill.promiseCancel, { promiseNo, reason: 'Entered twice' });
  await desk.call(byBill.promiseSave, promise(1));
});

it('makes two collectors of one order promise one after the other', async () => {
  await give(1, 2);
  const promise = (term: 1 | 2) => ({
    caseId: at(term).caseNo,
    promiseAmountCents: 100_00,
    promisedRepaymentTime: addDays(TODAY, 1),
    promiseChannel: 'MPESA',
  });
  const both = await Promise.all([
    desk.post(byBill.promiseSave, promise(1)),
    desk.post(byBill.promiseSave, promise(2)),
  ]);
  expect(both.map(({ code }) => code === 0).toSorted()).toEqual([false, true]);
});

it('asks for older bills with this one, and for nothing of a later one', async () => {
  await give(2);
  const { caseNo: caseId } = at(2);
  const whole = (cents: number) => Math.ceil(cents / 100) * 100;
  const reach = await desk.call(paymentLink.reachOfStageCase, { caseId });
  expect(reach.toCents).toBe(whole(at(1).owed + at(2).owed));
  expect(reach.bills.map(({ billNo }) => billNo)).toEqual([at(1).billNo, at(2).billNo]);
  const few = await desk.call(paymentLink.reachOfStageCase, { caseId, amountCents: 10_000 });
  expect(few.bills).toMatchObject([{ billNo: at(1).billNo, amountCents: 10_000 }]);
  const link = { caseId, sendSms: false, language: 'en' as const };
  const above = await desk.refusalOf(paymentLink.createOfStageCase, { ...link, amountCents: reach.toCents + 100 });
  expect(above.error).toBe('LINK_AMOUNT_RANGE');
  const made = await desk.call(paymentLink.createOfStageCase, { ...link, amountCents: reach.toCents });
  expect(made.amountCents).toBe(reach.toCents);
});
