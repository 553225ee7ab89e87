import { coupon, menuRules, payment } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { statesOf } from '../../../state-machine/index.ts';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, listOf, type Person } from '../../../../testing/test-calls.ts';
import { previewing } from '../../../../testing/test-previews.ts';
import { trialBalance } from '../../platform/ledger/index.ts';
import { lend, makeProduct } from '../orders/testing/lend.ts';
import { applyPayment, receiveFlow, rollBack } from '../../payments/payments/index.ts';
import { expectRefusal } from '../../payments/payments/testing/every-row.ts';
import { refuseUnlisted } from '../../payments/payments/testing/unlisted-pairs.ts';
import { addDays, businessDateOf } from '../../platform/policy/index.ts';
import { couponApplicationMachine } from './coupon-application.machine.ts';
import { couponMachine } from './coupon.machine.ts';
import { settleCoupons } from './index.ts';

let app: TestApp;
let maker: Person;
let checker: Person;
let people: { maker: string; checker: string };
let productNo: string;
let merchantNo: string;
const TODAY = businessDateOf(new Date());
let serial = 0;

const CODES = [
  'operation:couponConfig:save',
  'operation:couponConfig:audit',
  'operation:coupon:grant',
  'operation:coupon:freeze',
  'afterLoan:writeOff:commit',
  'afterLoan:coupon:use',
  'afterLoan:rollback:settle',
];
const PAGES = [
  '/AdminContent/OperationSystem/CouponCodeManagement',
  '/AdminContent/AfterLoanSystem/RepaymentManagement',
];

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  productNo = await makeProduct(db);
  ({ merchantNo } = await db
    .selectFrom('loanProduct')
    .select('merchantNo')
    .where('productNo', '=', productNo)
    .executeTakeFirstOrThrow());
  const add = async (name: string) => {
    const { userNo } = await addPerson(app.database, name, { codes: CODES, pages: PAGES });
    await db.insertInto('userMerchant').values({ userNo, merchantNo }).execute();
    return userNo;
  };
  people = { maker: await add('coupon.maker'), checker: await add('coupon.checker') };
  maker = previewing(app, await as(app, 'coupon.maker'));
  checker = previewing(app, await as(app, 'coupon.checker'));
});
afterAll(async () => await app[Symbol.asyncDispose]());

/** A loan that owes charges beside its principal, and a coupon of its customer. */
async function loanWithCoupon(template: object = {}) {
  const { db } = app.database;
  const loan = await lend(db, { productNo, approvedCents: 500_000, ...people });
  const { billNo } = await db
    .selectFrom('bill')
    .select('billNo')
    .where('orderNo', '=', loan.orderNo)
    .executeTakeFirstOrThrow();
  const { phone } = await db
    .selectFrom('customer')
    .select('phone')
    .where('customerNo', '=', loan.customerNo)
    .executeTakeFirstOrThrow();
  const saved = await maker.post(coupon.templateSave, {
    merchantNo,
    couponContent: 'Welcome back',
    couponType: 'DISCOUNT',
    amountCents: 10_000,
    validityDays: 7,
    useRule: {},
    ...template,
  });
  const { couponTemplateNo } = saved.data;
  await checker.post(coupon.templateAudit, { couponTemplateNo, isApproved: true });
  const grant = { couponTemplateNo, phones: [phone], reason: 'Apology' };
  const { couponApplicationNo } = (await maker.post(coupon.couponGrant, grant)).data;
  return { ...loan, billNo, couponTemplateNo, couponApplicationNo, grant };
}

async function issued(template: object = {}) {
  const made = await loanWithCoupon(template);
  const { couponApplicationNo } = made;
  const { data } = await checker.post(coupon.couponAudit, { couponApplicationNo, isApproved: true });
  expect(data).toMatchObject({ applicationStatus: 'APPROVED', issued: 1 });
  const { couponNo } = await app.database.db
    .selectFrom('coupon')
    .select('couponNo')
    .where('couponApplicationNo', '=', couponApplicationNo)
    .executeTakeFirstOrThrow();
  return { ...made, couponNo };
}

async function statusOf(couponNo: string) {
  const { couponStatus } = await app.database.db
    .selectFrom('coupon')
    .select('couponStatus')
    .where('couponNo', '=', couponNo)
    .executeTakeFirstOrThrow();
  return couponStatus;
}
async function owedOf(billNo: string) {
  const { outstandingCents } = await app.database.db
    .selectFrom('billBalance')
    .select('outstandingCents')
    .where('billNo', '=', billNo)
    .executeTakeFirstOrThrow();
  return outstandingCents;
}
async function settle(orderNo: string, billNo: string, amountCents: number, couponNo: string) {
  serial += 1;
  return await app.database.db.transaction().execute(async (tx) => {
    const { flowNo } = await receiveFlow(tx, {
      merchantNo,
      paymentChannel: 'MPESA',
      paymentCode: `COUPON${serial}`,
      account: 'BANK.MPESA_PAYBILL',
      amountCents,
      repayTime: new Date(),
      receivedAt: new Date(),
      payerPhone: '254712345678',
      payerName: 'Wanjiku Test',
    });
    return await applyPayment(tx, {
      orderNo,
      billNo,
      repayType: 'SETTLE',
      flowNo,
      amountCents,
      couponNo,
      makerUserNo: people.maker,
      idempotencyKey: `coupon-test-${serial}`,
    });
  });
}

it('takes two people for a template and two for a grant; unknown numbers are refused', async () => {
  const { couponApplicationNo, couponTemplateNo, grant } = await loanWithCoupon();
  const own = { couponApplicationNo, isApproved: true };
  expect((await maker.post(coupon.couponAudit, own)).data.error).toBe('MAKER_IS_CHECKER');
  expect((await checker.post(coupon.couponAudit, own)).code).toBe(0);
  expect((await checker.post(coupon.couponAudit, own)).data.error).toBe('ILLEGAL_TRANSITION');
  const wrong = await maker.post(coupon.couponGrant, { ...grant, phones: [...grant.phones, '254799999999'] });
  expect(wrong.data).toMatchObject({ error: 'COUPON_PHONES_UNKNOWN', facts: { count: 1 } });
  await maker.post(coupon.templateDisable, { couponTemplateNo });
  expect((await maker.post(coupon.couponGrant, grant)).data.error).toBe('COUPON_TEMPLATE_OFF');
  const { data } = await maker.post(coupon.templatePage, listOf({ couponTemplateNo }));
  expect(data.rows).toMatchObject([{ templateStatus: 'DISABLED', allowedActions: ['update', 'enable'] }]);
});

it('knows neither a template nor an application of another merchant, or of none', async () => {
  const { db } = app.database;
  const { couponApplicationNo, couponTemplateNo, grant } = await loanWithCoupon();
  const { userNo } = await addPerson(app.database, 'coupon.stranger', { codes: CODES, pages: PAGES });
  const other = await db
    .selectFrom('merchant')
    .select('merchantNo')
    .where('merchantNo', '<>', merchantNo)
    .limit(1)
    .executeTakeFirstOrThrow();
  await db.insertInto('userMerchant').values({ userNo, merchantNo: other.merchantNo }).execute();
  const stranger = await as(app, 'coupon.stranger');
  const tables = ['coupon_template', 'coupon_application', 'coupon'];
  for (const [who, templateNo, applicationNo] of [
    [stranger, couponTemplateNo, couponApplicationNo],
    [checker, 'CT999999999', 'CA999999999'],
  ] as const) {
    const refused = (error: string, path: string, form: object) =>
      expectRefusal(db, tables, error, () => who.post(path, form));
    const template = { couponTemplateNo: templateNo };
    const asked = { couponApplicationNo: applicationNo };
    await refused('COUPON_TEMPLATE_NOT_FOUND', 'promocode/coupon/grant', { ...grant, ...template });
    await refused('COUPON_TEMPLATE_NOT_FOUND', 'couponConfig/audit', { ...template, isApproved: true });
    await refused('COUPON_TEMPLATE_NOT_FOUND', 'couponConfig/disable', template);
    for (const isApproved of [true, false]) {
      const decision = { ...asked, isApproved, reason: 'Not ours' };
      await refused('COUPON_APPLICATION_NOT_FOUND', 'promocode/coupon/audit', decision);
    }
  }
});

it('settles with less money, and comes back whole with the rollback', async () => {
  const { db } = app.database;
  const { orderNo, billNo, couponNo } = await issued();
  const owed = await owedOf(billNo);
  const { data } = await maker.post(coupon.couponUsable, { billNo });
  expect(data).toMatchObject([{ couponNo, usedCents: 10_000 }]);
  const applied = await settle(orderNo, billNo, owed - 10_000, couponNo);
  expect(applied.settledBillNos).toEqual([billNo]);
  expect([await owedOf(billNo), await statusOf(couponNo)]).toEqual([0, 'USED']);
  const { rows } = await sql<{ spent: number }>`select sum(amount_cents)::bigint as spent from posting
    join journal using (journal_id) where account_code = 'MARKETING_EXPENSE' and journal.business_date = ${TODAY}`.execute(
    db,
  );
  expect(rows[0]?.spent).toBe(10_000);
  await db
    .transaction()
    .execute((tx) => rollBack(tx, { orderNo, kind: 'SETTLE_ROLLBACK', idempotencyKey: `back-${orderNo}` }));
  expect([await owedOf(billNo), await statusOf(couponNo)]).toEqual([owed, 'AVAILABLE']);
  expect((await trialBalance(db)).differenceCents).toBe(0);
});

it('is chosen in the form of a write-off', async () => {
  const { orderNo, billNo, couponNo } = await issued();
  const owed = await owedOf(billNo);
  serial += 1;
  const paymentCode = `COUPON${serial}`;
  await app.database.db.transaction().execute((tx) =>
    receiveFlow(tx, {
      merchantNo,
      paymentChannel: 'MPESA',
      paymentCode,
      account: 'BANK.MPESA_PAYBILL',
      amountCents: owed,
      repayTime: new Date(),
      receivedAt: new Date(),
      payerPhone: '254712345678',
      payerName: 'Wanjiku Test',
    }),
  );
  const row = { paymentCode, paymentChannel: 'MPESA', writeOffAmountCents: owed - 10_000, isrecord: true };
  const form = { orderNo, billNo, repayType: 'SETTLE', couponNo, rows: [row] };
  const { data } = await maker.post(payment.writeOffCommit, form);
  expect(data).toMatchObject({ taskStatus: 'DONE', settledBillNos: [billNo] });
  expect(await statusOf(couponNo)).toBe('USED');
});

it('has one live use, however many ask at once, and never takes a bill below zero', async () => {
  const { billNo, couponNo } = await issued({ amountCents: 90_000_00 });
  const before = await owedOf(billNo);
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => maker.post(coupon.couponUse, { billNo, couponNo })),
  );
  const done = answers.filter(({ code }) => code === 0);
  expect(done).toHaveLength(1);
  expect(new Set(answers.map(({ data }) => data.error))).toEqual(new Set([undefined, 'COUPON_NOT_USABLE']));
  // Principal and excise stay.
  const after = await owedOf(billNo);
  expect(before - after).toBe(done[0]?.data.usedCents);
  expect(after).toBeGreaterThanOrEqual(500_000);
  const twice = app.database.db.insertInto('couponUse').values({
    couponNo,
    orderNo: (
      await app.database.db
        .selectFrom('couponUse')
        .select('orderNo')
        .where('couponNo', '=', couponNo)
        .executeTakeFirstOrThrow()
    ).orderNo,
    billNo,
    usedCents: 1,
    journalId: 1,
  });
  await expect(twice.execute()).rejects.toThrow(/coupon_use_one_live/);
  const back = await maker.post(coupon.couponTakeBack, { couponNo, reason: 'Wrong bill' });
  expect(back.data.couponStatus).toBe('AVAILABLE');
  expect(await owedOf(billNo)).toBe(before);
});

it('is of no use frozen, to another customer, or against its rule', async () => {
  const one = await issued();
  const other = await issued({ useRule: { loanType: 'REPEAT' } });
  const use = (billNo: string, couponNo: string) => maker.post(coupon.couponUse, { billNo, couponNo });
  expect((await use(other.billNo, one.couponNo)).data.error).toBe('COUPON_NOT_FOUND');
  expect((await use(other.billNo, other.couponNo)).data.error).toBe('COUPON_NOT_USABLE');
  const { couponNo } = one;
  const frozen = await maker.post(coupon.couponFreeze, { couponNo, reason: 'Under review' });
  expect(frozen.data.couponStatus).toBe('FROZEN');
  expect((await use(one.billNo, couponNo)).data.error).toBe('COUPON_NOT_USABLE');
  const again = await maker.post(coupon.couponFreeze, { couponNo, reason: 'Twice' });
  expect(again.data.error).toBe('ILLEGAL_TRANSITION');
  await maker.post(coupon.couponUnfreeze, { couponNo, reason: 'Cleared' });
  expect((await use(one.billNo, couponNo)).code).toBe(0);
});

it('takes in each state what its machine lists, and else moves no row', async () => {
  const { db } = app.database;
  const { billNo, couponNo, couponApplicationNo, orderNo } = await issued();
  const reason = 'Tried';
  const tables = ['coupon', 'coupon_use', 'coupon_event', 'coupon_application'];
  const call = (path: string, more: object) => () => maker.post(path, { couponNo, ...more });
  const inEach = (error: string) => Object.fromEntries(statesOf(couponMachine).map((state) => [state, error]));
  const [notHeld, notUsable] = [inEach('COUPON_NOT_HELD'), inEach('COUPON_NOT_USABLE')];
  const refused = await refuseUnlisted({
    db,
    machine: couponMachine,
    tables,
    put: async (couponStatus) =>
      await db.updateTable('coupon').set({ couponStatus }).where('couponNo', '=', couponNo).execute(),
    commands: {
      freeze: { gives: ['freeze'], call: call('promocode/coupon/freeze', { reason }) },
      unfreeze: { gives: ['release'], call: call('promocode/coupon/unfreeze', { reason }) },
      attach: { gives: ['freeze'], call: call('promocode/coupon/attach', { orderNo }) },
      detach: { gives: ['release'], call: call('promocode/coupon/detach', { reason }), refusals: notHeld },
      use: { gives: ['freeze'], call: call('coupon/use', { billNo }), refusals: notUsable },
      takeBack: { gives: ['rollBack'], call: call('coupon/takeBack', { reason }) },
    },
  });
  expect(refused).toBe(24);
  const audit = (isApproved: boolean) => () =>
    checker.post(coupon.couponAudit, { couponApplicationNo, isApproved, reason });
  const decided = await refuseUnlisted({
    db,
    machine: couponApplicationMachine,
    tables,
    put: async (applicationStatus) =>
      await db
        .updateTable('couponApplication')
        .set({ applicationStatus })
        .where('couponApplicationNo', '=', couponApplicationNo)
        .execute(),
    commands: {
      approve: { gives: ['approve'], call: audit(true) },
      reject: { gives: ['reject'], call: audit(false) },
    },
  });
  expect(decided).toBe(4);
});

it('begins on its day, expires after its last, and one given back too late is expired', async () => {
  const { db } = app.database;
  const { couponNo, billNo } = await issued({ validityDays: 1 });
  await maker.post(coupon.couponUse, { billNo, couponNo });
  await db
    .updateTable('coupon')
    .set({ expiresAt: new Date(Date.now() - 1) })
    .where('couponNo', '=', couponNo)
    .execute();
  const back = await maker.post(coupon.couponTakeBack, { couponNo, reason: 'Wrong bill' });
  expect(back.data.couponStatus).toBe('EXPIRED');
  const later = await loanWithCoupon();
  const grant = { ...later.grant, effectiveOn: addDays(TODAY, 2) };
  const { couponApplicationNo } = (await maker.post(coupon.couponGrant, grant)).data;
  await checker.post(coupon.couponAudit, { couponApplicationNo, isApproved: true });
  const { couponNo: waiting } = await db
    .selectFrom('coupon')
    .select('couponNo')
    .where('couponApplicationNo', '=', couponApplicationNo)
    .executeTakeFirstOrThrow();
  expect(await statusOf(waiting)).toBe('PENDING_EFFECT');
  const dayMs = 86_400_000;
  await settleCoupons(db, new Date(Date.now() + 2 * dayMs));
  expect(await statusOf(waiting)).toBe('AVAILABLE');
  await settleCoupons(db, new Date(Date.now() + 10 * dayMs));
  expect(await statusOf(waiting)).toBe('EXPIRED');
  const told = await db
    .selectFrom('domainEvent')
    .select('topic')
    .where('subjectNo', '=', waiting)
    .where('userNo', 'is', null)
    .orderBy('eventId')
    .execute();
  expect(told.map(({ topic }) => topic)).toEqual(['coupon.takeEffect', 'coupon.expire']);
});

it('keeps to the rules of its page: a role of every merchant that it narrows reaches its own alone', async () => {
  const { db } = app.database;
  const { couponNo, couponTemplateNo, couponApplicationNo } = await issued();
  const { userNo, roleNo } = await addPerson(app.database, 'coupon.narrow', { codes: CODES, pages: PAGES });
  await db.updateTable('role').set({ dataScope: 'ALL' }).where('roleNo', '=', roleNo).execute();
  const { merchantNo: other } = await db
    .selectFrom('merchant')
    .select('merchantNo')
    .where('merchantNo', '<>', merchantNo)
    .orderBy('merchantNo')
    .limit(1)
    .executeTakeFirstOrThrow();
  await db.insertInto('userMerchant').values({ userNo, merchantNo: other }).execute();
  const narrow = await as(app, 'coupon.narrow');
  const paths = ['couponConfig/page', 'promocode/coupon/page', 'promocode/coupon/application/page'];
  const seen = async () =>
    await Promise.all(
      paths.map(async (path) => (await narrow.post(path, listOf({ merchantNo }))).data.rows.length > 0),
    );
  expect(await seen()).toEqual([true, true, true]);
  const { menuNo } = await db
    .selectFrom('menu')
    .select('menuNo')
    .where('perms', '=', PAGES[0] ?? '')
    .executeTakeFirstOrThrow();
  // Operations follow the rules of the page that they stand below.
  await db.updateTable('menu').set({ parentMenuNo: menuNo }).where('perms', 'in', CODES).execute();
  const rules = [{ roleNo, rowScope: 'MERCHANTS', maskedFields: [] }];
  const admin = await as(app, 'admin');
  expect((await admin.post(menuRules.saveDataRules, { menuNo, rules })).data).toEqual({ changed: 1 });
  expect(await seen()).toEqual([false, false, false]);
  const tables = ['coupon', 'coupon_template', 'coupon_application', 'audit_log'];
  const refused = (error: string, path: string, form: object) =>
    expectRefusal(db, tables, error, () => narrow.post(path, form));
  await refused('COUPON_NOT_FOUND', 'promocode/coupon/freeze', { couponNo, reason: 'Not mine' });
  await refused('COUPON_TEMPLATE_NOT_FOUND', 'couponConfig/disable', { couponTemplateNo });
  const decision = { couponApplicationNo, isApproved: true };
  await refused('COUPON_APPLICATION_NOT_FOUND', 'promocode/coupon/audit', decision);
  const template = {
    merchantNo,
    couponContent: 'x',
    couponType: 'DISCOUNT',
    amountCents: 10_000,
    validityDays: 7,
    useRule: {},
  };
  await refused('REFERENCE_UNKNOWN', 'couponConfig/save', template);
});
