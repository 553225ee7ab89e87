import { defineMachine } from '../../../state-machine/index.ts';

/** A customer's word: an amount, at most seven days out. The end of day judges what is due. */
export const promiseToPayMachine = defineMachine('promise to pay', ['OPEN'], {
  OPEN: { keep: 'KEPT', break: 'BROKEN', cancel: 'CANCELLED' },
  KEPT: {},
  BROKEN: {},
  CANCELLED: {},
});
