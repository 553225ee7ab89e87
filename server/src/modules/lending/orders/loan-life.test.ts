import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../../tests/support/database.ts';
import { dryRun } from '../../../http/preview.ts';
import { addPerson } from '../../../../testing/test-app.ts';
import { runEndOfDay } from '../end-of-day/index.ts';
import { createLogger } from '../../platform/health/index.ts';
import { driftedBills, trialBalance } from '../../platform/ledger/index.ts';
import { applyPayment, receiveFlow, rollBack } from '../../payments/payments/index.ts';
import { addDays, businessDateOf } from '../../platform/policy/index.ts';
import { disburseOrder } from './disburse.ts';
import { type LentLoan, lend, makeProduct } from './testing/lend.ts';

let database: TestDatabase;
let people: { maker: string; checker: string };
let productNo: string;
const log = createLogger('silent');

beforeAll(async () => {
  database = await createTestDatabase('seeded');
  const [maker, checker] = [await addPerson(database, 'loan.maker'), await addPerson(database, 'loan.checker')];
  people = { maker: maker.userNo, checker: checker.userNo };
  productNo = await makeProduct(database.db, { installments: 3, termDays: 90 });
});
afterAll(() => database.drop());

/** Ends of day until the date, as if nights had passed. */
const nights = (through: string) => runEndOfDay(database.db, through, log);
const today = () => businessDateOf(new Date());

async function pay(loan: LentLoan, amountCents: number, key: string) {
  return await database.db.transaction().execute(async (tx) => {
    const { flowNo } = await receiveFlow(tx, {
      merchantNo: loan.merchantNo,
      paymentChannel: 'MPESA',
      paymentCode: key,
      account: 'BANK.MPESA_PAYBILL',
      amountCents,
      repayTime: new Date(),
    });
    return await applyPayment(tx, {
      orderNo: loan.orderNo,
      billNo: null,
      repayType: 'GENERIC',
      flowNo,
      amountCents,
      acknowledged: ['SURPLUS_TO_CREDIT'],
      idempotencyKey: key,
    });
  });
}

const statusOf = async (orderNo: string) =>
  (
    await database.db
      .selectFrom('loanOrder')
      .select('orderStatus')
      .where('orderNo', '=', orderNo)
      .executeTakeFirstOrThrow()
  ).orderStatus;

const owedBy = async (orderNo: string) =>
  await database.db
    .selectFrom('bill')
    .innerJoin('billBalance', 'billBalance.billNo', 'bill.billNo')
    .select(['bill.billNo', 'bill.billStatus', 'termNo', 'outstandingCents', 'interestCents'])
    .where('orderNo', '=', orderNo)
    .orderBy('bill.billNo')
    .execute();

describe('the life of a loan', () => {
  it('is applied for, reviewed, paid out, repaid and closed, and opens again by rollback', async () => {
    const loan = await lend(database.db, { productNo, ...people, approvedCents: 1_000_000 });
    expect(await statusOf(loan.orderNo)).toBe('DISBURSED');
    const bills = await owedBy(loan.orderNo);
    expect(bills.map((bill) => bill.outstandingCents)).toEqual([333_333 + 27_998, 361_331, 361_338]);

    const { applicationNo: first } = await pay(loan, 400_000, `${loan.orderNo}-1`);
    expect((await owedBy(loan.orderNo)).map((bill) => bill.billStatus)).toEqual(['SETTLED', 'ACTIVE', 'ACTIVE']);
    await pay(loan, 1_000_000, `${loan.orderNo}-2`);
    expect(await statusOf(loan.orderNo)).toBe('CLOSED');

    await database.db.transaction().execute(async (tx) => {
      const undone = { orderNo: loan.orderNo, idempotencyKey: `${loan.orderNo}-back` };
      await expect(rollBack(tx, { ...undone, kind: 'SETTLE_ROLLBACK', applicationNo: first })).rejects.toMatchObject({
        error: 'NOT_NEWEST',
      });
      await rollBack(tx, { ...undone, kind: 'FULL_ROLLBACK' });
    });
    expect(await statusOf(loan.orderNo)).toBe('DISBURSED');
    expect(await owedBy(loan.orderNo)).toEqual(bills);
  });

  it('charges each night once: interest while the term runs, late fees after it', async () => {
    const loan = await lend(database.db, { productNo, ...people, approvedCents: 600_000 });
    await nights(addDays(today(), 10));
    // 6,000.00 at 0.1% a day, ten days: 60.00; the later terms bear none yet.
    expect((await owedBy(loan.orderNo)).map((bill) => bill.interestCents)).toEqual([6_000, 0, 0]);
    const again = await nights(addDays(today(), 10));
    expect(again).toMatchObject({ days: 0, failed: [] });
    await nights(addDays(today(), 40));
    const [bill, second] = await owedBy(loan.orderNo);
    expect(bill?.interestCents).toBe(18_000);
    // 4,000.00 still out at 0.1%, ten days of the second term.
    expect(second?.interestCents).toBe(4_000);
    const lateFees = await database.db
      .selectFrom('journal')
      .select('businessDate')
      .where('causeNo', '=', bill?.billNo ?? '')
      .where('journalKind', '=', 'LATE_FEE')
      .execute();
    expect(lateFees).toHaveLength(10);
  });

  it('shows what a payment would do without doing it, and refuses the commit when things moved', async () => {
    const loan = await lend(database.db, { productNo, ...people, approvedCents: 300_000 });
    const flow = await database.db.transaction().execute((tx) =>
      receiveFlow(tx, {
        merchantNo: loan.merchantNo,
        paymentChannel: 'MPESA',
        paymentCode: `${loan.orderNo}-dry`,
        account: 'BANK.MPESA_PAYBILL',
        amountCents: 50_000,
        repayTime: new Date(),
      }),
    );
    const request = {
      orderNo: loan.orderNo,
      billNo: null,
      repayType: 'GENERIC' as const,
      flowNo: flow.flowNo,
      amountCents: 50_000,
      idempotencyKey: `${loan.orderNo}-dry`,
    };
    const before = await owedBy(loan.orderNo);
    const trial = () => dryRun(database.db, (tx) => applyPayment(tx, request));
    const preview = await trial();
    expect(preview.postings[0]).toMatchObject({ accountCode: 'SUSPENSE', amountCents: 50_000 });
    expect(await owedBy(loan.orderNo)).toEqual(before);
    expect((await trial()).seen).toBe(preview.seen);
    await pay(loan, 10_000, `${loan.orderNo}-other`);
    expect((await trial()).seen).not.toBe(preview.seen);
  });

  it('extends a bill into a successor and takes it back while nothing touched it', async () => {
    const single = await makeProduct(database.db, { installments: 1, termDays: 30 });
    const loan = await lend(database.db, { productNo: single, ...people, approvedCents: 500_000 });
    await nights(addDays(today(), 30));
    const [bill] = await owedBy(loan.orderNo);
    const owedCents = bill?.outstandingCents ?? 0;
    // Fee: 5,000.00 × 0.5% × 14 = 350.00.
    const amountCents = owedCents - 500_000 + 35_000;
    const key = `${loan.orderNo}-ext`;
    const extend = await database.db.transaction().execute(async (tx) => {
      const { flowNo } = await receiveFlow(tx, {
        merchantNo: loan.merchantNo,
        paymentChannel: 'MPESA',
        paymentCode: key,
        account: 'BANK.MPESA_PAYBILL',
        amountCents,
        repayTime: new Date(),
      });
      return await applyPayment(tx, {
        orderNo: loan.orderNo,
        billNo: bill?.billNo ?? '',
        repayType: 'EXTENSION',
        flowNo,
        amountCents,
        idempotencyKey: key,
      });
    });
    expect(extend.decision.surplusCents).toBe(0);
    expect((await owedBy(loan.orderNo)).map((b) => [b.billStatus, b.outstandingCents])).toEqual([
      ['ROLLED_OVER', 0],
      ['ACTIVE', 500_000],
    ]);
    await database.db.transaction().execute((tx) =>
      rollBack(tx, {
        orderNo: loan.orderNo,
        kind: 'SETTLE_ROLLBACK',
        idempotencyKey: `${key}-b`,
      }),
    );
    expect((await owedBy(loan.orderNo)).map((b) => [b.billStatus, b.outstandingCents])).toEqual([
      ['ACTIVE', owedCents],
      ['VOID', 0],
    ]);
  });

  it('never pays one order out twice, and not by one person alone', async () => {
    const loan = await lend(database.db, { productNo, ...people, approvedCents: 300_000 });
    const again = (makerUserNo: string, checkerUserNo: string) =>
      database.db.transaction().execute((tx) => disburseOrder(tx, loan.orderNo, { makerUserNo, checkerUserNo }));
    await expect(again(people.maker, people.checker)).rejects.toMatchObject({
      error: 'ILLEGAL_TRANSITION',
    });
    await expect(again(people.maker, people.maker)).rejects.toMatchObject({
      error: 'MAKER_IS_CHECKER',
    });
  });

  it('queues fifty payments at once on one flow and never passes its amount', async () => {
    const loan = await lend(database.db, { productNo, ...people, approvedCents: 900_000 });
    const { flowNo } = await database.db.transaction().execute((tx) =>
      receiveFlow(tx, {
        merchantNo: loan.merchantNo,
        paymentChannel: 'MPESA',
        paymentCode: `${loan.orderNo}-50`,
        account: 'BANK.MPESA_PAYBILL',
        amountCents: 200_000,
        repayTime: new Date(),
      }),
    );
    const results = await Promise.allSettled(
      Array.from({ length: 50 }, (_, index) =>
        database.db.transaction().execute((tx) =>
          applyPayment(tx, {
            orderNo: loan.orderNo,
            billNo: null,
            repayType: 'GENERIC',
            flowNo,
            amountCents: 10_000,
            idempotencyKey: `${loan.orderNo}-50-${index}`,
          }),
        ),
      ),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
    const flow = await database.db
      .selectFrom('paymentFlow')
      .select(['writableCents', 'flowStatus'])
      .where('flowNo', '=', flowNo)
      .executeTakeFirstOrThrow();
    expect(flow).toEqual({ writableCents: 0, flowStatus: 'APPLIED' });
  });

  it('leaves the books balanced', async () => {
    expect((await trialBalance(database.db)).differenceCents).toBe(0);
    expect(await driftedBills(database.db)).toEqual([]);
  });
});
