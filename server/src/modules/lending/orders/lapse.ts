import { sql } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { lockOrder, moveOrder } from './orders.ts';

const A_TURN = 500;

/**
 * Voids returned applications that the customer did not hand in again in time, each in a transaction of its
 * own; one that somebody works on at this moment waits for the next turn. Answers how many.
 */
export async function lapseReturned(db: Database, now: Date): Promise<number> {
  const due = await db
    .selectFrom('loanOrder')
    .select('orderNo')
    .where('orderStatus', '=', 'RETURNED')
    .where('returnedUntil', '<=', now)
    .orderBy('returnedUntil')
    .limit(A_TURN)
    .execute();
  let lapsed = 0;
  for (const { orderNo } of due) {
    lapsed += await db.transaction().execute(async (tx) => {
      const { rows } = await sql`SELECT FROM loan_order WHERE order_no = ${orderNo}
        FOR NO KEY UPDATE SKIP LOCKED`.execute(tx);
      if (rows.length === 0) return 0;
      const order = await lockOrder(tx, orderNo);
      const isDue = order.orderStatus === 'RETURNED' && (order.returnedUntil ?? now) <= now;
      if (!isDue) return 0;
      await moveOrder(tx, order, { command: 'lapse' });
      return 1;
    });
  }
  return lapsed;
}
