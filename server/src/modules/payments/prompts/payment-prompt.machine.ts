import { defineMachine } from '../../../state-machine/index.ts';

/**
 * One asking of a customer's phone for a payment.
 *
 * SENT is written before the channel is called. A silence leaves it UNKNOWN: a query or the callback ends that. The
 * phone asks for a minute or so, and where the channel's number of it was lost with the answer nobody can be asked;
 * EXPIRED says that it stands on no phone any more, and still takes the word that comes late. One that failed may be said
 * to be paid after all: the customer entered the code in the last second, and the money is there. No state moves money:
 * a payment is booked by its receipt, once, whatever is known of the prompt.
 */
export const paymentPromptMachine = defineMachine('payment prompt', ['CREATED'], {
  CREATED: { send: 'SENT', drop: 'FAILED' },
  SENT: { succeed: 'PAID', fail: 'FAILED', timeOut: 'UNKNOWN' },
  UNKNOWN: { succeed: 'PAID', fail: 'FAILED', lapse: 'EXPIRED' },
  EXPIRED: { succeed: 'PAID', fail: 'FAILED' },
  PAID: {},
  FAILED: { succeed: 'PAID' },
});
