import { defineMachine } from '../../../state-machine/index.ts';

/**
 * A call as the edge tells of it. Events may be lost or come late, so it can be answered without having rung; what has
 * ended stays ended. A caller who hangs up while it rings, or waits in line, was not answered.
 */
export const callMachine = defineMachine('call', ['DIALLING', 'RINGING', 'WAITING'], {
  WAITING: { ring: 'RINGING', noAnswer: 'NO_ANSWER', fail: 'FAILED' },
  DIALLING: { ring: 'RINGING', answer: 'ANSWERED', busy: 'BUSY', noAnswer: 'NO_ANSWER', fail: 'FAILED' },
  RINGING: { answer: 'ANSWERED', busy: 'BUSY', noAnswer: 'NO_ANSWER', fail: 'FAILED' },
  ANSWERED: { end: 'ENDED' },
  ENDED: {},
  BUSY: {},
  NO_ANSWER: {},
  FAILED: {},
});
