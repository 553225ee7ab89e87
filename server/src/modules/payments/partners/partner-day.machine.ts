import { defineMachine } from '../../../state-machine/index.ts';

/**
 * What a partner owes for a day of a product. Confirmed it is income; until the partner paid it can be opened
 * again, which takes the income back. A paid day is closed for good.
 */
export const partnerDayMachine = defineMachine('partner day', ['OPEN'], {
  OPEN: { save: 'OPEN', confirm: 'CONFIRMED' },
  CONFIRMED: { reopen: 'OPEN', settle: 'PAID' },
  PAID: {},
});
