import type { Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext } from '../../../http/implement.ts';
import { writeAudit } from '../audit/index.ts';
import { type JobKind, mayRun } from './kinds.ts';
import { publishProgress } from './progress.ts';
import { tryJob } from './try-job.ts';
import type { NewItem } from './new-item.ts';

/** As many as fit into one statement's 65,535 parameters, with room. */
const ITEMS_A_STATEMENT = 5_000;

/** Unfinished jobs a person may have; nobody waits for more, and a program that asks on fills the queue. */
export const MAX_UNFINISHED = 50;

/** Throws JOBS_TOO_MANY. */
async function refuseTooMany(tx: Tx, userNo: string): Promise<void> {
  const { count } = await tx
    .selectFrom('job')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('userNo', '=', userNo)
    .where('jobStatus', 'in', ['QUEUED', 'RUNNING'])
    .executeTakeFirstOrThrow();
  if (count >= MAX_UNFINISHED) throw new AppError('JOBS_TOO_MANY', { facts: { count } });
}

/**
 * Stores a job with its items and hands it to the queue, all in the caller's transaction: a command
 * that rolls back leaves no job behind. Answers its `jobNo`. Throws FORBIDDEN without the kind's right, JOBS_TOO_MANY.
 * A preview shows what the job would do to each item.
 */
export async function createJob(
  kind: JobKind,
  params: unknown,
  call: CommandContext,
  items: readonly NewItem[] = [],
  retryOf?: string,
): Promise<string> {
  const { caller, tx, services } = call;
  if (!mayRun(kind, caller)) throw new AppError('FORBIDDEN');
  await refuseTooMany(tx, caller.userNo);
  const { jobNo } = await tx
    .insertInto('job')
    .values({
      kind: kind.kind,
      userNo: caller.userNo,
      params: JSON.stringify(params),
      lang: call.lang,
      total: items.length,
      retryOf: retryOf ?? null,
      plugin: caller.plugin ?? null,
    })
    .returning('jobNo')
    .executeTakeFirstOrThrow();
  for (let at = 0; at < items.length; at += ITEMS_A_STATEMENT) {
    await tx
      .insertInto('jobItem')
      .values(
        items.slice(at, at + ITEMS_A_STATEMENT).map(({ subjectNo, input }, index) => ({
          jobNo,
          itemNo: at + index + 1,
          subjectNo,
          input: JSON.stringify(input),
        })),
      )
      .execute();
  }
  await writeAudit(tx, call, {
    action: `${kind.kind}.queued`,
    subjectType: 'job',
    subjectNo: jobNo,
    after: { items: items.length, ...(retryOf === undefined ? {} : { retryOf }) },
  });
  if ('runItem' in kind) await tryJob(kind, params, { ...call, jobNo }, items);
  await services.jobs.enqueue(tx, jobNo, { userNo: caller.userNo, kind: kind.kind });
  // Workers of every process listen for it, and begin at once.
  call.afterCommit(async () => await publishProgress(call.db, services, jobNo));
  return jobNo;
}
