import { type ReplyOf, retrieval } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import type { Call } from '../../../http/implement.ts';
import { isErrorName, textOfError } from '../../../http/messages.ts';
import { defineList, type Reading } from '../../../lists/index.ts';
import { addDays, startOfBusinessDate } from '../../platform/policy/index.ts';
import { reversible } from './reverse.ts';
import { isSeen } from './seen.ts';

/** Batches with their counts and what they came to. */
function counted(db: Queryable) {
  const all = db
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
    );
  return db.selectFrom(all.as('batch'));
}
type BatchRecord = Awaited<ReturnType<ReturnType<typeof shown>['executeTakeFirstOrThrow']>>;
const shown = (query: ReturnType<typeof counted>) => query.selectAll('batch');

async function present(record: BatchRecord, { db, caller }: Reading): Promise<retrieval.BatchRow> {
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

/** Batches whose orders all lie within the scope, newest first. */
export const batches = defineList(retrieval.page, counted, (by) => ({
  scope: ({ caller }) =>
    sql<boolean>`EXISTS (SELECT FROM retrieval_batch b WHERE b.batch_no = batch.batch_no AND ${isSeen(caller.scope)})`,
  key: 'batch.batchNo',
  filters: {
    batchNo: by.is('batch.batchNo'),
    targetStatus: by.is('batch.targetStatus'),
    batchStatus: by.is('batch.batchStatus'),
    makerUserNo: by.is('batch.makerUserNo'),
    orderNo: (orderNo) =>
      sql<boolean>`EXISTS (SELECT FROM retrieval_item i
        WHERE i.batch_no = batch.batch_no AND i.order_no = ${orderNo})`,
    createdAt:
      ({ from, to }) =>
      (eb) =>
        eb.and([
          ...(from ? [eb('batch.createdAt', '>=', startOfBusinessDate(from))] : []),
          ...(to ? [eb('batch.createdAt', '<', startOfBusinessDate(addDays(to, 1)))] : []),
        ]),
  },
  sorts: { createdAt: 'batch.createdAt', batchNo: 'batch.batchNo' },
  first: [['batch.createdAt', 'desc']],
  ties: 'desc',
  select: (query) => shown(query),
  rows: async (records, reading) => await Promise.all(records.map((record) => present(record, reading))),
}));

export async function detailOfBatch(batchNo: string, call: Call): Promise<ReplyOf<typeof retrieval.detail>> {
  const { db, lang } = call;
  const row = await batches.one(batchNo, call);
  const items = await db
    .selectFrom('retrievalItem as i')
    .innerJoin('loanOrder as o', 'o.orderNo', 'i.orderNo')
    .select(['i.lineNo', 'i.orderNo', 'i.fromStatus', 'i.itemStatus', 'i.failure', 'i.doneAt'])
    .select(['o.orderStatus', 'o.approvedCents', 'o.appliedCents'])
    .where('i.batchNo', '=', batchNo)
    .orderBy('i.lineNo')
    .execute();
  return {
    ...row,
    items: items.map(({ failure, doneAt, approvedCents, appliedCents, ...item }) => ({
      ...item,
      amountCents: approvedCents ?? appliedCents,
      doneAt: doneAt?.toISOString() ?? null,
      fault: failure === null || !isErrorName(failure) ? null : { error: failure, msg: textOfError(failure, lang, {}) },
    })),
  };
}
