import type { putChannel, ReplyOf } from '@kituo/sdk/contracts';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext } from '../../../http/implement.ts';
import { writeAudit } from '../../platform/audit/index.ts';

/** How a channel changed hands, the newest first. */
export async function handoversOf(
  db: Queryable,
  ruleId: string,
  userNo: string,
): Promise<ReplyOf<typeof putChannel.funnel>['handovers']> {
  const rows = await db
    .selectFrom('channelHandover as h')
    .innerJoin('appUser as one', 'one.userNo', 'h.fromUserNo')
    .innerJoin('appUser as other', 'other.userNo', 'h.toUserNo')
    .select(['h.handoverId', 'one.realName as fromName', 'other.realName as toName', 'h.reason', 'h.at'])
    .select(['h.spentCents', 'h.dailyBudgetCents', 'h.dailyCap', 'h.firstOverduePercent', 'h.acceptedAt', 'h.toUserNo'])
    .where('h.ruleId', '=', ruleId)
    .orderBy('h.handoverId', 'desc')
    .limit(20)
    .execute();
  return rows.map(({ at, acceptedAt, toUserNo, ...row }) => ({
    ...row,
    at: at.toISOString(),
    acceptedAt: acceptedAt?.toISOString() ?? null,
    mayAccept: acceptedAt === null && toUserNo === userNo,
  }));
}

/** @throws AppError NOT_FOUND to anybody but the successor, and once it is accepted */
export async function acceptHandover(
  handoverId: number,
  call: CommandContext,
): Promise<ReplyOf<typeof putChannel.acceptHandover>> {
  const { tx, caller } = call;
  const acceptedAt = new Date();
  const accepted = await tx
    .updateTable('channelHandover')
    .set({ acceptedAt })
    .where('handoverId', '=', handoverId)
    .where('toUserNo', '=', caller.userNo)
    .where('acceptedAt', 'is', null)
    .returning('ruleId')
    .executeTakeFirst();
  if (!accepted) throw new AppError('NOT_FOUND');
  await writeAudit(tx, call, {
    action: 'putChannel.acceptHandover',
    subjectType: 'rule',
    subjectNo: accepted.ruleId,
    before: { acceptedAt: null },
    after: { acceptedAt },
  });
  return { handoverId, acceptedAt: acceptedAt.toISOString() };
}
