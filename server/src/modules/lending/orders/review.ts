import type { Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import { limitAt } from '../lending-limits/index.ts';
import { decideByRules, type Verdict } from '../rule-sets/index.ts';
import { businessDateOf, policyOn } from '../../platform/policy/index.ts';
import { advance } from '../../../state-machine/index.ts';
import { orderMachine } from '../../../state-machine/machines/order.machine.ts';
import { coolOffEnd } from './cooling-off.ts';
import { refuseUnpayableNet } from './net-payout.ts';
import { lockOrder, moveOrder } from './orders.ts';
import { isStep } from './terms.ts';
import type { LoanOrder, OrderMove } from './loan-order.ts';

/** Who acts and when; `at` is now unless history is being written. */
export interface Acting {
  readonly userNo?: string;
  readonly at?: Date;
}

/**
 * Decides an application by the lists, the rule set in force and what an external scorer said: refused, or on to a
 * person. The decision is kept line by line.
 */
export async function machineReview(
  tx: Tx,
  orderNo: string,
  verdict: Verdict,
  acting: Acting = {},
): Promise<LoanOrder> {
  const order = await lockOrder(tx, orderNo);
  const at = acting.at ?? new Date();
  // Before anything is decided: an order that left machine review has no decision to make.
  refuseDecided(order);
  const { decision, refuseCode, coolOffDays, met, modelLevel } = await decideByRules(tx, orderNo, verdict, at);
  const command = decision === 'REFUSE' ? 'machineRefuse' : 'machinePass';
  const coolOffUntil = decision === 'REFUSE' ? coolOffEnd(order, coolOffDays, at) : null;
  const change = {
    ...(refuseCode !== null && { refuseCode }),
    ...(coolOffUntil !== null && { coolOffUntil }),
    ...(met?.listType === 'WHITE' && { isWhitelisted: true }),
    ...(modelLevel !== null && { modelLevel }),
  };
  // Whoever reviews a grey customer reads it in the order's history.
  const remark = met?.listType === 'GREY' ? `Grey list: ${met.entryNo}` : undefined;
  return await move(tx, order, { command, change, remark }, acting);
}

/** @throws AppError ILLEGAL_TRANSITION */
function refuseDecided({ orderStatus }: LoanOrder): void {
  advance(orderMachine, orderStatus, 'machinePass');
}

/**
 * Passes an application: `0 < approved ≤ the product's maximum`, within what its merchant lends, whole
 * shillings, by the auditor who has it.
 * @throws AppError AMOUNT_INVALID, WHOLE_SHILLINGS, NET_NOT_PAYABLE, ORDER_NOT_YOURS
 */
export async function passOrder(
  tx: Tx,
  orderNo: string,
  decision: { readonly approvedCents: number; readonly remark?: string },
  acting: Required<Pick<Acting, 'userNo'>> & Acting,
): Promise<LoanOrder> {
  const { at = new Date(), userNo } = acting;
  const order = await lockOrder(tx, orderNo);
  refuseStranger(order, userNo);
  const { approvedCents, remark } = decision;
  if (approvedCents <= 0 || approvedCents > order.terms.maxPrincipalCents || !isStep(approvedCents, order.terms)) {
    throw new AppError('AMOUNT_INVALID');
  }
  const limit = await limitAt(tx, order, at);
  if (limit !== null && (approvedCents < limit.minAmountCents || approvedCents > limit.maxAmountCents)) {
    throw new AppError('AMOUNT_INVALID');
  }
  if (approvedCents % 100 !== 0) throw new AppError('WHOLE_SHILLINGS');
  refuseUnpayableNet(approvedCents, order.terms, {
    leastCents: Math.max(order.terms.minPrincipalCents, limit?.minAmountCents ?? 0),
    mostCents: Math.min(order.terms.maxPrincipalCents, limit?.maxAmountCents ?? Infinity),
  });
  const change = {
    approvedCents,
    reviewerUserNo: userNo,
    auditTime: at,
    leaseEndsAt: null,
    decisionRemark: remark ?? null,
  };
  return await move(tx, order, { command: 'pass', change, remark }, acting);
}

/**
 * Refuses an application for good; the customer may apply again once the days of the code and the product are over.
 * @throws AppError ORDER_NOT_YOURS
 */
export async function refuseOrder(
  tx: Tx,
  orderNo: string,
  decision: {
    readonly refuseCode: string;
    readonly remark?: string;
    readonly coolOffDays?: number;
  },
  acting: Required<Pick<Acting, 'userNo'>> & Acting,
): Promise<LoanOrder> {
  const { at = new Date(), userNo } = acting;
  const order = await lockOrder(tx, orderNo);
  refuseStranger(order, userNo);
  const { refuseCode, remark, coolOffDays = 0 } = decision;
  const change = {
    refuseCode,
    reviewerUserNo: userNo,
    auditTime: at,
    leaseEndsAt: null,
    decisionRemark: remark ?? null,
    coolOffUntil: coolOffEnd(order, coolOffDays, at),
  };
  return await move(tx, order, { command: 'refuse', change, remark }, acting);
}

/**
 * Returns an application to the customer, who has the policy's days to fix it unless `returnDays` says
 * otherwise. @throws AppError ORDER_NOT_YOURS
 */
export async function returnOrder(
  tx: Tx,
  orderNo: string,
  remark: string,
  acting: Required<Pick<Acting, 'userNo'>> & Acting & { readonly returnDays?: number; readonly refuseCode?: string },
): Promise<LoanOrder> {
  const { at = new Date(), userNo, refuseCode } = acting;
  const { policy } = await policyOn(tx, businessDateOf(at));
  const order = await lockOrder(tx, orderNo);
  refuseStranger(order, userNo);
  const days = acting.returnDays ?? policy.review.returnedDays;
  const change = {
    returnedUntil: new Date(at.getTime() + days * 86_400_000),
    auditorUserNo: null,
    reviewerUserNo: userNo,
    auditTime: at,
    leaseEndsAt: null,
    decisionRemark: remark,
    ...(refuseCode !== undefined && { refuseCode }),
  };
  return await move(tx, order, { command: 'reject', change, remark }, acting);
}

/**
 * The customer hands a returned application in again, while its days run.
 * @throws AppError RETURN_OVER, whether the sweep came by or not
 */
export async function handInAgain(tx: Tx, orderNo: string, acting: Acting = {}): Promise<LoanOrder> {
  const order = await lockOrder(tx, orderNo);
  const { at = new Date() } = acting;
  if (order.orderStatus === 'RETURNED' && order.returnedUntil !== null && order.returnedUntil < at) {
    throw new AppError('RETURN_OVER');
  }
  return await move(tx, order, { command: 'handInAgain', change: { returnedUntil: null } }, acting);
}

function refuseStranger(order: LoanOrder, userNo: string): void {
  if (order.orderStatus === 'PENDING_REVIEW' && order.auditorUserNo !== userNo) {
    throw new AppError('ORDER_NOT_YOURS');
  }
}

function move(tx: Tx, order: LoanOrder, how: OrderMove, { userNo, at }: Acting): Promise<LoanOrder> {
  return moveOrder(tx, order, { ...how, userNo, ...(at && { at }) });
}
