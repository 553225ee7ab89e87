import type { Call } from '../../../http/implement.ts';
import { accountsWithin } from './account-scope.ts';

/** Enabled payout accounts of the caller's merchants. */
export async function loanerOptions({ db, caller }: Call) {
  const within = accountsWithin('loaner_account.merchant_nos', caller.scope);
  return await db
    .selectFrom('loanerAccount')
    .select(['accountCode', 'accountName'])
    .where('enabled', '=', true)
    .$if(within !== null, (query) => (within === null ? query : query.where(within)))
    .orderBy('accountName')
    .execute();
}

/** Enabled receiving accounts of the caller's merchants. */
export async function repayOptions({ db, caller }: Call) {
  const within = accountsWithin('repay_account.merchant_nos', caller.scope);
  return await db
    .selectFrom('repayAccount')
    .select(['accountCode', 'accountName', 'paymentChannel'])
    .where('enabled', '=', true)
    .$if(within !== null, (query) => (within === null ? query : query.where(within)))
    .orderBy('accountName')
    .execute();
}
