import type { Queryable } from '../../../db/database.ts';
import type { DataScope } from '../../../http/implement.ts';
import { findOrders } from './find.ts';

const SHOWN = 5;

/**
 * How many orders a scope takes in (counted up to 10,000), and the first few that another scope takes in, too:
 * what a data rule would show. Named by merchant, never by customer.
 */
export async function orderSample(db: Queryable, scope: DataScope, seenBy: DataScope) {
  const first = { offset: 0, limit: 4 * SHOWN };
  const { orderNos, total } = await findOrders(db, scope, {}, null, first);
  const all = { offset: 0, limit: SHOWN };
  const seen = await findOrders(db, seenBy, { orderNos }, null, all);
  const rows = await db
    .selectFrom('loanOrder')
    .innerJoin('merchant', 'merchant.merchantNo', 'loanOrder.merchantNo')
    .select(['loanOrder.orderNo as no', 'merchant.merchantName as name'])
    .where('loanOrder.orderNo', 'in', seen.orderNos.length > 0 ? [...seen.orderNos] : [''])
    .orderBy('loanOrder.orderNo', 'desc')
    .execute();
  return { total, sample: rows };
}
