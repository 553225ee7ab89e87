import type { Tx } from '../../../db/database.ts';
import type { OwnOrder } from './lease.ts';
import type { Decision } from './check-form.ts';

export interface KeptAs {
  readonly status: 'PROPOSED' | 'WAITING' | 'DECIDED';
  readonly denialReason: string | null;
}

/** Writes a decision down, with its answers. @returns its number */
export async function keepReview(
  tx: Tx,
  { locked }: OwnOrder,
  decision: Decision,
  reviewerUserNo: string,
  { status, denialReason }: KeptAs,
): Promise<string> {
  const { reviewNo } = await tx
    .insertInto('orderReview')
    .values({
      orderNo: locked.orderNo,
      merchantNo: locked.merchantNo,
      reviewerUserNo,
      reviewStatus: status,
      auditResult: decision.auditResult,
      approvedCents: decision.approvedCents,
      refuseCode: decision.refuseCode,
      denialReason,
      remark: decision.remark,
      faceConsistency: decision.faceConsistency,
      changeBankCard: decision.changeBankCard,
      changePayoutType: decision.changePayoutType,
      payee: decision.payee === null ? null : JSON.stringify(decision.payee),
      steps: JSON.stringify(decision.steps),
      openedAt: locked.openedAt,
    })
    .returning('reviewNo')
    .executeTakeFirstOrThrow();
  return reviewNo;
}

/** A decision has been made: what anybody had typed before is over. */
export async function dropDrafts(tx: Tx, orderNo: string): Promise<void> {
  await tx.deleteFrom('orderReviewDraft').where('orderNo', '=', orderNo).execute();
}
