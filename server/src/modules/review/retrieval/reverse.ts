import type { ParsedRequestOf, ReplyOf, retrieval } from '@kituo/sdk/contracts';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandCall } from '../../../http/implement.ts';
import { batchSeen } from './seen.ts';
import { linesOf } from './lines.ts';
import { addBatch } from './submit.ts';

/** Orders of a batch that go back to the refusal they came from: nobody touched them since. */
export async function reversible(db: Queryable, batchNo: string) {
  return await db
    .selectFrom('retrievalItem as i')
    .innerJoin('retrievalBatch as b', 'b.batchNo', 'i.batchNo')
    .innerJoin('loanOrder as o', 'o.orderNo', 'i.orderNo')
    .select(['i.orderNo', 'i.fromStatus'])
    .where('i.batchNo', '=', batchNo)
    .where('i.itemStatus', '=', 'SUCCESS')
    .where('b.targetStatus', 'in', ['TO_ALLOCATE', 'PENDING_REVIEW'])
    .where('i.fromStatus', 'in', ['MACHINE_REFUSED', 'REFUSED'])
    .whereRef('o.version', '=', 'i.leftVersion')
    .orderBy('i.lineNo')
    .execute();
}

/** Takes a batch back as far as it can be: a batch a refusal. Throws RETRIEVAL_TOUCHED where nothing can. */
export async function reverseBatch(
  { batchNo, reason }: ParsedRequestOf<typeof retrieval.reverse>,
  call: CommandCall,
): Promise<ReplyOf<typeof retrieval.reverse>> {
  const { tx, caller } = call;
  await batchSeen(tx, caller, batchNo);
  const items = await reversible(tx, batchNo);
  const batchNos: string[] = [];
  let orders = 0;
  for (const targetStatus of ['MACHINE_REFUSED', 'REFUSED'] as const) {
    const own = items.filter(({ fromStatus }) => fromStatus === targetStatus);
    const numbers = own.map(({ orderNo }) => orderNo);
    if (numbers.length === 0) continue;
    const lines = await linesOf(tx, caller.scope, numbers, targetStatus);
    const fit = lines.filter(({ fault }) => fault === null);
    if (fit.length === 0) continue;
    const batch = { targetStatus, reason, reversesBatchNo: batchNo };
    batchNos.push((await addBatch(batch, fit, call)).batchNo);
    orders += fit.length;
  }
  if (orders === 0) throw new AppError('RETRIEVAL_TOUCHED');
  return { batchNos, orders };
}
