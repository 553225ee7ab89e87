import { defineMachine } from '../../../state-machine/index.ts';

/** A line of a statement that may be one that is kept already: another movement, or the same one and left out. */
export const repeatedLineMachine = defineMachine('repeated line', ['OPEN'], {
  OPEN: { count: 'COUNTED', leaveOut: 'LEFT_OUT' },
  COUNTED: {},
  LEFT_OUT: {},
});
