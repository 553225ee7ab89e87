import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { noteState } from '../../db/tx-notes.ts';
import { AppError } from '../../http/app-error.ts';
import type { Caller } from '../../http/implement.ts';

/** Locks a batch whose orders all lie within the caller's scope. Throws NOT_FOUND. */
export async function batchSeen(tx: Tx, { scope }: Caller, batchNo: string) {
  const merchantNos = scope === 'all' ? null : [...scope.merchantNos];
  const batch = await tx
    .selectFrom('retrievalBatch as b')
    .selectAll()
    .where('batchNo', '=', batchNo)
    .where(
      sql<boolean>`(${merchantNos}::text[] IS NULL OR NOT EXISTS (SELECT FROM retrieval_item i
        WHERE i.batch_no = b.batch_no AND i.merchant_no <> ALL(${merchantNos}::text[])))`,
    )
    .forUpdate()
    .executeTakeFirst();
  if (!batch) throw new AppError('NOT_FOUND');
  noteState(tx, `retrieval batch ${batchNo}`, batch.version);
  return batch;
}
