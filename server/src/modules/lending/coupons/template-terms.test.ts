import { config, coupon } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, listOf, type Person } from '../../../../testing/test-calls.ts';
import { addDays, businessDateOf } from '../../platform/policy/index.ts';
import { lend, makeProduct } from '../orders/testing/lend.ts';
import { settleCoupons } from './index.ts';

let app: TestApp;
let maker: Person;
let checker: Person;
let merchantNo: string;
let phone: string;
const TODAY = businessDateOf(new Date());

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  const productNo = await makeProduct(db);
  ({ merchantNo } = await db
    .selectFrom('loanProduct')
    .select('merchantNo')
    .where('productNo', '=', productNo)
    .executeTakeFirstOrThrow());
  const add = async (name: string) => {
    const codes = ['operation:couponConfig:save', 'operation:couponConfig:audit', 'operation:coupon:grant'];
    const { userNo } = await addPerson(app.database, name, { codes, pages: coupon.templatePage.access.page });
    await db.insertInto('userMerchant').values({ userNo, merchantNo }).execute();
    return userNo;
  };
  const people = { maker: await add('terms.maker'), checker: await add('terms.checker') };
  [maker, checker] = [await as(app, 'terms.maker'), await as(app, 'terms.checker')];
  const { customerNo } = await lend(db, { productNo, approvedCents: 500_000, ...people });
  ({ phone } = await db
    .selectFrom('customer')
    .select('phone')
    .where('customerNo', '=', customerNo)
    .executeTakeFirstOrThrow());
});
afterAll(async () => await app[Symbol.asyncDispose]());

const TERMS = { couponContent: 'Thank you', amountCents: 100_00, discountBps: null, validityDays: 7, useRule: {} };

async function newTemplate(more: object = {}): Promise<string> {
  const saved = await maker.post(coupon.templateSave, { merchantNo, couponType: 'DISCOUNT', ...TERMS, ...more });
  const { couponTemplateNo } = saved.data;
  await checker.post(coupon.templateAudit, { couponTemplateNo, isApproved: true });
  return couponTemplateNo;
}
const draft = async (couponTemplateNo: string, value: object, effectiveFrom = TODAY) =>
  await maker.post(config.save, {
    configKey: coupon.COUPON_TERMS_KEY,
    subjectNo: `${merchantNo}_${couponTemplateNo}`,
    effectiveFrom,
    reason: 'Season',
    value: { ...TERMS, ...value },
  });
async function approved(couponTemplateNo: string, value: object, effectiveFrom = TODAY) {
  const { versionId, version } = (await draft(couponTemplateNo, value, effectiveFrom)).data;
  const submitted = (await maker.post(config.submit, { versionId, version })).data;
  const one = { versionId, version: submitted.version };
  expect((await maker.post(config.approve, one)).code).not.toBe(0);
  expect((await checker.post(config.approve, one)).code).toBe(0);
}
async function issued(couponTemplateNo: string): Promise<coupon.CouponRow> {
  const asked = { couponTemplateNo, phones: [phone], reason: 'Apology' };
  const { couponApplicationNo } = (await maker.post(coupon.couponGrant, asked)).data;
  await checker.post(coupon.couponAudit, { couponApplicationNo, isApproved: true });
  const { couponNo } = await app.database.db
    .selectFrom('coupon')
    .select('couponNo')
    .where('couponApplicationNo', '=', couponApplicationNo)
    .executeTakeFirstOrThrow();
  return (await maker.get(coupon.couponDetail.path.replace('{couponNo}', couponNo))).data.row;
}
const rowOf = async (couponTemplateNo: string): Promise<coupon.TemplateRow> =>
  (await maker.post(coupon.templatePage, listOf({ couponTemplateNo }))).data.rows[0];

it('issues by the version in force, and leaves what was issued as it was', async () => {
  const couponTemplateNo = await newTemplate();
  const before = await issued(couponTemplateNo);
  expect(before).toMatchObject({ amountCents: 100_00, discountBps: null, validityDays: 7, issuedVia: 'GRANT' });
  await approved(couponTemplateNo, { amountCents: 300_00, discountBps: 2_500, validityDays: 14 });
  const after = await issued(couponTemplateNo);
  expect(after).toMatchObject({ amountCents: 300_00, discountBps: 2_500, validityDays: 14, promoCode: null });
  const again = (await maker.get(coupon.couponDetail.path.replace('{couponNo}', before.couponNo))).data.row;
  expect(again).toMatchObject({ amountCents: 100_00, discountBps: null, validityDays: 7 });
  expect(await rowOf(couponTemplateNo)).toMatchObject({ amountCents: 300_00, versionNo: 1, openVersion: null });
});

it('waits for its day, and shows until then that a version is open', async () => {
  const couponTemplateNo = await newTemplate();
  await approved(couponTemplateNo, { amountCents: 500_00 }, addDays(TODAY, 2));
  expect((await issued(couponTemplateNo)).amountCents).toBe(100_00);
  expect(await rowOf(couponTemplateNo)).toMatchObject({
    amountCents: 100_00,
    versionNo: null,
    openVersion: { versionStatus: 'SCHEDULED' },
  });
  await settleCoupons(app.database.db, new Date(Date.now() + 3 * 86_400_000));
  expect(await rowOf(couponTemplateNo)).toMatchObject({ amountCents: 500_00, versionNo: 1 });
});

it('refuses terms of what was never approved, and a share of a higher limit', async () => {
  const asked = { merchantNo, couponType: 'DISCOUNT', ...TERMS };
  const { couponTemplateNo: pending } = (await maker.post(coupon.templateSave, asked)).data;
  expect((await draft(pending, {})).data.error).toBe('COUPON_TEMPLATE_OFF');
  const limit = { ...asked, couponType: 'INCREASE_LOAN_LIMIT', discountBps: 1_000 };
  expect((await maker.post(coupon.templateSave, limit)).data.fields[0].field).toBe('discountBps');
  const higher = await newTemplate({ couponType: 'INCREASE_LOAN_LIMIT' });
  expect((await draft(higher, { discountBps: 1_000 })).data.fields[0].field).toBe('value.discountBps');
  expect((await draft('CT999999', {})).data.error).toBe('REFERENCE_UNKNOWN');
  expect((await draft(higher, { discountBps: 10_001 })).data.fields[0].field).toBe('value.discountBps');
});

it('finds issued coupons by how they were issued', async () => {
  const couponTemplateNo = await newTemplate();
  await issued(couponTemplateNo);
  const found = async (filters: object) =>
    (await maker.post(coupon.couponPage, listOf({ couponTemplateNo, ...filters }))).data.total;
  expect([await found({ issuedVia: 'GRANT' }), await found({ issuedVia: 'PROMO_CODE' })]).toEqual([1, 0]);
  expect([await found({ promoCode: 'KARIBU200' }), await found({ batchNo: 'PB000000001' })]).toEqual([0, 0]);
});
