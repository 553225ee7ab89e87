import { serviceCoupon } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, type Person } from '../../../../testing/test-calls.ts';
import { lend, makeProduct } from '../../lending/orders/testing/lend.ts';

let app: TestApp;
let agent: Person;
let merchantNo: string;
let customerNo: string;
let billNo: string;
let userNo: string;

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  const productNo = await makeProduct(db);
  const maker = (await addPerson(app.database, 'onbill.maker')).userNo;
  const checker = (await addPerson(app.database, 'onbill.checker')).userNo;
  const loan = await lend(db, { productNo, approvedCents: 500_000, maker, checker });
  ({ customerNo } = loan);
  ({ billNo } = await db
    .selectFrom('bill')
    .select('billNo')
    .where('orderNo', '=', loan.orderNo)
    .orderBy('dueDate')
    .executeTakeFirstOrThrow());
  ({ merchantNo } = await db
    .selectFrom('loanProduct')
    .select('merchantNo')
    .where('productNo', '=', productNo)
    .executeTakeFirstOrThrow());
  ({ userNo } = await addPerson(app.database, 'onbill.agent', { codes: ['customerService:coupon:apply'] }));
  await db.insertInto('userMerchant').values({ userNo, merchantNo }).execute();
  await addPerson(app.database, 'onbill.elsewhere', { codes: ['customerService:coupon:apply'] });
  agent = await as(app, 'onbill.agent');
});
afterAll(async () => await app[Symbol.asyncDispose]());

/** A setting that agents may ask by. */
async function setting(template: object = {}): Promise<string> {
  const { db } = app.database;
  const offer = { merchantNo, couponContent: 'Sorry', couponType: 'DISCOUNT', amountCents: 10_000 } as const;
  const { couponTemplateNo } = await db
    .insertInto('couponTemplate')
    .values({ ...offer, validityDays: 7, useRule: '{}', templateStatus: 'ENABLED', makerUserNo: userNo, ...template })
    .returning('couponTemplateNo')
    .executeTakeFirstOrThrow();
  const limits = { perSendLimit: 1, perDayLimit: 9, perApplicationLimit: 9 };
  const { configNo } = await db
    .insertInto('serviceCouponConfig')
    .values({ couponTemplateNo, merchantNo, couponContent: 'Sorry', ...limits, makerUserNo: userNo })
    .returning('configNo')
    .executeTakeFirstOrThrow();
  return configNo;
}

it('says what a coupon takes off the next bill of a customer, also by their feedback, and what cannot be used', async () => {
  const { db } = app.database;
  const configNo = await setting();
  const { bill } = await agent.call(serviceCoupon.onBill, { configNo, customerNo });
  expect(bill).toMatchObject({ billNo, lowersCents: 10_000 });
  expect(bill?.outstandingCents).toBeGreaterThan(500_000);
  const told = { source: 'CALL', category: 'CHARGES', severity: 'LOW', content: 'Charged twice' } as const;
  const { feedbackNo } = await db
    .insertInto('feedback')
    .values({ ...told, merchantNo, customerNo, createdBy: userNo, dueAt: new Date() })
    .returning('feedbackNo')
    .executeTakeFirstOrThrow();
  expect((await agent.call(serviceCoupon.onBill, { configNo, feedbackNo })).bill).toMatchObject({ billNo });
  const both = await agent.refusalOf(serviceCoupon.onBill, { configNo, feedbackNo, customerNo });
  expect(both.fields).toEqual(['customerNo']);
  const tooDear = await setting({ useRule: JSON.stringify({ minAmountCents: 90_000_000 }) });
  expect((await agent.call(serviceCoupon.onBill, { configNo: tooDear, customerNo })).bill?.lowersCents).toBe(0);
  expect((await agent.call(serviceCoupon.onBill, { configNo, customerNo: 'C000000000' })).bill).toBeNull();
  const elsewhere = await as(app, 'onbill.elsewhere');
  expect((await elsewhere.refusalOf(serviceCoupon.onBill, { configNo, customerNo })).error).toBe(
    'COUPON_CONFIG_NOT_FOUND',
  );
});
