import type { ParsedRequestOf, ReplyOf, serviceCoupon } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext } from '../../../http/implement.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { tileOf } from '../../platform/tiles/index.ts';

/** Of an application `a`: decided in the last days, and its applicant has not seen it. */
export const isUnread = sql<boolean>`(a.decided_at is not null and a.read_at is null
  and a.decided_at > now() - interval '14 days')`;

/** What was decided of what one asked for, on Home until it is read. */
export const decidedCouponsTile = tileOf({
  key: 'serviceCoupons.decided',
  title: { en: 'Coupon decisions', zh: '优惠券审批结果' },
  page: '/AdminContent/CustomerServiceSystem/MyCustomerServiceCouponApply',
  query: 'isUnread=true&createdAt=any',
  read: async ({ db, caller }) =>
    await db
      .selectFrom('couponApplication as a')
      .where('a.applicantUserNo', '=', caller.userNo)
      .where('a.configNo', 'is not', null)
      .where(isUnread)
      .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('a.decidedAt').as('oldestAt')])
      .executeTakeFirstOrThrow(),
});

/** @throws AppError COUPON_APPLICATION_NOT_FOUND, NOTHING_CHANGES */
export async function readDecision(
  { couponApplicationNo }: ParsedRequestOf<typeof serviceCoupon.read>,
  call: CommandContext,
): Promise<ReplyOf<typeof serviceCoupon.read>> {
  const { tx, caller } = call;
  const found = await tx
    .selectFrom('couponApplication')
    .select(['applicationStatus', 'merchantNo', 'readAt'])
    .where('couponApplicationNo', '=', couponApplicationNo)
    .where('applicantUserNo', '=', caller.userNo)
    .where('decidedAt', 'is not', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!found) throw new AppError('COUPON_APPLICATION_NOT_FOUND');
  if (found.readAt !== null) throw new AppError('NOTHING_CHANGES');
  await tx
    .updateTable('couponApplication')
    .set({ readAt: new Date() })
    .where('couponApplicationNo', '=', couponApplicationNo)
    .execute();
  const { applicationStatus, merchantNo } = found;
  await writeAudit(tx, call, {
    action: 'serviceCoupon.read',
    subjectType: 'couponApplication',
    subjectNo: couponApplicationNo,
    merchantNo,
    after: { applicationStatus },
  });
  return { couponApplicationNo, applicationStatus };
}
