import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import { textOfError, textOfMessage } from '../../../http/messages.ts';
import type { ItemsKind, JobItem, JobRun } from './kinds.ts';
import { publishProgress } from './progress.ts';
import { endJob, type JobRecord, woundUp } from './states.ts';

/** Open browsers are told at most so often. */
const TELL_MS = 250;

interface Result {
  readonly itemStatus: 'SUCCESS' | 'FAILURE';
  readonly reason: string | null;
  readonly field: string | null;
  readonly result: unknown;
}

/** The next item, with the job's row locked so that a cancellation waits for it. Null at the end. */
async function takeItem(tx: Tx, jobNo: string): Promise<JobItem | null> {
  const job = await tx
    .selectFrom('job')
    .select('jobStatus')
    .where('jobNo', '=', jobNo)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (job?.jobStatus !== 'RUNNING') return null;
  const item = await tx
    .selectFrom('jobItem')
    .select(['itemNo', 'subjectNo', 'input'])
    .where('jobNo', '=', jobNo)
    .where('itemStatus', '=', 'QUEUED')
    .orderBy('itemNo')
    .limit(1)
    .executeTakeFirst();
  return item ?? null;
}

function failure(error: unknown, { lang }: JobRun): Result {
  const refusal = error instanceof AppError ? error : null;
  const [field] = refusal?.fields ?? [];
  const reason =
    field !== undefined && field.msg !== ''
      ? textOfMessage(field.msg, lang)
      : textOfError(refusal?.error ?? 'FAULT', lang, refusal?.facts ?? {});
  return { itemStatus: 'FAILURE', reason, field: field?.field ?? null, result: null };
}

/** Runs the item behind a savepoint: what it wrote goes when it is refused, that it was refused stays. */
async function attempt(
  kind: ItemsKind,
  item: JobItem,
  params: unknown,
  run: JobRun & { readonly tx: Tx },
): Promise<Result> {
  await sql`SAVEPOINT job_item`.execute(run.tx);
  try {
    const result = await kind.runItem(item, params, run);
    await sql`RELEASE SAVEPOINT job_item`.execute(run.tx);
    return { itemStatus: 'SUCCESS', reason: null, field: null, result: result ?? null };
  } catch (error) {
    await sql`ROLLBACK TO SAVEPOINT job_item`.execute(run.tx);
    if (!(error instanceof AppError)) {
      run.log.error({ err: error, jobNo: run.jobNo, itemNo: item.itemNo }, 'an item failed');
    }
    return failure(error, run);
  }
}

async function runNext(kind: ItemsKind, params: unknown, run: JobRun): Promise<boolean> {
  return await run.db.transaction().execute(async (tx) => {
    const item = await takeItem(tx, run.jobNo);
    if (!item) return false;
    const { result, ...rest } = await attempt(kind, item, params, { ...run, tx });
    await tx
      .updateTable('jobItem')
      .set({
        ...rest,
        result: result === null ? null : JSON.stringify(result),
        finishedAt: new Date(),
      })
      .where('jobNo', '=', run.jobNo)
      .where('itemNo', '=', item.itemNo)
      .execute();
    const counter = rest.itemStatus === 'SUCCESS' ? 'succeeded' : 'failed';
    await tx
      .updateTable('job')
      .set((eb) => ({ [counter]: eb(counter, '+', 1) }))
      .where('jobNo', '=', run.jobNo)
      .execute();
    return true;
  });
}

/**
 * Runs the items that wait, one transaction each, which commits an item's work together with its
 * result: whenever the process dies, each item was done once or not at all.
 */
export async function runItems(kind: ItemsKind, job: JobRecord, run: JobRun): Promise<void> {
  const params = kind.params.parse(job.params);
  let toldAt = Date.now();
  while (!run.signal.aborted) {
    if (!(await runNext(kind, params, run))) {
      // First what follows, then the end: a process that dies in between leaves a job that another carries on.
      await kind.ended?.(run);
      if (!(await endJob(run.db, run.jobNo))) await woundUp(run.db, run.jobNo);
      return;
    }
    if (Date.now() - toldAt >= TELL_MS) {
      toldAt = Date.now();
      await publishProgress(run.db, run.services, run.jobNo);
    }
  }
}
