import { type Selectable, sql } from 'kysely';
import * as z from 'zod/mini';
import type { Tx } from '../../db/database.ts';
import type { PaymentApplicationTable } from '../../db/engine-schema.ts';
import { AppError } from '../../http/app-error.ts';
import { advance } from '../../state-machine/index.ts';
import { billMachine, FINAL_BILL_STATES, ordersBills, setBillStatus } from '../bills/index.ts';
import { casesAfterRollback } from '../collections/index.ts';
import { reverseDeductionOf } from '../deductions/index.ts';
import { reverseAll } from '../ledger/index.ts';
import { moveOrder } from '../orders/index.ts';
import { businessDateOf } from '../policy/index.ts';
import { heldCredit } from './credit-holds.ts';
import { flowMachine } from './flow.machine.ts';
import { type LockedLoan, lockLoan } from './loan-lock.ts';
import { lockFlow, spendFlow } from './receive-flow.ts';

type Application = Selectable<PaymentApplicationTable>;

const billsBefore = z.array(
  z.object({
    billNo: z.string(),
    billStatus: z.enum(['ACTIVE', 'SETTLED', 'ROLLED_OVER', 'CHARGED_OFF', 'VOID']),
    actualDate: z.nullable(z.string()),
    inDuplumBaseCents: z.nullable(z.number()),
    inDuplumChargedCents: z.nullable(z.number()),
  }),
);

export interface RollbackRequest {
  readonly orderNo: string;
  /** SETTLE_ROLLBACK: the newest live application alone; FULL_ROLLBACK: all, last first. */
  readonly kind: 'SETTLE_ROLLBACK' | 'FULL_ROLLBACK';
  /** Those that touch this bill, and no others; none: all of the order. */
  readonly billNo?: string;
  /** Of a settle rollback: the one meant; refused where a newer one lives. */
  readonly applicationNo?: string;
  readonly reason?: string;
  readonly makerUserNo?: string;
  readonly checkerUserNo?: string;
  readonly idempotencyKey: string;
  /** When it is done; now unless history is being written. */
  readonly at?: Date;
}

/**
 * Undoes what payments did to a loan: postings are mirrored on today's business date, bills, flow and order go
 * back to what they were.
 * @returns the applications undone, newest first.
 * @throws AppError NO_WRITE_OFF_RECORD, NOT_NEWEST, SURPLUS_REFUNDED, SUCCESSOR_TOUCHED, CHARGED_OFF_SINCE
 */
export async function rollBack(tx: Tx, request: RollbackRequest): Promise<string[]> {
  const today = businessDateOf(request.at ?? new Date());
  const live = await liveApplications(tx, request);
  const done: string[] = [];
  for (const application of live) {
    const loan = await lockLoan(tx, request.orderNo, today);
    await undo(tx, application, loan, request, today);
    done.push(application.applicationNo);
  }
  await casesAfterRollback(tx, request.orderNo, request.at ?? new Date());
  return done;
}

async function liveApplications(tx: Tx, request: RollbackRequest): Promise<Application[]> {
  const { orderNo, billNo } = request;
  let query = tx
    .selectFrom('paymentApplication')
    .selectAll()
    .where('orderNo', '=', orderNo)
    .where('applicationStatus', '=', 'LIVE');
  if (billNo !== undefined) {
    query = query.where(sql<boolean>`exists (select from posting p
      where p.bill_no = ${billNo} and p.journal_id = any(journal_ids))`);
  }
  const all = await query.orderBy('applicationNo', 'desc').forUpdate().execute();
  const [newest] = all;
  if (!newest) throw new AppError('NO_WRITE_OFF_RECORD');
  if (request.kind === 'FULL_ROLLBACK') return all;
  // What was written off in one go is undone in one.
  const chosen = all.filter(
    ({ applicationNo, taskNo }) =>
      applicationNo === newest.applicationNo || (taskNo !== null && taskNo === newest.taskNo),
  );
  const { applicationNo: wanted = newest.applicationNo } = request;
  if (!chosen.some(({ applicationNo }) => applicationNo === wanted)) {
    const isKnown = all.some(({ applicationNo }) => applicationNo === wanted);
    throw new AppError(isKnown ? 'NOT_NEWEST' : 'NO_WRITE_OFF_RECORD');
  }
  return chosen;
}

async function undo(
  tx: Tx,
  application: Application,
  loan: LockedLoan,
  request: RollbackRequest,
  today: string,
): Promise<void> {
  const { applicationNo, appliedCents, surplusCents } = application;
  const flow = await lockFlow(tx, application.flowNo);
  const freeCents = flow.creditedCents - (await heldCredit(tx, flow.flowNo));
  if (surplusCents > freeCents) throw new AppError('SURPLUS_REFUNDED');
  await refuseTouchedSuccessor(tx, application);
  refuseChargedOffSince(application, loan);
  await reverseAll(tx, application.journalIds, {
    businessDate: today,
    cause: { type: 'ROLLBACK', no: applicationNo },
    idempotencyKey: `${request.idempotencyKey}/${applicationNo}`,
    ...(request.makerUserNo !== undefined && { makerUserNo: request.makerUserNo }),
    ...(request.checkerUserNo !== undefined && { checkerUserNo: request.checkerUserNo }),
  });
  await restoreBills(tx, application, loan);
  await reverseDeductionOf(tx, applicationNo);
  const isUntouched = flow.appliedCents === appliedCents && flow.creditedCents === surplusCents;
  const flowStatus = advance(
    flowMachine,
    flow.flowStatus,
    isUntouched ? 'rollBackAll' : 'rollBackPart',
  );
  const { creditUsedCents } = application;
  const isCreditAgain =
    creditUsedCents > 0 && flow.writableCents + appliedCents === creditUsedCents;
  await spendFlow(tx, flow, {
    appliedCents: -appliedCents,
    creditedCents: creditUsedCents - surplusCents,
    flowStatus: isCreditAgain ? advance(flowMachine, flowStatus, 'applyAll') : flowStatus,
  });
  await tx
    .updateTable('paymentApplication')
    .set({
      applicationStatus: 'ROLLED_BACK',
      rolledBackAt: sql`now()`,
      rolledBackBy: request.makerUserNo ?? null,
      rollbackReason: request.reason ?? null,
    })
    .where('applicationNo', '=', applicationNo)
    .execute();
  // A surplus that came after the loan was closed goes back without opening it.
  const isOpen = (await ordersBills(tx, loan.order.orderNo)).some(
    ({ billStatus }) => !FINAL_BILL_STATES.has(billStatus),
  );
  if (isOpen && loan.order.orderStatus === 'CLOSED') {
    await moveOrder(tx, loan.order, { command: 'rollBack', change: { closedAt: null } });
  }
}

/** A bill that came of an extension may go only while nothing was paid or charged on it. */
async function refuseTouchedSuccessor(tx: Tx, { successorBillNo }: Application): Promise<void> {
  if (successorBillNo === null) return;
  const { count } = await tx
    .selectFrom('posting')
    .select((eb) => eb.fn.count<number>('journalId').distinct().as('count'))
    .where('billNo', '=', successorBillNo)
    .executeTakeFirstOrThrow();
  if (count > 1) throw new AppError('SUCCESSOR_TOUCHED');
}

/** A loss was reckoned with this payment in: it has to be taken back first. */
function refuseChargedOffSince(application: Application, loan: LockedLoan): void {
  const before = billsBefore.parse(application.billsBefore);
  const isSince = loan.bills.some(
    ({ billNo, billStatus }) =>
      billStatus === 'CHARGED_OFF' &&
      before.some((was) => was.billNo === billNo && was.billStatus === 'ACTIVE'),
  );
  if (isSince) throw new AppError('CHARGED_OFF_SINCE');
}

async function restoreBills(tx: Tx, application: Application, loan: LockedLoan): Promise<void> {
  const before = billsBefore.parse(application.billsBefore);
  const { settledBillNos, recoveredBillNos, successorBillNo, billNo: own } = application;
  const extended = successorBillNo === null ? [] : [own];
  const moved = [...settledBillNos, ...recoveredBillNos, ...extended];
  for (const bill of loan.bills) {
    if (bill.billNo === application.successorBillNo) {
      await setBillStatus(tx, bill, advance(billMachine, bill.billStatus, 'void'));
      continue;
    }
    const was = before.find(({ billNo }) => billNo === bill.billNo);
    if (!was || was.billStatus === bill.billStatus || !moved.includes(bill.billNo)) continue;
    const command = was.billStatus === 'CHARGED_OFF' ? 'rollBackRecovery' : 'rollBack';
    const status = advance(billMachine, bill.billStatus, command);
    await setBillStatus(tx, bill, status, { actualDate: was.actualDate });
  }
}
