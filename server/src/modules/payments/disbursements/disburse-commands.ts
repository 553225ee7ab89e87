import type { ParsedRequestOf, payout, ReplyOf } from '@kituo/sdk/contracts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext } from '../../../http/implement.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import {
  cancelDisbursement,
  disburseOrder,
  isForBank,
  lockOrder,
  resolvePayoutWarning,
} from '../../lending/orders/index.ts';
import { reachOrder } from '../payments/index.ts';
import { lastPayeeChanger } from './payee-changer.ts';
import { lockAttempt, showSending } from '../../lending/payouts/index.ts';

type Sent = ReplyOf<typeof payout.disburse>;

interface ByHand extends ParsedRequestOf<typeof payout.disburse> {
  readonly reason?: string;
  /** Requested it, where somebody else agreed: not the order's reviewer either. */
  readonly askedBy?: string;
}

/**
 * Pays an order out by hand: its reviewer is the maker, whoever sends it the checker. Sent once this is
 * committed; a preview shows what the sending will post.
 * @throws AppError ORDER_NOT_FOUND, ILLEGAL_TRANSITION, MAKER_IS_CHECKER for whoever changed its payee last, and of
 *   `disburseOrder`
 */
export async function sendByHand(
  { orderNo, reason, askedBy }: ByHand,
  kind: 'disburse' | 'replay',
  call: CommandContext,
): Promise<Sent> {
  const { tx, caller, services } = call;
  const { merchantNo } = await reachOrder(tx, caller.scope, orderNo);
  const order = await lockOrder(tx, orderNo);
  const from = kind === 'disburse' ? 'PENDING_DISBURSEMENT' : 'DISBURSE_FAILED';
  if (order.orderStatus !== from || order.reviewerUserNo === null) {
    const facts = { subject: 'order', state: order.orderStatus, command: kind };
    throw new AppError('ILLEGAL_TRANSITION', { facts });
  }
  if (order.reviewerUserNo === askedBy) throw new AppError('MAKER_IS_CHECKER');
  // Whoever had the money go elsewhere does not send it as well.
  const changedBy = await lastPayeeChanger(tx, orderNo);
  if (changedBy !== null && [caller.userNo, askedBy].includes(changedBy)) throw new AppError('MAKER_IS_CHECKER');
  if (isForBank(order) && !services.engine.gateways.bank) throw new AppError('GATEWAY_MISSING');
  const attemptNo = await disburseOrder(tx, orderNo, {
    makerUserNo: order.reviewerUserNo,
    checkerUserNo: caller.userNo,
  });
  const { amountCents } = await lockAttempt(tx, attemptNo);
  await writeAudit(tx, call, {
    action: `payout.${kind}`,
    subjectType: 'order',
    subjectNo: orderNo,
    merchantNo,
    before: { orderStatus: order.orderStatus },
    after: { orderStatus: 'DISBURSING', attemptNo, amountCents },
    ...(reason !== undefined && { reason }),
  });
  await showSending(tx, services.engine.subjects, attemptNo);
  call.afterCommit(() => services.engine.send(attemptNo));
  return { orderNo, orderStatus: 'DISBURSING', attemptNo };
}

/** Voids an order whose payout failed. @throws AppError ORDER_NOT_FOUND, ILLEGAL_TRANSITION, PAYOUT_LIVE */
export async function giveUp(
  { orderNo, reason }: ParsedRequestOf<typeof payout.cancel>,
  call: CommandContext,
): Promise<ReplyOf<typeof payout.cancel>> {
  const { tx, caller } = call;
  const { merchantNo, orderStatus: before } = await reachOrder(tx, caller.scope, orderNo);
  const { orderStatus } = await cancelDisbursement(tx, orderNo, caller.userNo, reason);
  await resolvePayoutWarning(tx, orderNo, new Date());
  await writeAudit(tx, call, {
    action: 'payout.cancel',
    subjectType: 'order',
    subjectNo: orderNo,
    merchantNo,
    before: { orderStatus: before },
    after: { orderStatus },
    reason,
  });
  return { orderNo, orderStatus };
}
