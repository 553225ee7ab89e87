import { defineMachine } from '../../../state-machine/index.ts';

/**
 * Cash between our own accounts, or an unmatched payment back to its payer. The applicant may give
 * up until somebody else has decided; a failed release is released again by a new attempt.
 */
export const cashTransferMachine = defineMachine('cash transfer', ['SUBMITTED'], {
  SUBMITTED: { approve: 'APPROVED', reject: 'REJECTED', giveUp: 'GIVEN_UP' },
  APPROVED: { release: 'RELEASING' },
  RELEASING: { succeed: 'SUCCESS', fail: 'FAILED' },
  FAILED: { releaseAgain: 'RELEASING' },
  REJECTED: {},
  GIVEN_UP: {},
  SUCCESS: {},
});
