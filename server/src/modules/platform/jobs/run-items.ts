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

/** The next items, with the job's row locked so that a cancellation waits for them. None at the end. */
async function takeItems(tx: Tx, jobNo: string, most: number): Promise<JobItem[]> {
  const job = await tx
    .selectFrom('job')
    .select('jobStatus')
    .where('jobNo', '=', jobNo)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (job?.jobStatus !== 'RUNNING') return [];
  return await tx
    .selectFrom('jobItem')
    .select(['itemNo', 'subjectNo', 'input'])
    .where('jobNo', '=', jobNo)
    .where('itemStatus', '=', 'QUEUED')
    .orderBy('itemNo')
    .limit(most)
    .execute();
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

const success = (result: unknown): Result => ({
  itemStatus: 'SUCCESS',
  reason: null,
  field: null,
  result: result ?? null,
});

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
    return success(result);
  } catch (error) {
    await sql`ROLLBACK TO SAVEPOINT job_item`.execute(run.tx);
    if (!(error instanceof AppError)) {
      run.log.error({ err: error, jobNo: run.jobNo, itemNo: item.itemNo }, 'an item failed');
    }
    return failure(error, run);
  }
}

/**
 * Runs items one after the other or, of a kind that runs many at once, together behind a savepoint. Where that meets a
 * fault, each half by itself, down to the item that has it: the others are done.
 */
async function attemptAll(
  kind: ItemsKind,
  items: readonly JobItem[],
  params: unknown,
  run: JobRun & { readonly tx: Tx },
): Promise<Result[]> {
  const [first] = items;
  if (first === undefined) return [];
  if (kind.many === undefined || items.length === 1) {
    const results: Result[] = [];
    for (const item of items) results.push(await attempt(kind, item, params, run));
    return results;
  }
  await sql`SAVEPOINT job_items`.execute(run.tx);
  try {
    const answers = await kind.many.run(items, params, run);
    await sql`RELEASE SAVEPOINT job_items`.execute(run.tx);
    return answers.map((answer) => (answer instanceof AppError ? failure(answer, run) : success(answer)));
  } catch (error) {
    await sql`ROLLBACK TO SAVEPOINT job_items`.execute(run.tx);
    await sql`RELEASE SAVEPOINT job_items`.execute(run.tx);
    run.log.warn({ err: error, jobNo: run.jobNo, items: items.length }, 'items run by halves');
  }
  const half = Math.ceil(items.length / 2);
  const left = await attemptAll(kind, items.slice(0, half), params, run);
  return [...left, ...(await attemptAll(kind, items.slice(half), params, run))];
}

async function keepResults(tx: Tx, jobNo: string, items: readonly JobItem[], results: readonly Result[]) {
  const given = items.map(({ itemNo }, index) => ({ itemNo, ...results[index] }));
  await sql`update job_item i set item_status = r."itemStatus", reason = r.reason, field = r.field,
      result = r.result, finished_at = clock_timestamp()
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
      as r ("itemNo" int, "itemStatus" text, reason text, field text, result jsonb)
    where i.job_no = ${jobNo} and i.item_no = r."itemNo"`.execute(tx);
  const failed = results.filter(({ itemStatus }) => itemStatus === 'FAILURE').length;
  const succeeded = results.length - failed;
  await tx
    .updateTable('job')
    .set((eb) => ({ succeeded: eb('succeeded', '+', succeeded), failed: eb('failed', '+', failed) }))
    .where('jobNo', '=', jobNo)
    .execute();
}

async function runNext(kind: ItemsKind, params: unknown, run: JobRun): Promise<boolean> {
  return await run.db.transaction().execute(async (tx) => {
    const items = await takeItems(tx, run.jobNo, kind.many?.atOnce ?? kind.atOnce ?? 1);
    if (items.length === 0) return false;
    const results = await attemptAll(kind, items, params, { ...run, tx });
    await keepResults(tx, run.jobNo, items, results);
    return true;
  });
}

/**
 * Runs the items that wait, one transaction each (or some, of a kind that runs many at once), which commits an item's
 * work together with its result: whenever the process dies, each item was done once or not at all.
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
