import { job, poolDivision } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, type Person } from '../../../../testing/test-calls.ts';
import { lend, makeProduct } from '../../lending/orders/testing/lend.ts';
import { createLogger } from '../../platform/health/index.ts';
import { startJobWorker } from '../../platform/jobs/index.ts';
import { addDays, businessDateOf } from '../../platform/policy/index.ts';
import { runCaseDay } from './index.ts';
import { pagesOf, SYSTEMS } from './testing/case-place.ts';
import { makeCollector } from './testing/collectors.ts';

const TODAY = businessDateOf(new Date());
describe.each(SYSTEMS)('$system', ({ system, area, folder, ending }) => {
  const of = { ORDER: poolDivision.byOrder, BILL: poolDivision.byBill }[system];
  let app: TestApp;
  let desk: Person;
  let stranger: Person;
  let merchantNo: string;
  let productNo: string;
  let people: { maker: string; checker: string };
  let general: string;
  let somali: string;
  let stop: () => Promise<void>;

  beforeAll(async () => {
    app = await createTestApp({ content: 'seeded' });
    const { db } = app.database;
    stop = await startJobWorker({ db, services: app.services, log: createLogger('silent') });
    people = {
      maker: (await addPerson(app.database, 'pool.maker')).userNo,
      checker: (await addPerson(app.database, 'pool.checker')).userNo,
    };
    productNo = await makeProduct(db, { collectionScope: system });
    ({ merchantNo } = await db
      .selectFrom('loanProduct')
      .select('merchantNo')
      .where('productNo', '=', productNo)
      .executeTakeFirstOrThrow());
    await db.updateTable('personnel').set({ joinAutoAllot: false }).where('personnelKind', '=', 'COLLECTOR').execute();
    const codes = [`${area}:case:distribute`];
    const pages = pagesOf({ folder, ending });
    general = await makeCollector(app.database, 'pool.en', {}, codes, pages);
    somali = await makeCollector(app.database, 'pool.so');
    await addPerson(app.database, 'pool.stranger', { codes, pages });
    const speak = (userNo: string, languages: string[]) =>
      db.updateTable('personnel').set({ joinAutoAllot: true, languages }).where('userNo', '=', userNo).execute();
    await speak(general, ['en', 'sw']);
    await speak(somali, ['so']);
    [desk, stranger] = [await as(app, 'collector.pool.en'), await as(app, 'pool.stranger')];
  });
  afterAll(async () => {
    await stop();
    await app[Symbol.asyncDispose]();
  });

  async function late(speakingLanguage: string): Promise<string> {
    const { db } = app.database;
    const { orderNo, customerNo } = await lend(db, { productNo, approvedCents: 500_000, ...people });
    await db.updateTable('customer').set({ speakingLanguage }).where('customerNo', '=', customerNo).execute();
    await sql`update bill set due_date = ${addDays(TODAY, -5)}, accrued_through = ${addDays(TODAY, -1)}
    where order_no = ${orderNo}`.execute(db);
    await runCaseDay(db, addDays(TODAY, -1), createLogger('silent'));
    return orderNo;
  }
  const holders = async (orderNos: readonly string[]) => {
    const rows = await app.database.db
      .selectFrom('collectionCase')
      .select(['orderNo', 'collectorUserNo'])
      .where('orderNo', 'in', orderNos)
      .execute();
    return orderNos.map((orderNo) => rows.find((row) => row.orderNo === orderNo)?.collectorUserNo);
  };

  it('says who would get what of the pool and why, writes nothing, and then divides it so', async () => {
    const orderNos = [await late('so'), await late('so'), await late('en'), await late('luo')];
    const preview = await desk.call(of.preview, { merchantNo });
    expect(preview).toMatchObject({ cases: 4, given: 4, left: [], rules: [{ ruleName: null, cases: 4 }] });
    expect(preview.people.find(({ userNo }) => userNo === somali)?.reasons).toContainEqual({
      why: 'LANGUAGE',
      cases: 2,
    });
    expect(preview.people.flatMap(({ reasons }) => reasons)).toContainEqual({ why: 'NO_SPEAKER', cases: 1 });
    expect(await holders(orderNos)).toEqual([null, null, null, null]);

    const { jobNo, cases } = await desk.call(of.divide, { merchantNo });
    expect(cases).toBe(4);
    await expect.poll(async () => (await desk.get(job.detail, { jobNo })).data.jobStatus).toBe('SUCCESS');
    const got = await holders(orderNos);
    expect(got.slice(0, 3)).toEqual([somali, somali, general]);
    expect(got[3]).not.toBeNull();
    const { rows } = await sql<{ cause: string; by: string }>`select a.cause, a.assigned_by as by from case_assignment a
    join collection_case c on c.case_no = a.case_no where c.order_no = ${orderNos[0]}`.execute(app.database.db);
    expect(rows).toEqual([{ cause: 'DIVIDED', by: general }]);
  });

  it('divides nothing where nothing waits, and no merchant of others', async () => {
    const none = await desk.post(of.divide, { merchantNo });
    expect(none.data).toMatchObject({ error: 'CASE_POOL_EMPTY', fields: [{ field: 'merchantNo' }] });
    for (const { path } of [of.preview, of.divide]) {
      expect((await stranger.post(path, { merchantNo })).data).toMatchObject({
        error: 'REFERENCE_UNKNOWN',
        fields: [{ field: 'merchantNo' }],
      });
    }
  });

  it('leaves in the pool what nobody may take, with the reason', async () => {
    const orderNo = await late('en');
    const { db } = app.database;
    await db.updateTable('personnel').set({ dailyCap: 0 }).where('userNo', 'in', [general, somali]).execute();
    const preview = await desk.call(of.preview, { merchantNo });
    expect(preview).toMatchObject({ cases: 1, given: 0, people: [], left: [{ why: 'ALL_AT_CAP', cases: 1 }] });
    const { jobNo } = await desk.call(of.divide, { merchantNo });
    await expect.poll(async () => (await desk.get(job.detail, { jobNo })).data.jobStatus).toBe('SUCCESS');
    expect(await holders([orderNo])).toEqual([null]);
  });
});
