export { orderMachine } from './order.machine.ts';
export { rejectReReviewMachine } from './reject-re-review.machine.ts';
export { interestOfDay, planRepayment, splitEvenly } from './schedule.ts';
export type { LoanTerms, PlannedBill, RepaymentPlan } from './schedule.ts';
export { cancelDisbursement, disburseOrder } from './disburse.ts';
export type { DisbursementPeople } from './disburse.ts';
export { loanPayout } from './loan-payout.ts';
export { lockOrder, moveOrder, takeApplication } from './orders.ts';
export type { LoanOrder, NewOrder } from './orders.ts';
export {
  allocateOrder,
  handInAgain,
  machineReview,
  passOrder,
  recallOrder,
  refuseOrder,
  returnOrder,
} from './review.ts';
export { productTerms } from './terms.ts';
export type { ProductTerms } from './terms.ts';
