import { defineMachine } from '../machine.ts';

/**
 * Somebody's work as auditor, collector, telemarketer, in customer service or traffic. Freezing it
 * stops new work and sends open work back; the person may still sign in.
 */
export const personnelRecordMachine = defineMachine('personnel record', ['NORMAL'], {
  NORMAL: { freeze: 'FROZEN' },
  FROZEN: { unfreeze: 'NORMAL' },
});
