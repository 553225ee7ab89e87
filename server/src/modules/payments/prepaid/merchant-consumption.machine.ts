import { defineMachine } from '../../../state-machine/index.ts';

/** A charge on a merchant's prepayment. A reversal waits for a checker, who may refuse it. */
export const merchantConsumptionMachine = defineMachine('merchant consumption', ['CHARGED'], {
  CHARGED: { requestReversal: 'REVERSING' },
  REVERSING: { confirmReversal: 'REVERSED', refuseReversal: 'CHARGED' },
  REVERSED: {},
});
