import { defineMachine } from '../../../state-machine/index.ts';

/**
 * A link that a customer pays by. That it has expired is never stored: it is open past its end. A prompt that was on
 * the phone when the link was revoked may still be paid, and the link says so.
 */
export const paymentLinkMachine = defineMachine('payment link', ['OPEN'], {
  OPEN: { pay: 'PAID', revoke: 'REVOKED' },
  REVOKED: { pay: 'PAID' },
  PAID: {},
});
