import type { Tx } from '../../db/database.ts';
import { AppError } from '../../http/app-error.ts';
import type { BankAccount } from '../ledger/index.ts';
import { totalOf } from '../ledger/index.ts';
import { createAttempt } from '../payouts/index.ts';
import { businessDateOf } from '../policy/index.ts';
import { type LoanOrder, lockOrder, moveOrder } from './orders.ts';
import { isPayable } from './payable.ts';
import { planRepayment } from './schedule.ts';

const FLOAT: BankAccount = 'BANK.MPESA_FLOAT';

export interface DisbursementPeople {
  /** Who passed the order, or sends it by hand. */
  readonly makerUserNo: string;
  /** Who approved the routing, or agreed to the sending; another person. */
  readonly checkerUserNo: string;
}

/**
 * Begins to pay a passed (or failed) order out. The attempt is created here and sent after the commit.
 * @returns the attempt's number.
 * @throws AppError ILLEGAL_TRANSITION, MAKER_IS_CHECKER, PAYOUT_LIVE, WHOLE_SHILLINGS, GATEWAY_MISSING
 */
export async function disburseOrder(
  tx: Tx,
  orderNo: string,
  people: DisbursementPeople,
  at = new Date(),
): Promise<string> {
  if (people.makerUserNo === people.checkerUserNo) throw new AppError('MAKER_IS_CHECKER');
  const order = await lockOrder(tx, orderNo);
  if (!isPayable(order)) throw new AppError('GATEWAY_MISSING');
  const command = order.orderStatus === 'DISBURSE_FAILED' ? 'replay' : 'disburse';
  const paidOutCents = paidOutOf(order, at);
  await moveOrder(tx, order, { command, userNo: people.makerUserNo, change: { paidOutCents }, at });
  return await createAttempt(tx, {
    subjectType: 'LOAN',
    subjectNo: orderNo,
    merchantNo: order.merchantNo,
    payoutChannel: 'MPESA',
    account: FLOAT,
    amountCents: paidOutCents,
    payeePhone: order.payeePhone,
    payeeName: order.payeeName,
    ...people,
  });
}

/** Gives a failed payout up: the order is void. */
export async function cancelDisbursement(
  tx: Tx,
  orderNo: string,
  userNo: string,
  remark?: string,
): Promise<LoanOrder> {
  return await moveOrder(tx, await lockOrder(tx, orderNo), { command: 'cancel', userNo, remark });
}

/** The payout in whole shillings: what the fees leave of a shilling stays with the customer's debt as it is. */
function paidOutOf(order: LoanOrder, at: Date): number {
  const principalCents = order.approvedCents ?? 0;
  const plan = planRepayment(principalCents, order.terms, businessDateOf(at));
  if (plan.paidOutCents % 100 !== 0) throw new AppError('WHOLE_SHILLINGS');
  return principalCents - totalOf(plan.upfront);
}
