// Loan orders: the state machine, the repayment plan and the path to disbursement.

export { allocateOrder, recallOrder } from './allocate.ts';
export { orderMachine } from '../../../state-machine/machines/order.machine.ts';
export { rejectReReviewMachine } from './reject-re-review.machine.ts';
export { interestOfDay, planRepayment, splitEvenly } from './schedule.ts';
export type { LoanTerms, PlannedBill, RepaymentPlan } from './schedule.ts';
export { cancelDisbursement, disburseOffline, disburseOrder } from './disburse.ts';
export type { DisbursementPeople } from './disburse.ts';
export { lapseReturned } from './lapse.ts';
export { refuseUnpayableNet } from './net-payout.ts';
export { loanPayout } from './loan-payout.ts';
export { lockOrder, moveOrder, offerOf, takeApplication } from './orders.ts';
export type { NewOrder } from './orders.ts';
export type { LoanOrder } from './loan-order.ts';
export { handInAgain, machineReview, passOrder, refuseOrder, returnOrder } from './review.ts';
export { barredFromReview, closeReReview } from './re-review.ts';
export { retrievalFaults } from './retrieval-fault.ts';
export type { RetrievalFault, RetrievalTarget } from './retrieval-fault.ts';
export { reReviewOrder, retrieveOrder } from './retrieve.ts';
export type { Retrieval } from './retrieve.ts';
export { resolvePayoutWarning, warnOfFailedPayout } from './payout-warning.ts';
export { ordersWithin } from './scope.ts';
export { productTerms } from './terms.ts';
export type { ProductTerms } from './terms.ts';
export { hasWayOut, isForBank, isPayable, PAYABLE } from './payable.ts';
export type { PayoutKind } from './payable.ts';
