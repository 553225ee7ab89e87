import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import { prepared } from '../../../db/prepared.ts';

/** An order as the database has it, unmasked: never sent as it is. */
export type OrderRecord = Awaited<ReturnType<typeof readOrders>>[number];

/** The orders of these numbers, in the order of the numbers. They have been found within the caller's scope. */
export async function readOrders(db: Queryable, orderNos: readonly string[], lang: 'en' | 'zh') {
  if (orderNos.length === 0) return [];
  const rows = await db
    .selectFrom('loanOrder as o')
    .innerJoin('customer as c', 'c.customerNo', 'o.customerNo')
    .innerJoin('merchant as m', 'm.merchantNo', 'o.merchantNo')
    .innerJoin('loanProduct as p', 'p.productNo', 'o.productNo')
    .leftJoin('appUser as a', 'a.userNo', 'o.auditorUserNo')
    .leftJoin('appUser as r', 'r.userNo', 'o.reviewerUserNo')
    .leftJoin('refuseCode as f', 'f.refuseCode', 'o.refuseCode')
    .select([
      'o.orderNo',
      'o.merchantNo',
      'm.merchantName',
      'o.productNo',
      'p.productName',
      'o.customerNo',
      'c.customerName',
      'c.phone',
      'c.idCardNo',
      'o.loanType',
      'o.appliedCents',
      'o.approvedCents',
      'o.orderStatus',
      'o.applyTime',
      'o.auditTime',
      'o.lendingTime',
      'o.queuedAt',
      'o.allottedAt',
      'o.openedAt',
      'o.leaseEndsAt',
      'o.returnedUntil',
      'o.refusedAt',
      'o.refuseCode',
      'o.thirdPartyOrderNo',
      'o.incomingChannel',
      'o.promotionChannel',
      'o.lendingChannel',
      'o.dataSource',
      'o.isWhitelisted',
      'o.modelLevel',
      'o.auditorUserNo',
      'o.reviewerUserNo',
      'a.realName as auditorRealName',
      'r.realName as reviewerRealName',
      'o.coolOffUntil',
      'o.version',
    ])
    .select(sql<string | null>`coalesce(f.denial_reason->>${lang}, f.denial_reason->>'en')`.as('denialReason'))
    .select(sql<number>`(o.terms->>'termDays')::int`.as('termDays'))
    .select(sql<number>`(o.terms->>'installments')::int`.as('installments'))
    .where(sql<boolean>`o.order_no = ANY(${orderNos})`)
    .modifyEnd(prepared)
    .execute();
  const place = new Map(orderNos.map((orderNo, index) => [orderNo, index]));
  return rows.sort((one, other) => (place.get(one.orderNo) ?? 0) - (place.get(other.orderNo) ?? 0));
}
