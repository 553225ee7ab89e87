import type { orderAudit } from '@kituo/sdk/contracts';
import type { CommandCall } from '../../../http/implement.ts';
import { findDetails } from '../order-file/index.ts';
import { lockOrder } from '../../lending/orders/index.ts';
import { nextOrderOf } from './next-order.ts';

/**
 * The answer to a decision that the caller made already, in another tab or by a click repeated; null where
 * this is another one, or the first.
 */
export async function sameDecision(
  form: orderAudit.AuditForm | orderAudit.RejectForm,
  { tx, caller }: CommandCall,
): Promise<orderAudit.Decided | null> {
  await findDetails(tx, caller, form.orderNo);
  // Two at once: the second waits here and then sees what the first decided.
  const order = await lockOrder(tx, form.orderNo);
  const isStillOwn = order.orderStatus === 'PENDING_REVIEW' && order.auditorUserNo === caller.userNo;
  const last = await tx
    .selectFrom('orderReview')
    .selectAll()
    .where('orderNo', '=', form.orderNo)
    .orderBy('reviewNo', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!last || last.reviewerUserNo !== caller.userNo) return null;
  const isWaiting = last.reviewStatus === 'WAITING';
  if (last.reviewStatus === 'SENT_BACK' || (isStillOwn && !isWaiting)) return null;
  const auditResult = 'auditResult' in form ? form.auditResult : 'REJECT';
  const isPass = auditResult === 'PASS';
  const isSame =
    last.auditResult === auditResult &&
    last.approvedCents === (isPass && 'approvedAmountCents' in form ? (form.approvedAmountCents ?? null) : null) &&
    last.refuseCode === (isPass ? null : (form.refuseCode ?? null)) &&
    (last.remark ?? '') === (form.remark ?? '');
  if (!isSame) return null;
  return {
    orderNo: form.orderNo,
    orderStatus: order.orderStatus,
    reviewNo: last.reviewNo,
    auditResult,
    waitsFor: isWaiting ? 'SECOND_PERSON' : last.reviewStatus === 'PROPOSED' ? 'A_PERSON' : null,
    ...(last.changeNo !== null && isWaiting && { changeNo: last.changeNo }),
    isSent: ['DISBURSING', 'DISBURSED'].includes(order.orderStatus),
    nextOrderNo: await nextOrderOf(tx, caller.userNo, form.orderNo),
  };
}
