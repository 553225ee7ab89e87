import type { FileSubject } from '../../platform/files/index.ts';
import { accountsWithin } from '../accounts/index.ts';

const PAGE = '/admincontent/afterloansystem/balancemanagement';

/** Certificates of corrected balances, kept with their account: seen by those who hold the page and see the account. */
export const balanceVouchers: FileSubject = {
  subjectType: 'balance',
  async sees(db, { pages, scope }, accountId) {
    if (!pages.has(PAGE)) return false;
    const within = accountsWithin('money_account.merchant_nos', scope);
    const found = await db
      .selectFrom('moneyAccount')
      .select('accountId')
      .where('accountId', '=', accountId)
      .$if(within !== null, (query) => (within === null ? query : query.where(within)))
      .executeTakeFirst();
    return found !== undefined;
  },
  codes: { attach: 'afterLoan:balance:correct', remove: 'afterLoan:balance:correct' },
};
