import type { Tx } from '../../db/database.ts';
import { applyForChargeOff, cancelChargeOff, decideChargeOff } from '../../modules/payments/charge-offs/index.ts';
import { bookFee, reverseFee } from '../../modules/payments/channel-fees/index.ts';
import { openCredit, settleCredits } from '../../modules/lending/credit/index.ts';
import { applyForDeduction, decideDeduction, expireDeductions } from '../../modules/lending/deductions/index.ts';
import { amounts, totalOf } from '../../modules/platform/ledger/index.ts';
import { lockLoan, rollBack } from '../../modules/payments/payments/index.ts';
import { addDays, businessDateOf } from '../../modules/platform/policy/index.ts';
import {
  applyForRecharge,
  requestReversal,
  decideRecharge,
  decideReversal,
  reverseRecharge,
} from '../../modules/payments/prepaid/index.ts';
import {
  cancelWithdrawal,
  grantReward,
  payWithdrawal,
  requestWithdrawal,
} from '../../modules/payments/wallets/index.ts';
import { attachPaper } from '../papers.ts';
import { endAttempt } from './attempts.ts';
import { type Desk, oldestBill, straysIn, useFlow } from './desk.ts';

const CAP = 1_000_000;
const DAY_MS = 86_400_000;

/** Losses, the ones that came to nothing, too. */
export async function losses(desk: Desk): Promise<void> {
  const { maker, checker, third, now } = desk;
  for (const fate of ['PENDING', 'REJECTED', 'APPROVED', 'CANCELLED'] as const) {
    await desk.does(async (tx) => {
      const late = desk.takeLoan();
      const { loan } = await oldestBill(tx, late, now);
      const billNos = loan.open.map(({ billNo }) => billNo);
      const chargeOffNo = await applyForChargeOff(tx, loan, {
        billNos,
        reason: 'Left the country',
        applicantUserNo: maker,
      });
      if (fate === 'PENDING') return;
      await decideChargeOff(tx, chargeOffNo, loan, {
        isApproved: fate !== 'REJECTED',
        userNo: checker,
        at: now,
      });
      if (fate !== 'CANCELLED') return;
      const after = await lockLoan(tx, late.orderNo, businessDateOf(now));
      await cancelChargeOff(tx, chargeOffNo, after, {
        makerUserNo: checker,
        checkerUserNo: third,
        at: now,
      });
    });
  }
}

const WAIVED = ['SERVICE_FEE', 'INTEREST', 'LATE_FEE', 'MANAGEMENT_FEE'] as const;

/** The next loan whose oldest bill still owes enough of one component to waive its odd cents and a shilling. */
async function waivable(tx: Tx, desk: Desk) {
  for (;;) {
    const late = desk.takeLoan();
    const { bill, balance } = await oldestBill(tx, late, desk.now);
    const waivedCents = 100 + (totalOf(balance.outstanding) % 100);
    const component = WAIVED.find((name) => balance.outstanding[name] >= waivedCents);
    if (component !== undefined) return { late, bill, balance, component, waivedCents };
  }
}

/** Waivers, in every state. */
export async function waivers(desk: Desk): Promise<void> {
  const { maker, checker, now } = desk;
  const waived = async (at: Date, fate: 'PENDING' | 'REJECTED' | 'APPROVED' | 'APPLIED' | 'REVERSED') =>
    await desk.does(async (tx) => {
      const { late, bill, balance, component, waivedCents } = await waivable(tx, desk);
      const { orderNo, merchantNo } = late;
      const { billNo } = bill;
      const owedCents = totalOf(balance.outstanding);
      const deductionNo = await applyForDeduction(tx, {
        bill: { billNo, orderNo, merchantNo },
        balance,
        waived: amounts({ [component]: waivedCents }),
        reason: 'DISASTER',
        remark: 'Lost the stall in a fire',
        applicantUserNo: maker,
        roleCapCents: CAP,
      });
      if (fate === 'PENDING') return;
      await decideDeduction(tx, deductionNo, {
        isApproved: fate !== 'REJECTED',
        userNo: checker,
        roleCapCents: CAP,
        balance,
        at,
      });
      if (fate === 'REJECTED' || fate === 'APPROVED') return;
      const amountCents = owedCents - waivedCents;
      const flowNo = await straysIn(tx, desk, late, amountCents);
      await useFlow(tx, desk, {
        orderNo,
        billNo,
        repayType: 'SETTLE',
        flowNo,
        amountCents,
        deductionNo,
      });
      if (fate === 'APPLIED') return;
      await rollBack(tx, {
        orderNo,
        kind: 'SETTLE_ROLLBACK',
        reason: 'The payment was another customer’s',
        makerUserNo: maker,
        idempotencyKey: `seed-status/${deductionNo}`,
        at: now,
      });
    });
  await waived(new Date(now.getTime() - 2 * DAY_MS), 'APPROVED');
  await expireDeductions(desk.db, now);
  for (const fate of ['PENDING', 'REJECTED', 'APPROVED', 'APPLIED', 'REVERSED'] as const) await waived(now, fate);
}

/** What customers took out of their wallets. */
export async function withdrawals(desk: Desk): Promise<void> {
  const { now } = desk;
  for (const fate of ['REQUESTED', 'IN_PROGRESS', 'SUCCESS', 'FAILED', 'CANCELLED'] as const) {
    await desk.does(async (tx) => {
      const { customerNo, orderNo } = desk.takeCustomer();
      const amountCents = 30_000;
      const reward = {
        customerNo,
        rewardType: 'ON_TIME',
        causeNo: `${orderNo}-SEED`,
        sourceOrderNo: orderNo,
      } as const;
      await grantReward(tx, { ...reward, amountCents, at: now });
      const withdrawNo = await requestWithdrawal(tx, { customerNo, amountCents, at: now });
      if (fate === 'REQUESTED') return;
      const { attemptNo } = await payWithdrawal(tx, withdrawNo, 'send');
      await endAttempt(tx, desk, attemptNo, fate === 'IN_PROGRESS' ? null : fate === 'SUCCESS');
      if (fate === 'CANCELLED') await cancelWithdrawal(tx, withdrawNo, { reason: 'Customer asked to keep it' });
    });
  }
}

/** A limit to come, and one that is over. */
export async function limits(desk: Desk): Promise<void> {
  const { now } = desk;
  await desk.does(async (tx) => {
    const line = { creditType: 'REVOLVING', limitCents: 2_000_000 } as const;
    const fresh = await tx
      .selectFrom('customer as c')
      .leftJoin('customerCredit as l', 'l.customerNo', 'c.customerNo')
      .select('c.customerNo')
      .where('l.customerNo', 'is', null)
      .orderBy('c.customerNo')
      .limit(2)
      .execute();
    const [soon, over] = fresh.map(({ customerNo }) => customerNo);
    if (soon !== undefined)
      await openCredit(tx, {
        ...line,
        customerNo: soon,
        grantedAt: new Date(now.getTime() + DAY_MS),
        expiresAt: null,
      });
    if (over !== undefined)
      await openCredit(tx, {
        ...line,
        customerNo: over,
        grantedAt: new Date(now.getTime() - 90 * DAY_MS),
        expiresAt: new Date(now.getTime() - DAY_MS),
      });
  });
  await settleCredits(desk.db, now);
}

/** Channels’ fees, and what merchants paid in and were charged. */
export async function merchants(desk: Desk): Promise<void> {
  const { maker, checker, now } = desk;
  const scope = 'all' as const;
  await desk.does(async (tx) => {
    const { merchantNo } = desk.takeCustomer();
    const who = { makerUserNo: maker, userNo: checker, scope, at: now };
    const fee = {
      merchantNo,
      accountId: 'BANK.MPESA_PAYBILL',
      chargedOn: addDays(businessDateOf(now), -1),
      amountCents: 4_500,
    };
    await bookFee(tx, { ...fee, statementCode: 'B2C-TARIFF-1' }, who);
    const { feeNo } = await bookFee(tx, { ...fee, statementCode: 'B2C-TARIFF-2' }, who);
    await reverseFee(tx, feeNo, who);
    const advice = await attachPaper(tx, 'advice', {
      attachmentNo: `SEED-RTGS-${merchantNo}`,
      subjectType: 'merchantVoucher',
      subjectNo: merchantNo,
      userNo: maker,
    });
    const rechargeNo = await applyForRecharge(tx, {
      merchantNo,
      amountCents: 500_000,
      paymentChannel: 'BANK',
      paymentCode: `RTGS${merchantNo}9`,
      payerAccount: '0110449900',
      paidAt: now,
      voucherIds: [advice],
      applicantUserNo: maker,
      scope,
      at: now,
    });
    await decideRecharge(tx, rechargeNo, {
      isApproved: true,
      userNo: checker,
      scope,
      remark: null,
      at: now,
    });
    await reverseRecharge(tx, rechargeNo, {
      makerUserNo: maker,
      checkerUserNo: checker,
      scope,
      at: now,
    });
    const charged = await tx
      .selectFrom('merchantConsumption')
      .select('recordNo')
      .where('consumptionStatus', '=', 'CHARGED')
      .orderBy('consumedAt', 'desc')
      .limit(2)
      .execute();
    for (const [index, { recordNo }] of charged.entries()) {
      await requestReversal(tx, recordNo, {
        reason: 'CHARGED_TWICE',
        remark: 'The order was sent once',
        userNo: maker,
        scope,
        at: now,
      });
      if (index === 0)
        await decideReversal(tx, recordNo, {
          isApproved: true,
          userNo: checker,
          scope,
          remark: null,
          at: now,
        });
    }
  });
}
