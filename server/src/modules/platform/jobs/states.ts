import type { Database, Tx } from '../../../db/database.ts';
import { noteState } from '../../../db/tx-notes.ts';
import { AppError } from '../../../http/app-error.ts';
import { advance } from '../../../state-machine/index.ts';
import { jobMachine } from '../../../state-machine/machines/job.machine.ts';

async function lockJob(tx: Tx, jobNo: string) {
  return await tx.selectFrom('job').selectAll().where('jobNo', '=', jobNo).forNoKeyUpdate().executeTakeFirst();
}
export type JobRecord = NonNullable<Awaited<ReturnType<typeof lockJob>>>;

/**
 * QUEUED → RUNNING; one that runs already is carried on, and one that was called off is wound up. Null where it is
 * over. `hasEnd`: something follows its last item.
 */
export async function beginJob(db: Database, jobNo: string, hasEnd = false): Promise<JobRecord | null> {
  return await db.transaction().execute(async (tx) => {
    const job = await lockJob(tx, jobNo);
    if (!job) return null;
    if (job.jobStatus === 'RUNNING' || !job.isWoundUp) return job;
    if (job.jobStatus !== 'QUEUED') return null;
    const jobStatus = advance(jobMachine, job.jobStatus, 'start');
    await tx
      .updateTable('job')
      .set({ jobStatus, startedAt: new Date(), isWoundUp: !hasEnd })
      .where('jobNo', '=', jobNo)
      .execute();
    return { ...job, jobStatus };
  });
}

/** What follows the last item of a job that was called off is done. */
export async function woundUp(db: Database, jobNo: string): Promise<void> {
  await db.updateTable('job').set({ isWoundUp: true }).where('jobNo', '=', jobNo).execute();
}

interface Outcome {
  readonly fileName?: string;
  readonly contentType?: string;
  readonly total?: number;
  readonly succeeded?: number;
  readonly expiresAt?: Date;
}

/** Ends a running job by what its items did; one that was called off meanwhile stays as it is: false. */
export async function endJob(db: Database, jobNo: string, outcome: Outcome = {}): Promise<boolean> {
  return await db.transaction().execute(async (tx) => {
    const job = await lockJob(tx, jobNo);
    if (job?.jobStatus !== 'RUNNING') return false;
    const succeeded = outcome.succeeded ?? job.succeeded;
    const command = job.failed === 0 ? 'succeed' : succeeded === 0 ? 'fail' : 'succeedInPart';
    await tx
      .updateTable('job')
      .set({
        ...outcome,
        isWoundUp: true,
        jobStatus: advance(jobMachine, job.jobStatus, command),
        finishedAt: new Date(),
      })
      .where('jobNo', '=', jobNo)
      .execute();
    return true;
  });
}

async function leaveItems(tx: Tx, jobNo: string): Promise<void> {
  await tx
    .updateTable('jobItem')
    .set({ itemStatus: 'CANCELLED' })
    .where('jobNo', '=', jobNo)
    .where('itemStatus', '=', 'QUEUED')
    .execute();
}

/** The whole of a running job failed; items not begun are left undone. */
export async function failJob(db: Database, jobNo: string, reason: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const job = await lockJob(tx, jobNo);
    if (!job || (job.jobStatus !== 'RUNNING' && job.isWoundUp)) return;
    await tx
      .updateTable('job')
      .set({
        isWoundUp: true,
        reason,
        ...(job.jobStatus === 'RUNNING' && {
          jobStatus: advance(jobMachine, 'RUNNING', 'fail'),
          finishedAt: new Date(),
        }),
      })
      .where('jobNo', '=', jobNo)
      .execute();
    await leaveItems(tx, jobNo);
  });
}

/**
 * Calls a job off. An item in hand is finished first: it holds the job's row.
 * @returns the state it had.
 * @throws AppError JOB_NOT_FOUND, ILLEGAL_TRANSITION
 */
export async function cancelJob(tx: Tx, jobNo: string): Promise<JobRecord['jobStatus']> {
  const job = await lockJob(tx, jobNo);
  if (!job) throw new AppError('JOB_NOT_FOUND');
  noteState(tx, `job ${jobNo}`, job.jobStatus);
  const running = job.jobStatus === 'QUEUED' ? advance(jobMachine, 'QUEUED', 'start') : job.jobStatus;
  await tx
    .updateTable('job')
    .set({ jobStatus: advance(jobMachine, running, 'cancel'), finishedAt: new Date() })
    .where('jobNo', '=', jobNo)
    .execute();
  await leaveItems(tx, jobNo);
  return job.jobStatus;
}
