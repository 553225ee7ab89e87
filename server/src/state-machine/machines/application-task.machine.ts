import { defineMachine } from '../index.ts';

/**
 * The work of applying flows to a bill; the staff call it a write-off. A draft is UNFINISHED. What
 * ended in ERROR is tried again under the idempotency key it had, so it can never take effect twice.
 */
export const applicationTaskMachine = defineMachine('application task', ['UNFINISHED'], {
  UNFINISHED: { commit: 'PROCESSING' },
  PROCESSING: { succeed: 'DONE', fail: 'ERROR' },
  ERROR: { retry: 'PROCESSING' },
  DONE: {},
});
