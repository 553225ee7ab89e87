import { createJobKinds } from './modules/jobs/index.ts';
import { exportUsersKind } from './modules/users/index.ts';

/** Every kind of job. */
export const jobKinds = createJobKinds([exportUsersKind]);
