import { defineMachine } from '../../../state-machine/index.ts';

/** An AI push: always through an approver, started at its time or by hand before it, and never taken up again. */
export const aiPushTaskMachine = defineMachine('AI push task', ['PENDING'], {
  PENDING: { approve: 'APPROVED', reject: 'REJECTED' },
  APPROVED: { start: 'RUNNING', stop: 'STOPPED' },
  RUNNING: { finish: 'DONE', stop: 'STOPPED' },
  REJECTED: {},
  DONE: {},
  STOPPED: {},
});
