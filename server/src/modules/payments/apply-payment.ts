import type { Tx } from '../../db/database.ts';
import { notesOf } from '../../db/tx-notes.ts';
import { AppError } from '../../http/app-error.ts';
import { advance } from '../../state-machine/index.ts';
import { billMachine, createBills, setBillStatus } from '../bills/index.ts';
import { markDeductionApplied } from '../deductions/index.ts';
import { postJournals } from '../ledger/index.ts';
import { moveOrder } from '../orders/index.ts';
import { type BusinessDate, businessDateOf } from '../policy/index.ts';
import { type Decision, unacknowledged } from './decide-application.ts';
import { flowMachine } from './flow.machine.ts';
import type { LockedLoan } from './loan-lock.ts';
import {
  type ApplicationPlan,
  type ApplicationRequest,
  named,
  prepare,
} from './plan-application.ts';
import { type PaymentFlow, spendFlow } from './receive-flow.ts';

export interface AppliedPayment extends ApplicationPlan {
  readonly applicationNo: string;
}

/**
 * Uses part of a flow to pay a loan: postings, bills, flow and order in one transaction.
 * @throws AppError of `refusalOfFlowUse` and the decision's; CONFIRMATION_NEEDED with what to confirm;
 *   IDEMPOTENCY_KEY_REUSED; GENERIC_ONLY for a charged-off bill.
 */
export async function applyPayment(tx: Tx, request: ApplicationRequest): Promise<AppliedPayment> {
  const { plan, loan, flow, bill, deduction, today, successor } = await prepare(tx, request);
  const { decision } = plan;
  const open = unacknowledged(decision, request.acknowledged ?? []);
  const notes = notesOf(tx);
  notes?.confirmations.push(...open);
  if (open.length > 0 && notes?.isDryRun !== true) {
    throw new AppError('CONFIRMATION_NEEDED', { facts: { confirm: open.join(', ') } });
  }

  const billsBefore = loan.bills.map((each) => ({
    billNo: each.billNo,
    billStatus: each.billStatus,
    actualDate: each.actualDate,
    inDuplumBaseCents: each.inDuplumBaseCents,
    inDuplumChargedCents: each.inDuplumChargedCents,
  }));
  let successorBillNo: string | null = null;
  if (successor && bill) [successorBillNo = null] = await createBills(tx, [successor]);
  const posted = await postJournals(
    tx,
    plan.journals.map((journal, index) => ({
      ...journal,
      lines: journal.lines.map((line) => named(line, successorBillNo)),
      businessDate: today,
      merchantNo: loan.order.merchantNo,
      cause: { type: 'APPLICATION', no: request.flowNo },
      idempotencyKey: `${request.idempotencyKey}/${index}`,
      ...(request.makerUserNo !== undefined && { makerUserNo: request.makerUserNo }),
      ...(request.checkerUserNo !== undefined && { checkerUserNo: request.checkerUserNo }),
    })),
  );
  // A key that had its effect before must not move flow and bills a second time without postings.
  if (posted.some(({ isNew }) => !isNew)) throw new AppError('IDEMPOTENCY_KEY_REUSED');
  await settleBills(tx, loan, plan.settledBillNos, 'settle', today);
  await settleBills(tx, loan, plan.recoveredBillNos, 'recover', today);
  if (successor && bill) {
    await setBillStatus(tx, bill, advance(billMachine, bill.billStatus, 'rollOver'));
  }
  await markFlow(tx, flow, decision, loan);
  const { applicationNo } = await tx
    .insertInto('paymentApplication')
    .values({
      merchantNo: loan.order.merchantNo,
      orderNo: request.orderNo,
      billNo: request.billNo,
      repayType: request.repayType,
      flowNo: request.flowNo,
      appliedCents: decision.appliedCents,
      surplusCents: decision.surplusCents,
      journalIds: posted.map(({ journalId }) => journalId),
      settledBillNos: [...plan.settledBillNos],
      recoveredBillNos: [...plan.recoveredBillNos],
      successorBillNo,
      billsBefore: JSON.stringify(billsBefore),
      paidOn: businessDateOf(flow.repayTime),
      makerUserNo: request.makerUserNo ?? null,
      checkerUserNo: request.checkerUserNo ?? null,
      ...(request.at && { appliedAt: request.at }),
    })
    .returning('applicationNo')
    .executeTakeFirstOrThrow();
  if (deduction && decision.usesDeduction) await markDeductionApplied(tx, deduction, applicationNo);
  const done = [...plan.settledBillNos, ...plan.recoveredBillNos];
  if (successorBillNo === null) await closeWhenDone(tx, loan, done, request.at);
  return { ...plan, applicationNo };
}

async function settleBills(
  tx: Tx,
  loan: LockedLoan,
  billNos: readonly string[],
  command: 'settle' | 'recover',
  actualDate: BusinessDate,
): Promise<void> {
  for (const bill of loan.bills) {
    if (!billNos.includes(bill.billNo)) continue;
    await setBillStatus(tx, bill, advance(billMachine, bill.billStatus, command), { actualDate });
  }
}

async function markFlow(
  tx: Tx,
  flow: PaymentFlow,
  { appliedCents, surplusCents }: Decision,
  { order }: LockedLoan,
): Promise<void> {
  const isUsedUp = flow.writableCents === appliedCents + surplusCents;
  const flowStatus = advance(flowMachine, flow.flowStatus, isUsedUp ? 'applyAll' : 'applyPart');
  const { customerNo, orderNo } = order;
  await spendFlow(tx, flow, {
    appliedCents,
    creditedCents: surplusCents,
    flowStatus,
    customerNo,
    orderNo,
  });
}

async function closeWhenDone(
  tx: Tx,
  { order, bills }: LockedLoan,
  doneBillNos: readonly string[],
  at = new Date(),
): Promise<void> {
  if (order.orderStatus !== 'DISBURSED') return;
  const isDone = bills.every(
    ({ billNo, billStatus }) =>
      doneBillNos.includes(billNo) || (billStatus !== 'ACTIVE' && billStatus !== 'CHARGED_OFF'),
  );
  if (isDone) await moveOrder(tx, order, { command: 'close', change: { closedAt: at }, at });
}
