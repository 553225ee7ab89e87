import { checkMachine } from '../../../state-machine/testing/machine-checks.ts';
import { deductionMachine } from '../../../state-machine/machines/deduction.machine.ts';

checkMachine(deductionMachine, {
  PENDING: ['APPROVED', 'REJECTED'],
  APPROVED: ['APPLIED', 'LAPSED'],
  APPLIED: ['REVERSED'],
  REJECTED: [],
  LAPSED: [],
  REVERSED: [],
});
