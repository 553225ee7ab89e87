import { defineMachine } from '../../../state-machine/index.ts';

/** A customer's limit: being granted, granted, over. A new limit is a new one; none is revived. */
export const creditMachine = defineMachine('credit', ['GRANTING'], {
  GRANTING: { grant: 'GRANTED' },
  GRANTED: { expire: 'EXPIRED' },
  EXPIRED: {},
});
