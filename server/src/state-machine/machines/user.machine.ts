import { defineMachine } from '../machine.ts';

/** A sign-in. Freezing it ends its sessions at once and freezes its personnel records with it. */
export const userMachine = defineMachine('user', ['NORMAL'], {
  NORMAL: { freeze: 'FROZEN' },
  FROZEN: { unfreeze: 'NORMAL' },
});
