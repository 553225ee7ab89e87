import { config, imports, intake, job, type product, riskPricing } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, listOf, type Person } from '../../../../testing/test-calls.ts';
import { createLogger } from '../../platform/health/index.ts';
import { startJobWorker } from '../../platform/jobs/index.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import { takeApplication } from '../orders/index.ts';
import { makeProduct } from '../orders/testing/lend.ts';
import { cellFor, missingIn, priced } from '../price-rules/index.ts';
import { changesBetween } from './compare.ts';

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

let app: TestApp;
let stop: () => Promise<void>;
let maker: Person;
let checker: Person;
let stranger: Person;
let channel: Person;
let productNo: string;
let merchantNo: string;
let number = 0;

const cell = (more: Partial<Cell> = {}): Cell => ({
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

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  stop = await startJobWorker({ db, services: app.services, log: createLogger('silent') });
  productNo = await makeProduct(db, TERMS);
  ({ merchantNo } = await db
    .selectFrom('loanProduct')
    .select('merchantNo')
    .where('productNo', '=', productNo)
    .executeTakeFirstOrThrow());
  const codes = ['save', 'import', 'rollback', 'audit'].map((code) => `risk:pricing:${code}`);
  const pages = [riskPricing.RISK_PRICING_PAGE];
  const add = async (name: string, of: string, more: readonly string[] = []) => {
    const { userNo, roleNo } = await addPerson(app.database, name, { codes: [...codes, ...more], pages });
    await db.insertInto('userMerchant').values({ userNo, merchantNo: of }).execute();
    await db.updateTable('role').set({ dataScope: 'MERCHANTS' }).where('roleNo', '=', roleNo).execute();
    return await as(app, name);
  };
  maker = await add('prices.maker', merchantNo);
  checker = await add('prices.checker', merchantNo);
  stranger = await add('prices.stranger', merchantNo === 'M0001' ? 'M0002' : 'M0001');
  channel = await add('prices.channel', merchantNo, ['audit:order:intake']);
});
afterAll(async () => {
  await stop();
  await app[Symbol.asyncDispose]();
});

async function customer(modelLevel: string | null = null): Promise<string> {
  number += 1;
  const phone = `2547881${String(number).padStart(5, '0')}`;
  const { customerNo } = await app.database.db
    .insertInto('customer')
    .values({ merchantNo, phone, customerName: 'Njeri Kamau', idCardNo: `3810000${number}` })
    .returning('customerNo')
    .executeTakeFirstOrThrow();
  if (modelLevel === null) return customerNo;
  const orderNo = await apply(customerNo, 200_000);
  await app.database.db
    .updateTable('loanOrder')
    .set({ modelLevel, orderStatus: 'CLOSED', closedAt: new Date() })
    .where('orderNo', '=', orderNo)
    .execute();
  return customerNo;
}
const apply = async (customerNo: string, appliedCents: number) =>
  await app.database.db.transaction().execute(async (tx) => {
    const payee = { phone: '254712345678', name: 'Njeri Kamau' };
    return await takeApplication(tx, { customerNo, productNo, appliedCents, payee });
  });
const orderOf = async (orderNo: string) =>
  await app.database.db
    .selectFrom('loanOrder')
    .select(['terms', 'pricingVersionNo', 'pricingStepUpBps'])
    .where('orderNo', '=', orderNo)
    .executeTakeFirstOrThrow();

const save = async (cells: readonly Cell[], who = maker) =>
  (
    await who.post(riskPricing.save, {
      merchantNo,
      value: { cells },
      effectiveFrom: businessDateOf(new Date()),
      reason: 'A test',
    })
  ).data;
async function decide(versionId: string, how: 'approve' | 'reject' = 'approve', who = checker) {
  const { rows } = (await who.post(config.page.path, listOf({ configKey: 'risk.pricing', subjectNo: merchantNo })))
    .data;
  const { version } = rows.find((row: { versionId: string }) => row.versionId === versionId);
  return (await who.post(`config/version/${how}`, { versionId, version, reason: 'Seen' })).data;
}
async function inForce(cells: readonly Cell[]): Promise<string> {
  const { versionId } = await save(cells);
  expect((await decide(versionId)).versionStatus).toBe('IN_FORCE');
  return versionId;
}
const cellsNow = async () => (await maker.call(riskPricing.detail, { pricingCode: merchantNo })).cells;

const typed = (more: object = {}) => ({
  productNo,
  modelLevel: '',
  settledOrderCount: '-1',
  dailyInterestBps: '4',
  serviceFeeBps: '250',
  minLimitCents: '1,000',
  maxLimitCents: '4,000',
  stepUpBps: '0',
  ...more,
});
async function imported(rows: readonly object[]) {
  const { jobNo } = (await maker.post(imports.apply, { kind: 'riskRates.import', rows })).data;
  const whole = { filters: {}, page: 1, pageSize: 20, sort: null } as const;
  await vi.waitFor(
    async () => {
      const { rows: jobs } = await maker.call(job.page, whole);
      expect(jobs.find((one) => one.jobNo === jobNo)?.finishedAt).toEqual(expect.any(String));
      const { rows: batches } = await maker.call(riskPricing.batchPage, whole);
      expect(batches.some((one) => one.jobNo === jobNo)).toBe(true);
    },
    { timeout: 20_000, interval: 100 },
  );
  const { rows: batches } = await maker.call(riskPricing.batchPage, whole);
  const found = batches.find((one) => one.jobNo === jobNo);
  if (!found) throw new Error('no batch');
  return found;
}

it('finds the cell of a customer: own level before any, the highest history reached, new customers apart', () => {
  const cells = [
    cell({ dailyInterestBps: 1 }),
    cell({ settledOrderCount: 0, dailyInterestBps: 2 }),
    cell({ settledOrderCount: 3, dailyInterestBps: 3 }),
    cell({ modelLevel: 'A', settledOrderCount: 1, dailyInterestBps: 4 }),
  ];
  const rate = (modelLevel: string | null, settledOrders: number) =>
    cellFor(cells, productNo, { modelLevel, settledOrders })?.dailyInterestBps;
  expect([rate(null, 0), rate(null, 1), rate(null, 5), rate('A', 0), rate('A', 2), rate('B', 3)]).toEqual([
    2, 1, 3, 2, 4, 3,
  ]);
  expect(cellFor(cells, 'PR9', { modelLevel: null, settledOrders: 0 })).toBeNull();
  expect(missingIn(cells)).toBeNull();
  expect(missingIn([cell({ settledOrderCount: 0 })])).toEqual({ productNo, loans: 1 });
  expect(missingIn([cell({ modelLevel: 'A' })])).toEqual({ productNo, loans: 0 });
});

it('never leaves the product: rates at most its own, limits within and on its steps, a VIP raised to the cap', () => {
  const terms = { ...TERMS, minPrincipalCents: 100_000, maxPrincipalCents: 1_000_000, stepCents: 30_000 };
  const at = priced(terms, cell({ minLimitCents: 140_000, maxLimitCents: 500_000, dailyInterestBps: 9_999 }), 0);
  expect(at).toMatchObject({
    minPrincipalCents: 160_000,
    maxPrincipalCents: 490_000,
    dailyInterestBps: terms.dailyInterestBps,
  });
  const raised = cell({ maxLimitCents: 500_000, stepUpBps: 1_000 });
  expect(priced(TERMS, raised, 5_000).maxPrincipalCents).toBe(550_000);
  expect(priced(TERMS, raised, 0).maxPrincipalCents).toBe(500_000);
  expect(priced(terms, cell({ maxLimitCents: 9_000_000 }), 0).maxPrincipalCents).toBe(1_000_000);
});

it('compares two matrices cell by cell', () => {
  const [same, gone, other] = [cell(), cell({ settledOrderCount: 0 }), cell({ settledOrderCount: 1 })];
  const { changes, unchanged } = changesBetween([same, gone], [same, other]);
  expect(unchanged).toBe(1);
  expect(changes).toMatchObject([
    { settledOrderCount: 0, after: null },
    { settledOrderCount: 1, before: null },
  ]);
});

it('leaves applications as they were until there is a matrix, and prices the next one once two agreed', async () => {
  const before = await orderOf(await apply(await customer(), 1_000_000));
  expect(before).toMatchObject({ pricingVersionNo: null, pricingStepUpBps: null });
  expect(before.terms).toMatchObject({ dailyInterestBps: 10, serviceFeeBps: 500 });
  const customerNo = await customer();
  const { versionId, versionStatus } = await save([cell(), cell({ modelLevel: 'A', maxLimitCents: 800_000 })]);
  expect(versionStatus).toBe('PENDING');
  expect((await save([cell()])).error).toBe('CONFIG_OPEN');
  expect((await decide(versionId, 'approve', maker)).error).toBe('CHANGE_OWN');
  expect((await channel.call(intake.offer, { customerNo, productNo })).pricingVersionNo).toBeNull();
  await decide(versionId);
  const offer = await channel.call(intake.offer, { customerNo, productNo });
  expect(offer).toMatchObject({ maxPrincipalCents: 500_000, dailyInterestBps: 5, pricingVersionNo: 1 });
  await expect(apply(customerNo, 500_100)).rejects.toMatchObject({ error: 'AMOUNT_INVALID' });
  const after = await orderOf(await apply(customerNo, 500_000));
  expect(after).toMatchObject({ pricingVersionNo: 1, pricingStepUpBps: 0 });
  expect(after.terms).toMatchObject({ dailyInterestBps: 5, serviceFeeBps: 300, maxPrincipalCents: 500_000 });
  const scored = await orderOf(await apply(await customer('A'), 800_000));
  expect(scored.terms).toMatchObject({ maxPrincipalCents: 800_000 });
  const quoted = await maker.call(riskPricing.quote, { productNo, modelLevel: 'A', settledOrders: 0 });
  expect(quoted).toMatchObject({ versionNo: 1, maxPrincipalCents: 800_000, cell: { modelLevel: 'A' } });
});

it('gives a VIP no more credit for a priced order than the price lets count', async () => {
  const customerNo = await customer();
  const { db } = app.database;
  const now = new Date();
  await db
    .insertInto('customerCredit')
    .values({ customerNo, creditType: 'REVOLVING', limitCents: 400_000, grantedAt: now, creditStatus: 'GRANTED' })
    .execute();
  const expiresAt = new Date(now.getTime() + 86_400_000);
  await db
    .insertInto('vipMember')
    .values({ customerNo, merchantNo, levelNo: 1, vipSource: 'MANUAL', stepUpBps: 5_000, expiresAt })
    .execute();
  await inForce([cell({ stepUpBps: 1_000 })]);
  const order = await orderOf(await apply(customerNo, 550_000));
  expect(order.pricingStepUpBps).toBe(1_000);
  const { creditOf } = await import('../credit/index.ts');
  expect((await creditOf(db, customerNo, now))?.limitCents).toBe(600_000);
  expect((await creditOf(db, customerNo, now, order.pricingStepUpBps))?.limitCents).toBe(440_000);
});

it('refuses a doubled cell, a customer without a price, and what the product does not allow', async () => {
  const fieldsOf = ({ fields }: { fields?: readonly { field: string }[] }) => fields?.map(({ field }) => field);
  expect(fieldsOf(await save([cell(), cell()]))).toEqual(['value.cells.1.settledOrderCount']);
  expect(await save([cell({ settledOrderCount: 0 })])).toMatchObject({ error: 'PRICE_MISSING' });
  const dear = await save([cell({ dailyInterestBps: 11 })]);
  expect([dear.error, fieldsOf(dear)]).toEqual(['PRICE_OUTSIDE_PRODUCT', ['value.cells.0.dailyInterestBps']]);
  expect(fieldsOf(await save([cell({ maxLimitCents: 90_000_000 })]))).toEqual(['value.cells.0.maxLimitCents']);
  expect(fieldsOf(await save([cell({ maxLimitCents: 90_000 })]))).toEqual(['value.cells.0.maxLimitCents']);
  expect((await save([cell({ productNo: 'PR999999' })])).error).toBe('REFERENCE_UNKNOWN');
  expect((await save([cell()], stranger)).error).toBe('REFERENCE_UNKNOWN');
  expect((await stranger.refusalOf(riskPricing.detail, { pricingCode: merchantNo })).error).toBe('NOT_FOUND');
  expect((await stranger.post(riskPricing.page, listOf({}))).data.rows).toEqual([]);
});

it('imports prices as one version, which is approved beside what it changes and rolled back whole', async () => {
  await inForce([cell(), cell({ modelLevel: 'B', maxLimitCents: 300_000 })]);
  const before = await cellsNow();
  const batch = await imported([typed(), typed({ modelLevel: 'C' }), typed({ dailyInterestBps: '99' })]);
  expect(batch).toMatchObject({ rows: 2, failedRows: 1, importResult: 'PARTIAL_SUCCESS', versionStatus: 'PENDING' });
  const versionId = batch.versionId ?? '';
  const compared = await checker.call(riskPricing.compare, { versionId });
  expect(compared.unchanged).toBe(1);
  expect(compared.changes).toMatchObject([
    { modelLevel: null, before: { dailyInterestBps: 5 }, after: { dailyInterestBps: 4, maxLimitCents: 400_000 } },
    { modelLevel: 'C', before: null },
  ]);
  expect((await maker.refusalOf(riskPricing.rollback, { batchNo: batch.batchNo, reason: 'Early' })).error).toBe(
    'PRICE_BATCH_NOT_IN_FORCE',
  );
  await decide(versionId);
  const priced = await orderOf(await apply(await customer(), 400_000));
  expect(priced.terms).toMatchObject({ dailyInterestBps: 4 });
  const { rows } = (await maker.post(riskPricing.page, listOf({ batchNo: batch.batchNo }))).data;
  expect(rows).toHaveLength(3);
  const row = await maker.call(riskPricing.batch, { batchNo: batch.batchNo });
  expect(row).toMatchObject({ versionStatus: 'IN_FORCE', allowedActions: ['rollback'] });
  const back = await maker.call(riskPricing.rollback, { batchNo: batch.batchNo, reason: 'Too cheap' });
  expect(back.versionStatus).toBe('PENDING');
  await decide(back.versionId);
  expect(await cellsNow()).toEqual(before);
  expect(priced.pricingVersionNo).toBe(back.versionNo - 1);
  const again = { batchNo: batch.batchNo, reason: 'Once more' };
  expect((await maker.refusalOf(riskPricing.rollback, again)).error).toBe('PRICE_BATCH_NOT_IN_FORCE');
  expect((await stranger.refusalOf(riskPricing.rollback, again)).error).toBe('PRICE_BATCH_NOT_FOUND');
  expect((await maker.refusalOf(riskPricing.rollback, { ...again, batchNo: 'PB9' })).error).toBe(
    'PRICE_BATCH_NOT_FOUND',
  );
});

it('marks faulty cells of a file before anything is written, and keeps why a batch became no version', async () => {
  const head = Object.keys(typed()).join(',');
  const line = (more: object) =>
    Object.values(typed(more))
      .map((text) => `"${text}"`)
      .join(',');
  const file = Buffer.from(
    [head, line({}), line({ dailyInterestBps: '11' }), line({ maxLimitCents: 'much' })].join('\n'),
  );
  const { data } = await maker.bytes(`${imports.preview.path}?kind=riskRates.import`, file, {
    'content-type': 'application/octet-stream',
  });
  const marked = data.rows.map(({ faults }: { faults: { field: string }[] }) => faults.map(({ field }) => field));
  expect(marked).toEqual([[], ['dailyInterestBps', 'settledOrderCount'], ['maxLimitCents', 'settledOrderCount']]);
  await inForce([]);
  expect(await imported([typed({ settledOrderCount: '0' })])).toMatchObject({
    importResult: 'FAILURE',
    versionId: null,
    fault: expect.stringMatching(/no price of any level for customers with 1 repaid loans/),
  });
  const plain = await orderOf(await apply(await customer(), 1_000_000));
  expect(plain.pricingVersionNo).toBeNull();
});
