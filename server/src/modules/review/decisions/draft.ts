import type { ParsedRequestOf, ReplyOf } from '@kituo/sdk/contracts';
import type { orderAudit } from '@kituo/sdk/contracts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandCall } from '../../../http/implement.ts';
import { rulesOf } from './bounds.ts';
import { lockOwn, renewLease, waitingReview } from './lease.ts';

/** Keeps what a reviewer typed; working on an order renews its lease. */
export async function saveDraft(
  { orderNo, content }: ParsedRequestOf<typeof orderAudit.draft>,
  call: CommandCall,
): Promise<ReplyOf<typeof orderAudit.draft>> {
  const { tx, caller } = call;
  const own = await lockOwn(call, orderNo);
  if (await waitingReview(tx, orderNo)) throw new AppError('PAYOUT_CHANGE_WAITS');
  const savedAt = new Date();
  const row = { content: JSON.stringify(content), savedAt };
  await tx
    .insertInto('orderReviewDraft')
    .values({ orderNo, userNo: caller.userNo, ...row })
    .onConflict((conflict) => conflict.columns(['orderNo', 'userNo']).doUpdateSet(row))
    .execute();
  const { leaseMinutes } = await rulesOf(tx, own.record);
  const leaseEndsAt = await renewLease(tx, own.locked, leaseMinutes);
  return { savedAt: savedAt.toISOString(), leaseEndsAt: leaseEndsAt?.toISOString() ?? null };
}
