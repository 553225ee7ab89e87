import type { Logger } from 'pino';
import type { Database } from '../../../db/database.ts';
import { withMasks } from '../../../ground/masks-in-force.ts';
import { AppError } from '../../../http/app-error.ts';
import { isDatabaseAway } from '../../../http/error-handler.ts';
import { textOfError } from '../../../http/messages.ts';
import type { Services } from '../../../services.ts';
import { callerOfJob } from './caller.ts';
import { runItems } from './run-items.ts';
import { type FileKind, type JobKind, type JobRun, mayRun } from './kinds.ts';
import { publishProgress } from './progress.ts';
import { beginJob, endJob, failJob, type JobRecord } from './states.ts';

export interface WorkerContext {
  readonly db: Database;
  readonly services: Services;
  readonly log: Logger;
}

/** How long a file is kept. */
const FILE_HOURS = 48;

/** Where the file of a job lies in the file store. */
export const jobFileKey = (jobNo: string): string => `job-files/${jobNo}`;

async function runFile(kind: FileKind, job: JobRecord, run: JobRun): Promise<void> {
  const { store } = run.services.files;
  const key = jobFileKey(job.jobNo);
  const progress = async (rows: number): Promise<void> => {
    const updated = await run.db
      .updateTable('job')
      .set({ succeeded: rows })
      .where('jobNo', '=', job.jobNo)
      .where('jobStatus', '=', 'RUNNING')
      .executeTakeFirst();
    // Somebody called it off meanwhile, or the process stops: what is written so far is thrown away.
    if (updated.numUpdatedRows === 0n) throw new StoppedError();
    run.signal.throwIfAborted();
    await publishProgress(run.db, run.services, job.jobNo);
  };
  const { rows, fileName, contentType } = await kind.writeFile(kind.params.parse(job.params), {
    ...run,
    // Whole or not at all: what ends in its middle leaves nothing in the store.
    write: async (content) => await store.write(key, content),
    progress,
  });
  const isKept = await endJob(run.db, job.jobNo, {
    fileName,
    contentType,
    total: rows,
    succeeded: rows,
    expiresAt: new Date(Date.now() + FILE_HOURS * 3_600_000),
  });
  // Called off while the last bytes were written: nobody would ever sweep it.
  if (!isKept) await store.remove(key);
}

class StoppedError extends Error {
  override readonly name = 'StoppedError';
}

/** How often a job of this process met a connection that broke; one that meets it every time fails all the same. */
const MAX_BROKEN = 5;
const KEPT = 1_000;
const broken = new Map<string, number>();

function mayBeCarriedOn(jobNo: string): boolean {
  const times = (broken.get(jobNo) ?? 0) + 1;
  if (broken.size >= KEPT) broken.clear();
  broken.set(jobNo, times);
  return times <= MAX_BROKEN;
}

function reasonOf(error: unknown, job: JobRecord): string {
  return error instanceof AppError
    ? textOfError(error.error, job.lang, error.facts)
    : textOfError('FAULT', job.lang, {});
}

async function runKind(kind: JobKind, job: JobRecord, run: JobRun): Promise<void> {
  if (!mayRun(kind, run.caller)) throw new AppError('FORBIDDEN');
  if ('writeFile' in kind) await runFile(kind, job, run);
  else await runItems(kind, job, run);
}

/**
 * Carries a job out, or on where a process died over it. Called with a job that nobody else has.
 * Never throws for what the job itself does wrong: that ends the job.
 */
export async function executeJob(
  { db, services, log }: WorkerContext,
  jobNo: string,
  signal: AbortSignal,
): Promise<void> {
  const named = await db.selectFrom('job').select('kind').where('jobNo', '=', jobNo).executeTakeFirst();
  const kind = named && services.jobKinds.get(named.kind);
  const job = await beginJob(db, jobNo, kind !== undefined && 'runItem' in kind && kind.ended !== undefined);
  if (!job) return;
  await publishProgress(db, services, jobNo);
  try {
    if (!kind) throw new Error(`nobody knows the job kind ${job.kind}`);
    const caller = await callerOfJob(db, services, job, kind);
    if ('writeFile' in kind && !caller.isMasked) {
      await db.updateTable('job').set({ isUnmasked: true }).where('jobNo', '=', jobNo).execute();
    }
    const run = { jobNo, caller, lang: job.lang, db, services, log, signal };
    await withMasks(caller.masks, async () => await runKind(kind, job, run));
  } catch (error) {
    if (signal.aborted || error instanceof StoppedError) return;
    // With the database away, the job is where it was: the rescue of the queue has it carried on.
    if (isDatabaseAway(error) && mayBeCarriedOn(jobNo)) return;
    if (!(error instanceof AppError)) log.error({ err: error, jobNo }, 'a job failed');
    await failJob(db, jobNo, reasonOf(error, job));
  } finally {
    await publishProgress(db, services, jobNo);
  }
}
