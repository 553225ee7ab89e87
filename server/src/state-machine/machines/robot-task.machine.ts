import { defineMachine } from '../index.ts';

/**
 * A batch of outbound robot calls. Marketing and telemarketing draft theirs and may need approval;
 * collection starts at QUEUED. Everything but a finished task can be stopped, and a stopped one stays so.
 */
export const robotTaskMachine = defineMachine('robot task', ['DRAFT', 'QUEUED'], {
  DRAFT: { submit: 'PENDING_APPROVAL', queue: 'QUEUED', stop: 'STOPPED' },
  PENDING_APPROVAL: { approve: 'QUEUED', sendBack: 'DRAFT', stop: 'STOPPED' },
  QUEUED: { start: 'RUNNING', stop: 'STOPPED' },
  RUNNING: { pause: 'PAUSED', finish: 'DONE', fail: 'FAILED', stop: 'STOPPED' },
  PAUSED: { resume: 'RUNNING', stop: 'STOPPED' },
  FAILED: { retry: 'RUNNING', stop: 'STOPPED' },
  DONE: {},
  STOPPED: {},
});
