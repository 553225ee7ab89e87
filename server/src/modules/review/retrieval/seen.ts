import { expressionBuilder, sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import type { Schema } from '../../../db/schema.ts';
import { lockOne } from '../../../db/lock-one.ts';
import type { Caller, DataScope } from '../../../http/implement.ts';
import { ordersWithin } from '../../lending/orders/index.ts';

/** Of `retrieval_batch AS b`: those whose orders all lie within the scope. */
export function isSeen(scope: DataScope) {
  if (scope === 'all') return sql<boolean>`true`;
  const isWithin = ordersWithin(scope)(expressionBuilder<Schema, 'loanOrder'>());
  return sql<boolean>`NOT EXISTS (SELECT FROM retrieval_item i JOIN loan_order USING (order_no)
    WHERE i.batch_no = b.batch_no AND ${isWithin} IS NOT TRUE)`;
}

/** Locks a batch whose orders all lie within the caller's scope. Throws NOT_FOUND. */
export async function batchSeen(tx: Tx, { scope }: Caller, batchNo: string) {
  const query = tx.selectFrom('retrievalBatch as b').selectAll().where('batchNo', '=', batchNo).where(isSeen(scope));
  return await lockOne(tx, query, {
    missing: 'NOT_FOUND',
    subject: `retrieval batch ${batchNo}`,
    state: ({ version }) => version,
  });
}
