// Long work in the background: batches, imports and exports.

import { defineModule } from '../../../define-module.ts';
import { routes } from './routes.ts';

export { asCommand } from './as-command.ts';
export { createJob, startJob } from './create-job.ts';
export { createJobKinds, defineJob, refuseUnlisted } from './kinds.ts';
export type { FileKind, ItemsKind, JobItem, JobKind, JobKinds, JobRight, JobRun } from './kinds.ts';
export { ownJob, readJob, undoneParts } from './query.ts';
export { rootJobOf } from './root-job.ts';
export { createJobQueue } from './queue.ts';
export type { JobQueue } from './queue.ts';
export { startJobWorker } from './worker.ts';

export const jobs = defineModule({
  name: 'jobs',
  routes,
});
