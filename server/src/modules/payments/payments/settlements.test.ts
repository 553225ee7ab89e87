import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../../tests/support/database.ts';
import { addPerson } from '../../../../testing/test-app.ts';
import type { Tx } from '../../../db/database.ts';
import { applyForChargeOff, cancelChargeOff, decideChargeOff } from '../charge-offs/index.ts';
import { applyForDeduction, decideDeduction, expireDeductions } from '../../lending/deductions/index.ts';
import { createLogger } from '../../platform/health/index.ts';
import { amounts, driftedBills, trialBalance } from '../../platform/ledger/index.ts';
import { type LentLoan, lend, makeProduct, silentMoney } from '../../lending/orders/testing/lend.ts';
import { resolveAttempt, sendPayout } from '../../lending/payouts/index.ts';
import { addDays, businessDateOf } from '../../platform/policy/index.ts';
import {
  agreeToOtherPayee,
  applyForRefund,
  decideRefund,
  payRefund,
  refundPayout,
  verifyRefund,
} from '../refunds/index.ts';
import { runEndOfDay } from '../../lending/end-of-day/index.ts';
import { applyPayment, type ApplicationRequest, lockLoan, receiveFlow, rollBack } from './index.ts';

const SUBJECTS = { REFUND: refundPayout };
const log = createLogger('silent');
let database: TestDatabase;
let maker: string;
let checker: string;
let third: string;
let productNo: string;

beforeAll(async () => {
  database = await createTestDatabase('seeded');
  const people = [];
  for (const name of ['settle.maker', 'settle.checker', 'settle.third']) {
    people.push((await addPerson(database, name)).userNo);
  }
  [maker = '', checker = '', third = ''] = people;
  productNo = await makeProduct(database.db);
});
afterAll(async () => {
  expect((await trialBalance(database.db)).differenceCents).toBe(0);
  expect(await driftedBills(database.db)).toEqual([]);
  await database.drop();
});

const inTx = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => database.db.transaction().execute(work);
const today = () => businessDateOf(new Date());
const loanOf = (tx: Tx, loan: LentLoan) => lockLoan(tx, loan.orderNo, today());

/** A loan of 5,000.00 with 350.00 fees and 70.00 excise. */
const borrow = () => lend(database.db, { productNo, maker, checker, approvedCents: 500_000 });

const billOf = async (loan: LentLoan) =>
  await database.db
    .selectFrom('bill')
    .innerJoin('billBalance', 'billBalance.billNo', 'bill.billNo')
    .select(['bill.billNo', 'billStatus', 'outstandingCents', 'claimCents', 'serviceFeeCents'])
    .where('orderNo', '=', loan.orderNo)
    .executeTakeFirstOrThrow();

let count = 0;
async function pay(loan: LentLoan, amountCents: number, more: Partial<ApplicationRequest> = {}) {
  const key = `${loan.orderNo}/${(count += 1)}`;
  const phone = '254711000222';
  return await inTx(async (tx) => {
    const { flowNo } = await receiveFlow(tx, {
      merchantNo: loan.merchantNo,
      paymentChannel: 'MPESA',
      paymentCode: key,
      account: 'BANK.MPESA_PAYBILL',
      amountCents,
      repayTime: new Date(),
      payerPhone: phone,
    });
    const applied = await applyPayment(tx, {
      orderNo: loan.orderNo,
      billNo: null,
      repayType: 'GENERIC',
      flowNo,
      amountCents,
      acknowledged: ['SURPLUS_TO_CREDIT', 'BELOW_PAYOFF', 'BELOW_CORE'],
      idempotencyKey: key,
      ...more,
    });
    return { ...applied, flowNo, phone };
  });
}

async function waiver(loan: LentLoan, feeCents: number): Promise<string> {
  return await inTx(async (tx) => {
    const { bills, balances } = await loanOf(tx, loan);
    const [bill] = bills;
    const balance = balances.get(bill?.billNo ?? '');
    if (!bill || !balance) throw new Error('no bill');
    const { billNo, orderNo, merchantNo } = bill;
    const deductionNo = await applyForDeduction(tx, {
      bill: { billNo, orderNo, merchantNo },
      balance,
      waived: amounts({ SERVICE_FEE: feeCents }),
      reason: 'Hospital bill',
      applicantUserNo: maker,
      roleCapCents: 50_000,
    });
    const decision = { isApproved: true, roleCapCents: 50_000, balance };
    await expect(decideDeduction(tx, deductionNo, { ...decision, userNo: maker })).rejects.toMatchObject({
      error: 'MAKER_IS_CHECKER',
    });
    await decideDeduction(tx, deductionNo, { ...decision, userNo: checker });
    return deductionNo;
  });
}

it('settles with a waiver of exactly the gap, and takes both back together', async () => {
  const loan = await borrow();
  const { billNo } = await billOf(loan);
  const deductionNo = await waiver(loan, 12_000);
  const settle = { billNo, repayType: 'SETTLE', deductionNo } as const;
  await expect(pay(loan, 530_100, settle)).rejects.toMatchObject({ error: 'DEDUCTION_NEEDED' });
  await pay(loan, 530_000, settle);
  expect(await billOf(loan)).toMatchObject({ billStatus: 'SETTLED', outstandingCents: 0 });
  await inTx((tx) => rollBack(tx, { orderNo: loan.orderNo, kind: 'SETTLE_ROLLBACK', idempotencyKey: `${billNo}/b` }));
  expect(await billOf(loan)).toMatchObject({ billStatus: 'ACTIVE', outstandingCents: 542_000 });
  await expect(pay(loan, 530_000, settle)).rejects.toMatchObject({ error: 'DEDUCTION_LAPSED' });
});

it('lets a waiver expire at the end of its day', async () => {
  const loan = await borrow();
  const { billNo } = await billOf(loan);
  const deductionNo = await waiver(loan, 10_000);
  expect(await expireDeductions(database.db, new Date())).toBe(0);
  expect(await expireDeductions(database.db, new Date(Date.now() + 25 * 3_600_000))).toBe(1);
  const told = database.db.selectFrom('domainEvent').select(['topic', 'after']).where('subjectNo', '=', deductionNo);
  expect(await told.execute()).toEqual([{ topic: 'deduction.lapse', after: { deductionStatus: 'LAPSED' } }]);
  await expect(pay(loan, 532_000, { billNo, repayType: 'SETTLE', deductionNo })).rejects.toMatchObject({
    error: 'DEDUCTION_LAPSED',
  });
});

it('charges off, recovers up to the claim, and gives the rest as credit', async () => {
  const loan = await borrow();
  await runEndOfDay(database.db, addDays(today(), 30), log);
  const owed = (await billOf(loan)).outstandingCents ?? 0;
  const chargeOffNo = await inTx(async (tx) => {
    const locked = await loanOf(tx, loan);
    const billNos = locked.bills.map(({ billNo }) => billNo);
    const no = await applyForChargeOff(tx, locked, {
      billNos,
      reason: 'Cannot be found',
      applicantUserNo: maker,
    });
    const approve = (userNo: string) => decideChargeOff(tx, no, locked, { isApproved: true, userNo });
    await expect(approve(maker)).rejects.toMatchObject({ error: 'MAKER_IS_CHECKER' });
    await approve(checker);
    return no;
  });
  expect(await billOf(loan)).toMatchObject({
    billStatus: 'CHARGED_OFF',
    outstandingCents: 0,
    claimCents: owed,
  });
  const { billNo } = await billOf(loan);
  await expect(pay(loan, 10_000, { billNo, repayType: 'PARTIAL' })).rejects.toMatchObject({
    error: 'GENERIC_ONLY',
  });
  await pay(loan, 100_000);
  await expect(
    inTx(async (tx) =>
      cancelChargeOff(tx, chargeOffNo, await loanOf(tx, loan), {
        makerUserNo: maker,
        checkerUserNo: checker,
      }),
    ),
  ).rejects.toMatchObject({ error: 'NOT_NEWEST' });
  const { decision } = await pay(loan, owed);
  expect(decision.surplusCents).toBe(100_000);
  expect(await billOf(loan)).toMatchObject({ billStatus: 'SETTLED', claimCents: 0 });
  await inTx((tx) => rollBack(tx, { orderNo: loan.orderNo, kind: 'FULL_ROLLBACK', idempotencyKey: `${billNo}/f` }));
  expect(await billOf(loan)).toMatchObject({ billStatus: 'CHARGED_OFF', claimCents: owed });
  await inTx(async (tx) =>
    cancelChargeOff(tx, chargeOffNo, await loanOf(tx, loan), {
      makerUserNo: maker,
      checkerUserNo: checker,
    }),
  );
  expect(await billOf(loan)).toMatchObject({ billStatus: 'ACTIVE', outstandingCents: owed });
});

it('refunds credit once, to the payer, by two people, and holds it from the application on', async () => {
  const loan = await borrow();
  const paid = await pay(loan, 542_000 + 30_000);
  const refund = (amountCents: number, phone = paid.phone) =>
    inTx((tx) =>
      applyForRefund(tx, {
        flowNo: paid.flowNo,
        amountCents,
        payee: { refundChannel: 'MPESA', payeePhone: phone, payeeName: 'Wanjiku' },
        applicantUserNo: maker,
      }),
    );
  await expect(refund(1_900)).rejects.toMatchObject({ error: 'REFUND_BELOW_MINIMUM' });
  await expect(refund(30_100)).rejects.toMatchObject({ error: 'REFUND_ABOVE_CREDIT' });
  const refundNo = await refund(20_000);
  await expect(refund(20_000)).rejects.toMatchObject({ error: 'REFUND_ABOVE_CREDIT' });
  await expect(
    inTx((tx) => rollBack(tx, { orderNo: loan.orderNo, kind: 'FULL_ROLLBACK', idempotencyKey: 'held' })),
  ).rejects.toMatchObject({ error: 'SURPLUS_REFUNDED' });
  await inTx((tx) => decideRefund(tx, refundNo, { isApproved: true, userNo: checker }));
  const payOut = () => inTx((tx) => payRefund(tx, refundNo, third));
  await expect(payOut()).rejects.toMatchObject({ error: 'VERIFY_FIRST' });
  await inTx((tx) => verifyRefund(tx, refundNo, { isPassed: false }));
  await expect(payOut()).rejects.toMatchObject({ error: 'REFUND_VERIFICATION_FAILED' });
  await inTx((tx) => verifyRefund(tx, refundNo, { isPassed: true }));

  const runner = { db: database.db, money: silentMoney, subjects: SUBJECTS, log };
  const first = await payOut();
  await sendPayout(runner, first);
  const no = { isPaid: false, failCode: '1', failReason: 'balance' } as const;
  await inTx((tx) => resolveAttempt(tx, SUBJECTS, first, no));
  const again = await payOut();
  await sendPayout(runner, again);
  const yes = { isPaid: true, channelReference: 'SREFUND001' } as const;
  await inTx((tx) => resolveAttempt(tx, SUBJECTS, again, yes));
  expect(await inTx((tx) => resolveAttempt(tx, SUBJECTS, again, yes))).toBe('repeated');
  const flow = await database.db
    .selectFrom('paymentFlow')
    .select(['creditedCents', 'returnedCents', 'writableCents'])
    .where('flowNo', '=', paid.flowNo)
    .executeTakeFirstOrThrow();
  expect(flow).toEqual({ creditedCents: 10_000, returnedCents: 20_000, writableCents: 0 });
});

it('asks a third person before money goes to another phone than the payer’s', async () => {
  const loan = await borrow();
  const paid = await pay(loan, 542_000 + 30_000);
  const refundNo = await inTx((tx) =>
    applyForRefund(tx, {
      flowNo: paid.flowNo,
      amountCents: 5_000,
      payee: { refundChannel: 'MPESA', payeePhone: '254799999999', payeeName: 'A friend' },
      applicantUserNo: maker,
    }),
  );
  await inTx((tx) => decideRefund(tx, refundNo, { isApproved: true, userNo: checker }));
  await inTx((tx) => verifyRefund(tx, refundNo, { isPassed: true }));
  const payOut = () => inTx((tx) => payRefund(tx, refundNo, third));
  await expect(payOut()).rejects.toMatchObject({ error: 'SECOND_CHECK_NEEDED' });
  await expect(inTx((tx) => agreeToOtherPayee(tx, refundNo, checker))).rejects.toMatchObject({
    error: 'MAKER_IS_CHECKER',
  });
  await inTx((tx) => agreeToOtherPayee(tx, refundNo, third));
  expect(await payOut()).toMatch(/^PO/);
});
