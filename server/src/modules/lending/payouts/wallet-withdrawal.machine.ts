import { defineMachine } from '../../../state-machine/index.ts';

/**
 * A customer takes rewards out of the wallet. The amount is held from the request on. A failure
 * keeps the hold until the withdrawal is tried again, by a new attempt, or cancelled.
 */
export const walletWithdrawalMachine = defineMachine('wallet withdrawal', ['REQUESTED'], {
  REQUESTED: { send: 'IN_PROGRESS' },
  IN_PROGRESS: { succeed: 'SUCCESS', fail: 'FAILED' },
  FAILED: { retry: 'IN_PROGRESS', cancel: 'CANCELLED' },
  SUCCESS: {},
  CANCELLED: {},
});
