// What awaits the caller's decision, over all kinds of change.

import { defineModule } from '../../../define-module.ts';
import { routes } from './routes.ts';

export { countOf, createDecisions, type DecisionQueue } from './queues.ts';
export { countApprovals } from './read.ts';

export const approvals = defineModule({ name: 'approvals', routes });
