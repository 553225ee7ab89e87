import { checkMachine } from '../../../state-machine/testing/machine-checks.ts';
import { refundVerificationMachine } from '../../../state-machine/machines/refund-verification.machine.ts';
import { refundMachine } from '../../../state-machine/machines/refund.machine.ts';

checkMachine(refundMachine, {
  PENDING: ['APPROVED', 'REJECTED'],
  APPROVED: ['IN_PROGRESS'],
  IN_PROGRESS: ['SUCCESS', 'FAILURE'],
  FAILURE: ['IN_PROGRESS'],
  REJECTED: [],
  SUCCESS: [],
});

checkMachine(refundVerificationMachine, {
  NOT_VERIFIED: ['PASSED', 'FAILED'],
  FAILED: ['PASSED', 'FAILED'],
  PASSED: [],
});
