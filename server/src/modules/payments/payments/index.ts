// Allocation of payments to bills: plan, apply, roll back.

import { defineModule } from '../../../define-module.ts';
import { couponRoutes } from './coupon-routes.ts';
import { routes } from './routes.ts';
import { ruleExport, ruleRoutes, versionsOf } from '../../platform/rules/index.ts';
import { autoWriteOffFamily } from './auto-write-off-rules.ts';

export { allocate, oldestFirst } from './allocation.ts';
export type { Allocation, OpenBill } from './allocation.ts';
export { applicationTaskMachine } from '../../../state-machine/machines/application-task.machine.ts';
export {
  decideExtension,
  decideGeneric,
  decidePartial,
  decideSettle,
  payoffOf,
  unacknowledged,
} from './decide-application.ts';
export type {
  Confirmation,
  Decision,
  DecisionOrRefusal,
  ExtensionRequest,
  SettleRequest,
} from './decide-application.ts';
export { refusalOfFlowUse, writableOf } from './flow-checks.ts';
export type { FlowUse, LoanFacts } from './flow-checks.ts';
export { flowMachine } from './flow.machine.ts';
export { applyByHand } from './apply-by-hand.ts';
export { applyFlows, applyPayment } from './apply-payment.ts';
export type { AppliedPayment, AppliedWriteOff } from './apply-payment.ts';
export type { ApplicationPlan, ApplicationRequest, WriteOffRequest } from './plan-application.ts';
export { channelReceiptOf, unlike } from './channel-receipts.ts';
export type { ChannelReceipt } from './channel-receipts.ts';
export { heldCredit } from './credit-holds.ts';
export { lockLoan, oldestOpen } from './loan-lock.ts';
export type { LockedLoan } from './loan-lock.ts';
export { lockFlow, moveOfFlow, receiveFlow, spendFlow } from './receive-flow.ts';
export type { PaymentFlow, Receipt } from './receive-flow.ts';
export { refuseRecharge } from './recharge-of-serial.ts';
export { undoWriteOffs } from './roll-back-commands.ts';
export { trialOf } from './trial-of.ts';
export { rollBack } from './roll-back.ts';
export type { RollbackRequest } from './roll-back.ts';
export { receiptTopics, takeReceipt, validateReceipt } from './mpesa-receipts.ts';
export { checkDigitOf, isServed } from './virtual-numbers.ts';
export { refuseUnproved } from './typed-receipts.ts';
export { commitWriteOff, saveWriteOff, storedForm, tryWriteOff, updateWriteOff } from './write-off.ts';
export { draftedCents } from './write-off-form.ts';
export { applyCredit } from './use-credit.ts';
export { readLoanFacts } from './loan-facts.ts';
export { flowsWithin, reachBill, reachFlow, reachOrder } from './reach.ts';
export { presentFlow, readFlows, readPlan } from './read-loan.ts';
export { readToDate } from './charged-to-date.ts';
export { quotePayoff, quotePayoffs, QUOTED_DAYS } from './payoff-quotes.ts';
export { shownSerial } from './shown-serial.ts';
export { recordOnLoan } from './record-loan.ts';
export { writeOffWaiting } from './auto-write-off.ts';
export { freeCredit } from './use-credit.ts';
export { closeWhenDone } from './apply-payment.ts';
export { settleAtZero } from './zero-settle.ts';

export const payments = defineModule({
  name: 'payments',
  routes: [...couponRoutes, ...routes, ...ruleRoutes(autoWriteOffFamily)],
  config: [versionsOf(autoWriteOffFamily)],
  exports: [ruleExport(autoWriteOffFamily).kind],
});
