import { sql } from 'kysely';
import { needed } from '../../../needed.ts';
import type { Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import { advance } from '../../../state-machine/index.ts';
import { billMachine, setBillStatus } from '../../lending/bills/index.ts';
import {
  applyForDeduction,
  decideDeduction,
  lockDeduction,
  markDeductionApplied,
} from '../../lending/deductions/index.ts';
import { type Amounts, billPostings, partsOf, postJournal } from '../../platform/ledger/index.ts';
import { closeWhenDone, type LockedLoan } from '../payments/index.ts';
import { businessDateOf } from '../../platform/policy/index.ts';

/** The newest use of a payment on a loan, locked; null where nothing was ever paid. */
export async function newestApplication(tx: Tx, orderNo: string): Promise<string | null> {
  const application = await tx
    .selectFrom('paymentApplication')
    .select('applicationNo')
    .where('orderNo', '=', orderNo)
    .where('applicationStatus', '=', 'LIVE')
    .orderBy('applicationNo', 'desc')
    .forNoKeyUpdate()
    .executeTakeFirst();
  return application?.applicationNo ?? null;
}

interface Left {
  readonly loan: LockedLoan;
  readonly billNo: string;
  /** All of it is waived. */
  readonly outstanding: Amounts;
  /** What left it; its rollback takes the waiver back. */
  readonly applicationNo: string;
  readonly makerUserNo: string;
  readonly checkerUserNo: string;
  readonly capCents: number;
  readonly reason: string;
  readonly remark: string;
  readonly now: Date;
}

/** Waives what a payment left of a bill, requested by one person and approved by another, and closes the bill. */
export async function waiveLeft(tx: Tx, left: Left): Promise<void> {
  const { loan, billNo, outstanding, applicationNo, makerUserNo, checkerUserNo, capCents, now } = left;
  const { orderNo, merchantNo } = loan.order;
  const balance = needed(loan.balances.get(billNo), `the balance of ${billNo}`);
  const deductionNo = await applyForDeduction(tx, {
    bill: { billNo, orderNo, merchantNo },
    balance,
    waived: outstanding,
    reason: left.reason,
    remark: left.remark,
    applicantUserNo: makerUserNo,
    roleCapCents: capCents,
  });
  const decision = { isApproved: true, userNo: checkerUserNo, roleCapCents: capCents, balance, at: now };
  await decideDeduction(tx, deductionNo, decision);
  const { journalId } = await postJournal(tx, {
    kind: 'DEDUCTION',
    businessDate: businessDateOf(now),
    merchantNo,
    cause: { type: 'APPLICATION', no: applicationNo },
    idempotencyKey: `auto-settle/${deductionNo}`,
    makerUserNo,
    checkerUserNo,
    lines: billPostings.deduction({ parts: partsOf(outstanding).map((part) => ({ billNo, ...part })) }),
  });
  await markDeductionApplied(tx, await lockDeduction(tx, deductionNo), applicationNo);
  await sql`update payment_application set journal_ids = journal_ids || ${journalId}::bigint,
    settled_bill_nos = settled_bill_nos || ${billNo}::text where application_no = ${applicationNo}`.execute(tx);
  await settleBill(tx, left);
}

/** Closes a bill on which nothing is owed any more, and the order with its last. */
export async function settleBill(tx: Tx, { loan, billNo, now }: Pick<Left, 'loan' | 'billNo' | 'now'>): Promise<void> {
  const bill = loan.bills.find((one) => one.billNo === billNo);
  if (!bill) throw new AppError('BILL_NOT_FOUND');
  const billStatus = advance(billMachine, bill.billStatus, 'settle');
  await setBillStatus(tx, bill, billStatus, { actualDate: businessDateOf(now) });
  await closeWhenDone(tx, loan, [billNo], now);
}
