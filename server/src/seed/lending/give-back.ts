import type { Tx } from '../../db/database.ts';
import { markSent, markUnknown, type PayoutOutcome, resolveAttempt } from '../../modules/lending/payouts/index.ts';
import {
  applyForRefund,
  decideRefund,
  payRefund,
  refundPayout,
  verifyRefund,
} from '../../modules/payments/refunds/index.ts';
import type { Repaying } from './pay.ts';
import { serialOf } from './serials.ts';

const SUBJECTS = { REFUND: refundPayout };
const MINUTE_MS = 60_000;
const REFUND_SERIAL = 30;
const MINIMUM_CENTS = 2_000;

/** Asks for a surplus back; how far that came is thrown. */
export async function giveBack(tx: Tx, repaying: Repaying): Promise<void> {
  const { order, orderNo, people, dice, now } = repaying;
  const flow = await tx
    .selectFrom('paymentFlow')
    .select(['flowNo', 'creditedCents', 'repayTime'])
    .where('orderNo', '=', orderNo)
    .where('creditedCents', '>=', MINIMUM_CENTS)
    .orderBy('flowNo', 'desc')
    .executeTakeFirst();
  const applicantUserNo = people.reviewers[0];
  if (!flow || applicantUserNo === undefined) return;
  const amountCents = Math.floor(flow.creditedCents / 100) * 100;
  const { phone, name } = order.customer;
  const payee = { refundChannel: 'MPESA', payeePhone: phone, payeeName: name } as const;
  const request = { flowNo: flow.flowNo, amountCents, payee, applicantUserNo };
  const refundNo = await applyForRefund(tx, request);
  const createdAt = new Date(Math.min(flow.repayTime.getTime() + dice.between(60, 2_880) * MINUTE_MS, now.getTime()));
  await tx.updateTable('refund').set({ createdAt }).where('refundNo', '=', refundNo).execute();
  const fate = dice.weighted({
    PENDING: 2,
    REJECTED: 1,
    APPROVED: 1,
    IN_PROGRESS: 1,
    FAILURE: 1,
    SUCCESS: 4,
  });
  if (fate === 'PENDING') return;
  const isApproved = fate !== 'REJECTED';
  await decideRefund(tx, refundNo, { isApproved, userNo: people.checker });
  if (!isApproved) return;
  await verifyRefund(tx, refundNo, { isPassed: true });
  if (fate === 'APPROVED') return;
  const sentAt = new Date(Math.min(createdAt.getTime() + 30 * MINUTE_MS, now.getTime()));
  const attemptNo = await payRefund(tx, refundNo, people.reviewers[1] ?? people.checker);
  await markSent(tx, SUBJECTS, attemptNo, sentAt);
  if (fate === 'IN_PROGRESS') {
    await markUnknown(tx, attemptNo);
    return;
  }
  const outcome: PayoutOutcome =
    fate === 'SUCCESS'
      ? { isPaid: true, channelReference: serialOf(order.number, REFUND_SERIAL) }
      : { isPaid: false, failCode: '2001', failReason: 'The initiator information is invalid' };
  await resolveAttempt(tx, SUBJECTS, attemptNo, outcome, sentAt);
}
