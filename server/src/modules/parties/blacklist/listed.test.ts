import { customerManage, orderDetail } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, listOf, type Person } from '../../../../testing/test-calls.ts';
import { personVerdicts } from '../../collections/call-lists/candidates.ts';
import { membersQuery, type Member } from '../../collections/user-groups/members.ts';
import { awardCoupon } from '../../lending/coupons/index.ts';
import { saveTemplate } from '../../lending/coupons/grants.ts';
import { approved, makeProduct } from '../../lending/orders/testing/lend.ts';

let app: TestApp;
let lister: Person;
let made: Awaited<ReturnType<typeof approved>>;
let phone: string;
let userNo: string;

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  const { roleNo, ...who } = await addPerson(app.database, 'listed.lister', {
    pages: ['/AdminContent/OrderDetailAudit/OrderDetail', customerManage.CUSTOMER_PAGE],
    dailyRevealBudget: 20,
  });
  await db.updateTable('role').set({ dataScope: 'ALL' }).where('roleNo', '=', roleNo).execute();
  userNo = who.userNo;
  lister = await as(app, 'listed.lister');
  const { userNo: checker } = await addPerson(app.database, 'listed.checker', {});
  made = await approved(db, { productNo: await makeProduct(db), approvedCents: 300_000, maker: userNo, checker });
  ({ phone } = await db
    .selectFrom('customer')
    .select('phone')
    .where('customerNo', '=', made.customerNo)
    .executeTakeFirstOrThrow());
});
afterAll(async () => await app[Symbol.asyncDispose]());

const NO_RULES = {
  loanState: null,
  settledDaysFrom: null,
  settledDaysTo: null,
  maxDaysLate: null,
  minOnTimeCount: null,
  notAppliedDays: null,
  notContactedDays: null,
  county: null,
};

/** What becomes of the customer where offers, calls and coupons are given, and what screens say of them. */
async function seen() {
  const { db } = app.database;
  const { customerNo, merchantNo, orderNo } = made;
  const now = new Date();
  const among = sql<boolean>`c.customer_no = ${customerNo}`;
  const members = await membersQuery(db, { merchantNo, rules: NO_RULES, among }, now);
  const [member] = (await sql<Member>`SELECT * FROM (${members}) m`.execute(db)).rows;
  const candidate = {
    merchantNo,
    phone,
    listType: 'LEAD',
    marketingTarget: 'FIRST_LOAN',
    optInSource: 'WEBSITE',
    optInAt: now,
    recommendedProductNo: null,
    recommendedAmountCents: null,
  };
  const [verdict] = await personVerdicts(db, [candidate], { caller: { scope: 'all' } as never });
  const coupon = await db.transaction().execute(async (tx) => {
    const template = {
      merchantNo,
      couponContent: 'KES 50 off',
      couponType: 'DISCOUNT',
      amountCents: 50_00,
      validityDays: 7,
      useRule: {},
    } as const;
    const couponTemplateNo = await saveTemplate(tx, template, { userNo, scope: 'all' });
    await tx
      .updateTable('couponTemplate')
      .set({ templateStatus: 'ENABLED' })
      .where('couponTemplateNo', '=', couponTemplateNo)
      .execute();
    return await awardCoupon(tx, { couponTemplateNo, customerNo, merchantNo }, now);
  });
  const { header } = await lister.call(orderDetail.entry, { orderNo });
  const { rows } = await lister.call(customerManage.page, listOf({ customerNo }));
  return {
    group: member?.drop === 'BLACKLISTED',
    list: verdict instanceof Error && 'error' in verdict && verdict.error === 'CALL_BLACKLISTED',
    coupon: coupon === null,
    order: header.isBlacklisted,
    customer: rows[0]?.isBlacklisted,
  };
}

it('keeps offers, calls and coupons from who is listed, and flags them on the order and the customer', async () => {
  const none = { group: false, list: false, coupon: false, order: false, customer: false };
  expect(await seen()).toEqual(none);
  const { idCardNo } = await app.database.db
    .selectFrom('customer')
    .select('idCardNo')
    .where('customerNo', '=', made.customerNo)
    .executeTakeFirstOrThrow();
  const add = async (subject: { readonly subjectType: 'PHONE' | 'ID_CARD_NO'; readonly subjectValue: string }) =>
    await app.database.db
      .insertInto('manualBlacklist')
      .values({
        ...subject,
        reasonCode: 'FRAUD',
        note: 'Forged payslips',
        merchantNo: made.merchantNo,
        evidenceIds: ['AT000001'],
        addedBy: userNo,
        expiresAt: new Date(Date.now() + 86_400_000),
      })
      .returning('entryNo')
      .executeTakeFirstOrThrow();
  const every = { group: true, list: true, coupon: true, order: true, customer: true };
  for (const subject of [
    { subjectType: 'PHONE', subjectValue: phone },
    { subjectType: 'ID_CARD_NO', subjectValue: idCardNo },
  ] as const) {
    const { entryNo } = await add(subject);
    expect(await seen()).toEqual(every);
    await app.database.db
      .updateTable('manualBlacklist')
      .set({ removedAt: new Date() })
      .where('entryNo', '=', entryNo)
      .execute();
    expect(await seen()).toEqual(none);
  }
});
