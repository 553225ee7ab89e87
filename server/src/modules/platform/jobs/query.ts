import { job, type ParsedRequestOf, type ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Call } from '../../../http/implement.ts';
import { defineList, type Reading } from '../../../lists/index.ts';
import { allowedActions } from '../../../state-machine/index.ts';
import { jobMachine } from '../../../state-machine/machines/job.machine.ts';
import { type JobKind, mayRun } from './kinds.ts';
import type { JobRecord } from './states.ts';

/** Whether there is something to do again: items that failed or were left, a file that was not written. */
export function isLeftUndone(record: JobRecord, kind: JobKind): boolean {
  const { jobStatus, failed, total, succeeded } = record;
  if (jobStatus === 'QUEUED' || jobStatus === 'RUNNING') return false;
  return 'runItem' in kind ? failed > 0 || succeeded < total : jobStatus === 'FAILURE';
}

function actionsOn(record: JobRecord, call: Reading): job.JobRow['allowedActions'] {
  const { jobStatus } = record;
  const kind = call.services.jobKinds.get(record.kind);
  const hasItems = kind !== undefined && 'runItem' in kind;
  const hasFile = record.expiresAt !== null && record.expiresAt.getTime() > Date.now();
  const isLeft = kind !== undefined && isLeftUndone(record, kind);
  const can = {
    cancel: jobStatus === 'QUEUED' || allowedActions(jobMachine, jobStatus).includes('cancel'),
    retry: isLeft && mayRun(kind, call.caller),
    download: hasFile && kind !== undefined && mayRun(kind, call.caller),
    downloadFailed: hasItems && isLeft,
  };
  const order = ['cancel', 'retry', 'download', 'downloadFailed'] as const;
  return order.filter((action) => can[action]);
}

function present(record: JobRecord, call: Reading): job.JobRow {
  const { expiresAt, createdAt, startedAt, finishedAt } = record;
  return {
    jobNo: record.jobNo,
    kind: record.kind,
    title: call.services.jobKinds.get(record.kind)?.title[call.lang] ?? record.kind,
    jobStatus: record.jobStatus,
    total: record.total,
    done: record.done,
    succeeded: record.succeeded,
    failed: record.failed,
    reason: record.reason,
    fileName: record.fileName,
    expiresAt: expiresAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    startedAt: startedAt?.toISOString() ?? null,
    finishedAt: finishedAt?.toISOString() ?? null,
    retryOf: record.retryOf,
    allowedActions: actionsOn(record, call),
  };
}

/** One of the caller's own jobs. Another's answers like one that does not exist: JOB_NOT_FOUND. */
export async function ownJob(db: Queryable, jobNo: string, call: Call): Promise<JobRecord> {
  const record = await db
    .selectFrom('job')
    .selectAll()
    .where('jobNo', '=', jobNo)
    .where('userNo', '=', call.caller.userNo)
    .executeTakeFirst();
  // To a plugin, what others started does not exist.
  const { plugin } = call.caller;
  if (plugin !== undefined && record?.plugin !== plugin) throw new AppError('JOB_NOT_FOUND');
  if (!record) throw new AppError('JOB_NOT_FOUND');
  return record;
}

export async function readJob(db: Queryable, jobNo: string, call: Call): Promise<job.JobRow> {
  return present(await ownJob(db, jobNo, call), call);
}

/** One's own jobs; to a plugin, what others started does not exist. */
export const ownJobs = defineList(
  job.page,
  (db) => db.selectFrom('job'),
  (by) => ({
    scope: ({ caller: { userNo, plugin } }) =>
      plugin === undefined
        ? (eb) => eb('userNo', '=', userNo)
        : (eb) => eb('userNo', '=', userNo).and('plugin', '=', plugin),
    key: 'jobNo',
    filters: {
      jobStatus: by.is('jobStatus'),
      kind: by.is('kind'),
      isLive: (is) => (is ? (eb) => eb('jobStatus', 'in', ['QUEUED', 'RUNNING']) : null),
    },
    sorts: { createdAt: 'createdAt', finishedAt: 'finishedAt' },
    first: [['createdAt', 'desc']],
    ties: 'desc',
    nulls: 'last',
    select: (query) => query.selectAll(),
    row: present,
  }),
);

export async function pageOfItems(
  { jobNo, itemStatus, page, pageSize }: ParsedRequestOf<typeof job.items>,
  call: Call,
): Promise<ReplyOf<typeof job.items>> {
  await ownJob(call.db, jobNo, call);
  let query = call.db.selectFrom('jobItem').where('jobNo', '=', jobNo);
  if (itemStatus) query = query.where('itemStatus', '=', itemStatus);
  const rows = await query
    .select(['itemNo', 'subjectNo', 'itemStatus', 'reason', 'field'])
    .orderBy('itemNo')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  const { total } = await query.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow();
  return { rows, total, totalIsExact: true };
}

/** Items of one part: some hundred kilobytes of a file's rows. */
const PART = 2_000;

/** What of a job was not done, as it was given, with why: part after part. */
export async function* undoneParts(
  db: Queryable,
  jobNo: string,
): AsyncGenerator<{ itemNo: number; subjectNo: string; input: unknown; reason: string | null }[]> {
  for (let after = 0; ;) {
    const part = await db
      .selectFrom('jobItem')
      .select(['itemNo', 'subjectNo', 'input', 'reason'])
      .where('jobNo', '=', jobNo)
      .where('itemStatus', 'in', ['FAILURE', 'CANCELLED'])
      .where('itemNo', '>', after)
      .orderBy('itemNo')
      .limit(PART)
      .execute();
    const last = part.at(-1);
    if (last === undefined) return;
    yield part;
    after = last.itemNo;
  }
}
