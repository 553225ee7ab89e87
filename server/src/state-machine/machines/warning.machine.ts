import { defineMachine } from '../machine.ts';

/** Something wants attention. It is resolved by hand, or automatically when its cause is gone. */
export const warningMachine = defineMachine('warning', ['OPEN'], {
  OPEN: { acknowledge: 'ACKNOWLEDGED', resolve: 'RESOLVED' },
  ACKNOWLEDGED: { resolve: 'RESOLVED' },
  RESOLVED: {},
});
