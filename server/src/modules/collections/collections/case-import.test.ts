import { imports, job } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, type Person } from '../../../../testing/test-calls.ts';
import { lend, makeProduct } from '../../lending/orders/testing/lend.ts';
import { createLogger } from '../../platform/health/index.ts';
import { startJobWorker } from '../../platform/jobs/index.ts';
import { addDays, businessDateOf } from '../../platform/policy/index.ts';
import { runCaseDay } from './case-day.ts';
import { SYSTEMS } from './testing/case-place.ts';
import { makeCollector } from './testing/collectors.ts';

const TODAY = businessDateOf(new Date());
const log = createLogger('silent');
let app: TestApp;
let desk: Person;
let stop: () => Promise<void>;
let people: { maker: string; checker: string };
let workerNo: string;
let otherNo: string;

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  stop = await startJobWorker({ db: app.database.db, services: app.services, log });
  people = {
    maker: (await addPerson(app.database, 'file.maker')).userNo,
    checker: (await addPerson(app.database, 'file.checker')).userNo,
  };
  const codes = ['collection:case:import', 'collectionStage:case:import'];
  const pages = ['CollectionSystem/CaseAllocation', 'CollectionSystemNew/CaseAllocationNew'].map(
    (page) => `/AdminContent/${page}`,
  );
  await makeCollector(app.database, 'filer', {}, codes, pages);
  workerNo = await makeCollector(app.database, 'taker');
  otherNo = await makeCollector(app.database, 'giver');
  desk = await as(app, 'collector.filer');
});
afterAll(async () => {
  await stop();
  await app[Symbol.asyncDispose]();
});

async function late(collectionScope: 'ORDER' | 'BILL', installments = 1): Promise<string> {
  const { db } = app.database;
  const productNo = await makeProduct(db, { collectionScope, installments });
  const { orderNo } = await lend(db, { productNo, approvedCents: 600_000, ...people });
  await sql`update bill set due_date = ${addDays(TODAY, -30)}::date + (term_no - 1) * 10,
    interest_from = ${addDays(TODAY, -40)}, accrued_through = ${addDays(TODAY, -1)}
    where order_no = ${orderNo}`.execute(db);
  await runCaseDay(db, addDays(TODAY, -1), log);
  return orderNo;
}

/** Applies a file and waits for its end. @returns each row's result and reason */
async function brought(kind: string, ...rows: readonly Record<string, string>[]) {
  const { jobNo } = await desk.call(imports.apply, { kind, rows: [...rows] });
  const status = async () => (await desk.get(job.detail, { jobNo })).data.jobStatus;
  await expect.poll(status).not.toMatch(/QUEUED|RUNNING/);
  return (await desk.post(job.items, { jobNo, page: 1, pageSize: 20 })).data.rows;
}
const holders = async (orderNo: string) => {
  const { rows } = await sql<{ userNo: string | null; termNo: number; reason: string | null }>`
    select c.collector_user_no as user_no, b.term_no, a.reason from collection_case c
    join case_bill k on k.case_no = c.case_no join bill b on b.bill_no = k.bill_no
    left join case_assignment a on a.case_no = c.case_no and a.ended_at is null
    where c.order_no = ${orderNo} order by b.term_no`.execute(app.database.db);
  return rows;
};

/** What a row of each system's file says of an order's only bill. */
const rowOf = (system: 'ORDER' | 'BILL', orderNo: string, collectionUserNo: string) => ({
  orderNo,
  ...(system === 'BILL' && { termNo: '1' }),
  collectionUserNo,
});

describe.each(SYSTEMS)('$system', ({ system, area }) => {
  const kind = `${area}.caseImport`;

  it('assigns from the pool and hands on, and leaves out what is retained, unknown or not theirs to take', async () => {
    const [pooled, held, kept] = [await late(system), await late(system), await late(system)];
    const row = (orderNo: string, collectionUserNo = workerNo) => rowOf(system, orderNo, collectionUserNo);
    await brought(kind, row(held, otherNo), row(kept, otherNo));
    await sql`update collection_case set case_status = 'RETAINED' where order_no = ${kept}`.execute(app.database.db);
    const results = await brought(kind, row(pooled), row(held), row(kept), row('LO0000000000'), row(pooled, 'U999999'));
    expect(results.map((one: { itemStatus: string }) => one.itemStatus).toSorted()).toEqual([
      'FAILURE',
      'FAILURE',
      'FAILURE',
      'SUCCESS',
      'SUCCESS',
    ]);
    expect(await holders(pooled)).toMatchObject([{ userNo: workerNo }]);
    expect(await holders(held)).toMatchObject([{ userNo: workerNo, reason: 'Assigned from a file' }]);
    expect(await holders(kept)).toMatchObject([{ userNo: otherNo }]);
  });

  it('marks before it writes what a row would be refused for', async () => {
    const orderNo = await late(system);
    // By bill its instalment stands between; the same one twice is said of the second row.
    const term = system === 'BILL' ? ',1' : '';
    const head = system === 'BILL' ? 'Order,Instalment,Collector' : 'Order,Collector';
    const file = `${head}\n${orderNo}${term},${workerNo}\n${orderNo}${term},U999999\nLO0000000000${term},${workerNo}\n`;
    const { data } = await desk.bytes(`user/import/preview?kind=${kind}`, Buffer.from(file), {});
    const faultsOf = ({ faults }: { faults: { field: string }[] }) => faults.map(({ field }) => field);
    expect(data.rows.map(faultsOf)).toEqual([[], expect.arrayContaining(['collectionUserNo']), ['orderNo']]);
    expect(await holders(orderNo)).toMatchObject([{ userNo: null }]);
  });
});

it('assigns one instalment by its number, and its siblings stay', async () => {
  const orderNo = await late('BILL', 3);
  await brought('collectionStage.caseImport', { orderNo, termNo: '2', collectionUserNo: workerNo });
  expect(await holders(orderNo)).toMatchObject([
    { termNo: 1, userNo: null },
    { termNo: 2, userNo: workerNo },
    { termNo: 3, userNo: null },
  ]);
});
