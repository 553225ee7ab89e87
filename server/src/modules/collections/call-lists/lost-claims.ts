import { followApproval, type ParsedRequestOf, type ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { AppError } from '../../../http/app-error.ts';
import type { CommandCall } from '../../../http/implement.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { tileOf } from '../../platform/tiles/index.ts';

/** After so many days nobody is reminded any more. */
const REMINDED = sql`interval '14 days'`;

/** Of an application `f`: decided against the person, as owner of what another claimed or as its applicant. */
export const isLostBy = (userNo: string) => sql<boolean>`(
  (f.approval_status = 'APPROVED' and f.apply_type in ('CLAIM_CUSTOMER', 'CLAIM_ORDER')
    and f.current_owner_no = ${userNo} and f.applicant_user_no <> ${userNo})
  or (f.approval_status = 'REJECTED' and f.applicant_user_no = ${userNo}))`;

/** The same, and not read yet. */
export const isUnreadBy = (userNo: string) =>
  sql<boolean>`(${isLostBy(userNo)} and f.loss_read_at is null and f.decided_at > now() - ${REMINDED})`;

/** What was decided against oneself, on Home until it is read. */
export const lostClaimTile = tileOf({
  key: 'followApprovals.lost',
  title: { en: 'Decided against you', zh: '对您不利的审批' },
  page: followApproval.APPROVAL_PAGE,
  query: 'isUnread=true&appliedAt=any',
  read: async ({ db, caller }) =>
    await db
      .selectFrom('followApplication as f')
      .where(isUnreadBy(caller.userNo))
      .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('f.decidedAt').as('oldestAt')])
      .executeTakeFirstOrThrow(),
});

/** @throws AppError FOLLOW_APPLY_NOT_FOUND, NOTHING_CHANGES */
export async function readLoss(
  { applyNo }: ParsedRequestOf<typeof followApproval.read>,
  call: CommandCall,
): Promise<ReplyOf<typeof followApproval.read>> {
  const { tx, caller } = call;
  const found = await tx
    .selectFrom('followApplication as f')
    .select(['f.approvalStatus', 'f.merchantNo', 'f.lossReadAt'])
    .where('f.applyNo', '=', applyNo)
    .where(isLostBy(caller.userNo))
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!found) throw new AppError('FOLLOW_APPLY_NOT_FOUND');
  if (found.lossReadAt !== null) throw new AppError('NOTHING_CHANGES');
  await tx
    .updateTable('followApplication')
    .set((eb) => ({ lossReadAt: new Date(), version: eb('version', '+', 1) }))
    .where('applyNo', '=', applyNo)
    .execute();
  const { approvalStatus, merchantNo } = found;
  await writeAudit(tx, call, {
    action: 'followApproval.read',
    subjectType: 'followApplication',
    subjectNo: applyNo,
    merchantNo,
    after: { approvalStatus },
  });
  return { applyNo, approvalStatus };
}
