import { coupon as couponCalls, promoCode } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, listOf, type Person } from '../../../../testing/test-calls.ts';
import { addDays, businessDateOf } from '../../platform/policy/index.ts';
import { approved, makeProduct } from '../orders/testing/lend.ts';

let app: TestApp;
let maker: Person;
let checker: Person;
let mobile: Person;
let customers: string[];
let couponTemplateNo: string;
const today = businessDateOf(new Date());

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  const pages = ['/AdminContent/OperationSystem/CouponCodeManagement'];
  const codes = ['operation:couponConfig:save', 'operation:couponConfig:audit', 'operation:promocode:generate'];
  const one = await addPerson(app.database, 'promo.maker', { codes, pages });
  const two = await addPerson(app.database, 'promo.checker', { codes, pages });
  await addPerson(app.database, 'promo.app', { codes: ['audit:order:intake'] });
  const productNo = await makeProduct(db);
  const people = { maker: one.userNo, checker: two.userNo };
  const orders = [];
  for (let at = 0; at < 3; at += 1) orders.push(await approved(db, { productNo, approvedCents: 300_000, ...people }));
  const found = await db
    .selectFrom('loanOrder')
    .select(['customerNo', 'merchantNo'])
    .where(
      'orderNo',
      'in',
      orders.map(({ orderNo }) => orderNo),
    )
    .execute();
  customers = found.map(({ customerNo }) => customerNo);
  const merchantNo = found[0]?.merchantNo ?? '';
  const users = await db.selectFrom('appUser').select('userNo').where('userName', 'like', 'promo.%').execute();
  await db
    .insertInto('userMerchant')
    .values(users.map(({ userNo }) => ({ userNo, merchantNo })))
    .execute();
  [maker, checker, mobile] = [await as(app, 'promo.maker'), await as(app, 'promo.checker'), await as(app, 'promo.app')];
  const template = {
    merchantNo,
    couponContent: 'KES 200 off',
    couponType: 'DISCOUNT',
    amountCents: 20_000,
    validityDays: 30,
    useRule: {},
  };
  ({ couponTemplateNo } = (await maker.post(couponCalls.templateSave, template)).data);
  await checker.post(couponCalls.templateAudit, { couponTemplateNo, isApproved: true });
});
afterAll(async () => await app[Symbol.asyncDispose]());

const form = (changes: object = {}) => ({
  couponTemplateNo,
  ownCode: null,
  count: 1,
  maxRedemptions: 2,
  budgetCents: 100_000,
  endsOn: today,
  reason: 'Market day',
  ...changes,
});
const generate = async (changes: object = {}) => (await maker.post(promoCode.generate, form(changes))).data;
const approve = async (batchNo: string, who = checker) =>
  (await who.post(promoCode.audit, { batchNo, isApproved: true })).data;
const codesOf = async (batchNo: string): Promise<promoCode.PromoCodeRow[]> =>
  (await maker.post(promoCode.page, listOf({ batchNo }))).data.rows;
const redeem = async (code: string, customer = 0) =>
  (await mobile.post(promoCode.redeem, { customerNo: customers[customer], promoCode: code })).data;
const made = async (changes: object = {}) => {
  const { batchNo } = await generate(changes);
  await approve(batchNo);
  const rows = await codesOf(batchNo);
  return { batchNo, codes: rows.map((row) => row.promoCode) };
};

it('makes its codes once another person approved the batch', async () => {
  const { batchNo } = await generate({ count: 250 });
  expect(await codesOf(batchNo)).toEqual([]);
  expect((await approve(batchNo, maker)).error).toBe('MAKER_IS_CHECKER');
  expect(await approve(batchNo)).toEqual({ batchNo, batchStatus: 'ENABLED' });
  const { data } = await maker.post(promoCode.page, listOf({ batchNo }));
  expect(data.total).toBe(250);
  expect(data.rows[0]).toMatchObject({ promoCodeStatus: 'ENABLED', redeemed: 0, allowedActions: ['disable'] });
  expect((await approve(batchNo)).error).toBe('ILLEGAL_TRANSITION');
  const [row] = (await maker.post(promoCode.batchPage, listOf({ batchNo }))).data.rows;
  // 250 codes twice at KES 200.00 cost more than the budget of KES 1,000.00.
  expect(row).toMatchObject({ mostCents: 100_000, forecastCents: null, spentCents: 0, allowedActions: ['disable'] });
});

it('refuses what makes no batch, beside its field', async () => {
  const refusal = async (changes: object) => {
    const { error, fields } = await generate(changes);
    return [error, fields?.[0]?.field];
  };
  expect(await refusal({ budgetCents: 19_999 })).toEqual(['PROMO_BUDGET_TOO_SMALL', 'budgetCents']);
  expect(await refusal({ endsOn: addDays(today, -1) })).toEqual(['CONFIG_DATE_PAST', 'endsOn']);
  expect(await refusal({ ownCode: 'karibu', count: 2 })).toEqual(['PROMO_ONE_OWN_CODE', 'count']);
  expect(await refusal({ ownCode: 'no!' })).toEqual(['BAD_REQUEST', 'ownCode']);
  expect(await refusal({ couponTemplateNo: 'CT999999999' })).toEqual(['COUPON_TEMPLATE_NOT_FOUND', undefined]);
  const { batchNo } = await generate({ ownCode: 'jamhuri' });
  expect(await refusal({ ownCode: 'JAMHURI' })).toEqual(['PROMO_CODE_EXISTS', 'ownCode']);
  await approve(batchNo);
  expect(await refusal({ ownCode: 'JAMHURI' })).toEqual(['PROMO_CODE_EXISTS', 'ownCode']);
});

it('gives one coupon of a batch to a customer, as often as the code and the budget allow', async () => {
  const { batchNo, codes } = await made({ ownCode: 'karibu200' });
  expect(codes).toEqual(['KARIBU200']);
  const { couponNo } = await redeem(' karibu200 ');
  const coupon = await app.database.db
    .selectFrom('coupon')
    .select(['customerNo', 'amountCents', 'couponStatus'])
    .where('couponNo', '=', couponNo)
    .executeTakeFirstOrThrow();
  expect(coupon).toEqual({ customerNo: customers[0], amountCents: 20_000, couponStatus: 'AVAILABLE' });
  expect((await redeem('KARIBU200')).error).toBe('PROMO_CODE_REDEEMED');
  expect((await redeem('NOBODYS')).error).toBe('PROMO_CODE_UNKNOWN');
  await redeem('KARIBU200', 1);
  expect((await redeem('KARIBU200', 2)).error).toBe('PROMO_CODE_ENDED');
  expect((await codesOf(batchNo))[0]).toMatchObject({ redeemed: 2, promoCodeStatus: 'EXHAUSTED' });
  const [row] = (await maker.post(promoCode.batchPage, listOf({ batchNo }))).data.rows;
  expect(row).toMatchObject({ redeemed: 2, spentCents: 40_000 });

  const poor = await made({ ownCode: 'poorbatch', budgetCents: 30_000 });
  await redeem('POORBATCH');
  expect((await redeem('POORBATCH', 1)).error).toBe('PROMO_CODE_ENDED');
  expect((await codesOf(poor.batchNo))[0]?.redeemed).toBe(1);
  // Half of the last batch was redeemed: of ten likely five, or what the budget leaves.
  const forecast = async (budgetCents: number) => {
    const { batchNo: next } = await generate({ count: 10, maxRedemptions: 1, budgetCents });
    return (await maker.post(promoCode.batchPage, listOf({ batchNo: next }))).data.rows[0].forecastCents;
  };
  expect([await forecast(1_000_000), await forecast(60_000)]).toEqual([100_000, 60_000]);
});

it('lets the last redemption go to one of two who ask at once', async () => {
  await made({ ownCode: 'lastone', maxRedemptions: 1 });
  const answers = await Promise.all([redeem('LASTONE', 0), redeem('LASTONE', 1)]);
  expect(answers.map(({ error }) => error ?? 'given').toSorted()).toEqual(['PROMO_CODE_ENDED', 'given']);
});

it('ends a code or a batch at once', async () => {
  const { batchNo, codes } = await made({ count: 2 });
  const [one = '', other = ''] = codes;
  const end = { promoCode: one, reason: 'Leaked' };
  expect((await maker.post(promoCode.disable, end)).data.promoCodeStatus).toBe('DISABLED');
  expect((await maker.post(promoCode.disable, end)).data.error).toBe('ILLEGAL_TRANSITION');
  expect((await redeem(one)).error).toBe('PROMO_CODE_ENDED');
  const found = (await maker.post(promoCode.page, listOf({ batchNo, promoCodeStatus: 'ENABLED' }))).data;
  expect(found.rows.map((row: promoCode.PromoCodeRow) => row.promoCode)).toEqual([other]);
  await maker.post(promoCode.batchDisable, { batchNo, reason: 'Over' });
  expect((await redeem(other)).error).toBe('PROMO_CODE_ENDED');
});
