import { callImport, type ParsedRequestOf, type ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { AppError } from '../../../http/app-error.ts';
import type { Call, Caller, CommandCall, FileReply } from '../../../http/implement.ts';
import { merchantsSeen } from '../../../http/merchant-scope.ts';
import { defineList } from '../../../lists/index.ts';
import { readHistory, writeAudit } from '../../platform/audit/index.ts';
import { exportOf } from '../../platform/exports/index.ts';
import { failedRowsOf, importJob } from '../../platform/imports/index.ts';
import { createJob, undoneParts } from '../../platform/jobs/index.ts';
import { circleParams, importCircleKind } from './circle-import.ts';
import { importEntriesKind } from './import.ts';
import { lockFinished } from './import-store.ts';
import { optionNames } from './options.ts';

/** Files and user groups take a right each. */
const mayImport = (importType: callImport.ImportRow['importType'], { codes }: Caller): boolean =>
  codes.has(importType === 'CIRCLE_PEOPLE' ? 'telemarketing:circlePeople:import' : 'telemarketing:list:import');

export const importRecords = defineList(
  callImport.page,
  (db) => db.selectFrom('callImport as i'),
  (by) => ({
    // A file without a single good row has no merchant: whoever imported it sees it.
    scope: ({ caller }) => {
      const merchantNos = merchantsSeen(caller.scope);
      const ofDesk = sql<boolean>`i.desk = 'TELEMARKETING'`;
      return merchantNos === null
        ? ofDesk
        : sql<boolean>`${ofDesk} and (i.merchant_no = any(${merchantNos}) or i.operator_user_no = ${caller.userNo})`;
    },
    key: 'i.importNo',
    missing: 'CALL_IMPORT_NOT_FOUND',
    filters: {
      importNo: by.contains('i.importNo'),
      importType: by.is('i.importType'),
      batchNo: by.contains('i.batchNo'),
      listType: by.is('i.listType'),
      importResult: by.is('i.importResult'),
      operatorUserNo: by.is('i.operatorUserNo'),
      createdAt: by.days('i.startedAt'),
    },
    sorts: { startedAt: 'i.startedAt' },
    first: [['i.startedAt', 'desc']],
    select: (query) =>
      query
        .leftJoin('merchant as m', 'm.merchantNo', 'i.merchantNo')
        .innerJoin('appUser as u', 'u.userNo', 'i.operatorUserNo')
        .leftJoin('job as j', 'j.jobNo', 'i.jobNo')
        .select(['i.importNo', 'i.importType', 'i.merchantNo', 'm.merchantName', 'i.batchNo', 'i.listType'])
        .select([
          'i.userGroupNo',
          'i.fileName',
          'i.fileHash',
          'i.totalCount',
          'i.successCount',
          'i.failCount',
          'i.importResult',
        ])
        .select(['u.realName as operatorName', 'i.startedAt', 'i.finishedAt', 'i.withdrawnAt'])
        .select(['j.succeeded', 'j.failed'])
        .select(optionNames('LIST_TYPE', sql.ref('i.listType')).as('listTypes'))
        .select(optionNames('MARKETING_TARGET', sql.ref('i.marketingTarget')).as('targets')),
    row: ({ succeeded, failed, listTypes, targets, ...row }, { caller, lang }): callImport.ImportRow => {
      const may = mayImport(row.importType, caller);
      const isOver = row.importResult !== null && row.withdrawnAt === null;
      const isList = row.importType !== 'BLACKLIST';
      const isFile = row.importType === 'FILE';
      const is = {
        failedFile: may && row.failCount > 0 && isFile,
        retry: may && isOver && row.failCount > 0 && isList,
        withdraw: may && isOver && isList && row.importResult !== 'FAILURE',
      };
      const isRunning = row.importResult === null;
      return {
        ...row,
        listTypeName: listTypes?.[lang] ?? null,
        marketingTargetName: targets?.[lang] ?? null,
        successCount: isRunning ? row.successCount + (succeeded ?? 0) : row.successCount,
        failCount: isRunning ? (failed ?? 0) : row.failCount,
        startedAt: row.startedAt.toISOString(),
        finishedAt: row.finishedAt?.toISOString() ?? null,
        withdrawnAt: row.withdrawnAt?.toISOString() ?? null,
        allowedActions: (['retry', 'withdraw', 'failedFile'] as const).filter((action) => is[action]),
      };
    },
  }),
);

export const importExport = exportOf(importRecords, {
  kind: 'callImport.export',
  title: { en: 'Export of imports', zh: '导出导入记录' },
  page: { code: 'telemarketing:import:export' },
  params: callImport.exportList.request,
  fileStem: 'imports',
  subjectType: 'callImport',
  columns: [
    { en: 'Import', zh: '导入编号', of: (row) => row.importNo },
    { en: 'Kind', zh: '导入类型', of: (row) => row.importType, codes: 'IMPORT_TYPE' },
    { en: 'Batch', zh: '批次', of: (row) => row.batchNo },
    { en: 'File', zh: '文件', of: (row) => row.fileName },
    { en: 'List type', zh: '名单类型', of: (row) => row.listTypeName },
    { en: 'Rows', zh: '总数', of: (row) => row.totalCount },
    { en: 'Taken', zh: '成功数', of: (row) => row.successCount },
    { en: 'Failed', zh: '失败数', of: (row) => row.failCount },
    { en: 'Result', zh: '结果', of: (row) => row.importResult, codes: 'IMPORT_RESULT' },
    { en: 'By', zh: '操作人', of: (row) => row.operatorName },
    { en: 'Begun', zh: '开始时间', of: (row) => row.startedAt, isTime: true },
    { en: 'Finished', zh: '完成时间', of: (row) => row.finishedAt, isTime: true },
  ],
});

/** Who imported: managers, who call nobody themselves. */
export async function readOperators({ db, caller }: Call): Promise<ReplyOf<typeof callImport.operators>> {
  const merchantNos = merchantsSeen(caller.scope);
  const { rows } = await sql<ReplyOf<typeof callImport.operators>[number]>`
    select u.user_no as value, u.real_name as label from app_user u
    where exists (select from call_import i where i.operator_user_no = u.user_no and i.desk = 'TELEMARKETING'
      and (${merchantNos}::text[] is null or i.merchant_no = any(${merchantNos}::text[])
        or i.operator_user_no = ${caller.userNo}))
    order by u.real_name, u.user_no limit 500`.execute(db);
  return rows;
}

/** In the pool and never called nor spoken of. */
const withdrawable = sql<boolean>`(e.list_status = 'POOL' and e.last_call_at is null
  and not exists (select from call_follow_up f where f.entry_id = e.entry_id)
  and not exists (select from call_made made where made.entry_id = e.entry_id))`;

/** @throws AppError CALL_IMPORT_NOT_FOUND */
export async function readImport(importNo: string, call: Call): Promise<ReplyOf<typeof callImport.detail>> {
  const { db } = call;
  const row = await importRecords.one(importNo, call);
  const jobNo = sql`(select job_no from call_import where import_no = ${importNo})`;
  const { rows: failures } = await sql<{ reason: string; count: number }>`
    select coalesce(reason, '') as reason, count(*)::int as count from job_item
    where job_no = ${jobNo} and item_status in ('FAILURE', 'CANCELLED') group by 1 order by 2 desc, 1 limit 20`.execute(
    db,
  );
  const { rows } = await sql<
    Pick<ReplyOf<typeof callImport.detail>, 'called' | 'converted' | 'abandoned' | 'withdrawable'>
  >`
    select count(*) filter (where e.last_call_at is not null)::int as called,
      count(*) filter (where e.list_status = 'CONVERTED')::int as converted,
      count(*) filter (where e.list_status = 'ABANDONED')::int as abandoned,
      count(*) filter (where ${withdrawable})::int as withdrawable
    from call_entry e where e.batch_no = ${row.batchNo}`.execute(db);
  const { rows: sources } = await sql<ReplyOf<typeof callImport.detail>['sources'][number]>`
    select e.opt_in_source, count(*)::int as entries, count(*) filter (where e.last_call_at is not null)::int as called,
      count(*) filter (where exists (select from call_made made join contact_result r on r.attempt_id = made.attempt_id
        where made.entry_id = e.entry_id and r.outcome = 'ANSWERED'))::int as reached,
      count(*) filter (where exists (select from contact_party p where p.party_kind = 'LEAD'
        and p.merchant_no = e.merchant_no and p.phone = e.phone and p.consented_at is not null
        and p.withdrawn_at is null))::int as opted_in,
      count(*) filter (where e.list_status = 'CONVERTED')::int as converted
    from call_entry e where e.batch_no = ${row.batchNo} group by 1 order by 2 desc, 1 limit 20`.execute(db);
  const [entries = { called: 0, converted: 0, abandoned: 0, withdrawable: 0 }] = rows;
  return { row, failures, ...entries, sources, history: await readHistory(db, 'callImport', importNo) };
}

async function jobOf(importNo: string, call: Call): Promise<string> {
  await importRecords.one(importNo, call);
  const query = call.db.selectFrom('callImport').select('jobNo').where('importNo', '=', importNo);
  return (await query.executeTakeFirstOrThrow()).jobNo;
}

/** @throws AppError CALL_IMPORT_NOT_FOUND */
export async function pageOfFailed(
  { importNo, page, pageSize }: ParsedRequestOf<typeof callImport.rows>,
  call: Call,
): Promise<ReplyOf<typeof callImport.rows>> {
  const query = call.db
    .selectFrom('jobItem')
    .where('jobNo', '=', await jobOf(importNo, call))
    .where('itemStatus', 'in', ['FAILURE', 'CANCELLED']);
  const found = await query
    .select(['subjectNo', 'itemNo', 'field', 'reason'])
    .orderBy('itemNo')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  const { total } = await query.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow();
  // What stands behind the row's number is the phone: it stays in the file, for those who may import.
  const rows = found.map(({ subjectNo, itemNo, ...row }) => ({
    ...row,
    rowNo: (subjectNo ?? String(itemNo)).split(' · ')[0] ?? '',
  }));
  return { rows, total, totalIsExact: true };
}

/** @throws AppError CALL_IMPORT_NOT_FOUND */
export async function failedFile(importNo: string, call: Call): Promise<FileReply> {
  const jobNo = await jobOf(importNo, call);
  const { failCount } = await importRecords.stored(importNo, call);
  await writeAudit(call.db, call, {
    action: 'callImport.failedFile',
    subjectType: 'callImport',
    subjectNo: importNo,
    after: { rows: failCount },
  });
  return failedRowsOf(importEntriesKind, jobNo, { stem: `${importNo}-failed`, format: 'xlsx' }, call);
}

/** @throws AppError CALL_IMPORT_NOT_FOUND, CALL_IMPORT_RUNNING, CALL_IMPORT_WITHDRAWN, ILLEGAL_TRANSITION */
export async function retryImport(importNo: string, call: CommandCall): Promise<{ jobNo: string }> {
  const { jobNo, importType } = await lockFinished(importNo, call);
  if (!mayImport(importType, call.caller)) throw new AppError('FORBIDDEN');
  const isLeft = await call.tx
    .selectFrom('jobItem')
    .select('itemNo')
    .where('jobNo', '=', jobNo)
    .where('itemStatus', 'in', ['FAILURE', 'CANCELLED'])
    .limit(1)
    .executeTakeFirst();
  if (!isLeft || importType === 'BLACKLIST') throw new AppError('ILLEGAL_TRANSITION');
  const left = undoneParts(call.tx, jobNo);
  if (importType === 'CIRCLE_PEOPLE') {
    const earlier = await call.tx.selectFrom('job').select('params').where('jobNo', '=', jobNo).executeTakeFirst();
    if (!earlier) throw new AppError('ILLEGAL_TRANSITION');
    return { jobNo: await createJob(importCircleKind, circleParams.parse(earlier.params), call, left, jobNo) };
  }
  return { jobNo: await createJob(importJob(importEntriesKind), {}, call, left, jobNo) };
}

/** @throws AppError CALL_IMPORT_NOT_FOUND, CALL_IMPORT_RUNNING, CALL_IMPORT_WITHDRAWN */
export async function withdrawImport(
  { importNo, reason }: ParsedRequestOf<typeof callImport.withdraw>,
  call: CommandCall,
): Promise<ReplyOf<typeof callImport.withdraw>> {
  const { tx } = call;
  const { batchNo, merchantNo, importType } = await lockFinished(importNo, call);
  if (!mayImport(importType, call.caller)) throw new AppError('FORBIDDEN');
  await sql`delete from call_assignment a using call_entry e
    where a.entry_id = e.entry_id and e.batch_no = ${batchNo} and ${withdrawable}`.execute(tx);
  const gone = await sql`delete from call_entry e where e.batch_no = ${batchNo} and ${withdrawable}`.execute(tx);
  const removed = Number(gone.numAffectedRows ?? 0);
  const { kept } = await tx
    .selectFrom('callEntry')
    .select(sql<number>`count(*)`.as('kept'))
    .where('batchNo', '=', batchNo)
    .executeTakeFirstOrThrow();
  await tx
    .updateTable('callImport')
    .set((eb) => ({ withdrawnAt: new Date(), version: eb('version', '+', 1) }))
    .where('importNo', '=', importNo)
    .execute();
  await writeAudit(tx, call, {
    action: 'callImport.withdraw',
    subjectType: 'callImport',
    subjectNo: importNo,
    ...(merchantNo !== null && { merchantNo }),
    after: { removed, kept },
    reason,
  });
  return { importNo, removed, kept };
}
