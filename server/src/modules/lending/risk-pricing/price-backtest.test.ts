import { config, job, priceBacktest, type product, riskPricing } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, listOf, type Person } from '../../../../testing/test-calls.ts';
import { createLogger } from '../../platform/health/index.ts';
import { startJobWorker } from '../../platform/jobs/index.ts';
import { addDays, businessDateOf } from '../../platform/policy/index.ts';
import { lend, makeProduct } from '../orders/testing/lend.ts';
import { backtestLoans, type PastLoan } from './backtest-day.ts';

type Cell = riskPricing.PriceCell;

const TERMS: product.ProductTerms = {
  minPrincipalCents: 100_000,
  maxPrincipalCents: 5_000_000,
  termDays: 30,
  installments: 1,
  dailyInterestBps: 10,
  serviceFeeBps: 500,
  managementFeeBps: 200,
  exciseBps: 2_000,
  feeTiming: 'ON_DUE',
  lateFeeBps: 100,
  graceDays: 0,
  extensionRateBps: 50,
  extensionDays: 14,
  maxRollovers: 3,
  extendsFromDueDate: false,
  collectionScope: 'ORDER',
};
const cellOf = (productNo: string, more: Partial<Cell> = {}): Cell => ({
  productNo,
  modelLevel: null,
  settledOrderCount: -1,
  dailyInterestBps: 5,
  serviceFeeBps: 300,
  minLimitCents: 100_000,
  maxLimitCents: 500_000,
  stepUpBps: 0,
  ...more,
});
const loan = (more: Partial<PastLoan> = {}): PastLoan => ({
  customerNo: 'C1',
  productNo: 'PR1',
  terms: TERMS,
  lentCents: 300_000,
  lentOn: '2026-10-01',
  modelLevel: null,
  settledOrders: 0,
  isBad: false,
  ...more,
});

let app: TestApp;
let stop: (() => Promise<void>) | null = null;
let maker: Person;
let checker: Person;
let stranger: Person;
let reader: Person;
let productNo: string;
let merchantNo: string;
const TODAY = businessDateOf(new Date());
const DAYS = { fromDay: addDays(TODAY, -5), toDay: addDays(TODAY, -1) };

const startWorker = async () =>
  await startJobWorker({ db: app.database.db, services: app.services, log: createLogger('silent') });

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  productNo = await makeProduct(db, TERMS);
  ({ merchantNo } = await db
    .selectFrom('loanProduct')
    .select('merchantNo')
    .where('productNo', '=', productNo)
    .executeTakeFirstOrThrow());
  const codes = ['save', 'audit'].map((code) => `risk:pricing:${code}`);
  const pages = [riskPricing.RISK_PRICING_PAGE];
  const add = async (name: string, of: string, held = codes) => {
    const { userNo, roleNo } = await addPerson(app.database, name, { codes: held, pages });
    await db.insertInto('userMerchant').values({ userNo, merchantNo: of }).execute();
    await db.updateTable('role').set({ dataScope: 'MERCHANTS' }).where('roleNo', '=', roleNo).execute();
    return { userNo, person: await as(app, name) };
  };
  const [made, checked] = [await add('tests.maker', merchantNo), await add('tests.checker', merchantNo)];
  [maker, checker] = [made.person, checked.person];
  stranger = (await add('tests.stranger', merchantNo === 'M0001' ? 'M0002' : 'M0001')).person;
  reader = (await add('tests.reader', merchantNo, [])).person;
  for (const day of [-3, -3, -2, -9]) {
    const of = { productNo, approvedCents: 300_000, maker: made.userNo, checker: checked.userNo };
    const { orderNo } = await lend(db, of);
    const at = new Date(Date.now() + day * 86_400_000);
    await db.updateTable('loanOrder').set({ applyTime: at }).where('orderNo', '=', orderNo).execute();
    if (day !== -2) continue;
    // The one of the day before yesterday came to be late.
    await sql`update bill set due_date = ${addDays(TODAY, -40)} where order_no = ${orderNo}`.execute(db);
  }
});
afterAll(async () => {
  await stop?.();
  await app[Symbol.asyncDispose]();
});

async function submitted(cells: readonly Cell[], effectiveFrom = TODAY): Promise<config.ConfigVersion> {
  const form = { merchantNo, value: { cells: [...cells] }, effectiveFrom, reason: 'A test' };
  const { versionId } = await maker.call(riskPricing.save, form);
  return await versionOf(versionId);
}
async function versionOf(versionId: string): Promise<config.ConfigVersion> {
  const { rows } = (await maker.post(config.page.path, listOf({ configKey: 'risk.pricing', subjectNo: merchantNo })))
    .data;
  return rows.find((row: config.ConfigVersion) => row.versionId === versionId);
}
const move = async ({ versionId, version }: config.ConfigVersion, how: 'approve' | 'reject', who: Person) => {
  expect((await who.post(`config/version/${how}`, { versionId, version, reason: 'Seen' })).code).toBe(0);
};
const ended = async (jobNo: string) =>
  await vi.waitFor(
    async () => {
      const row = await maker.call(job.detail, { jobNo });
      expect(row.finishedAt).toEqual(expect.any(String));
      return row;
    },
    { timeout: 20_000, interval: 100 },
  );
const resultOf = async ({ versionId }: { readonly versionId: string }) =>
  await reader.call(priceBacktest.result, { versionId });

it('reckons income, who pays more of the same amount, and late loans, by the version’s cells', () => {
  const before = [cellOf('PR1')];
  const after = [cellOf('PR1', { dailyInterestBps: 8 }), cellOf('PR1', { modelLevel: 'A', serviceFeeBps: 100 })];
  const { considered, cells, payers } = backtestLoans(
    [
      loan(),
      loan({ isBad: true }),
      loan({ customerNo: 'C2', modelLevel: 'A' }),
      loan({ customerNo: 'C3', productNo: 'PR2' }),
    ],
    before,
    after,
  );
  // Interest 4,500, service fee 9,000, management fee 6,000; then interest 7,200, or a service fee of 3,000.
  expect(considered).toBe(3);
  expect(cells).toMatchObject([
    {
      modelLevel: null,
      settledOrderCount: -1,
      orders: 2,
      oldInterestBps: 10,
      newInterestBps: 16,
      oldIncomeCents: 39_000,
      newIncomeCents: 44_400,
      oldLossCents: 300_000,
      newLossCents: 300_000,
      payMoreCents: 5_400,
    },
    { modelLevel: 'A', orders: 1, oldIncomeCents: 19_500, newIncomeCents: 13_500, payMoreCents: 0 },
  ]);
  expect(payers).toEqual([
    { cellKey: 'PR1  -1', customerNo: 'C1' },
    { cellKey: 'PR1  -1', customerNo: 'C1' },
  ]);
});

it('counts what limits and the product stop, and customers who lose their price as dearer', () => {
  const before = [cellOf('PR1')];
  const tried = (after: readonly Cell[], more: Partial<PastLoan> = {}) =>
    backtestLoans([loan(more)], before, after).cells[0];
  const smaller = tried([cellOf('PR1', { maxLimitCents: 200_000 })]);
  // A third less of each: interest 3,000, service fee 6,000, management fee 4,000.
  expect(smaller).toMatchObject({ aboveMaximum: 1, belowMinimum: 0, newIncomeCents: 13_000, payMoreCents: 0 });
  expect(tried([cellOf('PR1', { minLimitCents: 400_000 })], { isBad: true })).toMatchObject({
    belowMinimum: 1,
    newIncomeCents: 0,
    newLossCents: 0,
    oldLossCents: 300_000,
  });
  expect(tried([cellOf('PR1')], { terms: { ...TERMS, dailyInterestBps: 3 } })).toMatchObject({
    cappedByProduct: 1,
    newInterestBps: 3,
  });
  expect(tried([])).toMatchObject({ settledOrderCount: null, newInterestBps: 10, payMoreCents: 11_700 });
});

it('refuses the days of a version that was decided before they ran', async () => {
  const version = await submitted([cellOf(productNo, { dailyInterestBps: 9 })]);
  const asked = { versionId: version.versionId, version: version.version, ...DAYS };
  // Nobody runs jobs yet.
  const { jobNo } = await checker.call(priceBacktest.start, asked);
  await move(version, 'reject', checker);
  stop = await startWorker();
  await vi.waitFor(
    async () => {
      expect((await resultOf(version)).jobStatus).toBe('FAILURE');
    },
    { timeout: 20_000, interval: 100 },
  );
  const { rows } = await checker.call(job.items, { jobNo, page: 1, pageSize: 20 });
  expect(rows[0]?.reason).toBe('Version 1, or what it is compared with, changed after the backtest started');
  expect(await resultOf(version)).toMatchObject({ daysDone: 0, cells: [], isOpen: false });
});

it('tries a version on the loans of the days asked for, keeps the result, and shows it to whoever decides', async () => {
  await move(await submitted([cellOf(productNo)]), 'approve', checker);
  const version = await submitted([cellOf(productNo, { dailyInterestBps: 8 })]);
  const asked = { versionId: version.versionId, version: version.version, ...DAYS };
  expect(await resultOf(version)).toMatchObject({ jobNo: null, isOpen: true, isCurrent: false, cells: [] });
  const { jobNo } = await maker.call(priceBacktest.start, asked);
  expect(await ended(jobNo)).toMatchObject({ jobStatus: 'SUCCESS', total: 5, succeeded: 5 });
  const result = await resultOf(version);
  expect(result).toMatchObject({
    jobNo,
    jobStatus: 'SUCCESS',
    versionNo: 3,
    againstVersionNo: 2,
    ...DAYS,
    days: 5,
    daysDone: 5,
    isCurrent: true,
    considered: 3,
    payMoreCustomers: 3,
  });
  expect(result.cells).toMatchObject([
    {
      productName: 'Test loan',
      orders: 3,
      oldInterestBps: 5,
      newInterestBps: 8,
      oldIncomeCents: 58_500,
      newIncomeCents: 66_600,
      newLossCents: 300_000,
      payMoreCustomers: 3,
      payMoreCents: 8_100,
    },
  ]);
  await move(version, 'approve', checker);
  // What it was compared with is still what applied before it.
  expect(await resultOf(version)).toMatchObject({ jobNo, isCurrent: true, isOpen: false });
  const over = await maker.refusalOf(priceBacktest.start, { ...asked, version: version.version + 1 });
  expect(over).toMatchObject({ error: 'PRICE_VERSION_OVER', status: 409 });
});

it('says so where another version applies since', async () => {
  // One that is approved for a later day may be tried, too.
  const next = await submitted([cellOf(productNo, { dailyInterestBps: 7 })], addDays(TODAY, 5));
  await move(next, 'approve', checker);
  const scheduled = { ...DAYS, versionId: next.versionId, version: next.version + 1 };
  await ended((await maker.call(priceBacktest.start, scheduled)).jobNo);
  expect(await resultOf(next)).toMatchObject({ isOpen: true, isCurrent: true, daysDone: 5 });
  await move(await submitted([cellOf(productNo, { dailyInterestBps: 6 })]), 'approve', checker);
  expect(await resultOf(next)).toMatchObject({ isOpen: true, isCurrent: false });
});

it('refuses a version as it was, days that are not over, too many of them, and who may not', async () => {
  const version = await submitted([cellOf(productNo, { dailyInterestBps: 4 })]);
  const asked = { versionId: version.versionId, version: version.version, ...DAYS };
  const refused = async (more: object, who = maker) => await who.refusalOf(priceBacktest.start, { ...asked, ...more });
  expect((await refused({ version: version.version - 1 })).error).toBe('STALE');
  expect(await refused({ toDay: TODAY })).toMatchObject({ error: 'PRICE_BACKTEST_DAYS', fields: ['toDay'] });
  expect(await refused({ fromDay: TODAY })).toMatchObject({ error: 'BAD_REQUEST', fields: ['toDay'] });
  expect((await refused({ fromDay: addDays(TODAY, -93) })).fields).toEqual(['toDay']);
  expect((await refused({}, stranger)).error).toBe('NOT_FOUND');
  expect((await refused({}, reader)).error).toBe('FORBIDDEN');
  expect((await stranger.refusalOf(priceBacktest.result, { versionId: version.versionId })).error).toBe('NOT_FOUND');
});
