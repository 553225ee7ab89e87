export { orderMachine } from './order.machine.ts';
export { rejectReReviewMachine } from './reject-re-review.machine.ts';
export { interestOfDay, planRepayment, splitEvenly } from './schedule.ts';
export type { LoanTerms, PlannedBill, RepaymentPlan } from './schedule.ts';
