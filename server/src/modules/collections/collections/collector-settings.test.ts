import { collection, collectorSettings, job } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, listOf, type Person } from '../../../../testing/test-calls.ts';
import { lend, makeProduct } from '../../lending/orders/testing/lend.ts';
import { createLogger } from '../../platform/health/index.ts';
import { startJobWorker } from '../../platform/jobs/index.ts';
import { addDays, businessDateOf } from '../../platform/policy/index.ts';
import { dividePool, runCaseDay } from './index.ts';
import { makeCollector } from './testing/collectors.ts';

/* What of a system a collector works: nobody gives them more, neither by hand nor by the rules. */

const TODAY = businessDateOf(new Date());
const log = createLogger('silent');
const { byBill, byOrder } = collectorSettings;
let app: TestApp;
let desk: Person;
let stranger: Person;
let stop: () => Promise<void>;
let staff: { maker: string; checker: string };
let products: { bill: string; other: string; order: string };
let userNo: string;

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  stop = await startJobWorker({ db, services: app.services, log });
  staff = {
    maker: (await addPerson(app.database, 'own.maker')).userNo,
    checker: (await addPerson(app.database, 'own.checker')).userNo,
  };
  products = {
    bill: await makeProduct(db, { collectionScope: 'BILL' }),
    other: await makeProduct(db, { collectionScope: 'BILL' }),
    order: await makeProduct(db),
  };
  const pages = [
    '/AdminContent/CollectionSystem/CollectionPersonnel',
    '/AdminContent/CollectionSystemNew/CollectionPersonnelNew',
  ];
  const codes = ['collection:personnel:update', 'collectionStage:personnel:update', 'collectionStage:case:distribute'];
  userNo = await makeCollector(app.database, 'limited');
  await makeCollector(app.database, 'desk', {}, [...codes, 'collection:case:distribute'], pages);
  await addPerson(app.database, 'own.stranger', { codes, pages });
  // Only who a test says takes part.
  await db.updateTable('personnel').set({ joinAutoAllot: false }).where('personnelKind', '=', 'COLLECTOR').execute();
  [desk, stranger] = [await as(app, 'collector.desk'), await as(app, 'own.stranger')];
});
afterAll(async () => {
  await stop();
  await app[Symbol.asyncDispose]();
});

async function lateCase(productNo: string, dpd = 5): Promise<string> {
  const { db } = app.database;
  const { orderNo } = await lend(db, { productNo, approvedCents: 500_000, ...staff });
  await sql`update bill set due_date = ${addDays(TODAY, -dpd)}, accrued_through = ${addDays(TODAY, -1)}
    where order_no = ${orderNo}`.execute(db);
  await runCaseDay(db, addDays(TODAY, -1), log);
  const { caseNo } = await db
    .selectFrom('collectionCase')
    .select('caseNo')
    .where('orderNo', '=', orderNo)
    .executeTakeFirstOrThrow();
  return caseNo;
}
const rowOf = async (of = byBill) => {
  const { rows } = await desk.call(of.page, { ...listOf({ userNo }), sort: null });
  const [row] = rows;
  if (!row) throw new Error('no such collector');
  return row;
};
const set = async (patch: object, of = byBill) =>
  await desk.call(of.update, { userNo, version: (await rowOf(of)).version, ...patch });
const give = (caseId: string) => ({
  caseIds: [caseId],
  mode: 'HAND' as const,
  collectionUserNo: userNo,
  takeSiblings: false,
  splitReason: 'Alone',
});
const refusal = async (caseId: string) => (await desk.refusalOf(collection.byBill.distribute, give(caseId))).error;

it('keeps a collector to their levels, products and caps by bill, by hand and by the rules', async () => {
  const { db } = app.database;
  const [first, second, third] = [
    await lateCase(products.bill),
    await lateCase(products.bill),
    await lateCase(products.other),
  ];
  await set({ caseLevels: ['S3'] });
  expect(await refusal(first)).toBe('COLLECTOR_LEVEL');
  await set({ caseLevels: ['S1', 'S2'], productNos: [products.other] });
  expect(await refusal(first)).toBe('COLLECTOR_PRODUCT');
  await set({ productNos: [products.bill, products.other], billCap: 1 });
  await desk.call(collection.byBill.distribute, give(first));
  expect(await refusal(second)).toBe('COLLECTOR_BILL_CAP');
  await set({ billCap: 10, amountCapCents: 600_000 });
  expect(await refusal(second)).toBe('COLLECTOR_AMOUNT_CAP');
  // The rules give no more either, and all once nothing limits them.
  await db.updateTable('personnel').set({ joinAutoAllot: true }).where('userNo', '=', userNo).execute();
  const open = async () => (await rowOf()).openCases;
  await dividePool(db, new Date(), log);
  expect(await open()).toBe(1);
  await set({ amountCapCents: null });
  await dividePool(db, new Date(), log);
  expect(await open()).toBe(3);
  expect(await rowOf()).toMatchObject({ borrowerCount: 3, termNos: [1], caseLevels: ['S1', 'S2'] });
  await db.updateTable('personnel').set({ joinAutoAllot: false }).where('userNo', '=', userNo).execute();
  const detail = await desk.call(byBill.detail, { userNo });
  expect(detail.cures).toEqual([{ termNo: 1, cases: 3, cured: 0 }]);
  expect(detail.history.length).toBeGreaterThan(3);
  expect(detail.assignments.map(({ caseNo }) => caseNo).toSorted()).toEqual([first, second, third].toSorted());
  expect(detail.recovery.assignedCents).toBeGreaterThan(0);
  expect(detail).toMatchObject({ promises: { made: 0, kept: 0, broken: 0 }, moveUp: null });
  expect(third).toMatch(/^CS/);
});

it.each([
  { system: 'ORDER' as const, of: byOrder, cases: collection.byOrder },
  { system: 'BILL' as const, of: byBill, cases: collection.byBill },
])(
  '$system: keeps a collector to their levels, and lists, exports and changes what one system’s record says',
  async (one) => {
    const { system, of, cases } = one;
    const { db } = app.database;
    const own = await makeCollector(app.database, `levels.${system}`);
    // By hand alone: the rules of other tests choose among whom they name.
    await db.updateTable('personnel').set({ joinAutoAllot: false }).where('userNo', '=', own).execute();
    const read = async () => {
      const { rows } = await desk.call(of.page, { ...listOf({ userNo: own }), sort: null });
      const [row] = rows;
      if (!row) throw new Error('no such collector');
      return row;
    };
    const put = async (patch: object) =>
      await desk.call(of.update, { userNo: own, version: (await read()).version, ...patch });
    const caseId = await lateCase(system === 'ORDER' ? products.order : products.bill);
    const byHand = { caseIds: [caseId], mode: 'HAND' as const, collectionUserNo: own };
    await put({ caseLevels: ['S3'] });
    expect((await desk.refusalOf(cases.distribute, byHand)).error).toBe('COLLECTOR_LEVEL');
    // The other system's record says nothing of it.
    const other = system === 'ORDER' ? byBill : byOrder;
    expect((await desk.call(other.page, { ...listOf({ userNo: own }), sort: null })).rows[0]?.caseLevels).toEqual([]);
    await put({ caseLevels: ['S1'] });
    await desk.call(cases.distribute, byHand);
    expect(await read()).toMatchObject({ openCases: 1, borrowerCount: 1, caseLevels: ['S1'] });
    const { jobNo } = await desk.call(of.batchUpdate, { userNos: [own], caseLevels: ['S2', 'S4'] });
    await expect.poll(async () => (await desk.call(job.detail, { jobNo })).jobStatus).toBe('SUCCESS');
    expect((await read()).caseLevels).toEqual(['S2', 'S4']);
    const stale = await desk.refusalOf(of.update, { userNo: own, version: 999, caseLevels: ['S1'] });
    expect(stale.error).toBe('STALE');
    const theirs = { userNo: own, version: (await read()).version, caseLevels: ['S1' as const] };
    expect((await stranger.refusalOf(of.update, theirs)).error).toBe('PERSONNEL_NOT_FOUND');
    const file = await desk.post(of.exportList, { format: 'csv', filters: { userNo: own }, sort: null });
    expect(file.data.jobNo).toMatch(/\w/);
    const held = await db
      .selectFrom('collectionCase')
      .select('collectorUserNo')
      .where('caseNo', '=', caseId)
      .executeTakeFirst();
    expect(held?.collectorUserNo).toBe(own);
  },
);

it('says so where the rules’ part in one system differs from the record', async () => {
  const { db } = app.database;
  const caseNo = await lateCase(products.bill);
  // Kept out on the record, taking part by bill.
  await set({ joinAutoAllot: true, firstLoanWhitelist: true });
  expect((await rowOf()).joinAutoAllot).toBe(true);
  expect((await rowOf(byOrder)).joinAutoAllot).toBe(false);
  const byOrderToo = await lateCase(products.order);
  await dividePool(db, new Date(), log);
  const held = await db
    .selectFrom('collectionCase')
    .select(['caseNo', 'collectorUserNo'])
    .where('caseNo', 'in', [caseNo, byOrderToo])
    .orderBy('caseNo')
    .execute();
  expect(held).toEqual([
    { caseNo, collectorUserNo: userNo },
    { caseNo: byOrderToo, collectorUserNo: null },
  ]);
});

it('warns of a cap below what is open, and refuses foreign products, old versions and what is by bill alone', async () => {
  const { version } = await rowOf();
  const refused = async (patch: object, of = byBill, who = desk) => {
    const { error, fields } = await who.refusalOf(of.update, { userNo, version, ...patch });
    return [error, ...fields];
  };
  expect(await refused({ billCap: 0 })).toEqual(['PERSONNEL_CAP', 'billCap']);
  expect(await refused({ productNos: ['PR9999'] })).toEqual(['PERSONNEL_MERCHANT', 'productNos']);
  expect(await refused({ productNos: [] })).toEqual(['BAD_REQUEST', 'productNos']);
  expect(await refused({ billCap: 1001 })).toEqual(['BAD_REQUEST', 'billCap']);
  expect(await refused({ version: version + 7, billCap: 5 })).toEqual(['STALE']);
  expect(await refused({ version: 0, billCap: 5 }, byOrder)).toEqual(['BAD_REQUEST', 'billCap']);
  expect(await refused({ billCap: 5 }, byBill, stranger)).toEqual(['PERSONNEL_NOT_FOUND']);
  await set({ billCap: 0, acceptsCapBelowOpen: true });
  expect((await rowOf()).billCap).toBe(0);
  await set({ caseLevels: ['S1'] }, byOrder);
  expect((await rowOf(byOrder)).caseLevels).toEqual(['S1']);
});

it('changes many at once, finds by level and product, and shows nobody of other merchants', async () => {
  const empty = await desk.refusalOf(byBill.batchUpdate, { userNos: [userNo] });
  expect(empty.error).toBe('NOTHING_CHANGES');
  const { jobNo } = await desk.call(byBill.batchUpdate, { userNos: [userNo], caseLevels: ['S4'], billCap: 50 });
  await expect.poll(async () => (await desk.call(job.detail, { jobNo })).jobStatus).toBe('SUCCESS');
  expect(await rowOf()).toMatchObject({ caseLevels: ['S4'], billCap: 50 });
  const found = async (filters: object) =>
    (await desk.call(byBill.page, { ...listOf({ userNo, ...filters }), sort: null })).total;
  expect([await found({ caseLevel: 'S4' }), await found({ caseLevel: 'S1' })]).toEqual([1, 0]);
  expect([await found({ productNo: [products.other] }), await found({ productNo: ['PR9999'] })]).toEqual([1, 0]);
  expect([await found({ worksBothScopes: false }), await found({ worksBothScopes: true })]).toEqual([1, 0]);
  expect((await stranger.call(byBill.page, { ...listOf(), sort: null })).total).toBe(0);
  expect((await desk.call(byBill.tree, {})).length).toBeGreaterThan(0);
});

it('says of new staff who settle as much as the experienced of their group that they may move up', async () => {
  const { db } = app.database;
  const peer = await makeCollector(app.database, 'settings.peer');
  await sql`update personnel set group_name = 'Move up' where user_no in (${userNo}, ${peer})`.execute(db);
  await sql`update app_user set employee_category = case user_no when ${userNo} then 'NEW' else 'OLD' end
    where user_no in (${userNo}, ${peer})`.execute(db);
  const closed = async (settled: boolean) => {
    const { rows } = await sql<{ caseNo: string }>`insert into collection_case (case_scope, order_no, merchant_no,
        customer_no, case_status, case_level, collection_level, oldest_due_on, closed_at, out_reason, dpd_at_out,
        due_at_entry_cents, levelled_on)
      select 'BILL', order_no, merchant_no, customer_no, 'CLOSED', 'S1', 'S1', current_date - 20, now(),
        ${settled ? 'SETTLED' : 'VOID'}, 5, 100000, current_date
      from loan_order where lending_time is not null limit 1 returning case_no`.execute(db);
    return rows[0]?.caseNo ?? '';
  };
  const [settled, other] = [await closed(true), await closed(false)];
  const had = async (who: string, caseNo: string, times: number) =>
    await sql`insert into case_assignment (case_no, user_no, cause, case_level, assigned_at, ended_at, end_cause)
      select ${caseNo}, ${who}, 'DIVIDED', 'S1', now() - interval '2 days', now() - interval '1 day', 'CLOSED'
      from generate_series(1, ${times}::int)`.execute(db);
  const moveUp = async () => (await desk.call(byBill.detail, { userNo })).moveUp;
  await had(userNo, settled, 12);
  await had(peer, settled, 10);
  await had(peer, other, 10);
  // Too few cases to say.
  expect(await moveUp()).toBeNull();
  await had(userNo, other, 8);
  const found = await moveUp();
  expect(found?.othersPercent).toBe(50);
  expect(found?.percent).toBeGreaterThanOrEqual(50);
  await had(userNo, other, 20);
  expect(await moveUp()).toBeNull();
});
