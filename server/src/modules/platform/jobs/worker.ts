import { executeJob, type WorkerContext } from './execute.ts';
import type { JobQueue } from './queue.ts';
import { sweepJobFiles } from './commands.ts';

const SWEEP_MS = 15 * 60_000;

/** Lets this process work on jobs from now on. Answers what stops it: the queue's own close. */
export async function startJobWorker(
  context: WorkerContext,
  queue: JobQueue = context.services.jobs,
): Promise<() => Promise<void>> {
  const { db, services, log } = context;
  await queue.start(async (jobNo, signal) => await executeJob(context, jobNo, signal));
  const stopListening = services.events.onAny((_, event) => {
    if (event.type === 'job' && event.status === 'QUEUED') queue.wake();
  });
  const sweep = (): void => {
    sweepJobFiles(db, services).catch((error: unknown) => {
      log.warn({ err: error }, 'the sweep of job files failed');
    });
  };
  sweep();
  const timer = setInterval(sweep, SWEEP_MS);
  return async () => {
    clearInterval(timer);
    stopListening();
    await queue.close();
  };
}
