import type { Logger } from 'pino';
import type { Database } from '../../../../db/database.ts';
import type { Services } from '../../../../services.ts';
import { executeJob } from '../execute.ts';

/** Carries a job out here and now, to its end, with no worker about: for tests that choose the moment. */
export async function runJob(
  context: { readonly db: Database; readonly services: Services; readonly log: Logger },
  jobNo: string,
): Promise<void> {
  await executeJob(context, jobNo, new AbortController().signal);
}
