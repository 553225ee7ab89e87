import type { Queryable, Tx } from '../../../db/database.ts';
import { advance } from '../../../state-machine/index.ts';
import type { LoanOrder } from './loan-order.ts';
import { rejectReReviewMachine } from './reject-re-review.machine.ts';

const COMMAND_OF = {
  PENDING_DISBURSEMENT: 'pass',
  REFUSED: 'refuse',
  RETURNED: 'return',
} as const;

/**
 * Ends the order's live re-review with the decision just made of it; nothing where none is live. Called with
 * the order as it is after the decision, in the same transaction.
 */
export async function closeReReview(
  tx: Tx,
  { orderNo, orderStatus, reviewerUserNo }: LoanOrder,
  deciderUserNo: string | null = reviewerUserNo,
  at: Date = new Date(),
): Promise<void> {
  const command = Object.entries(COMMAND_OF).find(([status]) => status === orderStatus)?.[1];
  if (command === undefined) return;
  const live = await tx
    .selectFrom('reReview')
    .select(['reReviewNo', 'reviewStatus'])
    .where('orderNo', '=', orderNo)
    .where('reviewStatus', '=', 'IN_REVIEW')
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!live) return;
  await tx
    .updateTable('reReview')
    .set({
      reviewStatus: advance(rejectReReviewMachine, live.reviewStatus, command),
      secondAuditorUserNo: deciderUserNo,
      decidedAt: at,
    })
    .where('reReviewNo', '=', live.reReviewNo)
    .execute();
}

/** Who must not get the order while its re-review lives: whoever refused it before, and the applicant. */
export async function barredFromReview(db: Queryable, orderNo: string): Promise<string[]> {
  const rows = await db
    .selectFrom('reReview')
    .select(['firstAuditorUserNo', 'applicantUserNo', 'reviewStatus'])
    .where('orderNo', '=', orderNo)
    .execute();
  const live = rows.find(({ reviewStatus }) => reviewStatus === 'IN_REVIEW');
  if (!live) return [];
  const refusers = rows.flatMap(({ firstAuditorUserNo }) => firstAuditorUserNo ?? []);
  return [...new Set([live.applicantUserNo, ...refusers])];
}
