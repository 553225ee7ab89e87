import { defineMachine } from '../../../state-machine/index.ts';

/** Plans are switched off and on again; what they say has versions by date. */
export const schedulePlanMachine = defineMachine('schedule plan', ['ENABLED'], {
  ENABLED: { disable: 'DISABLED' },
  DISABLED: { enable: 'ENABLED' },
});
