import { chargeOff, collection, job } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, listOf, type Person } from '../../../../testing/test-calls.ts';
import { lend, makeProduct } from '../../lending/orders/testing/lend.ts';
import { createLogger } from '../../platform/health/index.ts';
import { startJobWorker } from '../../platform/jobs/index.ts';
import { trialBalance } from '../../platform/ledger/index.ts';
import { addDays, businessDateOf } from '../../platform/policy/index.ts';
import { runCaseDay } from '../../collections/collections/index.ts';

const SYSTEMS = [
  { system: 'ORDER', of: chargeOff.byOrder, cases: collection.byOrder, area: 'collection', page: 'BadDebtManagement' },
  {
    system: 'BILL',
    of: chargeOff.byBill,
    cases: collection.byBill,
    area: 'collectionStage',
    page: 'BadDebtManagementNew',
  },
] as const;

describe.each(SYSTEMS)('losses of several cases ($system)', ({ system, of, cases, area, page }) => {
  let app: TestApp;
  let maker: Person;
  let checker: Person;
  let stop: () => Promise<void>;
  let pooled: string[];
  let working: string;

  beforeAll(async () => {
    app = await createTestApp({ content: 'seeded' });
    const { db } = app.database;
    const folder = system === 'BILL' ? 'CollectionSystemNew' : 'CollectionSystem';
    const rights = {
      pages: [`/AdminContent/${folder}/${page}`],
      codes: [`${area}:chargeOff:apply`, `${area}:chargeOff:audit`],
    };
    const made = [
      await addPerson(app.database, 'many.maker', rights),
      await addPerson(app.database, 'many.checker', rights),
    ];
    for (const { roleNo } of made)
      await db.updateTable('role').set({ dataScope: 'ALL' }).where('roleNo', '=', roleNo).execute();
    const [one, two] = made.map(({ userNo }) => userNo);
    const staff = { maker: one ?? '', checker: two ?? '' };
    const productNo = await makeProduct(db, { collectionScope: system });
    const orders: string[] = [];
    for (let count = 0; count < 3; count += 1)
      orders.push((await lend(db, { productNo, approvedCents: 500_000, ...staff })).orderNo);
    const today = businessDateOf(new Date());
    await sql`update bill set due_date = ${addDays(today, -95)}, accrued_through = ${addDays(today, -1)}
      where order_no = any(${orders})`.execute(db);
    await runCaseDay(db, addDays(today, -1), createLogger('silent'));
    const entered = await db.selectFrom('collectionCase').select('caseNo').where('orderNo', 'in', orders).execute();
    [working = '', ...pooled] = entered.map(({ caseNo }) => caseNo).toSorted();
    await db.updateTable('collectionCase').set({ caseStatus: 'BAD_DEBT_POOL' }).where('caseNo', 'in', pooled).execute();
    [maker, checker] = [await as(app, 'many.maker'), await as(app, 'many.checker')];
    stop = await startJobWorker({ db, services: app.services, log: createLogger('silent') });
  });
  afterAll(async () => {
    expect((await trialBalance(app.database.db)).differenceCents).toBe(0);
    await stop();
    await app[Symbol.asyncDispose]();
  });

  const ended = async (who: Person, jobNo: string) => {
    await expect
      .poll(async () => (await who.call(job.detail, { jobNo })).jobStatus, { timeout: 20_000 })
      .toMatch(/SUCCESS|FAILURE/);
    const { succeeded, failed } = await who.call(job.detail, { jobNo });
    return { succeeded, failed };
  };

  it('are requested case by case, and decided by another; one’s own and what is in no pool fail', async () => {
    const { jobNo } = await maker.call(of.applyMany, { caseIds: [...pooled, working], reason: 'Moved abroad' });
    expect(await ended(maker, jobNo)).toEqual({ succeeded: 2, failed: 1 });
    const waiting = (await maker.call(of.page, listOf({ chargeOffStatus: 'PENDING' }))).rows;
    expect(waiting).toHaveLength(2);
    const chargeOffNos = waiting.map((one) => one.chargeOffNo);
    const own = await maker.call(of.checkMany, { chargeOffNos, isApproved: true });
    expect(await ended(maker, own.jobNo)).toEqual({ succeeded: 0, failed: 2 });
    const silent = await checker.refusalOf(of.checkMany, { chargeOffNos, isApproved: false });
    expect(silent.fields).toEqual(['reason']);
    const done = await checker.call(of.checkMany, { chargeOffNos, isApproved: true });
    expect(await ended(checker, done.jobNo)).toEqual({ succeeded: 2, failed: 0 });
    const pool = (await maker.call(cases.badDebtPage, listOf({ chargeOffStatus: 'APPROVED' }))).rows;
    expect(pool.map((one) => one.caseNo).toSorted()).toEqual(pooled.toSorted());
  });
});
