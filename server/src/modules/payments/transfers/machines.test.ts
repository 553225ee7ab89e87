import { checkMachine } from '../../../state-machine/testing/machine-checks.ts';
import { cashTransferMachine } from './cash-transfer.machine.ts';

checkMachine(cashTransferMachine, {
  SUBMITTED: ['APPROVED', 'REJECTED', 'GIVEN_UP'],
  APPROVED: ['RELEASING'],
  RELEASING: ['SUCCESS', 'FAILED'],
  FAILED: ['RELEASING'],
  REJECTED: [],
  GIVEN_UP: [],
  SUCCESS: [],
});
