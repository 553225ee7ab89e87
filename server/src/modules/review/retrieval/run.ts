import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { type ItemsKind, type JobItem, type JobRun, defineJob } from '../../platform/jobs/index.ts';
import {
  barredFromReview,
  type LoanOrder,
  lockOrder,
  ordersWithin,
  retrieveOrder,
} from '../../lending/orders/index.ts';
import { autoPick } from '../../staff/personnel/index.ts';
import { snapshotReviewConfig } from '../review-config/index.ts';

const params = z.strictObject({ batchNo: z.string() });
type Run = JobRun & { readonly tx: Tx };

async function readBatch(tx: Tx, batchNo: string) {
  return await tx.selectFrom('retrievalBatch').selectAll().where('batchNo', '=', batchNo).executeTakeFirstOrThrow();
}
type Batch = Awaited<ReturnType<typeof readBatch>>;

/** Somebody who may have it, for as long as the rules say. Throws RETRIEVAL_NOBODY. */
async function leaseFor(tx: Tx, order: LoanOrder) {
  const now = new Date();
  const { merchantNo, loanType, orderNo } = order;
  const except = await barredFromReview(tx, orderNo);
  const person = await autoPick(tx, 'AUDITOR', merchantNo, now, { loanType, except });
  if (!person) throw new AppError('RETRIEVAL_NOBODY');
  const { leaseMinutes } = await snapshotReviewConfig(tx, order, now);
  return {
    auditorUserNo: person.userNo,
    endsAt: new Date(now.getTime() + leaseMinutes * 60_000),
  };
}

/** Returns one order; one that moved since it was checked is left as it is. */
async function runOne(batch: Batch, orderNo: string, run: Run): Promise<unknown> {
  const { tx, caller } = run;
  const seen = await tx
    .selectFrom('loanOrder')
    .innerJoin('retrievalItem as item', 'item.orderNo', 'loanOrder.orderNo')
    .select(['item.seenVersion', 'item.itemStatus'])
    .where('item.batchNo', '=', batch.batchNo)
    .where('loanOrder.orderNo', '=', orderNo)
    .where(ordersWithin(caller.scope))
    .executeTakeFirst();
  if (!seen) throw new AppError('ORDER_NOT_FOUND');
  const order = await lockOrder(tx, orderNo);
  if (order.version !== seen.seenVersion) throw new AppError('STATE_MOVED');
  const { targetStatus, auditTime, lendingTime, makerUserNo, checkerUserNo, reason } = batch;
  const moved = await retrieveOrder(tx, order, {
    target: targetStatus,
    userNo: makerUserNo,
    reason,
    ...(checkerUserNo !== null && { checkerUserNo }),
    ...(targetStatus === 'PENDING_REVIEW' && { lease: await leaseFor(tx, order) }),
    ...(auditTime && lendingTime && { times: { auditTime, lendingTime } }),
  });
  await tx
    .updateTable('retrievalItem')
    .set({ itemStatus: 'SUCCESS', failure: null, leftVersion: moved.version, doneAt: new Date() })
    .where('batchNo', '=', batch.batchNo)
    .where('orderNo', '=', orderNo)
    .execute();
  await writeAudit(
    tx,
    { caller, requestId: run.jobNo, address: '' },
    {
      action: 'audit:retrieval:submit',
      subjectType: 'order',
      subjectNo: orderNo,
      before: { orderStatus: order.orderStatus, auditorUserNo: order.auditorUserNo },
      after: { orderStatus: moved.orderStatus, auditorUserNo: moved.auditorUserNo, batchNo: batch.batchNo },
      reason,
    },
  );
  return { orderStatus: moved.orderStatus };
}

/** Beside the transaction that is rolled back: the history says why the order stayed where it was. */
async function noteFailure(batchNo: string, orderNo: string, error: AppError, { db }: Run) {
  await db
    .updateTable('retrievalItem')
    .set({ itemStatus: 'FAILURE', failure: error.error, doneAt: new Date() })
    .where('batchNo', '=', batchNo)
    .where('orderNo', '=', orderNo)
    .where('itemStatus', '<>', 'SUCCESS')
    .execute();
}

async function runItem({ subjectNo }: JobItem, { batchNo }: z.output<typeof params>, run: Run) {
  const orderNo = subjectNo;
  await sql`SAVEPOINT retrieval`.execute(run.tx);
  try {
    return await runOne(await readBatch(run.tx, batchNo), orderNo, run);
  } catch (error) {
    await sql`ROLLBACK TO SAVEPOINT retrieval`.execute(run.tx);
    if (error instanceof AppError) await noteFailure(batchNo, orderNo, error, run);
    throw error;
  }
}

/** By the right of the person who asked. */
export const retrieveKind: ItemsKind<z.output<typeof params>> = defineJob({
  kind: 'retrieval.run',
  title: { en: 'Orders returned to a state before', zh: '订单退回前置状态' },
  code: 'audit:retrieval:submit',
  params,
  runItem,
});

/** By the right of the person who released it. */
export const releaseRetrievalKind: ItemsKind<z.output<typeof params>> = defineJob({
  ...retrieveKind,
  kind: 'retrieval.release',
  title: { en: 'Released returns of orders', zh: '已审批的订单退回' },
  code: 'audit:retrieval:approve',
});
