export { asCommand } from './as-command.ts';
export { createJob } from './create-job.ts';
export { createJobKinds } from './kinds.ts';
export type { FileKind, ItemsKind, JobItem, JobKind, JobKinds, JobRight, JobRun } from './kinds.ts';
export { ownJob, readJob, undoneItems } from './query.ts';
export { createJobQueue } from './queue.ts';
export type { JobQueue } from './queue.ts';
export { routes } from './routes.ts';
export { startJobWorker } from './worker.ts';
