import { ledger, payment } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, found, type Person } from '../../../../testing/test-calls.ts';
import { runEndOfDay } from '../../lending/end-of-day/index.ts';
import { createLogger } from '../../platform/health/index.ts';
import { type LentLoan, lend, makeProduct } from '../../lending/orders/testing/lend.ts';
import { addDays, businessDateOf } from '../../platform/policy/index.ts';
import { applyPayment, receiveFlow } from './index.ts';

const PAGE = '/AdminContent/AfterLoanSystem/RepaymentManagement';
const log = createLogger('silent');
let app: TestApp;
let reader: Person;
let stranger: Person;
let people: { maker: string; checker: string };

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const { database } = app;
  const codes = ['report:financial:trialBalance'];
  const all = await addPerson(database, 'why.reader', { pages: [PAGE], codes });
  await addPerson(database, 'why.stranger', { pages: [PAGE], codes });
  const { db } = database;
  await db.updateTable('role').set({ dataScope: 'MERCHANTS' }).where('roleName', '=', 'role of why.stranger').execute();
  await db.updateTable('role').set({ dataScope: 'ALL' }).where('roleNo', '=', all.roleNo).execute();
  reader = await as(app, 'why.reader');
  stranger = await as(app, 'why.stranger');
  people = {
    maker: (await addPerson(database, 'why.maker')).userNo,
    checker: (await addPerson(database, 'why.checker')).userNo,
  };
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
});

const billOf = async (loan: LentLoan) =>
  await app.database.db
    .selectFrom('bill')
    .innerJoin('billBalance', 'billBalance.billNo', 'bill.billNo')
    .select(['bill.billNo', 'outstandingCents', 'lateFeeCents', 'interestCents'])
    .where('orderNo', '=', loan.orderNo)
    .executeTakeFirstOrThrow();

describe('why this balance', () => {
  it('answers every posting, with its rule and figures, to the cent of the balance', async () => {
    const { db } = app.database;
    const productNo = await makeProduct(db, { termDays: 2 });
    const loan = await lend(db, { productNo, approvedCents: 500_000, ...people });
    await runEndOfDay(db, addDays(businessDateOf(new Date()), 5), log);
    const { billNo, outstandingCents } = await billOf(loan);
    const { data } = await reader.get(ledger.whyThisBalance, { billNo });
    expect(data.outstandingCents).toBe(outstandingCents);
    const of = (component: string) => found(data.components.find((one) => one.component === component));
    const sums = data.components.map(
      ({ balanceCents, lines }: { balanceCents: number; lines: { amountCents: number }[] }) => [
        balanceCents,
        lines.reduce((sum, { amountCents }) => sum + amountCents, 0),
      ],
    );
    for (const [balance, sum] of sums) expect(sum).toBe(balance);
    // 1% of 5,000.00 a day for three days after grace.
    expect(of('LATE_FEE').lines.map(({ amountCents }: { amountCents: number }) => amountCents)).toEqual([
      5_000, 5_000, 5_000,
    ]);
    expect(of('LATE_FEE').lines[2]).toMatchObject({
      runningCents: 15_000,
      ruleVersion: `${productNo}@1`,
      formula: { overduePrincipalCents: 500_000, lateFeeBps: 100, dpd: 3, cutCents: 0 },
      makerName: null,
    });
    expect(of('PRINCIPAL').lines[0]).toMatchObject({ makerName: 'why.maker' });
    expect(data.inDuplum.baseCents).toBe(500_000);
  });

  it('counts days in that the end of day has not come to, and leaves no trace of them', async () => {
    const { db } = app.database;
    const productNo = await makeProduct(db);
    const loan = await lend(db, { productNo, approvedCents: 500_000, ...people });
    await db
      .updateTable('bill')
      .set({
        accruedThrough: addDays(businessDateOf(new Date()), -4),
        interestFrom: addDays(businessDateOf(new Date()), -4),
      })
      .where('orderNo', '=', loan.orderNo)
      .execute();
    const { billNo, interestCents } = await billOf(loan);
    const { data } = await reader.get(ledger.whyThisBalance, { billNo });
    const plan = await reader.post(payment.billsOfOrder, { orderNo: loan.orderNo });
    expect(interestCents).toBe(0);
    expect(plan.data.bills[0].outstanding.INTEREST).toBe(1_500);
    expect(data.outstandingCents).toBe(plan.data.bills[0].payoffCents);
    expect((await billOf(loan)).interestCents).toBe(0);
  });

  it('shows nobody a bill of another merchant', async () => {
    const { db } = app.database;
    const loan = await lend(db, { productNo: await makeProduct(db), approvedCents: 500_000, ...people });
    const { billNo } = await billOf(loan);
    const { data } = await stranger.get(ledger.whyThisBalance, { billNo });
    expect(data.error).toBe('BILL_NOT_FOUND');
  });
});

describe('the trial balance', () => {
  it('is 0, whole, of a merchant, and of no merchant', async () => {
    const { db } = app.database;
    const loan = await lend(db, { productNo: await makeProduct(db), approvedCents: 500_000, ...people });
    await db.transaction().execute(async (tx) => {
      const { flowNo } = await receiveFlow(tx, {
        merchantNo: loan.merchantNo,
        paymentChannel: 'MPESA',
        paymentCode: 'TRIAL1',
        account: 'BANK.MPESA_PAYBILL',
        amountCents: 10_000,
        repayTime: new Date(),
      });
      const request = { orderNo: loan.orderNo, billNo: null, flowNo, amountCents: 10_000 };
      await applyPayment(tx, { ...request, repayType: 'GENERIC', idempotencyKey: 'trial' });
    });
    const whole = await reader.post(ledger.trialBalance, {});
    expect(whole.data).toMatchObject({ differenceCents: 0, driftedBillNos: [] });
    expect(whole.data.accounts.length).toBeGreaterThan(3);
    const { merchantNo } = loan;
    const own = await reader.post(ledger.trialBalance, { merchantNo });
    expect(own.data.accounts).toEqual(whole.data.accounts);
    const before = await reader.post(ledger.trialBalance, { asOf: '2020-01-01' });
    expect(before.data.accounts).toEqual([]);
    const none = await stranger.post(ledger.trialBalance, { merchantNo });
    expect(none.data).toMatchObject({ accounts: [], differenceCents: 0 });
  });
});
