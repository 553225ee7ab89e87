import { needed } from '../../../needed.ts';
import type { Selectable } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import type { ChargeOffTable } from '../../../db/engine-schema.ts';
import { lockOne } from '../../../db/lock-one.ts';
import { AppError } from '../../../http/app-error.ts';
import { advance } from '../../../state-machine/index.ts';
import { casesAfterRollback } from '../../collections/collections/index.ts';
import { type BillBalance, billPostings, postJournals, reverseAll, totalOf } from '../../platform/ledger/index.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import { billMachine } from '../../../state-machine/machines/bill.machine.ts';
import { type Bill, setBillStatus } from '../../lending/bills/index.ts';
import { chargeOffApplicationMachine } from '../../../state-machine/machines/charge-off-application.machine.ts';

type ChargeOff = Selectable<ChargeOffTable>;

/** The loan under lock, as the payments' lock answers it. */
export interface LoanUnderLock {
  readonly order: { readonly orderNo: string; readonly merchantNo: string };
  readonly bills: readonly Bill[];
  readonly balances: ReadonlyMap<string, BillBalance>;
}

/**
 * Asks to recognise the active bills of a loan, or some of them, as a loss.
 * @throws AppError BILL_NOT_FOUND; ILLEGAL_TRANSITION for one that is not active; CHARGE_OFF_WAITING
 */
export async function applyForChargeOff(
  tx: Tx,
  loan: LoanUnderLock,
  request: {
    readonly billNos: readonly string[];
    readonly reason: string;
    readonly applicantUserNo: string;
  },
): Promise<string> {
  const { billNos, reason, applicantUserNo } = request;
  const bills = loan.bills.filter(({ billNo }) => billNos.includes(billNo));
  const isEachKnown = bills.length === new Set(billNos).size;
  if (billNos.length === 0 || !isEachKnown) throw new AppError('BILL_NOT_FOUND');
  for (const { billStatus } of bills) advance(billMachine, billStatus, 'chargeOff');
  const made = await tx
    .insertInto('chargeOff')
    .values({
      orderNo: loan.order.orderNo,
      merchantNo: loan.order.merchantNo,
      billNos: [...billNos],
      reason,
      applicantUserNo,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('chargeOffNo')
    .executeTakeFirst();
  if (!made) throw new AppError('CHARGE_OFF_WAITING');
  return made.chargeOffNo;
}

/**
 * Recognises the loss: what each bill owes then, kept as a claim; or rejects it.
 * @throws AppError MAKER_IS_CHECKER, ILLEGAL_TRANSITION, CHARGE_OFF_NOT_FOUND, AMOUNT_INVALID where a bill owes nothing
 */
export async function decideChargeOff(
  tx: Tx,
  chargeOffNo: string,
  loan: LoanUnderLock,
  decision: {
    readonly isApproved: boolean;
    readonly userNo: string;
    readonly reason?: string | undefined;
    readonly at?: Date;
  },
): Promise<void> {
  const { isApproved, userNo, reason = null, at = new Date() } = decision;
  const application = await lockChargeOff(tx, chargeOffNo);
  if (application.applicantUserNo === userNo) throw new AppError('MAKER_IS_CHECKER');
  const command = isApproved ? 'approve' : 'reject';
  const status = advance(chargeOffApplicationMachine, application.chargeOffStatus, command);
  const decided = {
    chargeOffStatus: status,
    decidedBy: userNo,
    decidedAt: at,
    decisionReason: reason,
  };
  if (!isApproved) return await set(tx, chargeOffNo, decided);
  const businessDate = businessDateOf(at);
  const bills = loan.bills.filter(({ billNo }) => application.billNos.includes(billNo));
  const lost = bills.map((bill) => ({
    bill,
    billStatus: advance(billMachine, bill.billStatus, 'chargeOff'),
  }));
  const owed = bills.map((bill) => ({ bill, balance: loan.balances.get(bill.billNo) }));
  // A bill that owes nothing is settled at zero: there is no loss on it.
  if (owed.some(({ balance }) => balance && totalOf(balance.outstanding) === 0)) {
    throw new AppError('AMOUNT_INVALID');
  }
  const journals = owed.flatMap(({ bill, balance }) =>
    balance === undefined
      ? []
      : {
          kind: 'CHARGE_OFF',
          businessDate,
          merchantNo: loan.order.merchantNo,
          cause: { type: 'CHARGE_OFF', no: chargeOffNo },
          idempotencyKey: `charge-off/${chargeOffNo}/${bill.billNo}`,
          makerUserNo: application.applicantUserNo,
          checkerUserNo: userNo,
          lines: billPostings.chargeOff({
            billNo: bill.billNo,
            outstanding: balance.outstanding,
          }),
        },
  );
  const posted = await postJournals(tx, journals);
  for (const { bill, billStatus } of lost) await setBillStatus(tx, bill, billStatus);
  await set(tx, chargeOffNo, {
    ...decided,
    businessDate,
    journalIds: posted.map(({ journalId }) => journalId),
    lossCents: owed.reduce((sum, { balance }) => sum + (balance ? totalOf(balance.outstanding) : 0), 0),
  });
  await casesAfterRollback(tx, loan.order.orderNo, at);
}

/**
 * Takes a loss back in the month it was recognised in; its bills are active again.
 * @throws AppError PERIOD_CLOSED, ILLEGAL_TRANSITION, MAKER_IS_CHECKER, NOT_NEWEST where something was recovered
 */
export async function cancelChargeOff(
  tx: Tx,
  chargeOffNo: string,
  loan: LoanUnderLock,
  people: { readonly makerUserNo: string; readonly checkerUserNo: string; readonly at?: Date },
): Promise<void> {
  const { makerUserNo, checkerUserNo, at = new Date() } = people;
  if (makerUserNo === checkerUserNo) throw new AppError('MAKER_IS_CHECKER');
  const application = await lockChargeOff(tx, chargeOffNo);
  const { chargeOffStatus, billNos, businessDate, journalIds } = application;
  const status = advance(chargeOffApplicationMachine, chargeOffStatus, 'cancel');
  const today = businessDateOf(at);
  if (businessDate?.slice(0, 7) !== today.slice(0, 7)) throw new AppError('PERIOD_CLOSED');
  const bills = loan.bills.filter(({ billNo }) => billNos.includes(billNo));
  const claims = bills.map(({ billNo }) => needed(loan.balances.get(billNo), `the balance of ${billNo}`).claimCents);
  const claimedCents = claims.reduce((sum, cents) => sum + cents, 0);
  if (claimedCents !== application.lossCents) throw new AppError('NOT_NEWEST');
  await reverseAll(tx, journalIds, {
    businessDate: today,
    cause: { type: 'CHARGE_OFF', no: chargeOffNo },
    idempotencyKey: `charge-off/${chargeOffNo}/cancel`,
    makerUserNo,
    checkerUserNo,
  });
  for (const bill of bills) {
    await setBillStatus(tx, bill, advance(billMachine, bill.billStatus, 'cancelChargeOff'));
  }
  await set(tx, chargeOffNo, {
    chargeOffStatus: status,
    cancelledBy: makerUserNo,
    cancelCheckedBy: checkerUserNo,
  });
  await casesAfterRollback(tx, loan.order.orderNo, at);
}

/** @throws AppError CHARGE_OFF_NOT_FOUND */
export async function lockChargeOff(tx: Tx, chargeOffNo: string): Promise<ChargeOff> {
  return await lockOne(tx, tx.selectFrom('chargeOff').selectAll().where('chargeOffNo', '=', chargeOffNo), {
    missing: 'CHARGE_OFF_NOT_FOUND',
    subject: `charge-off ${chargeOffNo}`,
    state: ({ chargeOffStatus }) => chargeOffStatus,
  });
}

async function set(tx: Tx, chargeOffNo: string, change: Partial<ChargeOff>): Promise<void> {
  const { chargeOffNo: _, ...rest } = change;
  await tx.updateTable('chargeOff').set(rest).where('chargeOffNo', '=', chargeOffNo).execute();
}
