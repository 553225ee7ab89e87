import { auditOrder } from '@kituo/sdk/contracts';
import { ordersWithin } from '../../lending/orders/index.ts';
import { tileOf } from '../../platform/tiles/index.ts';

/** What one has under review. */
export const reviewTile = tileOf({
  key: 'reviews.mine',
  title: { en: 'My reviews', zh: '我的审核' },
  page: auditOrder.MY_AUDIT_PAGE,
  query: 'orderStatus=PENDING_REVIEW',
  read: async ({ db, caller }) =>
    await db
      .selectFrom('loanOrder')
      .where('auditorUserNo', '=', caller.userNo)
      .where('orderStatus', '=', 'PENDING_REVIEW')
      .where(ordersWithin(caller.scope))
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
});
