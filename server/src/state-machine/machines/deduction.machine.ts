import { defineMachine } from '../index.ts';

/**
 * A waiver of interest, fees or penalties. Approval is a promise for the day: the write-off that
 * settles the bill applies it, and what is not used by 23:59 EAT expires. Rolling that write-off back
 * reverses the waiver with it.
 */
export const deductionMachine = defineMachine('deduction', ['PENDING'], {
  PENDING: { approve: 'APPROVED', reject: 'REJECTED' },
  APPROVED: { apply: 'APPLIED', lapse: 'LAPSED' },
  APPLIED: { rollBack: 'REVERSED' },
  REJECTED: {},
  LAPSED: {},
  REVERSED: {},
});
