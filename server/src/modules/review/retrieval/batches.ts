import type { ParsedRequestOf, ReplyOf, retrieval } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Call, Caller } from '../../../http/implement.ts';
import { isErrorName, textOfError } from '../../../http/messages.ts';
import { addDays, startOfBusinessDate } from '../../platform/policy/index.ts';
import { reversible } from './reverse.ts';
import { isSeen } from './seen.ts';

/** Batches whose orders all lie within the scope, with their counts and what they came to. */
export function batchesWithin(db: Queryable, { scope }: Caller) {
  const counted = db
    .selectFrom('retrievalBatch as b')
    .innerJoin('appUser as maker', 'maker.userNo', 'b.makerUserNo')
    .leftJoin('appUser as checker', 'checker.userNo', 'b.checkerUserNo')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('retrievalItem as i')
          .innerJoin('loanOrder as o', 'o.orderNo', 'i.orderNo')
          .select([
            sql<number>`count(*)::int`.as('orderCount'),
            sql<number>`count(*) FILTER (WHERE i.item_status = 'SUCCESS')::int`.as('successCount'),
            sql<number>`count(*) FILTER (WHERE i.item_status = 'FAILURE')::int`.as('failCount'),
            sql<number>`coalesce(sum(coalesce(o.approved_cents, o.applied_cents)), 0)`.as('totalCents'),
          ])
          .whereRef('i.batchNo', '=', 'b.batchNo')
          .as('n'),
      (join) => join.onTrue(),
    )
    .selectAll('b')
    .select(['maker.realName as makerName', 'checker.realName as checkerName'])
    .select(['n.orderCount', 'n.successCount', 'n.failCount', 'n.totalCents'])
    .select(
      sql<retrieval.BatchStatus>`CASE
        WHEN b.approval_status IN ('PENDING', 'REJECTED') THEN b.approval_status
        WHEN n.success_count + n.fail_count < n.order_count AND NOT EXISTS (SELECT FROM job j
          WHERE j.job_no = b.job_no AND j.job_status NOT IN ('QUEUED', 'RUNNING')) THEN 'RUNNING'
        WHEN n.success_count = n.order_count THEN 'SUCCESS'
        WHEN n.success_count = 0 THEN 'FAILURE'
        ELSE 'PARTIAL_SUCCESS' END`.as('batchStatus'),
    )
    .where(isSeen(scope));
  return db.selectFrom(counted.as('batch'));
}
type Found = ReturnType<typeof batchesWithin>;
const all = (query: Found) => query.selectAll('batch');
type BatchRecord = Awaited<ReturnType<ReturnType<typeof all>['executeTakeFirstOrThrow']>>;

/** A call, or a job that runs for somebody. */
type Reader = Pick<Call, 'db' | 'caller'>;

async function present(record: BatchRecord, { db, caller }: Reader): Promise<retrieval.BatchRow> {
  const { codes, userNo } = caller;
  const isWaiting = record.batchStatus === 'PENDING';
  const mayDecide = isWaiting && codes.has('audit:retrieval:approve') && record.makerUserNo !== userNo;
  const mayReverse =
    codes.has('audit:retrieval:submit') && record.successCount > 0 && (await reversible(db, record.batchNo)).length > 0;
  const can = { approve: mayDecide, reject: mayDecide, reverse: mayReverse };
  return {
    batchNo: record.batchNo,
    targetStatus: record.targetStatus,
    reason: record.reason,
    auditTime: record.auditTime?.toISOString() ?? null,
    lendingTime: record.lendingTime?.toISOString() ?? null,
    orderCount: record.orderCount,
    successCount: record.successCount,
    failCount: record.failCount,
    totalCents: Number(record.totalCents),
    batchStatus: record.batchStatus,
    makerName: record.makerName,
    checkerName: record.checkerName,
    checkerNote: record.checkerNote,
    createdAt: record.createdAt.toISOString(),
    decidedAt: record.decidedAt?.toISOString() ?? null,
    jobNo: record.jobNo,
    reversesBatchNo: record.reversesBatchNo,
    version: record.version,
    allowedActions: (['approve', 'reject', 'reverse'] as const).filter((action) => can[action]),
  };
}

export async function pageOfBatches(
  { filters, page, pageSize, sort }: ParsedRequestOf<typeof retrieval.page>,
  call: Reader,
): Promise<ReplyOf<typeof retrieval.page>> {
  const { orderNo, createdAt } = filters;
  let query = batchesWithin(call.db, call.caller);
  for (const field of ['batchNo', 'targetStatus', 'batchStatus', 'makerUserNo'] as const) {
    const value = filters[field];
    if (value) query = query.where(`batch.${field}`, '=', value);
  }
  if (orderNo) {
    query = query.where(sql<boolean>`EXISTS (SELECT FROM retrieval_item i
      WHERE i.batch_no = batch.batch_no AND i.order_no = ${orderNo})`);
  }
  if (createdAt?.from) {
    query = query.where('batch.createdAt', '>=', startOfBusinessDate(createdAt.from));
  }
  if (createdAt?.to) {
    query = query.where('batch.createdAt', '<', startOfBusinessDate(addDays(createdAt.to, 1)));
  }
  const { total } = await query.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow();
  const records = await all(query)
    .orderBy(`batch.${sort?.field ?? 'createdAt'}`, sort?.direction ?? 'desc')
    .orderBy('batch.batchNo', 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  const rows = await Promise.all(records.map((record) => present(record, call)));
  return { rows, total, totalIsExact: true };
}

export async function detailOfBatch(batchNo: string, call: Call): Promise<ReplyOf<typeof retrieval.detail>> {
  const { db, caller, lang } = call;
  const record = await all(batchesWithin(db, caller)).where('batch.batchNo', '=', batchNo).executeTakeFirst();
  if (!record) throw new AppError('NOT_FOUND');
  const items = await db
    .selectFrom('retrievalItem as i')
    .innerJoin('loanOrder as o', 'o.orderNo', 'i.orderNo')
    .select(['i.lineNo', 'i.orderNo', 'i.fromStatus', 'i.itemStatus', 'i.failure', 'i.doneAt'])
    .select(['o.orderStatus', 'o.approvedCents', 'o.appliedCents'])
    .where('i.batchNo', '=', batchNo)
    .orderBy('i.lineNo')
    .execute();
  return {
    ...(await present(record, call)),
    items: items.map(({ failure, doneAt, approvedCents, appliedCents, ...item }) => ({
      ...item,
      amountCents: approvedCents ?? appliedCents,
      doneAt: doneAt?.toISOString() ?? null,
      fault: failure === null || !isErrorName(failure) ? null : { error: failure, msg: textOfError(failure, lang, {}) },
    })),
  };
}
