import { defineMachine } from '../../../state-machine/index.ts';

/**
 * A second look at a refused order: one live an order, a limited number a day. It ends together
 * with the order's new decision, by whichever of the three it was.
 */
export const rejectReReviewMachine = defineMachine('reject re-review', ['IN_REVIEW'], {
  IN_REVIEW: { pass: 'PASSED', refuse: 'REFUSED', return: 'RETURNED' },
  PASSED: {},
  REFUSED: {},
  RETURNED: {},
});
