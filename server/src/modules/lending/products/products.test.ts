import { change, config, product } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, listOf, type Person } from '../../../../testing/test-calls.ts';
import { previewing } from '../../../../testing/test-previews.ts';
import { takeApplication } from '../orders/index.ts';
import { addDays, businessDateOf } from '../../platform/policy/index.ts';

const PAGE = '/AdminContent/OperationSystem/ProductConfig';
const tomorrow = addDays(businessDateOf(new Date()), 1);
const terms = {
  minPrincipalCents: 100_000,
  maxPrincipalCents: 1_000_000,
  termDays: 30,
  installments: 1,
  dailyInterestBps: 10,
  serviceFeeBps: 500,
  managementFeeBps: 0,
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
let maker: Person;
let checker: Person;
beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  for (const name of ['product.maker', 'product.checker']) {
    const actions = ['save', 'enable', 'audit'];
    const codes = actions.map((action) => `operation:product:${action}`);
    const { roleNo } = await addPerson(app.database, name, { pages: [PAGE], codes });
    await app.database.db.updateTable('role').set({ dataScope: 'ALL' }).where('roleNo', '=', roleNo).execute();
  }
  maker = previewing(app, await as(app, 'product.maker'));
  checker = previewing(app, await as(app, 'product.checker'));
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
});

async function added(productName: string): Promise<string> {
  const made = await maker.post(product.save, { merchantNo: 'M0001', productName });
  return made.data.productNo;
}
const draft = (productNo: string, value: object, effectiveFrom = tomorrow) => ({
  configKey: 'product.terms',
  subjectNo: `M0001_${productNo}`,
  value,
  effectiveFrom,
  reason: 'New offer',
});
async function agreed(productNo: string, value: object) {
  const { data } = await maker.post(config.save, draft(productNo, value));
  const named = { versionId: data.versionId, version: data.version };
  const submitted = await maker.post(config.submit, named);
  const own = { versionId: data.versionId, version: submitted.data.version };
  expect((await maker.post(config.approve, own)).data.error).toBe('CHANGE_OWN');
  const approved = await checker.post(config.approve, own);
  expect(approved.data.versionStatus).toBe('SCHEDULED');
  return { versionId: data.versionId, version: approved.data.version };
}
const versionsOf = async (productNo: string) =>
  await app.database.db
    .selectFrom('loanProductVersion')
    .select(['versionNo', 'effectiveFrom'])
    .where('productNo', '=', productNo)
    .orderBy('versionNo')
    .execute();

it('lends a product once it has terms in force and two people put it on offer', async () => {
  const productNo = await added('Biashara 30');
  const early = await maker.post(product.enable, { productNo, reason: 'Launch' });
  expect(early.data.error).toBe('PRODUCT_WITHOUT_TERMS');
  await agreed(productNo, terms);
  expect(await versionsOf(productNo)).toEqual([{ versionNo: 1, effectiveFrom: tomorrow }]);
  const { db } = app.database;
  await db
    .updateTable('loanProductVersion')
    .set({ effectiveFrom: '2026-01-01' })
    .where('productNo', '=', productNo)
    .execute();
  const asked = await maker.post(product.enable, { productNo, reason: 'Launch' });
  const { changeNo } = asked.data;
  const own = await maker.post(change.changeFamilies.product.approve, { changeNo });
  expect(own.data.error).toBe('CHANGE_OWN');
  expect((await checker.post(change.changeFamilies.product.approve, { changeNo })).code).toBe(0);
  expect((await maker.get(product.one, { productNo })).data).toMatchObject({
    status: 'ENABLED',
    versionNo: 1,
    terms: { maxPrincipalCents: 1_000_000 },
    contract: null,
    allowedActions: ['save', 'copy', 'disable'],
  });
  const { customerNo } = await db
    .insertInto('customer')
    .values({ merchantNo: 'M0001', customerName: 'Otieno Terms', phone: '254711555001', idCardNo: '12345678' })
    .returning('customerNo')
    .executeTakeFirstOrThrow();
  const payee = { phone: '254711555001', name: 'Otieno Terms' };
  const order = { customerNo, productNo, appliedCents: 200_000, payee };
  const orderNo = await db.transaction().execute((tx) => takeApplication(tx, order));
  const snapshot = await db
    .selectFrom('loanOrder')
    .select(['terms', 'productVersionNo'])
    .where('orderNo', '=', orderNo)
    .executeTakeFirstOrThrow();
  expect(snapshot).toMatchObject({ terms, productVersionNo: 1 });
});

it('takes a version back whose day has not come, and what orders may carry with it', async () => {
  const productNo = await added('Shamba 90');
  const scheduled = await agreed(productNo, { ...terms, termDays: 90, installments: 3 });
  const withdrawn = await maker.post(config.withdraw, scheduled);
  expect(withdrawn.data.versionStatus).toBe('WITHDRAWN');
  expect(await versionsOf(productNo)).toEqual([]);
});

it('says of each fault of terms where it is', async () => {
  const productNo = await added('Faults 7');
  const faults = async (value: object) => {
    const { data } = await maker.post(config.save, draft(productNo, value));
    return data.fields?.map(({ field }: { field: string }) => field);
  };
  expect(await faults({ ...terms, maxPrincipalCents: 50_000 })).toEqual(['value.maxPrincipalCents']);
  expect(await faults({ ...terms, termDays: 3, installments: 6 })).toEqual(['value.installments']);
  expect(await faults({ ...terms, feeTiming: 'UPFRONT', serviceFeeBps: 10_000 })).toEqual(['value.serviceFeeBps']);
  expect(await faults({ ...terms, minPrincipalCents: 100_050 })).toEqual(['value.minPrincipalCents']);
  const stranger = { ...draft(productNo, terms), subjectNo: 'M0002_PR0001' };
  const other = await maker.post(config.save, stranger);
  expect(other.data.error).toBe('REFERENCE_UNKNOWN');
  const today = draft(productNo, terms, businessDateOf(new Date()));
  expect((await maker.post(config.save, today)).data.error).toBe('CONFIG_DATE_PAST');
});

it('keeps names apart, and answers a plan', async () => {
  const productNo = await added('Haba 14');
  const twice = await maker.post(product.save, { merchantNo: 'M0001', productName: 'Haba 14' });
  expect(twice.data.error).toBe('PRODUCT_NAME_TAKEN');
  const stale = { productNo, version: 9, merchantNo: 'M0001', productName: 'Haba 15' };
  expect((await maker.post(product.save, stale)).data.error).toBe('STALE');
  expect((await maker.post(product.save, { ...stale, version: 0 })).data.version).toBe(1);
  const { data } = await maker.post(product.page, listOf({ productName: 'haba' }));
  expect(data.rows).toMatchObject([{ productNo, productName: 'Haba 15', status: 'DISABLED', terms: null }]);
  const asked = { productNo, principalCents: 500_000, lentOn: '2026-03-02' };
  expect((await maker.post(product.quote, asked)).data.error).toBe('PRODUCT_WITHOUT_TERMS');
  const plan = await maker.post(product.quote, { ...asked, terms });
  // 5,000.00 + 0.1 % × 30 days + 5 % and 20 % of that.
  expect(plan.data).toMatchObject({
    paidOutCents: 500_000,
    bills: [{ termNo: 1, dueDate: '2026-04-01', totalCents: 500_000 + 15_000 + 25_000 + 5_000 }],
  });
  const faultsWith = async (more: object) => {
    const { data } = await maker.post(product.quote, { ...asked, terms: { ...terms, ...more } });
    return data.fields.map(({ field }: { field: string }) => field);
  };
  expect(await faultsWith({ termDays: 2, installments: 3 })).toEqual(['terms.installments']);
  expect(await faultsWith({ termDays: 900 })).toEqual(['terms.termDays']);
});

it('is copied to merchants that have none of its name, disabled, its terms submitted for each', async () => {
  const { db } = app.database;
  const productNo = await added('Nakala 30');
  const copied = async (merchantNos: string[], who = maker) =>
    (await who.post(product.copy, { productNo, merchantNos, reason: 'Same offer' })).data;
  expect((await copied(['M0002'])).error).toBe('PRODUCT_WITHOUT_TERMS');
  await agreed(productNo, terms);
  await db
    .updateTable('loanProductVersion')
    .set({ effectiveFrom: '2026-01-01' })
    .where('productNo', '=', productNo)
    .execute();
  expect(await copied(['M0001'])).toMatchObject({ error: 'REFERENCE_UNKNOWN', fields: [{ field: 'merchantNos' }] });
  expect((await copied(['M0002', 'M9999'])).error).toBe('REFERENCE_UNKNOWN');
  const made = await copied(['M0002', 'M0003']);
  expect(made).toEqual({ copied: [expect.any(String), expect.any(String)], known: 0 });
  expect(await copied(['M0002', 'M0003'])).toEqual({ copied: [], known: 2 });
  const { rows } = (await maker.post(product.page, listOf({ productName: 'Nakala' }))).data;
  const others = rows.filter((row: { productNo: string }) => row.productNo !== productNo);
  for (const row of others) {
    expect(row).toMatchObject({ status: 'DISABLED', terms: null, openVersion: { versionStatus: 'PENDING' } });
  }
  const { data } = await checker.post(
    config.page,
    listOf({ configKey: 'product.terms', subjectNo: `M0002_${made.copied[0]}`, versionStatus: 'PENDING' }),
  );
  const [{ versionId, version: pending }] = data.rows;
  expect((await maker.post(config.approve, { versionId, version: pending })).data.error).toBe('CHANGE_OWN');
  expect((await checker.post(config.approve, { versionId, version: pending })).data.versionStatus).toBe('SCHEDULED');
  expect(await versionsOf(made.copied[0])).toEqual([{ versionNo: 1, effectiveFrom: tomorrow }]);
});

it('finds products by the terms in force and by their newest version, and takes amounts in steps alone', async () => {
  const productNo = await added('Hatua 30');
  const uneven = await maker.post(config.save, draft(productNo, { ...terms, stepCents: 70_000 }));
  expect(uneven.data.fields).toEqual([
    { field: 'value.stepCents', msg: 'Whole steps from the minimum to the maximum' },
  ]);
  await agreed(productNo, { ...terms, stepCents: 50_000 });
  const { db } = app.database;
  const found = async (filters: object) => {
    const { data } = await maker.post(product.page, listOf({ productNo, ...filters }));
    return data.total;
  };
  expect(await found({ versionStatus: 'SCHEDULED' })).toBe(1);
  expect(await found({ versionStatus: 'DRAFT' })).toBe(0);
  expect(await found({ repaymentMode: 'SINGLE' })).toBe(0);
  await db
    .updateTable('loanProductVersion')
    .set({ effectiveFrom: '2026-01-01' })
    .where('productNo', '=', productNo)
    .execute();
  await db.updateTable('loanProduct').set({ isEnabled: true }).where('productNo', '=', productNo).execute();
  expect(await found({ repaymentMode: 'SINGLE', effectiveFrom: { from: '2026-01-01', to: '2026-01-01' } })).toBe(1);
  const { customerNo } = await db
    .insertInto('customer')
    .values({ merchantNo: 'M0001', customerName: 'Otieno Steps', phone: '254711555002', idCardNo: '12345679' })
    .returning('customerNo')
    .executeTakeFirstOrThrow();
  const asked = (appliedCents: number) =>
    db.transaction().execute(
      async (tx) =>
        await takeApplication(tx, {
          customerNo,
          productNo,
          appliedCents,
          payee: { phone: '254711555002', name: 'Otieno Steps' },
        }),
    );
  await expect(asked(120_000)).rejects.toThrow('AMOUNT_INVALID');
  expect(await asked(150_000)).toMatch(/^LO/);
});
