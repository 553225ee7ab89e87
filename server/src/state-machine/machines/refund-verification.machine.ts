import { defineMachine } from '../index.ts';

/**
 * Whether the channel knows the payee by the name the customer gave. A failed check may be made
 * again, after the account was fixed; a passed one stands.
 */
export const refundVerificationMachine = defineMachine('refund verification', ['NOT_VERIFIED'], {
  NOT_VERIFIED: { pass: 'PASSED', fail: 'FAILED' },
  FAILED: { pass: 'PASSED', fail: 'FAILED' },
  PASSED: {},
});
