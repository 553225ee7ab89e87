import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext } from '../../../http/implement.ts';
import type { Services } from '../../../services.ts';
import { publishEvent, writeAudit } from '../audit/index.ts';
import { type JobKind, mayRun } from './kinds.ts';
import { publishProgress } from './progress.ts';
import { tryJob } from './try-job.ts';
import { isWhole, type NewItem, type NewItems } from './new-item.ts';

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
  items: NewItems = [],
  retryOf?: string,
): Promise<string> {
  const { caller, tx, services } = call;
  if (!mayRun(kind, caller)) throw new AppError('FORBIDDEN');
  await refuseTooMany(tx, caller.userNo);
  const of = { userNo: caller.userNo, lang: call.lang, retryOf: retryOf ?? null, plugin: caller.plugin ?? null };
  const { jobNo, total } = await storeJob(tx, kind, params, of, items);
  await writeAudit(tx, call, {
    action: `${kind.kind}.queued`,
    subjectType: 'job',
    subjectNo: jobNo,
    after: {
      items: total,
      ...(retryOf === undefined ? {} : { retryOf }),
      ...('writeFile' in kind && (await writesUnmasked(call)) && { isUnmasked: true }),
    },
  });
  if ('runItem' in kind && isWhole(items)) await tryJob(kind, params, { ...call, jobNo }, items);
  await services.jobs.enqueue(tx, jobNo, { userNo: caller.userNo, kind: kind.kind });
  // Workers of every process listen for it, and begin at once.
  call.afterCommit(async () => await publishProgress(call.db, services, jobNo));
  return jobNo;
}

/** Whether a file that the caller asks for shows what their lists may mask, as their rights are now. */
async function writesUnmasked({ caller, services }: CommandContext): Promise<boolean> {
  if (!caller.isMasked) return true;
  return (await services.rights.of(caller.userNo, caller.rightsEpoch)).exportsUnmasked;
}

/**
 * As `createJob`, for what no person requested: a rule's own run, in the name of who answers for the rule. Their rights
 * are checked when it runs, so that a rule ends with them. Whoever starts jobs wakes the queue once it is committed.
 */
export async function startJob(
  kind: JobKind,
  params: unknown,
  {
    tx,
    services,
    userNo,
    lang = 'en',
  }: {
    readonly tx: Tx;
    readonly services: Pick<Services, 'jobs'>;
    readonly userNo: string;
    readonly lang?: 'en' | 'zh';
  },
  items: readonly NewItem[],
): Promise<string> {
  const { jobNo } = await storeJob(tx, kind, params, { userNo, lang, retryOf: null, plugin: null }, items);
  await publishEvent(tx, {
    topic: `${kind.kind}.queued`,
    subjectType: 'job',
    subjectNo: jobNo,
    after: { items: items.length },
  });
  await services.jobs.enqueue(tx, jobNo, { userNo, kind: kind.kind });
  return jobNo;
}

interface JobOf {
  readonly userNo: string;
  readonly lang: 'en' | 'zh';
  readonly retryOf: string | null;
  readonly plugin: string | null;
}

async function storeJob(tx: Tx, kind: JobKind, params: unknown, of: JobOf, items: NewItems) {
  const { jobNo } = await tx
    .insertInto('job')
    .values({ ...of, kind: kind.kind, params: JSON.stringify(params), total: isWhole(items) ? items.length : 0 })
    .returning('jobNo')
    .executeTakeFirstOrThrow();
  if (isWhole(items)) {
    for (let at = 0; at < items.length; at += ITEMS_A_STATEMENT) {
      await storeItems(tx, jobNo, at, items.slice(at, at + ITEMS_A_STATEMENT));
    }
    return { jobNo, total: items.length };
  }
  let total = 0;
  for await (const part of items) {
    await storeItems(tx, jobNo, total, part);
    total += part.length;
  }
  await tx.updateTable('job').set({ total }).where('jobNo', '=', jobNo).execute();
  return { jobNo, total };
}

/** One statement with one parameter, however many they are. */
async function storeItems(tx: Tx, jobNo: string, after: number, items: readonly NewItem[]): Promise<void> {
  const given = JSON.stringify(items.map(({ subjectNo, input }) => [subjectNo, input ?? null]));
  await sql`insert into job_item (job_no, item_no, subject_no, input)
    select ${jobNo}, ${after}::int + i.place::int, i.item ->> 0, i.item -> 1
    from jsonb_array_elements(${given}::jsonb) with ordinality as i (item, place)`.execute(tx);
}
