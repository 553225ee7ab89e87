import { defineMachine } from '../../../state-machine/index.ts';

/**
 * One try at sending money out: for a loan, a refund, a transfer or a wallet withdrawal.
 *
 * SENT is written before the channel is called, so a crash in between leaves something to ask
 * about. A time-out proves nothing: the attempt is UNKNOWN, and only the channel's own answer, to a
 * status query or by callback, ends that. There is no way on from FAILED: trying again is a new
 * attempt, and the database allows one live or successful attempt a subject.
 */
export const payoutAttemptMachine = defineMachine('payout attempt', ['CREATED'], {
  CREATED: { send: 'SENT' },
  SENT: { succeed: 'SUCCESS', fail: 'FAILED', timeOut: 'UNKNOWN' },
  UNKNOWN: { succeed: 'SUCCESS', fail: 'FAILED' },
  SUCCESS: {},
  FAILED: {},
});
