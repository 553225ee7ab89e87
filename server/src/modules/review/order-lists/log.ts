import type { auditOrder, ReplyOf } from '@kituo/sdk/contracts';
import { auditOrders } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { DataScope } from '../../../http/implement.ts';
import { ordersWithin } from '../../lending/orders/index.ts';

const { orderStatus } = auditOrders.manageRow.shape;

/** Refuses an order outside the scope exactly as one that does not exist. @throws AppError ORDER_NOT_FOUND */
export async function refuseUnseen(db: Queryable, scope: DataScope, orderNo: string): Promise<void> {
  const seen = await db
    .selectFrom('loanOrder')
    .select('orderNo')
    .where('orderNo', '=', orderNo)
    .where(ordersWithin(scope))
    .executeTakeFirst();
  if (!seen) throw new AppError('ORDER_NOT_FOUND');
}

/** Every move of the order's machine with who made it and who had the order, the newest first. */
export async function readLog(db: Queryable, orderNo: string): Promise<ReplyOf<typeof auditOrder.log>> {
  const rows = await db
    .selectFrom('orderEvent as e')
    .leftJoin('appUser as u', 'u.userNo', 'e.userNo')
    .leftJoin('orderAllotment as a', (join) =>
      join.onRef('a.orderNo', '=', 'e.orderNo').on(
        sql<boolean>`CASE WHEN e.to_status = 'PENDING_REVIEW' THEN a.allotted_at = e.at
            WHEN e.from_status = 'PENDING_REVIEW' THEN a.ended_at = e.at ELSE false END`,
      ),
    )
    .leftJoin('appUser as p', 'p.userNo', 'a.auditorUserNo')
    .select(['e.at', 'e.command', 'e.fromStatus', 'e.toStatus', 'e.remark'])
    .select(['u.realName as byName', 'p.realName as auditorName'])
    .where('e.orderNo', '=', orderNo)
    .orderBy('e.eventId', 'desc')
    .limit(200)
    .execute();
  return rows.map(({ at, fromStatus, toStatus, ...row }) => ({
    ...row,
    at: at.toISOString(),
    fromStatus: orderStatus.parse(fromStatus),
    toStatus: orderStatus.parse(toStatus),
  }));
}
