import type { Queryable } from '../../../db/database.ts';
import type { DataScope } from '../../../http/implement.ts';
import type { OrderSort } from './find.ts';
import { matchingOrders, type OrderFilters } from './match.ts';

const BATCH = 2_000;

/**
 * The numbers of every order that matches, two thousand at a time: each batch goes on where the one before
 * ended, so a file of a million rows holds no transaction. By application time, the newest first unless the
 * list was turned round.
 */
export async function* walkOrders(
  db: Queryable,
  scope: DataScope,
  filters: OrderFilters,
  sort: OrderSort | null,
): AsyncGenerator<string[]> {
  const isUp = sort?.field === 'applyTime' && sort.direction === 'asc';
  const way = isUp ? 'asc' : 'desc';
  const than = isUp ? '>' : '<';
  const found = await matchingOrders(db, scope, filters);
  let last: { orderNo: string; applyTime: Date } | undefined;
  for (;;) {
    let query = found
      .select(['loanOrder.orderNo', 'loanOrder.applyTime'])
      .orderBy('loanOrder.applyTime', way)
      .orderBy('loanOrder.orderNo', way)
      .limit(BATCH);
    if (last) {
      const { orderNo, applyTime } = last;
      query = query.where((eb) =>
        eb(eb.refTuple('loanOrder.applyTime', 'loanOrder.orderNo'), than, eb.tuple(applyTime, orderNo)),
      );
    }
    const batch = await query.execute();
    if (batch.length > 0) yield batch.map(({ orderNo }) => orderNo);
    if (batch.length < BATCH) return;
    last = batch.at(-1);
  }
}
