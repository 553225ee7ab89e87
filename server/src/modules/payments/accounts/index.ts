// Our own accounts: where loans are paid from and where customers pay in.

import { defineModule } from '../../../define-module.ts';
import { loanerAccountExport, repayAccountExport } from './export.ts';
import { loanerEnableKind, loanerFormKind } from './loaner-commands.ts';
import { repayEnableKind, repayFormKind, repayRangeKind } from './repay-commands.ts';
import { loanerAccountReveals } from './read-loaner.ts';
import { repayAccountReveals } from './read-repay.ts';
import { routes } from './routes.ts';

export type { LoanerAccountTable, MoneyAccountView, RepayAccountTable } from './tables.ts';
export { newAccount } from './account-checks.ts';
export { accountsWithin, ownerOf } from './account-scope.ts';
export { receivingCode } from './receiving-code.ts';
export { silentAccounts } from './silence.ts';

export const accounts = defineModule({
  name: 'accounts',
  routes,
  reveals: [...loanerAccountReveals, ...repayAccountReveals],
  // What money goes through: somebody else agrees.
  changes: [loanerFormKind, loanerEnableKind, repayFormKind, repayEnableKind, repayRangeKind],
  exports: [loanerAccountExport.kind, repayAccountExport.kind],
});
