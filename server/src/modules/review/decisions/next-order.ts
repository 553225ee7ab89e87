import type { Queryable } from '../../../db/database.ts';

/** The oldest other order that a reviewer has and can go on with. */
export async function nextOrderOf(db: Queryable, userNo: string, orderNo: string): Promise<string | null> {
  const found = await db
    .selectFrom('loanOrder')
    .select('orderNo')
    .where('auditorUserNo', '=', userNo)
    .where('orderStatus', '=', 'PENDING_REVIEW')
    .where('orderNo', '<>', orderNo)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('orderReview')
            .select('reviewNo')
            .whereRef('orderReview.orderNo', '=', 'loanOrder.orderNo')
            .where('reviewStatus', '=', 'WAITING'),
        ),
      ),
    )
    .orderBy('allottedAt')
    .orderBy('orderNo')
    .limit(1)
    .executeTakeFirst();
  return found?.orderNo ?? null;
}
