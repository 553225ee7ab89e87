import { auditOrder } from '@kituo/sdk/contracts';
import { ordersWithin } from '../../lending/orders/index.ts';
import { tileOf } from '../../platform/tiles/index.ts';

/** What one has under review, the most that one takes a day, and since when the oldest waits. */
export const reviewTile = tileOf({
  key: 'reviews.mine',
  title: { en: 'My reviews', zh: '我的审核' },
  page: auditOrder.MY_AUDIT_PAGE,
  query: 'tab=pending',
  read: async ({ db, caller }) =>
    await db
      .selectFrom('loanOrder')
      .where('auditorUserNo', '=', caller.userNo)
      .where('orderStatus', '=', 'PENDING_REVIEW')
      .where(ordersWithin(caller.scope))
      .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('applyTime').as('oldestAt')])
      .select(({ selectFrom }) =>
        selectFrom('personnel')
          .select('dailyCap')
          .where('userNo', '=', caller.userNo)
          .where('personnelKind', '=', 'AUDITOR')
          .as('cap'),
      )
      .executeTakeFirstOrThrow(),
});
