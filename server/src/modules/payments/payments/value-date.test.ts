import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../../tests/support/database.ts';
import { addPerson } from '../../../../testing/test-app.ts';
import type { Tx } from '../../../db/database.ts';
import { holdCoupon } from '../../lending/coupons/index.ts';
import { catchUpLoan } from '../../lending/end-of-day/index.ts';
import { lockOrder } from '../../lending/orders/index.ts';
import { lend, makeProduct } from '../../lending/orders/testing/lend.ts';
import { driftedBills, trialBalance } from '../../platform/ledger/index.ts';
import { addDays, businessDateOf, startOfBusinessDate } from '../../platform/policy/index.ts';
import { applyByHand } from './apply-by-hand.ts';
import { owedWhenPaid } from './apply-on-value-date.ts';
import { autoWriteOff } from './auto-write-off.ts';
import { receiveFlow } from './index.ts';
import { rollBack } from './roll-back.ts';

/* Money counts from the day on which the customer paid: told late comes to the same as told in time. */

let database: TestDatabase;
let people: { maker: string; checker: string };
const productNos: string[] = [];
let serial = 0;
const TODAY = businessDateOf(new Date());
/** A loan of 30 days that was lent so long ago. */
const AGE = 45;
const LENT_ON = addDays(TODAY, -AGE);

beforeAll(async () => {
  database = await createTestDatabase('seeded');
  const [maker, checker] = [await addPerson(database, 'value.maker'), await addPerson(database, 'value.checker')];
  people = { maker: maker.userNo, checker: checker.userNo };
  for (const installments of [1, 3])
    productNos.push(await makeProduct(database.db, { installments, liquidatedDamagesBps: 300 }));
});
afterAll(async () => {
  expect((await trialBalance(database.db)).differenceCents).toBe(0);
  expect(await driftedBills(database.db)).toEqual([]);
  await database.drop();
});

interface Payment {
  readonly paidOn: number;
  readonly amountCents: number;
  /** Days after it was paid. */
  readonly toldAfter: number;
}

const noon = (day: number, minute = 0) =>
  new Date(startOfBusinessDate(addDays(LENT_ON, day)).getTime() + (12 * 60 + minute) * 60_000);

async function lent(productNo: string): Promise<string> {
  const { orderNo } = await lend(database.db, { productNo, approvedCents: 500_000, ...people });
  const shift = sql.lit(AGE);
  await sql`update bill set due_date = due_date - ${shift}::int, interest_from = interest_from - ${shift}::int,
    accrued_through = accrued_through - ${shift}::int where order_no = ${orderNo}`.execute(database.db);
  await sql`update loan_order set lending_time = lending_time - make_interval(days => ${shift}) where order_no = ${orderNo}`.execute(
    database.db,
  );
  return orderNo;
}

interface More {
  /** A person places the money, not the system. */
  readonly isByHand?: boolean;
  /** What a coupon that is kept for the order takes off. */
  readonly couponCents?: number;
}

async function keepCoupon(orderNo: string, amountCents: number): Promise<void> {
  const { db } = database;
  const { merchantNo } = await db
    .selectFrom('loanOrder')
    .select('merchantNo')
    .where('orderNo', '=', orderNo)
    .executeTakeFirstOrThrow();
  const worth = { merchantNo, couponType: 'DISCOUNT', amountCents, useRule: '{}' } as const;
  const { couponTemplateNo } = await db
    .insertInto('couponTemplate')
    .values({ ...worth, couponContent: 'Kept', validityDays: 7, templateStatus: 'ENABLED', makerUserNo: people.maker })
    .returning('couponTemplateNo')
    .executeTakeFirstOrThrow();
  await db.transaction().execute(async (tx) => {
    const order = await lockOrder(tx, orderNo);
    const { couponNo } = await tx
      .insertInto('coupon')
      .values({
        ...worth,
        couponTemplateNo,
        customerNo: order.customerNo,
        couponStatus: 'AVAILABLE',
        effectiveOn: LENT_ON,
        expiresAt: new Date(Date.now() + 7 * 86_400_000),
      })
      .returning('couponNo')
      .executeTakeFirstOrThrow();
    await holdCoupon(tx, couponNo, order, { userNo: people.maker, at: new Date() });
  });
}

/** Lives a loan day by day: its end of day, then what is told on the day. */
async function lived(productNo: string, payments: readonly Payment[], isLate: boolean, more: More = {}) {
  const orderNo = await lent(productNo);
  if (more.couponCents) await keepCoupon(orderNo, more.couponCents);
  const told = payments.map((payment, index) => ({ ...payment, index, code: `VD${(serial += 1)}` }));
  for (let day = 0; day <= AGE; day += 1) {
    const dueNow = told.filter((each) => Math.min(AGE, each.paidOn + (isLate ? each.toldAfter : 0)) === day);
    await database.db.transaction().execute(async (tx) => {
      const { orderStatus, merchantNo } = await tx
        .selectFrom('loanOrder')
        .select(['orderStatus', 'merchantNo'])
        .where('orderNo', '=', orderNo)
        .executeTakeFirstOrThrow();
      if (orderStatus === 'DISBURSED') await catchUpLoan(tx, orderNo, addDays(LENT_ON, day - 1));
      for (const { paidOn, index, code, amountCents } of dueNow) {
        const at = noon(day, 60 + index);
        const { flowNo } = await receiveFlow(tx, {
          merchantNo,
          paymentChannel: 'MPESA',
          paymentCode: code,
          account: 'BANK.MPESA_PAYBILL',
          amountCents,
          repayTime: noon(paidOn, index),
          receivedAt: at,
        });
        if (more.isByHand) {
          const by = { makerUserNo: people.maker, idempotencyKey: `by-hand/${flowNo}` };
          const whole = { billNo: null, repayType: 'GENERIC', acknowledged: ['SURPLUS_TO_CREDIT'] } as const;
          await applyByHand(tx, { orderNo, uses: [{ flowNo, amountCents }], ...whole, ...by, at });
          continue;
        }
        const matched = { paymentChannel: 'MPESA', matchKey: 'REPAYMENT_CODE' } as const;
        await autoWriteOff(tx, { orderNo, merchantNo, flowNo, amountCents, at, ...matched });
      }
    });
  }
  return await standing(
    orderNo,
    told.map(({ code }) => code),
  );
}

/** All that a loan comes to: bills, what each payment did, and the books. */
async function standing(orderNo: string, codes: readonly string[]) {
  const { db } = database;
  const bills = await db
    .selectFrom('bill')
    .innerJoin('billBalance as x', 'x.billNo', 'bill.billNo')
    .select(['termNo', 'billStatus', 'actualDate', 'inDuplumBaseCents', 'inDuplumChargedCents'])
    .select(['x.lateFeeCents', 'x.serviceFeeCents', 'x.managementFeeCents', 'x.exciseCents', 'x.interestCents'])
    .select('x.liquidatedDamagesCents')
    .select('x.principalCents')
    .select(sql<string | null>`case when bill_status = 'ACTIVE' then accrued_through end`.as('accruedThrough'))
    .where('orderNo', '=', orderNo)
    .orderBy('termNo')
    .execute();
  const flows = await db
    .selectFrom('paymentFlow')
    .select(['amountCents', 'appliedCents', 'creditedCents', 'flowStatus'])
    .where('paymentCode', 'in', codes)
    .orderBy('repayTime')
    .execute();
  const { orderStatus } = await db
    .selectFrom('loanOrder')
    .select('orderStatus')
    .where('orderNo', '=', orderNo)
    .executeTakeFirstOrThrow();
  const books = await sql`select p.account_code, sum(p.amount_cents)::bigint as cents from posting p
    where p.bill_no in (select bill_no from bill where order_no = ${orderNo})
      or p.flow_no in (select flow_no from payment_flow where payment_code = any(${codes}::text[]))
    group by 1 having sum(p.amount_cents) <> 0 order by 1`.execute(db);
  return { bills, flows, orderStatus, books: books.rows };
}

const bills = async (tx: Tx, orderNo: string) =>
  await tx
    .selectFrom('bill')
    .innerJoin('billBalance as x', 'x.billNo', 'bill.billNo')
    .select(['bill.billNo', 'merchantNo', 'accruedThrough', 'inDuplumChargedCents', 'x.outstandingCents'])
    .where('orderNo', '=', orderNo)
    .orderBy('bill.billNo')
    .execute();

const payments = fc.array(
  fc.record({
    paidOn: fc.integer({ min: 1, max: AGE - 1 }),
    amountCents: fc.oneof(fc.integer({ min: 100, max: 300_000 }), fc.constantFrom(545_000, 900_000)),
    toldAfter: fc.integer({ min: 0, max: 20 }),
  }),
  { minLength: 1, maxLength: 4 },
);

it('a loan paid in time and told late owes no fee and no interest of the days between', async () => {
  const [productNo = ''] = productNos;
  const payment = { paidOn: 29, amountCents: 557_500, toldAfter: 8 };
  const [inTime, late] = [await lived(productNo, [payment], false), await lived(productNo, [payment], true)];
  expect(inTime).toMatchObject({ orderStatus: 'CLOSED' });
  expect(late).toEqual(inTime);
});

it('money that a person places late counts from the day it was paid', async () => {
  const [productNo = ''] = productNos;
  const payment = { paidOn: 29, amountCents: 557_500, toldAfter: 8 };
  const inTime = await lived(productNo, [payment], false, { isByHand: true });
  expect(inTime).toMatchObject({ orderStatus: 'CLOSED' });
  expect(await lived(productNo, [payment], true, { isByHand: true })).toEqual(inTime);
});

it('a coupon kept for the order settles with money told late as with money told in time', async () => {
  const [productNo = ''] = productNos;
  const payment = { paidOn: 29, amountCents: 535_000, toldAfter: 8 };
  const inTime = await lived(productNo, [payment], false, { couponCents: 22_500 });
  expect(inTime).toMatchObject({ orderStatus: 'CLOSED' });
  expect(await lived(productNo, [payment], true, { couponCents: 22_500 })).toEqual(inTime);
});

it('what was owed when a payment was made is found later, and the look changes nothing', async () => {
  const [productNo = ''] = productNos;
  const { db } = database;
  const orderNo = await lent(productNo);
  const owed = async (toldOn: number) =>
    await db.transaction().execute(async (tx) => {
      await catchUpLoan(tx, orderNo, addDays(LENT_ON, toldOn - 1));
      const before = await bills(tx, orderNo);
      const { openCents } = await owedWhenPaid(tx, { orderNo, paidAt: noon(29), at: noon(toldOn) });
      expect(await bills(tx, orderNo)).toEqual(before);
      return openCents;
    });
  const inTime = await owed(29);
  expect(inTime).toBeGreaterThan(500_000);
  expect(await owed(40)).toBe(inTime);
});

it('a bill that a person names is paid as of today, and somebody is told of the charges since', async () => {
  const [productNo = ''] = productNos;
  const orderNo = await lent(productNo);
  const { db } = database;
  const told = await db.transaction().execute(async (tx) => {
    await catchUpLoan(tx, orderNo, addDays(LENT_ON, 39));
    const [bill] = await bills(tx, orderNo);
    const flow = { paymentChannel: 'MPESA', paymentCode: `VD${(serial += 1)}`, account: 'BANK.MPESA_PAYBILL' } as const;
    const { flowNo } = await receiveFlow(tx, {
      ...flow,
      merchantNo: bill?.merchantNo ?? '',
      amountCents: 50_000,
      repayTime: noon(30),
      receivedAt: noon(30),
    });
    await applyByHand(tx, {
      orderNo,
      billNo: bill?.billNo ?? '',
      repayType: 'PARTIAL',
      uses: [{ flowNo, amountCents: 50_000 }],
      idempotencyKey: `by-hand/${flowNo}`,
      at: noon(40),
    });
    return await tx.selectFrom('warning').select('subject').where('sourceKey', '=', `BACKDATE-${flowNo}`).execute();
  });
  expect(told).toEqual([{ subject: expect.stringContaining(`order ${orderNo} was charged or changed since`) }]);
});

it('told late comes to the same as told in time', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(0, 1), payments, async (product, told) => {
      const productNo = productNos[product] ?? '';
      // Two payments of one minute have no order.
      const inTime = await lived(productNo, told, false);
      expect(await lived(productNo, told, true)).toEqual(inTime);
    }),
    { numRuns: Number(process.env['KITUO_VALUE_DATES'] ?? 12), seed: 20_261_123 },
  );
}, 300_000);

it('a payment that cannot be counted from its day counts from today, and somebody is told', async () => {
  const [productNo = ''] = productNos;
  const { db } = database;
  const orderNo = await lent(productNo);
  const pay = async (paidOn: number, toldOn: number) =>
    await db.transaction().execute(async (tx) => {
      const { merchantNo } = await tx
        .selectFrom('loanOrder')
        .select('merchantNo')
        .where('orderNo', '=', orderNo)
        .executeTakeFirstOrThrow();
      await catchUpLoan(tx, orderNo, addDays(LENT_ON, toldOn - 1));
      const at = noon(toldOn);
      const { flowNo } = await receiveFlow(tx, {
        merchantNo,
        paymentChannel: 'MPESA',
        paymentCode: `VD${(serial += 1)}`,
        account: 'BANK.MPESA_PAYBILL',
        amountCents: 50_000,
        repayTime: noon(paidOn),
        receivedAt: at,
      });
      const matched = { paymentChannel: 'MPESA', matchKey: 'REPAYMENT_CODE' } as const;
      await autoWriteOff(tx, { orderNo, merchantNo, flowNo, amountCents: 50_000, at, ...matched });
      return flowNo;
    });
  await pay(5, 5);
  await db.transaction().execute(async (tx) => {
    await catchUpLoan(tx, orderNo, addDays(LENT_ON, 34));
    const { applicationNo } = await tx
      .selectFrom('paymentApplication')
      .select('applicationNo')
      .where('orderNo', '=', orderNo)
      .executeTakeFirstOrThrow();
    await rollBack(tx, { orderNo, kind: 'SETTLE_ROLLBACK', applicationNo, idempotencyKey: 'vd/undo', at: noon(35) });
  });
  const flowNo = await pay(30, 40);
  const { applicationStatus } = await db
    .selectFrom('paymentApplication')
    .select('applicationStatus')
    .where('flowNo', '=', flowNo)
    .executeTakeFirstOrThrow();
  expect(applicationStatus).toBe('LIVE');
  const warnings = await db
    .selectFrom('warning')
    .select(['subject', 'amountCents'])
    .where('sourceKey', '=', `BACKDATE-${flowNo}`)
    .execute();
  expect(warnings).toEqual([
    { subject: expect.stringContaining(`order ${orderNo} was charged or changed since`), amountCents: 50_000 },
  ]);
});
