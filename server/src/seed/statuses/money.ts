import { reverseReceipt } from '../../modules/payments/flows/index.ts';
import { totalOf } from '../../modules/platform/ledger/index.ts';
import { applicationTaskMachine, lockFlow } from '../../modules/payments/payments/index.ts';
import { applyForRefund, decideRefund, payRefund, verifyRefund } from '../../modules/payments/refunds/index.ts';
import { askReturn, decideTransfer, giveUpTransfer, releaseTransfer } from '../../modules/payments/transfers/index.ts';
import { advance } from '../../state-machine/index.ts';
import { attachPaper } from '../papers.ts';
import { endAttempt } from './attempts.ts';
import { type Desk, oldestBill, straysIn, useFlow } from './desk.ts';

/** Strays that go back to their payers, and what the channel took back itself. */
export async function transfersAndFlows(desk: Desk): Promise<void> {
  const { maker, checker, third, now } = desk;
  const scope = 'all' as const;
  const fates = ['SUBMITTED', 'GIVEN_UP', 'REJECTED', 'APPROVED', 'RELEASING', 'SUCCESS', 'FAILED'] as const;
  for (const fate of fates) {
    await desk.does(async (tx) => {
      const amountCents = 35_000;
      const loan = desk.takeCustomer();
      const flowNo = await straysIn(tx, desk, loan, amountCents);
      const letter = await attachPaper(tx, 'letter', {
        attachmentNo: `SEED-RETURN-${loan.merchantNo}`,
        subjectType: 'chargeVoucher',
        subjectNo: loan.merchantNo,
        userNo: maker,
      });
      const asked = {
        flowNo,
        amountCents,
        purpose: 'Paid by mistake, asks for it back',
        voucherIds: [letter],
        applicantUserNo: maker,
        scope,
      };
      const transferNo = await askReturn(tx, asked);
      if (fate === 'SUBMITTED') return;
      if (fate === 'GIVEN_UP') return void (await giveUpTransfer(tx, transferNo, { userNo: maker, scope }));
      const isApproved = fate !== 'REJECTED';
      const auditRemark = isApproved ? null : 'The payer has a loan with us';
      await decideTransfer(tx, transferNo, {
        isApproved,
        userNo: checker,
        scope,
        auditRemark,
        at: now,
      });
      if (fate === 'REJECTED' || fate === 'APPROVED') return;
      const { attemptNo } = await releaseTransfer(tx, transferNo, {
        userNo: third,
        scope,
        at: now,
      });
      await endAttempt(tx, desk, attemptNo, fate === 'RELEASING' ? null : fate === 'SUCCESS');
    });
  }
  await desk.does(async (tx) => {
    const flowNo = await straysIn(tx, desk, desk.takeCustomer(), 120_000);
    await reverseReceipt(tx, await lockFlow(tx, flowNo), { makerUserNo: maker, userNo: checker });
  });
}

/** A payment of which a part is used, a write-off that a person prepared, one that was done, one that failed. */
export async function writeOffs(desk: Desk): Promise<void> {
  await desk.does(async (tx) => {
    const loan = desk.takeLoan();
    const { bill } = await oldestBill(tx, loan, desk.now);
    const { orderNo, merchantNo } = loan;
    const form = {
      merchantNo,
      orderNo,
      billNo: bill.billNo,
      repayType: 'PARTIAL',
      makerUserNo: desk.maker,
    } as const;
    const amountCents = 100;
    const flowNo = await straysIn(tx, desk, loan, 3 * amountCents);
    const { paymentCode } = await lockFlow(tx, flowNo);
    const rows = JSON.stringify([
      { paymentCode, paymentChannel: 'MPESA', writeOffAmountCents: amountCents, isrecord: true, flowNo },
    ]);
    const drafts = await tx
      .insertInto('writeOffTask')
      .values([1, 2, 3].map(() => ({ ...form, rows })))
      .returning('taskNo')
      .execute();
    const [done, failed] = drafts.map(({ taskNo }) => taskNo);
    const processing = advance(applicationTaskMachine, 'UNFINISHED', 'commit');
    await useFlow(tx, desk, {
      orderNo,
      billNo: bill.billNo,
      repayType: 'PARTIAL',
      flowNo,
      amountCents,
      ...(done !== undefined && { taskNo: done }),
    });
    const set = (taskNo: string | undefined, command: 'succeed' | 'fail', fault: string | null) =>
      tx
        .updateTable('writeOffTask')
        .set({
          taskStatus: advance(applicationTaskMachine, processing, command),
          fault,
          finishedAt: desk.now,
        })
        .where('taskNo', '=', taskNo ?? '')
        .execute();
    await set(done, 'succeed', null);
    await set(failed, 'fail', 'The amount is above what is left of the payment');
  });
}

/** What a surplus becomes: every way that a refund can go. */
export async function refunds(desk: Desk): Promise<void> {
  const fates = ['PENDING', 'REJECTED', 'APPROVED', 'NOT_THE_NAME', 'IN_PROGRESS', 'SUCCESS', 'FAILURE'] as const;
  const amountCents = 50_000;
  const payer = desk.takeLoan();
  const flowNo = await desk.does(async (tx) => {
    const { bill } = await oldestBill(tx, payer, desk.now);
    const { orderNo } = payer;
    const { billNo } = bill;
    const paidCents = Math.ceil(totalOf(bill.outstanding) / 100) * 100 + fates.length * amountCents;
    const paidBy = await straysIn(tx, desk, payer, paidCents);
    await useFlow(tx, desk, {
      orderNo,
      billNo,
      repayType: 'SETTLE',
      flowNo: paidBy,
      amountCents: paidCents,
    });
    return paidBy;
  });
  const payee = { refundChannel: 'MPESA', payeePhone: payer.phone, payeeName: payer.customerName } as const;
  for (const fate of fates) {
    await desk.does(async (tx) => {
      const refundNo = await applyForRefund(tx, {
        flowNo,
        amountCents,
        payee,
        applicantUserNo: desk.maker,
      });
      if (fate === 'PENDING') return;
      await decideRefund(tx, refundNo, { isApproved: fate !== 'REJECTED', userNo: desk.checker });
      if (fate === 'REJECTED') return;
      const isPassed = fate !== 'NOT_THE_NAME';
      await verifyRefund(tx, refundNo, {
        isPassed,
        ...(!isPassed && { registeredName: 'MARY W' }),
      });
      if (fate === 'APPROVED' || fate === 'NOT_THE_NAME') return;
      const attemptNo = await payRefund(tx, refundNo, desk.third);
      await endAttempt(tx, desk, attemptNo, fate === 'IN_PROGRESS' ? null : fate === 'SUCCESS');
    });
  }
}
