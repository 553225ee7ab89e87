import { defineMachine } from '../../../state-machine/index.ts';

/** A batch of promo codes. Its codes exist from its approval on; disabled, none of them is redeemed any more. */
export const promoBatchMachine = defineMachine('promo batch', ['PENDING'], {
  PENDING: { approve: 'ENABLED', reject: 'REJECTED' },
  ENABLED: { disable: 'DISABLED' },
  REJECTED: {},
  DISABLED: {},
});
