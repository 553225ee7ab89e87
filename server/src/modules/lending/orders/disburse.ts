import { needed } from '../../../needed.ts';
import type { Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import { advance } from '../../../state-machine/index.ts';
import type { BankAccount } from '../../platform/ledger/index.ts';
import { totalOf } from '../../platform/ledger/index.ts';
import { refuseBeyondLimit } from '../lending-limits/index.ts';
import { type PlannedRoute, planRoute } from '../routing/index.ts';
import { createAttempt, type NewAttempt } from '../payouts/index.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import { orderMachine } from '../../../state-machine/machines/order.machine.ts';
import { lockOrder, moveOrder } from './orders.ts';
import type { LoanOrder } from './loan-order.ts';
import { hasWayOut, isForBank } from './payable.ts';
import { planRepayment } from './schedule.ts';

/** No channel: nobody is called, and no status can be requested. */
const OFFLINE = 'OFFLINE';

export interface DisbursementPeople {
  /** Who passed the order, or sends it by hand. */
  readonly makerUserNo: string;
  /** Who approved the routing, or agreed to the sending; another person. */
  readonly checkerUserNo: string;
}

/**
 * Begins to pay a passed (or failed) order out. The attempt is created here and sent after the commit.
 * @returns the attempt's number.
 * @throws AppError ILLEGAL_TRANSITION, MAKER_IS_CHECKER, PAYOUT_LIVE, WHOLE_SHILLINGS, GATEWAY_MISSING, LIMIT_REACHED, ACCOUNT_LIMIT_REACHED,
 *   NO_ROUTE, FLOAT_LOW
 */
export async function disburseOrder(
  tx: Tx,
  orderNo: string,
  people: DisbursementPeople,
  at = new Date(),
): Promise<string> {
  if (people.makerUserNo === people.checkerUserNo) throw new AppError('MAKER_IS_CHECKER');
  const order = await lockOrder(tx, orderNo);
  if (!hasWayOut(order)) throw new AppError('GATEWAY_MISSING');
  const command = commandOf(order);
  const paidOutCents = paidOutOf(order, at);
  await refuseBeyondLimit(tx, order, at);
  const { account, note, to } = await wayOf(tx, order, paidOutCents, at);
  await moveOrder(tx, order, {
    command,
    userNo: people.makerUserNo,
    change: { paidOutCents, lendingChannel: channelOf(order) },
    at,
  });
  const attemptNo = await createAttempt(tx, {
    subjectType: 'LOAN',
    subjectNo: orderNo,
    merchantNo: order.merchantNo,
    ...to,
    account,
    amountCents: paidOutCents,
    payeeName: order.payeeName,
    lent: lentOf(order, at),
    ...people,
  });
  await note(attemptNo);
  return attemptNo;
}

/** LENDING_CHANNEL. */
const channelOf = (order: LoanOrder): string => (isForBank(order) ? 'BANK_EFT' : 'MPESA_B2C');

type Payee = Pick<NewAttempt, 'payoutChannel' | 'payeePhone' | 'payeeBankCode' | 'payeeAccountNo'>;

/** The account that it leaves from and the one that it goes to. @throws AppError NO_ROUTE, ACCOUNT_LIMIT_REACHED, FLOAT_LOW */
async function wayOf(tx: Tx, order: LoanOrder, amountCents: number, at: Date): Promise<PlannedRoute & { to: Payee }> {
  const { orderNo, payeePhone, payeeBankName, payeeAccountNo } = order;
  const route = await planRoute(tx, order, amountCents, at);
  if (!isForBank(order)) return { ...route, to: { payoutChannel: 'MPESA', payeePhone } };
  const to = {
    payoutChannel: 'BANK',
    payeePhone: null,
    payeeBankCode: needed(payeeBankName, `the bank of ${orderNo}`),
    payeeAccountNo: needed(payeeAccountNo, `the account of ${orderNo}`),
  };
  return { ...route, to };
}

/** A loan that was paid without the channel: at a counter, by a transfer at the bank. */
export interface OfflinePayout {
  /** Whom it went out by: who recorded it, and who agreed; nobody yet while it is simulated. */
  readonly makerUserNo: string;
  readonly checkerUserNo?: string;
  readonly account: BankAccount;
  /** When the customer got it: the loan's days begin there. */
  readonly lendingTime: Date;
}

/**
 * Begins to book a loan that was paid by hand, whatever it was paid to. Whoever calls it sends and ends the
 * attempt in the same transaction. The money is out: no limit holds it back, and it counts on the day it went.
 * @returns the attempt's number.
 * @throws AppError ILLEGAL_TRANSITION, MAKER_IS_CHECKER where its reviewer agrees, LENDING_BEFORE_AUDIT, PAYOUT_LIVE
 */
export async function disburseOffline(
  tx: Tx,
  orderNo: string,
  { account, lendingTime, ...people }: OfflinePayout,
): Promise<string> {
  const order = await lockOrder(tx, orderNo);
  const command = commandOf(order);
  if (order.reviewerUserNo === people.checkerUserNo) throw new AppError('MAKER_IS_CHECKER');
  if (order.auditTime !== null && lendingTime < order.auditTime) {
    throw new AppError('LENDING_BEFORE_AUDIT', { fields: ['lendingTime'] });
  }
  const { upfront } = planRepayment(approvedOf(order), order.terms, businessDateOf(lendingTime));
  const paidOutCents = approvedOf(order) - totalOf(upfront);
  const { makerUserNo: userNo } = people;
  await moveOrder(tx, order, { command, userNo, change: { paidOutCents } });
  return await createAttempt(tx, {
    subjectType: 'LOAN',
    subjectNo: orderNo,
    merchantNo: order.merchantNo,
    payoutChannel: OFFLINE,
    account,
    amountCents: paidOutCents,
    payeePhone: order.payeePhone,
    payeeName: order.payeeName,
    lent: lentOf(order, lendingTime),
    ...people,
  });
}

/**
 * Gives a failed payout up: the order is void.
 * @throws AppError ILLEGAL_TRANSITION, PAYOUT_LIVE where one of its payouts did not fail
 */
export async function cancelDisbursement(tx: Tx, orderNo: string, userNo: string, remark?: string): Promise<LoanOrder> {
  const order = await lockOrder(tx, orderNo);
  advance(orderMachine, order.orderStatus, 'cancel');
  const unfailed = await tx
    .selectFrom('payoutAttempt')
    .select('attemptNo')
    .where('subjectType', '=', 'LOAN')
    .where('subjectNo', '=', orderNo)
    .where('attemptStatus', '<>', 'FAILED')
    .executeTakeFirst();
  if (unfailed) throw new AppError('PAYOUT_LIVE');
  return await moveOrder(tx, order, { command: 'cancel', userNo, remark });
}

/** What paying an order out is by its state, before anything is planned. @throws AppError ILLEGAL_TRANSITION where nobody passed it */
function commandOf({ orderStatus }: LoanOrder): 'disburse' | 'replay' {
  const command = orderStatus === 'DISBURSE_FAILED' ? 'replay' : 'disburse';
  advance(orderMachine, orderStatus, command);
  return command;
}

const approvedOf = ({ orderNo, approvedCents }: LoanOrder): number =>
  needed(approvedCents, `the approved amount of ${orderNo}`);

function lentOf(order: LoanOrder, at: Date) {
  return { lentOn: businessDateOf(at), lentAs: order.loanType, lentCents: approvedOf(order) };
}

/** The payout in whole shillings: what the fees leave of a shilling stays with the customer's debt as it is. */
function paidOutOf(order: LoanOrder, at: Date): number {
  const principalCents = approvedOf(order);
  const plan = planRepayment(principalCents, order.terms, businessDateOf(at));
  if (plan.paidOutCents % 100 !== 0) throw new AppError('WHOLE_SHILLINGS');
  return principalCents - totalOf(plan.upfront);
}
