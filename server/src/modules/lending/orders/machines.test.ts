import { checkMachine } from '../../../state-machine/testing/machine-checks.ts';
import { orderMachine } from '../../../state-machine/machines/order.machine.ts';
import { rejectReReviewMachine } from './reject-re-review.machine.ts';

checkMachine(orderMachine, {
  MACHINE_REVIEW: ['TO_ALLOCATE', 'MACHINE_REFUSED'],
  TO_ALLOCATE: ['PENDING_REVIEW', 'MACHINE_REFUSED', 'REFUSED'],
  PENDING_REVIEW: ['TO_ALLOCATE', 'PENDING_DISBURSEMENT', 'REFUSED', 'RETURNED', 'MACHINE_REFUSED'],
  RETURNED: ['TO_ALLOCATE', 'VOIDED', 'PENDING_REVIEW'],
  PENDING_DISBURSEMENT: ['DISBURSING', 'VOIDED', 'TO_ALLOCATE', 'PENDING_REVIEW'],
  DISBURSING: ['DISBURSED', 'DISBURSE_FAILED'],
  DISBURSE_FAILED: ['DISBURSING', 'VOIDED', 'PENDING_DISBURSEMENT', 'DISBURSED'],
  MACHINE_REFUSED: ['TO_ALLOCATE', 'PENDING_REVIEW'],
  REFUSED: ['TO_ALLOCATE', 'PENDING_REVIEW'],
  DISBURSED: ['CLOSED'],
  CLOSED: ['DISBURSED'],
  VOIDED: [],
});

checkMachine(rejectReReviewMachine, {
  IN_REVIEW: ['PASSED', 'REFUSED', 'RETURNED'],
  PASSED: [],
  REFUSED: [],
  RETURNED: [],
});
