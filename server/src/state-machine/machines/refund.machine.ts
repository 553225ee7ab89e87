import { defineMachine } from '../index.ts';

/**
 * A customer's credit on its way back. A checker decides; money leaves once the receipt information
 * was verified (or the check was ignored, with a logged reason). From then on there is no undoing:
 * an attempt succeeds, or fails and may be made again.
 */
export const refundMachine = defineMachine('refund', ['PENDING'], {
  PENDING: { approve: 'APPROVED', reject: 'REJECTED' },
  APPROVED: { payOut: 'IN_PROGRESS' },
  IN_PROGRESS: { succeed: 'SUCCESS', fail: 'FAILURE' },
  FAILURE: { reRefund: 'IN_PROGRESS' },
  REJECTED: {},
  SUCCESS: {},
});
