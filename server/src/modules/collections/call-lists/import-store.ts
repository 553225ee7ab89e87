import { type Insertable, type Selectable, sql } from 'kysely';
import type { Database, Queryable, Tx } from '../../../db/database.ts';
import { lockOne } from '../../../db/lock-one.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import type { Schema } from '../../../db/schema.ts';

export type CallImport = Selectable<Schema['callImport']>;

/** The record of a job's import, made with its first row. A retried job goes on with the record of the first. */
export async function importOf(
  tx: Tx,
  jobNo: string,
  facts: Omit<Insertable<Schema['callImport']>, 'jobNo'>,
): Promise<CallImport> {
  const job = await tx.selectFrom('job').select(['retryOf', 'total']).where('jobNo', '=', jobNo).executeTakeFirst();
  const first = job?.retryOf ?? null;
  if (first !== null) {
    await tx
      .updateTable('callImport')
      .set({ jobNo, importResult: null, finishedAt: null })
      .where('jobNo', '=', first)
      .execute();
  }
  const file = await tx
    .selectFrom('importFile')
    .select(['fileName', 'fileHash'])
    .where('jobNo', '=', jobNo)
    .executeTakeFirst();
  await tx
    .insertInto('callImport')
    .values({ ...facts, ...file, jobNo, totalCount: job?.total ?? 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return await tx.selectFrom('callImport').selectAll().where('jobNo', '=', jobNo).executeTakeFirstOrThrow();
}

/** Once the last row is through: what was taken, and what failed. A file of which nothing was taken has a record, too. */
export async function finishImport(
  db: Database,
  jobNo: string,
  of: Pick<Insertable<Schema['callImport']>, 'desk' | 'importType'> = { desk: 'TELEMARKETING', importType: 'FILE' },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const job = await tx
      .selectFrom('job')
      .select(['userNo', 'succeeded', 'failed', 'total'])
      .where('jobNo', '=', jobNo)
      .executeTakeFirstOrThrow();
    // Tried again before this one was through: the record is the later job's, which counts this one's rows, too.
    const later = await tx.selectFrom('job').select('jobNo').where('retryOf', '=', jobNo).executeTakeFirst();
    if (later) return;
    const { importNo, totalCount } = await importOf(tx, jobNo, { ...of, operatorUserNo: job.userNo });
    // Counted from the jobs of the file each time, for a process that dies over this has it run again.
    const taken = await takenBy(tx, jobNo);
    const importResult = job.failed === 0 ? 'SUCCESS' : taken === 0 ? 'FAILURE' : 'PARTIAL_SUCCESS';
    await tx
      .updateTable('callImport')
      .set((eb) => ({
        importResult,
        successCount: taken,
        totalCount: Math.max(totalCount, job.total),
        failCount: job.failed,
        finishedAt: new Date(),
        version: eb('version', '+', 1),
      }))
      .where('importNo', '=', importNo)
      .execute();
  });
}

/** Rows of a file that were taken, by its job and by those that it goes on with. */
async function takenBy(tx: Tx, jobNo: string): Promise<number> {
  const { rows } = await sql<{ taken: number }>`
    with recursive before as (
      select job_no, retry_of, succeeded from job where job_no = ${jobNo}
      union all select j.job_no, j.retry_of, j.succeeded from job j join before b on j.job_no = b.retry_of)
    select coalesce(sum(succeeded), 0)::int as taken from before`.execute(tx);
  return rows[0]?.taken ?? 0;
}

/** @throws AppError CALL_IMPORT_NOT_FOUND, CALL_IMPORT_RUNNING, CALL_IMPORT_WITHDRAWN */
export async function lockFinished(importNo: string, { tx, caller }: CommandContext): Promise<CallImport> {
  const found = await lockOne(tx, tx.selectFrom('callImport').selectAll().where('importNo', '=', importNo), {
    missing: 'CALL_IMPORT_NOT_FOUND',
    subject: `call import ${importNo}`,
    state: ({ version }) => version,
    isSeen: ({ merchantNo, operatorUserNo }) =>
      merchantNo === null ? operatorUserNo === caller.userNo : seesMerchant(caller.scope, merchantNo),
  });
  if (found.withdrawnAt !== null) throw new AppError('CALL_IMPORT_WITHDRAWN');
  if (found.importResult === null) throw new AppError('CALL_IMPORT_RUNNING');
  return found;
}

/** The number of a job's import; null before its first row. */
export async function importNoOf(db: Queryable, jobNo: string): Promise<string | null> {
  const found = await db.selectFrom('callImport').select('importNo').where('jobNo', '=', jobNo).executeTakeFirst();
  return found?.importNo ?? null;
}
