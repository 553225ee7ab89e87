import { defineMachine } from '../machine.ts';

/**
 * An import, an export or a batch action, with a row an item. It ends by what its items did: all, some
 * or none of them succeeded, or somebody called it off.
 */
export const jobMachine = defineMachine('job', ['QUEUED'], {
  QUEUED: { start: 'RUNNING' },
  RUNNING: {
    succeed: 'SUCCESS',
    succeedInPart: 'PARTIAL_SUCCESS',
    fail: 'FAILURE',
    cancel: 'CANCELLED',
  },
  SUCCESS: {},
  PARTIAL_SUCCESS: {},
  FAILURE: {},
  CANCELLED: {},
});
