import { createJobKinds } from './modules/jobs/index.ts';

/** Every kind of job. */
export const jobKinds = createJobKinds([]);
