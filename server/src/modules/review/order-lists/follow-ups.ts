import type { auditOrder, ParsedRequestOf, ReplyOf } from '@kituo/sdk/contracts';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandCall } from '../../../http/implement.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { refuseUnseen } from './log.ts';

type FollowUp = ReplyOf<typeof auditOrder.followUpSave>;

/** Notes something about an order while it is under review. */
export async function saveFollowUp(
  { orderNo, content, remindAt }: ParsedRequestOf<typeof auditOrder.followUpSave>,
  call: CommandCall,
): Promise<FollowUp> {
  const { tx, caller } = call;
  await refuseUnseen(tx, caller.scope, orderNo);
  const order = await tx
    .selectFrom('loanOrder')
    .select('orderStatus')
    .where('orderNo', '=', orderNo)
    .forShare()
    .executeTakeFirstOrThrow();
  if (order.orderStatus !== 'PENDING_REVIEW') throw new AppError('ORDER_NOT_UNDER_REVIEW');
  if (remindAt !== undefined && Date.parse(remindAt) <= Date.now()) {
    throw new AppError('REMINDER_PAST', { fields: ['remindAt'] });
  }
  const saved = await tx
    .insertInto('orderFollowUp')
    .values({
      orderNo,
      userNo: caller.userNo,
      content,
      remindAt: remindAt === undefined ? null : new Date(remindAt),
    })
    .returning(['followNo', 'createdAt'])
    .executeTakeFirstOrThrow();
  await writeAudit(tx, call, {
    action: 'auditOrder.followUpSave',
    subjectType: 'order',
    subjectNo: orderNo,
    after: { followNo: saved.followNo, remindAt: remindAt ?? null },
  });
  return {
    followNo: saved.followNo,
    orderNo,
    content,
    remindAt: remindAt ?? null,
    byName: caller.realName,
    createdAt: saved.createdAt.toISOString(),
  };
}

/** The newest first. The caller has been found to see the order. */
export async function readFollowUps(db: Queryable, orderNo: string): Promise<FollowUp[]> {
  const rows = await db
    .selectFrom('orderFollowUp as f')
    .innerJoin('appUser as u', 'u.userNo', 'f.userNo')
    .select(['f.followNo', 'f.orderNo', 'f.content', 'f.remindAt', 'f.createdAt'])
    .select('u.realName as byName')
    .where('f.orderNo', '=', orderNo)
    .orderBy('f.createdAt', 'desc')
    .orderBy('f.followNo', 'desc')
    .limit(200)
    .execute();
  return rows.map(({ remindAt, createdAt, ...row }) => ({
    ...row,
    remindAt: remindAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  }));
}
