import { chargeOff, collection, job, lossRates } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, type Person } from '../../../../testing/test-calls.ts';
import { runCaseDay } from '../../collections/collections/index.ts';
import { attachTo } from '../../collections/collections/testing/case-place.ts';
import { makeCollector } from '../../collections/collections/testing/collectors.ts';
import { lend, makeProduct } from '../../lending/orders/testing/lend.ts';
import { createLogger } from '../../platform/health/index.ts';
import { startJobWorker } from '../../platform/jobs/index.ts';
import { standingOf } from './provision.ts';
import { addDays, businessDateOf } from '../../platform/policy/index.ts';

/* Bad debt of single bills, with the whole order in view. */

const TODAY = businessDateOf(new Date());
const log = createLogger('silent');
const { byBill } = collection;
const losses = chargeOff.byBill;
let app: TestApp;
let desk: Person;
let stop: () => Promise<void>;
let people: { maker: string; checker: string };
let productNo: string;
let workerNo: string;
let orderNo: string;
/** Of the bills that are 130, 100 and 70 days past due. */
let cases: { caseNo: string; billNo: string }[];

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  stop = await startJobWorker({ db, services: app.services, log });
  people = {
    maker: (await addPerson(app.database, 'loss.maker')).userNo,
    checker: (await addPerson(app.database, 'loss.checker')).userNo,
  };
  productNo = await makeProduct(db, { collectionScope: 'BILL', installments: 3, termDays: 90 });
  const codes = ['case:distribute', 'badDebt:enter', 'badDebt:cancel', 'chargeOff:apply'].map(
    (code) => `collectionStage:${code}`,
  );
  const pages = ['CaseAllocationNew', 'BadDebtManagementNew'].map(
    (page) => `/AdminContent/CollectionSystemNew/${page}`,
  );
  workerNo = await makeCollector(app.database, 'loser', {}, codes, pages);
  desk = await as(app, 'collector.loser');
});
afterAll(async () => {
  await stop();
  await app[Symbol.asyncDispose]();
});
beforeEach(async () => {
  const { db } = app.database;
  ({ orderNo } = await lend(db, { productNo, approvedCents: 600_000, ...people }));
  await sql`update bill set due_date = ${addDays(TODAY, -130)}::date + (term_no - 1) * 30,
    interest_from = ${addDays(TODAY, -160)}, accrued_through = ${addDays(TODAY, -1)}
    where order_no = ${orderNo}`.execute(db);
  await runCaseDay(db, addDays(TODAY, -1), log);
  const { rows } = await sql<{ caseNo: string; billNo: string }>`select c.case_no, b.bill_no from collection_case c
    join case_bill k on k.case_no = c.case_no join bill b on b.bill_no = k.bill_no
    where c.order_no = ${orderNo} order by b.term_no`.execute(db);
  cases = rows;
  const caseIds = cases.map(({ caseNo }) => caseNo);
  await ended(await desk.call(byBill.distribute, { caseIds, mode: 'HAND', collectionUserNo: workerNo }));
});

async function ended({ jobNo }: { readonly jobNo: string | null }) {
  if (jobNo === null) return [];
  await expect.poll(async () => (await desk.call(job.detail, { jobNo })).jobStatus).not.toMatch(/QUEUED|RUNNING/);
  return (await desk.call(job.items, { jobNo, page: 1, pageSize: 20 })).rows;
}
const at = (term: 1 | 2 | 3) => {
  const one = cases[term - 1];
  if (!one) throw new Error(`no bill ${term}`);
  return one;
};
const enter = async (term: 1 | 2 | 3, badDebtReason = 'DPD_90', withSiblings = false) => {
  const evidence: string[] = [];
  if (badDebtReason === 'DEATH') evidence.push(await proof());
  const caseIds = [at(term).caseNo];
  const asked = { caseIds, badDebtReason, evidence, remark: 'Cannot be found', withSiblings };
  await ended(await desk.call(byBill.badDebtEnter, asked));
};
async function proof(): Promise<string> {
  return await attachTo(app.database.db, orderNo, people.maker);
}
const states = async () => {
  const { rows } = await sql<{ caseStatus: string }>`select c.case_status from collection_case c
    join case_bill k on k.case_no = c.case_no join bill b on b.bill_no = k.bill_no
    where c.order_no = ${orderNo} order by b.term_no`.execute(app.database.db);
  return rows.map(({ caseStatus }) => caseStatus);
};
const asked = async () =>
  await app.database.db.selectFrom('chargeOff').select('billNos').where('orderNo', '=', orderNo).execute();
const reason = 'Moved abroad';

it('takes the bills that are old enough into the pool with one, and on a death all of them', async () => {
  await enter(1);
  expect(await states()).toEqual(['BAD_DEBT_POOL', 'COLLECTING', 'COLLECTING']);
  await enter(2, 'DPD_90', true);
  expect(await states()).toEqual(['BAD_DEBT_POOL', 'BAD_DEBT_POOL', 'COLLECTING']);
  await ended(await desk.call(byBill.badDebtCancel, { caseIds: [at(1).caseNo, at(2).caseNo], reason: 'Found' }));
  await enter(2, 'DEATH', true);
  expect(await states()).toEqual(['BAD_DEBT_POOL', 'BAD_DEBT_POOL', 'BAD_DEBT_POOL']);
});

it('recognises no loss on a bill that is still worked, and leaves an older one out only knowingly', async () => {
  await enter(2);
  const apply = async (billNos: readonly string[], more: object = {}) =>
    await desk.refusalOf(losses.apply, { orderNo, billNos: [...billNos], reason, ...more });
  expect(await apply([at(1).billNo, at(2).billNo])).toMatchObject({
    error: 'CHARGE_OFF_NOT_IN_POOL',
    fields: ['billNos'],
  });
  expect(await apply([at(2).billNo])).toMatchObject({ error: 'CHARGE_OFF_OLDER', fields: ['leavesOlder'] });
  expect(await asked()).toEqual([]);
  await desk.call(losses.apply, { orderNo, reason, leavesOlder: true });
  expect(await asked()).toEqual([{ billNos: [at(2).billNo] }]);
});

it('asks for many at once, the bills of an order together, and says which order was refused', async () => {
  await enter(1, 'DPD_90', true);
  const caseIds = [at(1).caseNo, at(2).caseNo, at(3).caseNo];
  const refused = await ended(await desk.call(losses.applyMany, { caseIds, reason }));
  expect(refused).toMatchObject([{ subjectNo: orderNo, itemStatus: 'FAILURE' }]);
  expect(await asked()).toEqual([]);
  const done = await ended(await desk.call(losses.applyMany, { caseIds: caseIds.slice(0, 2), reason }));
  expect(done).toMatchObject([{ subjectNo: orderNo, itemStatus: 'SUCCESS' }]);
  expect(await asked()).toEqual([{ billNos: [at(1).billNo, at(2).billNo] }]);
  expect(await desk.refusalOf(losses.applyMany, { caseIds: ['CS0000000000'], reason })).toMatchObject({
    error: 'CASE_NOT_FOUND',
  });
});

it('says beforehand what a loss does to the provision, and what paying the oldest bill would', async () => {
  const { db } = app.database;
  await enter(1);
  const read = async (more: object = {}) => await desk.call(losses.provision, { orderNo, ...more });
  const billNos = [at(1).billNo];
  const { value } = await db
    .selectFrom('configVersion')
    .select('value')
    .where('configKey', '=', 'impairment.lossRates')
    .where('storedStatus', '=', 'IN_FORCE')
    .executeTakeFirstOrThrow();
  const { to179PdPct, to179LgdPct } = lossRates.lossRates.parse(value);
  expect(to179LgdPct).toBeGreaterThan(0);
  const { now, after, oldestCured, bills, lossCents, ratesFrom } = await read({ billNos });
  expect(ratesFrom).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  expect(bills.map(({ isLost }) => isLost)).toEqual([true, false, false]);
  expect(lossCents).toBe(bills[0]?.grossCents);
  // 130 days past due, and 100 without the first bill: the same rates on less.
  const provided = (cents: number) => Math.round((cents * to179PdPct * to179LgdPct) / 10_000);
  expect([now.dpd, now.provisionCents]).toEqual([130, provided(now.grossCents)]);
  expect(after.provisionCents).toBe(provided(after.grossCents));
  expect(standingOf([{ billNo: 'B1', termNo: 1, dueDate: TODAY, grossCents: 5 }], null, TODAY)).toEqual({
    grossCents: 5,
    dpd: 0,
    provisionCents: null,
  });
  expect([after.dpd, after.grossCents]).toEqual([100, now.grossCents - lossCents]);
  expect(oldestCured).toEqual({ termNo: 1, ...after });
  // All that are in the pool: only the first is.
  expect(await read({ isPool: true })).toMatchObject({ lossCents, after });
  // Without bills the whole order.
  expect((await read()).after).toEqual({ grossCents: 0, dpd: 0, provisionCents: 0 });
  await desk.refusalOf(losses.provision, { orderNo: 'LO9999999999' });
});
