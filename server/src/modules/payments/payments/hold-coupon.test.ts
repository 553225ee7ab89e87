import { coupon } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, type Person } from '../../../../testing/test-calls.ts';
import { previewing } from '../../../../testing/test-previews.ts';
import { settleCoupons } from '../../lending/coupons/index.ts';
import { receiptTopics } from './index.ts';
import { createLogger } from '../../platform/health/index.ts';
import { trialBalance } from '../../platform/ledger/index.ts';
import {
  cancelDisbursement,
  disburseOrder,
  lockOrder,
  refuseOrder,
  retrieveOrder,
} from '../../lending/orders/index.ts';
import { approved, lend, makeProduct, silentMoney, SUBJECTS } from '../../lending/orders/testing/lend.ts';
import { resolveAttempt, sendPayout } from '../../lending/payouts/index.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import { everyRow } from './testing/every-row.ts';

let app: TestApp;
let clerk: ReturnType<typeof previewing>;
let elsewhere: Person;
let people: { maker: string; checker: string };
let productNo: string;
let merchantNo: string;
let serial = 0;
const DAY_MS = 86_400_000;
const CODES = ['afterLoan:coupon:use', 'operation:coupon:freeze'];
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
  const add = async (name: string, isHere = true) => {
    const { userNo } = await addPerson(app.database, name, { codes: CODES, pages: PAGES });
    if (isHere) await db.insertInto('userMerchant').values({ userNo, merchantNo }).execute();
    return userNo;
  };
  people = { maker: await add('hold.maker'), checker: await add('hold.checker') };
  await add('hold.elsewhere', false);
  clerk = previewing(app, await as(app, 'hold.maker'));
  elsewhere = await as(app, 'hold.elsewhere');
});
afterAll(async () => await app[Symbol.asyncDispose]());

async function couponOf(customerNo: string, more: object = {}): Promise<string> {
  const { db } = app.database;
  const template = {
    merchantNo,
    couponContent: 'Kept',
    couponType: 'DISCOUNT',
    amountCents: 10_000,
    validityDays: 7,
    useRule: '{}',
    templateStatus: 'ENABLED',
    makerUserNo: people.maker,
  } as const;
  const { couponTemplateNo } = await db
    .insertInto('couponTemplate')
    .values(template)
    .returning('couponTemplateNo')
    .executeTakeFirstOrThrow();
  const { couponNo } = await db
    .insertInto('coupon')
    .values({
      couponTemplateNo,
      merchantNo,
      customerNo,
      couponType: 'DISCOUNT',
      amountCents: 10_000,
      useRule: '{}',
      couponStatus: 'AVAILABLE',
      effectiveOn: businessDateOf(new Date()),
      expiresAt: new Date(Date.now() + 7 * DAY_MS),
      ...more,
    })
    .returning('couponNo')
    .executeTakeFirstOrThrow();
  return couponNo;
}
const rowOf = (couponNo: string) =>
  app.database.db
    .selectFrom('coupon')
    .select(['couponStatus', 'heldOrderNo'])
    .where('couponNo', '=', couponNo)
    .executeTakeFirstOrThrow();
const attach = (couponNo: string, orderNo: string, who: Person = clerk) =>
  who.post(coupon.couponAttach, { couponNo, orderNo });
const passed = () => approved(app.database.db, { productNo, approvedCents: 500_000, ...people });
const lent = () => lend(app.database.db, { productNo, approvedCents: 500_000, ...people });
const FREE = { couponStatus: 'AVAILABLE', heldOrderNo: null };

it('keeps a coupon for one order until it is given back, and nobody else touches it meanwhile', async () => {
  const { orderNo, customerNo } = await passed();
  const couponNo = await couponOf(customerNo);
  expect((await attach(couponNo, orderNo)).data).toEqual({
    couponNo,
    couponStatus: 'FROZEN',
    orderNo,
  });
  expect((await attach(couponNo, orderNo)).data).toMatchObject({ error: 'COUPON_HELD', facts: { orderNo } });
  const second = await couponOf(customerNo);
  expect((await attach(second, orderNo)).data).toMatchObject({ error: 'ORDER_HAS_COUPON', facts: { couponNo } });
  const before = await everyRow(app.database.db);
  const thaw = await clerk.post(coupon.couponUnfreeze, { couponNo, reason: 'By hand' });
  expect(thaw.data.error).toBe('COUPON_HELD');
  expect(await everyRow(app.database.db)).toEqual(before);
  await settleCoupons(app.database.db, new Date(Date.now() + 30 * DAY_MS));
  expect(await rowOf(couponNo)).toEqual({ couponStatus: 'FROZEN', heldOrderNo: orderNo });
  const back = { couponNo, reason: 'Wants it for the next loan' };
  expect((await clerk.post(coupon.couponDetach, back)).data).toMatchObject({ orderNo: null });
  expect(await rowOf(couponNo)).toEqual(FREE);
  expect((await clerk.post(coupon.couponDetach, back)).data.error).toBe('COUPON_NOT_HELD');
  expect([...clerk.seen]).toEqual(expect.arrayContaining(['promocode/coupon/attach', 'promocode/coupon/detach']));
});

it('refuses what the order may not have', async () => {
  const { orderNo, customerNo } = await passed();
  const other = await passed();
  const cases: readonly (readonly [string, string])[] = [
    [await couponOf(other.customerNo), 'COUPON_NOT_FOUND'],
    ['CP9999999999', 'COUPON_NOT_FOUND'],
    [await couponOf(customerNo, { couponType: 'INCREASE_LOAN_LIMIT' }), 'COUPON_NOT_USABLE'],
    [await couponOf(customerNo, { useRule: JSON.stringify({ loanType: 'REPEAT' }) }), 'COUPON_NOT_USABLE'],
    [await couponOf(customerNo, { useRule: JSON.stringify({ productNos: ['PR0'] }) }), 'COUPON_NOT_USABLE'],
    [await couponOf(customerNo, { expiresAt: new Date(Date.now() - 1) }), 'COUPON_NOT_USABLE'],
    [await couponOf(customerNo, { couponStatus: 'PENDING_EFFECT' }), 'ILLEGAL_TRANSITION'],
    [await couponOf(customerNo, { couponStatus: 'USED' }), 'ILLEGAL_TRANSITION'],
    [await couponOf(customerNo, { couponStatus: 'EXPIRED' }), 'ILLEGAL_TRANSITION'],
    [await couponOf(customerNo, { couponStatus: 'FROZEN' }), 'ILLEGAL_TRANSITION'],
  ];
  for (const [couponNo, error] of cases) {
    const before = await everyRow(app.database.db);
    expect((await attach(couponNo, orderNo)).data.error, couponNo).toBe(error);
    expect(await everyRow(app.database.db)).toEqual(before);
  }
  const own = await couponOf(customerNo);
  expect((await attach(own, orderNo, elsewhere)).data.error).toBe('ORDER_NOT_FOUND');
  expect((await attach(own, 'LO9999999999')).data.error).toBe('ORDER_NOT_FOUND');
  await attach(own, orderNo);
  const detach = { couponNo: own, reason: 'Not ours' };
  expect((await elsewhere.post(coupon.couponDetach, detach)).data.error).toBe('COUPON_NOT_FOUND');
});

it('goes free when its order is refused or void, and the order takes none after that', async () => {
  const { db } = app.database;
  const refused = await passed();
  const couponNo = await couponOf(refused.customerNo);
  await attach(couponNo, refused.orderNo);
  await db.transaction().execute(async (tx) => {
    const lease = { auditorUserNo: people.maker, endsAt: new Date(Date.now() + DAY_MS) };
    await retrieveOrder(tx, await lockOrder(tx, refused.orderNo), {
      target: 'PENDING_REVIEW',
      userNo: people.checker,
      reason: 'Again',
      lease,
    });
  });
  // A second look keeps what was kept.
  expect(await rowOf(couponNo)).toMatchObject({ heldOrderNo: refused.orderNo });
  await db
    .transaction()
    .execute((tx) => refuseOrder(tx, refused.orderNo, { refuseCode: 'R001' }, { userNo: people.maker }));
  expect(await rowOf(couponNo)).toEqual(FREE);
  expect((await attach(couponNo, refused.orderNo)).data.error).toBe('ORDER_TAKES_NO_COUPON');
  const failed = await passed();
  const kept = await couponOf(failed.customerNo);
  await attach(kept, failed.orderNo);
  const attemptNo = await db
    .transaction()
    .execute((tx) => disburseOrder(tx, failed.orderNo, { makerUserNo: people.maker, checkerUserNo: people.checker }));
  await sendPayout({ db, money: silentMoney, subjects: SUBJECTS, log: createLogger('silent') }, attemptNo);
  await db
    .transaction()
    .execute((tx) => resolveAttempt(tx, SUBJECTS, attemptNo, { isPaid: false, failCode: '1', failReason: 'No' }));
  expect(await rowOf(kept)).toMatchObject({ heldOrderNo: failed.orderNo });
  await db.transaction().execute((tx) => cancelDisbursement(tx, failed.orderNo, people.maker));
  expect(await rowOf(kept)).toEqual(FREE);
  const events = await db
    .selectFrom('couponEvent')
    .select('command')
    .where('couponNo', '=', kept)
    .orderBy('eventId')
    .execute();
  expect(events.map(({ command }) => command)).toEqual(['freeze', 'release']);
});

const topics = receiptTopics();
async function pay(orderNo: string, amountCents: number) {
  serial += 1;
  const { repaymentCode } = await app.database.db
    .selectFrom('loanOrder')
    .select('repaymentCode')
    .where('orderNo', '=', orderNo)
    .executeTakeFirstOrThrow();
  const fields = {
    TransactionType: 'Pay Bill',
    TransID: `HOLD${serial}`,
    TransTime: stamp(),
    TransAmount: (amountCents / 100).toFixed(2),
    BusinessShortCode: '600000',
    BillRefNumber: repaymentCode,
    MSISDN: '254712345678',
    FirstName: 'Wanjiku',
  };
  await app.database.db.transaction().execute(async (tx) => {
    await topics['mpesa/c2b/confirmation']?.handle(tx, fields, { callback: { receivedAt: new Date() } } as never);
  });
}
const stamp = () => new Date(Date.now() + 3 * 3_600_000).toISOString().replace(/\D/g, '').slice(0, 14);
const billOf = (orderNo: string) =>
  app.database.db
    .selectFrom('bill')
    .innerJoin('billBalance', 'billBalance.billNo', 'bill.billNo')
    .select(['bill.billStatus', 'bill.billNo', 'outstandingCents'])
    .where('bill.orderNo', '=', orderNo)
    .executeTakeFirstOrThrow();

it('is used by the payment that settles with it, after its days too; less money goes over the bill as ever', async () => {
  const { db } = app.database;
  const { orderNo, customerNo } = await lent();
  const couponNo = await couponOf(customerNo);
  await attach(couponNo, orderNo);
  await db
    .updateTable('coupon')
    .set({ expiresAt: new Date(Date.now() - DAY_MS) })
    .where('couponNo', '=', couponNo)
    .execute();
  await pay(orderNo, 20_000);
  const rest = await billOf(orderNo);
  expect([rest.billStatus, (await rowOf(couponNo)).couponStatus]).toEqual(['ACTIVE', 'FROZEN']);
  await pay(orderNo, rest.outstandingCents - 10_000);
  expect(await billOf(orderNo)).toMatchObject({ billStatus: 'SETTLED', outstandingCents: 0 });
  expect(await rowOf(couponNo)).toEqual({ couponStatus: 'USED', heldOrderNo: null });
  expect((await trialBalance(db)).differenceCents).toBe(0);
  const without = await lent();
  const unused = await couponOf(without.customerNo, { useRule: JSON.stringify({ minAmountCents: 90_000_000 }) });
  await attach(unused, without.orderNo);
  await pay(without.orderNo, (await billOf(without.orderNo)).outstandingCents);
  expect(await rowOf(unused)).toEqual(FREE);
});

it('has one order and the order one coupon, whoever of fifty is first', async () => {
  const { db } = app.database;
  const one = await lent();
  const again = await db
    .transaction()
    .execute(
      async (tx) =>
        (await tx.selectFrom('loanOrder').selectAll().where('orderNo', '=', one.orderNo).executeTakeFirstOrThrow())
          .orderNo,
    );
  const coupons = await Promise.all(Array.from({ length: 5 }, () => couponOf(one.customerNo)));
  const { billNo } = await billOf(again);
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, client) => {
      const couponNo = coupons[client % 5] ?? '';
      return client % 10 === 9 ? clerk.post(coupon.couponUse, { billNo, couponNo }) : attach(couponNo, again);
    }),
  );
  const attached = answers.filter(({ data }) => 'couponStatus' in data && data.couponStatus === 'FROZEN');
  const used = answers.filter(({ data }) => 'usedCents' in data);
  const refusals = new Set(answers.flatMap(({ data }) => data?.error ?? []));
  for (const error of refusals)
    expect(['COUPON_HELD', 'ORDER_HAS_COUPON', 'ILLEGAL_TRANSITION', 'COUPON_NOT_USABLE']).toContain(error);
  const rows = await db
    .selectFrom('coupon')
    .select(['couponNo', 'couponStatus', 'heldOrderNo'])
    .where('couponNo', 'in', coupons)
    .execute();
  expect(rows.filter(({ couponStatus }) => couponStatus === 'USED')).toHaveLength(used.length);
  // The bill may use up the held one, and then the order has room for another.
  const held = rows.filter(({ heldOrderNo }) => heldOrderNo === again);
  expect(held.length).toBeLessThanOrEqual(1);
  const usedOf = (couponNo: string) => used.some(({ data }) => data?.couponNo === couponNo);
  const heldNow = new Set(held.map(({ couponNo }) => couponNo));
  const kept = attached.map(({ data }) => data.couponNo);
  expect(kept.length).toBeGreaterThan(0);
  expect(new Set(kept).size).toBe(kept.length);
  for (const couponNo of kept) expect(usedOf(couponNo) || heldNow.has(couponNo)).toBe(true);
  const uses = await db
    .selectFrom('couponUse')
    .select('couponNo')
    .where('couponNo', 'in', coupons)
    .where('isLive', '=', true)
    .execute();
  expect(new Set(uses.map(({ couponNo }) => couponNo)).size).toBe(used.length);
  expect((await trialBalance(db)).differenceCents).toBe(0);
});
