import type { Logger } from 'pino';
import type { Database } from '../../../../db/database.ts';
import type { Services } from '../../../../services.ts';
import { executeJob } from '../execute.ts';

interface Context {
  readonly db: Database;
  readonly services: Services;
  readonly log: Logger;
}

/** Carries a job out here and now, to its end, with no worker about: for tests that choose the moment. */
export async function runJob(context: Context, jobNo: string): Promise<void> {
  await executeJob(context, jobNo, new AbortController().signal);
}

/** What a process leaves that died after what follows the last item and before the job's end; another carries it on. */
export async function windUpAgain(context: Context, jobNo: string): Promise<void> {
  await context.db
    .updateTable('job')
    .set({ jobStatus: 'RUNNING', isWoundUp: false, finishedAt: null })
    .where('jobNo', '=', jobNo)
    .execute();
  await runJob(context, jobNo);
}
