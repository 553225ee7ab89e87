import { defineMachine } from '../index.ts';

/**
 * A calling task as the outside vendor holds it. Whether a time-out on sending reached the vendor is
 * UNKNOWN, and a synchronisation with the vendor alone tells; it is never sent a second time on a guess.
 * One whose start is still to come is stopped without the vendor hearing of it.
 */
export const aiTaskMachine = defineMachine('AI task', ['CREATED'], {
  CREATED: { send: 'SENT', failToSend: 'FAILED', timeOut: 'UNKNOWN', stop: 'STOPPED' },
  UNKNOWN: { syncSent: 'SENT', syncFailed: 'FAILED' },
  FAILED: { sendAgain: 'SENT' },
  SENT: { start: 'RUNNING', stop: 'STOPPED' },
  RUNNING: { pause: 'PAUSED', finish: 'DONE', fail: 'FAILED', stop: 'STOPPED' },
  PAUSED: { resume: 'RUNNING', stop: 'STOPPED' },
  DONE: {},
  STOPPED: {},
});
