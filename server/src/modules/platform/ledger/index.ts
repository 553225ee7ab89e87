// The double-entry ledger; only this module writes postings.

import { defineModule } from '../../../define-module.ts';
import { routes } from './routes.ts';

export { ACCOUNTS, earnedAt } from './accounts.ts';
export type { Account, BankAccount, IncomeComponent } from './accounts.ts';
export { keepBankDays } from './bank-days.ts';
export { bookedBalances } from './booked-balances.ts';
export { assertCents, BPS_WHOLE, multiplyDivideFloor, shareOf, sumCents } from './cents.ts';
export type { Cents } from './cents.ts';
export {
  amounts,
  COMPONENTS,
  DEFAULT_ALLOCATION_ORDER,
  isAllocationOrder,
  mapAmounts,
  minus,
  negated,
  NEVER_WAIVED,
  NO_AMOUNTS,
  nonPrincipalOf,
  partsOf,
  plus,
  totalOf,
} from './components.ts';
export type { AllocationOrder, Amounts, Component } from './components.ts';
export { refusalOf } from './database-refusals.ts';
export { driftedBills, lockBills, openBillBalances, outstandingOf, readBills, trialBalance } from './ledger.ts';
export type { BillBalance, TrialBalance } from './ledger.ts';
export * as billPostings from './matrix/bills.ts';
export type { BillPart } from './matrix/bills.ts';
export * as flowPostings from './matrix/flows.ts';
export * as partnerPostings from './matrix/partners.ts';
export * as payoutPostings from './matrix/payouts.ts';
export { postJournal, postJournals } from './post-journal.ts';
export type { NewJournal, PostedJournal } from './post-journal.ts';
export { imbalanceOf, mirrored } from './posting-line.ts';
export type { Dimensions, PostingLine } from './posting-line.ts';
export { reverse, reverseAll, reverseEach } from './reverse.ts';
export type { Reversal, ReversalFacts } from './reverse.ts';
export { readPosted } from './posted-journals.ts';
export { explainBill } from './why.ts';

export const ledger = defineModule({
  name: 'ledger',
  routes,
});
