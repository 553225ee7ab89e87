import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import type { OrderToAllot } from './rules.ts';

/** What of these orders decides who may get them, in the order of the numbers. */
export async function readOrdersToAllot(
  db: Queryable,
  orderNos: readonly string[],
): Promise<(OrderToAllot & { readonly orderStatus: string })[]> {
  if (orderNos.length === 0) return [];
  const rows = await db
    .selectFrom('loanOrder as o')
    .innerJoin('customer as c', 'c.customerNo', 'o.customerNo')
    .select(['o.orderNo', 'o.merchantNo', 'o.loanType', 'o.orderStatus', 'c.speakingLanguage'])
    .select(
      sql<string[]>`ARRAY(
        SELECT auditor_user_no FROM order_allotment
          WHERE order_no = o.order_no AND ending = 'REFUSED'
        UNION SELECT applicant_user_no FROM re_review
          WHERE order_no = o.order_no AND review_status = 'IN_REVIEW')`.as('barred'),
    )
    .where(sql<boolean>`o.order_no = ANY(${orderNos})`)
    .execute();
  const place = new Map(orderNos.map((orderNo, index) => [orderNo, index]));
  return rows.sort((one, other) => (place.get(one.orderNo) ?? 0) - (place.get(other.orderNo) ?? 0));
}
