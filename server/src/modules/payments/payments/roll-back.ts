import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import { setBillStatus } from '../../lending/bills/index.ts';
import { casesAfterRollback } from '../../collections/collections/index.ts';
import { giveBackCoupons } from '../../lending/coupons/index.ts';
import { reverseDeductionsOf } from '../../lending/deductions/index.ts';
import { reverseEach } from '../../platform/ledger/index.ts';
import { moveOrder } from '../../lending/orders/index.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import { heldCredits } from './credit-holds.ts';
import { lockLoan } from './loan-lock.ts';
import { lockFlows, writeFlows } from './receive-flow.ts';
import { type Application, undone } from './undone.ts';

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
 * back to what they were. However many payments there are, it takes the same dozen statements.
 * @returns the applications undone, newest first.
 * @throws AppError NO_WRITE_OFF_RECORD, NOT_NEWEST, SURPLUS_REFUNDED, SUCCESSOR_TOUCHED, CHARGED_OFF_SINCE
 */
export async function rollBack(tx: Tx, request: RollbackRequest): Promise<string[]> {
  const { orderNo, at = new Date() } = request;
  const today = businessDateOf(at);
  const loan = await lockLoan(tx, orderNo, today);
  const live = await liveApplications(tx, request);
  const flowNos = [...new Set(live.map(({ flowNo }) => flowNo))];
  const flows = await lockFlows(tx, flowNos);
  const held = await heldCredits(tx, flowNos);
  await refuseTouchedSuccessors(tx, live);
  const after = undone(live, { bills: loan.bills, flows, held });
  await reverseEach(
    tx,
    live.flatMap(({ applicationNo, journalIds }) =>
      journalIds.map((journalId) => ({
        journalId,
        businessDate: today,
        cause: { type: 'ROLLBACK', no: applicationNo },
        idempotencyKey: `${request.idempotencyKey}/${applicationNo}`,
        ...(request.makerUserNo !== undefined && { makerUserNo: request.makerUserNo }),
        ...(request.checkerUserNo !== undefined && { checkerUserNo: request.checkerUserNo }),
      })),
    ),
  );
  for (const { billNo, billStatus, actualDate } of after.bills) {
    await setBillStatus(tx, { billNo }, billStatus, { actualDate });
  }
  await writeFlows(tx, after.flows);
  const applicationNos = live.map(({ applicationNo }) => applicationNo);
  await markRolledBack(tx, applicationNos, request);
  await reverseDeductionsOf(tx, applicationNos);
  await giveBackCoupons(tx, applicationNos, at);
  // A surplus that came after the loan was closed goes back without opening it.
  if (after.isOpen && loan.order.orderStatus === 'CLOSED') {
    await moveOrder(tx, loan.order, { command: 'rollBack', change: { closedAt: null }, at });
  }
  await casesAfterRollback(tx, orderNo, at);
  return applicationNos;
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
  const all = await query.orderBy('applicationNo', 'desc').forNoKeyUpdate().execute();
  const [newest] = all;
  if (!newest) throw new AppError('NO_WRITE_OFF_RECORD');
  if (request.kind === 'FULL_ROLLBACK') return all;
  // What was written off in one batch is undone in one.
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

async function markRolledBack(
  tx: Tx,
  applicationNos: readonly string[],
  { at = new Date(), makerUserNo, reason, kind }: RollbackRequest,
): Promise<void> {
  await tx
    .updateTable('paymentApplication')
    .set({
      applicationStatus: 'ROLLED_BACK',
      rolledBackAt: at,
      rolledBackBy: makerUserNo ?? null,
      rollbackReason: reason ?? null,
      rollbackType: kind === 'FULL_ROLLBACK' ? 'FULL' : 'SETTLE',
    })
    .where(sql<boolean>`application_no = any(${[...applicationNos]}::text[])`)
    .execute();
}

/** A bill that came of an extension may go only while nothing was paid or charged on it. */
async function refuseTouchedSuccessors(tx: Tx, live: readonly Application[]): Promise<void> {
  const successors = live.flatMap(({ successorBillNo }) => successorBillNo ?? []);
  if (successors.length === 0) return;
  const touched = await tx
    .selectFrom('posting')
    .select('billNo')
    .where('billNo', 'in', successors)
    .groupBy('billNo')
    .having((eb) => eb(eb.fn.count('journalId').distinct(), '>', 1))
    .limit(1)
    .execute();
  if (touched.length > 0) throw new AppError('SUCCESSOR_TOUCHED');
}
