import type { job } from '@kituo/sdk/contracts';
import type { Database } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Call, CommandCall, FileReply } from '../../../http/implement.ts';
import type { Services } from '../../../services.ts';
import { writeAudit } from '../audit/index.ts';
import { createJob } from './create-job.ts';
import { jobFileKey } from './execute.ts';
import { mayRun } from './kinds.ts';
import { publishProgress } from './progress.ts';
import { isLeftUndone, ownJob, readJob, undoneParts } from './query.ts';
import { cancelJob } from './states.ts';

/** Throws JOB_NOT_FOUND, ILLEGAL_TRANSITION for one that is over. */
export async function cancel(jobNo: string, call: CommandCall): Promise<job.JobRow> {
  const { tx } = call;
  const { kind } = await ownJob(tx, jobNo, call);
  const before = await cancelJob(tx, jobNo);
  await writeAudit(tx, call, {
    action: `${kind}.cancelled`,
    subjectType: 'job',
    subjectNo: jobNo,
    before: { jobStatus: before },
    after: { jobStatus: 'CANCELLED' },
  });
  call.afterCommit(async () => await publishProgress(call.db, call.services, jobNo));
  return await readJob(tx, jobNo, call);
}

/**
 * A new job with what failed or was left undone, or the same file once more. Throws ILLEGAL_TRANSITION where there
 * is nothing to do again.
 */
export async function retry(jobNo: string, call: CommandCall): Promise<job.JobRow> {
  const { tx, services } = call;
  const record = await ownJob(tx, jobNo, call);
  const kind = services.jobKinds.get(record.kind);
  if (!kind || !isLeftUndone(record, kind)) throw new AppError('ILLEGAL_TRANSITION');
  const again = await createJob(kind, record.params, call, undoneParts(tx, jobNo), jobNo);
  return await readJob(tx, again, call);
}

/** The file of an export. Recorded, for it leaves the company. Throws JOB_FILE_GONE, FILE_STORE_AWAY. */
export async function download(jobNo: string, call: Call): Promise<FileReply> {
  const record = await ownJob(call.db, jobNo, call);
  const { fileName, contentType, expiresAt } = record;
  const kind = call.services.jobKinds.get(record.kind);
  if (!kind || !mayRun(kind, call.caller)) throw new AppError('FORBIDDEN');
  if (fileName === null || expiresAt === null || expiresAt.getTime() <= Date.now()) {
    throw new AppError('JOB_FILE_GONE');
  }
  const content = await call.services.files.store.read(jobFileKey(record.jobNo));
  if (!content) throw new AppError('JOB_FILE_GONE');
  await writeAudit(call.db, call, {
    action: `${record.kind}.downloaded`,
    subjectType: 'job',
    subjectNo: jobNo,
    after: { rows: record.succeeded, ...(record.isUnmasked && { isUnmasked: true }) },
  });
  return {
    fileName,
    contentType: contentType ?? 'application/octet-stream',
    content,
  };
}

/** Deletes files whose time is over. Answers how many. */
export async function sweepJobFiles(db: Database, services: Pick<Services, 'files'>): Promise<number> {
  const expired = await db.selectFrom('job').select('jobNo').where('expiresAt', '<=', new Date()).execute();
  for (const { jobNo } of expired) {
    await services.files.store.remove(jobFileKey(jobNo));
    await db.updateTable('job').set({ fileName: null, expiresAt: null }).where('jobNo', '=', jobNo).execute();
  }
  return expired.length;
}
