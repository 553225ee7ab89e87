import { needed } from '../../../needed.ts';
import type { Tx } from '../../../db/database.ts';
import { prepared } from '../../../db/prepared.ts';
import { notesOf } from '../../../db/tx-notes.ts';
import { AppError } from '../../../http/app-error.ts';
import { advance } from '../../../state-machine/index.ts';
import { billMachine, createBills, setBillStatus } from '../../lending/bills/index.ts';
import { casesAfterPayment } from '../../collections/collections/index.ts';
import { markCouponUsed } from '../../lending/coupons/index.ts';
import { markDeductionApplied } from '../../lending/deductions/index.ts';
import { postJournals, totalOf } from '../../platform/ledger/index.ts';
import { moveOrder } from '../../lending/orders/index.ts';
import { type BusinessDate, businessDateOf } from '../../platform/policy/index.ts';
import { type FlowShare, named } from './application-journals.ts';
import { type Decision, unacknowledged } from './decide-application.ts';
import { flowMachine } from './flow.machine.ts';
import type { LockedLoan } from './loan-lock.ts';
import {
  type ApplicationPlan,
  type ApplicationRequest,
  prepare,
  type Prepared,
  type WriteOffRequest,
} from './plan-application.ts';
import { type PaymentFlow, spendFlow } from './receive-flow.ts';

export interface AppliedWriteOff extends Pick<
  ApplicationPlan,
  'decision' | 'shares' | 'settledBillNos' | 'recoveredBillNos'
> {
  /** One a flow, in the order of the request. */
  readonly applicationNos: readonly string[];
  /** The bill that an extension made. */
  readonly successorBillNo: string | null;
}

export interface AppliedPayment extends AppliedWriteOff {
  readonly applicationNo: string;
}

/** One flow, or a part of it, used to pay a loan; as `applyFlows`. */
export async function applyPayment(tx: Tx, request: ApplicationRequest): Promise<AppliedPayment> {
  const { flowNo, amountCents, ...rest } = request;
  const applied = await applyFlows(tx, { ...rest, uses: [{ flowNo, amountCents }] });
  return { ...applied, applicationNo: needed(applied.applicationNos[0], 'the application') };
}

/**
 * Uses flows, or parts of them, to pay a loan: postings, bills, flows and order in one transaction.
 * @throws AppError of `refusalOfFlowUse` and the decision's; SERIAL_REPEATED; CONFIRMATION_NEEDED with what to
 *   confirm, but in a dry run; IDEMPOTENCY_KEY_REUSED; GENERIC_ONLY for a charged-off bill.
 */
export async function applyFlows(tx: Tx, request: WriteOffRequest): Promise<AppliedWriteOff> {
  const prepared = await prepare(tx, request);
  const { plan, loan, flows, bill, deduction, coupon, counted: paidOff, successor } = prepared;
  const { decision, shares, settledBillNos, recoveredBillNos } = plan;
  refuseUnconfirmed(tx, decision, request.acknowledged ?? []);
  let successorBillNo: string | null = null;
  if (successor && bill) successorBillNo = needed((await createBills(tx, [successor]))[0], 'the successor bill');
  const journalIds = await post(tx, request, prepared, successorBillNo);
  await settleBills(tx, loan, settledBillNos, 'settle', paidOff);
  await settleBills(tx, loan, recoveredBillNos, 'recover', paidOff);
  if (successor && bill) {
    await setBillStatus(tx, bill, advance(billMachine, bill.billStatus, 'rollOver'));
  }
  for (const [index, flow] of flows.entries()) await markFlow(tx, flow, shares[index], loan);
  const applicationNos = await record(tx, request, prepared, journalIds, successorBillNo);
  if (deduction && decision.usesDeduction) {
    await markDeductionApplied(tx, deduction, needed(applicationNos.at(-1), 'the application'));
  }
  if (coupon && bill) {
    const posted = plan.journals.filter(({ share }) => share === 0);
    const place = posted.findIndex(({ kind }) => kind === 'COUPON');
    await markCouponUsed(tx, coupon.coupon, {
      orderNo: request.orderNo,
      billNo: bill.billNo,
      usedCents: totalOf(coupon.used),
      applicationNo: applicationNos[0] ?? null,
      journalId: needed(journalIds[0]?.[place], 'the journal of the coupon'),
      usedBy: request.makerUserNo ?? null,
      at: request.at ?? new Date(),
    });
  }
  const done = [...settledBillNos, ...recoveredBillNos];
  if (successorBillNo === null) await closeWhenDone(tx, loan, done, request.at);
  await casesAfterPayment(tx, request.orderNo, request.at ?? new Date());
  return { decision, shares, settledBillNos, recoveredBillNos, applicationNos, successorBillNo };
}

/** Whether `applyFlows` would accept it: locks and decides, and moves nothing. @throws AppError as `applyFlows` */
export async function judgeFlows(tx: Tx, request: WriteOffRequest): Promise<void> {
  const { plan } = await prepare(tx, request);
  refuseUnconfirmed(tx, plan.decision, request.acknowledged ?? []);
}

/** A dry run tells what it would ask; a commit asks. */
function refuseUnconfirmed(tx: Tx, decision: Decision, acknowledged: readonly string[]): void {
  const open = unacknowledged(decision, acknowledged);
  const notes = notesOf(tx);
  notes?.confirmations.push(...open);
  if (open.length > 0 && notes?.isDryRun !== true) {
    throw new AppError('CONFIRMATION_NEEDED', { facts: { confirm: open.join(', ') } });
  }
}

/** @returns the numbers of the journals, a list a share. */
async function post(
  tx: Tx,
  request: WriteOffRequest,
  { plan, loan, today }: Prepared,
  successorBillNo: string | null,
): Promise<number[][]> {
  const { makerUserNo, checkerUserNo } = request;
  const posted = await postJournals(
    tx,
    plan.journals.map(({ share, ...journal }, index) => ({
      ...journal,
      lines: journal.lines.map((line) => named(line, successorBillNo)),
      businessDate: today,
      merchantNo: loan.order.merchantNo,
      cause: { type: 'APPLICATION', no: needed(plan.shares[share], 'the share of a journal').flowNo },
      idempotencyKey: `${request.idempotencyKey}/${index}`,
      ...(makerUserNo !== undefined && { makerUserNo }),
      ...(checkerUserNo !== undefined && { checkerUserNo }),
    })),
  );
  // A key that had its effect before must not move flow and bills a second time without postings.
  if (posted.some(({ isNew }) => !isNew)) throw new AppError('IDEMPOTENCY_KEY_REUSED');
  return plan.shares.map((_, share) =>
    posted.filter((__, index) => plan.journals[index]?.share === share).map(({ journalId }) => journalId),
  );
}

/** A row a flow; what happened to bills as a whole stands on the last. */
async function record(
  tx: Tx,
  request: WriteOffRequest,
  { plan, loan, flows }: Prepared,
  journalIds: readonly number[][],
  successorBillNo: string | null,
): Promise<string[]> {
  const billsBefore = loan.bills.map((each) => ({
    billNo: each.billNo,
    billStatus: each.billStatus,
    actualDate: each.actualDate,
    inDuplumBaseCents: each.inDuplumBaseCents,
    inDuplumChargedCents: each.inDuplumChargedCents,
  }));
  const last = flows.length - 1;
  const made = await tx
    .insertInto('paymentApplication')
    .values(
      flows.map((flow, index) => ({
        merchantNo: loan.order.merchantNo,
        orderNo: request.orderNo,
        billNo: request.billNo,
        repayType: request.repayType,
        flowNo: flow.flowNo,
        appliedCents: needed(plan.shares[index], 'the share of a flow').appliedCents,
        surplusCents: needed(plan.shares[index], 'the share of a flow').surplusCents,
        journalIds: needed(journalIds[index], 'the journals of a flow'),
        settledBillNos: index === last ? [...plan.settledBillNos] : [],
        recoveredBillNos: index === last ? [...plan.recoveredBillNos] : [],
        successorBillNo: index === last ? successorBillNo : null,
        billsBefore: JSON.stringify(billsBefore),
        paidOn: businessDateOf(flow.repayTime),
        makerUserNo: request.makerUserNo ?? null,
        checkerUserNo: request.checkerUserNo ?? null,
        taskNo: request.taskNo ?? null,
        ...(request.at && { appliedAt: request.at }),
      })),
    )
    .returning('applicationNo')
    .modifyEnd(prepared)
    .execute();
  return made.map(({ applicationNo }) => applicationNo);
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

async function markFlow(tx: Tx, flow: PaymentFlow, share: FlowShare | undefined, { order }: LockedLoan): Promise<void> {
  const { appliedCents, surplusCents } = needed(share, `the share of ${flow.flowNo}`);
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

/** Closes the order with its last bill. */
export async function closeWhenDone(
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
