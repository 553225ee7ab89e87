import { defineMachine } from '../index.ts';

/**
 * A loan application and, once paid out, the loan.
 *
 * The machine's own review decides first; what it lets pass waits to be allocated to an auditor. An
 * auditor passes, refuses for good (the cool-off days begin) or returns the application to the
 * customer, who has seven days. A passed order is paid out by an attempt (see the payout attempt);
 * a failed one is replayed or voided. A loan closes with its last bill and opens again when a
 * write-off of it is rolled back.
 *
 * Retrieval and reject re-review bring decided orders back. Their commands name the target state,
 * because the person chooses it; whether an order *came from* the refusal it goes back to, and
 * whether a successful attempt exists, is asked by the service. VOIDED is the end.
 */
export const orderMachine = defineMachine('order', ['MACHINE_REVIEW'], {
  MACHINE_REVIEW: { machinePass: 'TO_ALLOCATE', machineRefuse: 'MACHINE_REFUSED' },
  TO_ALLOCATE: {
    allocate: 'PENDING_REVIEW',
    retrieveToMachineRefused: 'MACHINE_REFUSED',
    retrieveToRefused: 'REFUSED',
  },
  PENDING_REVIEW: {
    recall: 'TO_ALLOCATE',
    pass: 'PENDING_DISBURSEMENT',
    refuse: 'REFUSED',
    reject: 'RETURNED',
    retrieveToMachineRefused: 'MACHINE_REFUSED',
    retrieveToRefused: 'REFUSED',
  },
  MACHINE_REFUSED: {
    reReviewToAllocate: 'TO_ALLOCATE',
    reReviewToReview: 'PENDING_REVIEW',
    retrieveToAllocate: 'TO_ALLOCATE',
    retrieveToReview: 'PENDING_REVIEW',
  },
  REFUSED: {
    reReviewToAllocate: 'TO_ALLOCATE',
    reReviewToReview: 'PENDING_REVIEW',
    retrieveToAllocate: 'TO_ALLOCATE',
    retrieveToReview: 'PENDING_REVIEW',
  },
  RETURNED: {
    handInAgain: 'TO_ALLOCATE',
    lapse: 'VOIDED',
    retrieveToAllocate: 'TO_ALLOCATE',
    retrieveToReview: 'PENDING_REVIEW',
  },
  PENDING_DISBURSEMENT: {
    disburse: 'DISBURSING',
    autoCancel: 'VOIDED',
    retrieveToAllocate: 'TO_ALLOCATE',
    retrieveToReview: 'PENDING_REVIEW',
  },
  DISBURSING: { payoutSucceed: 'DISBURSED', payoutFail: 'DISBURSE_FAILED' },
  DISBURSE_FAILED: {
    replay: 'DISBURSING',
    cancel: 'VOIDED',
    retrieveToPendingDisbursement: 'PENDING_DISBURSEMENT',
    retrieveToDisbursed: 'DISBURSED',
  },
  DISBURSED: { close: 'CLOSED' },
  CLOSED: { rollBack: 'DISBURSED' },
  VOIDED: {},
});
