// Assigning orders to reviewers and taking them back.

import { defineModule } from '../../../define-module.ts';
import { routes } from './routes.ts';
import { allotKind, autoAllotKind, recallKind, releaseKind, undoAllotKind } from './batches.ts';

export { autoAllot } from './auto-allot.ts';
export { endLeases, refuseLost } from './take-back.ts';

export const allocation = defineModule({
  name: 'allocation',
  routes,
  jobs: [allotKind, autoAllotKind, recallKind, releaseKind, undoAllotKind],
});
