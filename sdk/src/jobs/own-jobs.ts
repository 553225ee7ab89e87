import { call, callFile } from '../api/call.ts';
import { saveFile } from '../api/download.ts';
import type { ServerEvent } from '../contracts/staff/bootstrap.ts';
import type { RequestOf } from '../contracts/endpoint.ts';
import * as imports from '../contracts/platform/import.contract.ts';
import * as jobs from '../contracts/platform/job.contract.ts';
import type { JobRow } from '../contracts/platform/job.contract.ts';
import { serverEvents$ } from '../events/server-events.ts';
import { createValue } from '../state/store.ts';
import type { ReadableValue } from '../state/store.ts';

const ownJobs = createValue<readonly JobRow[] | null>(null);

/** One's newest jobs, the newest first, as they go on; null until the host has read them. */
export const ownJobs$: ReadableValue<readonly JobRow[] | null> = ownJobs;

/** Whether a job still waits or runs. */
export const isLiveJob = ({ jobStatus }: Pick<JobRow, 'jobStatus'>): boolean =>
  jobStatus === 'QUEUED' || jobStatus === 'RUNNING';

const NEWEST: RequestOf<typeof jobs.page> = {
  filters: {},
  page: 1,
  pageSize: 20,
  sort: { field: 'createdAt', direction: 'desc' },
};

type JobEvent = Extract<ServerEvent, { type: 'job' }>;

/**
 * The job after an event; null where it has to be read again, for what it may do now, its file and its reason
 * come with its state. A stream that opens tells again what was told lately: an event may be older than the
 * row, and what is over stays over.
 */
export function afterEvent(row: JobRow, { status, done, total }: JobEvent): JobRow | null {
  if (!isLiveJob(row) || (row.jobStatus === 'RUNNING' && status === 'QUEUED')) return row;
  if (row.jobStatus !== status) return null;
  return { ...row, done: Math.max(row.done, done), total: Math.max(row.total, total) };
}

/** The rows with the event's progress; null where they have to be read again to be right. */
function withProgress(rows: readonly JobRow[] | null, event: JobEvent): readonly JobRow[] | null {
  const row = rows?.find(({ jobNo }) => jobNo === event.jobNo);
  const after = row && afterEvent(row, event);
  return after ? (rows?.map((each) => (each === row ? after : each)) ?? null) : null;
}

/**
 * Reads one's newest jobs and follows them over the event stream. What cannot be read leaves the last
 * list standing. The result stops it and forgets them.
 */
export function watchOwnJobs(): () => void {
  let isStopped = false;
  let isReading = false;
  let isOutdated = false;

  async function read(): Promise<void> {
    isOutdated = true;
    if (isReading) return;
    isReading = true;
    // An event during the reading may tell of what the reply does not hold yet.
    while (isOutdated) {
      isOutdated = false;
      try {
        const { rows } = await call(jobs.page, NEWEST, { quiet: true, showLoading: false });
        if (!isStopped) ownJobs.next(rows);
      } catch {
        // The next event reads again.
      }
    }
    isReading = false;
  }

  const events = serverEvents$.subscribe((event) => {
    if (event.type === 'missed') void read();
    if (event.type !== 'job') return;
    const rows = isReading ? null : withProgress(ownJobs.value, event);
    if (rows === null) void read();
    else ownJobs.next(rows);
  });
  void read();
  return () => {
    isStopped = true;
    events.unsubscribe();
    ownJobs.next(null);
  };
}

/** Whether there is a file to take away: what an export made, or the rows that an import left undone. */
export function hasJobFile({ kind, allowedActions }: JobRow): boolean {
  if (allowedActions.includes('download')) return true;
  return allowedActions.includes('downloadFailed') && kind.endsWith('.import');
}

/** Downloads what {@link hasJobFile} tells of. A refusal is told in a toast. */
export async function saveJobFile({ jobNo, allowedActions }: JobRow): Promise<void> {
  try {
    saveFile(
      allowedActions.includes('download')
        ? await callFile(jobs.file, { jobNo })
        : await callFile(imports.failedRows, { jobNo }),
    );
  } catch {
    // `callFile` has said what went wrong.
  }
}
