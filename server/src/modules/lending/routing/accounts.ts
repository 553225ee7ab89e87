import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import type { Call } from '../../../http/implement.ts';
import { merchantsSeen } from '../../../http/merchant-scope.ts';
import { type BankAccount, bookedBalances } from '../../platform/ledger/index.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import type { AccountNow } from './choose-entry.ts';

/** Payout accounts as they are at a moment. */
export async function accountsAt(db: Queryable, at: Date): Promise<Map<string, AccountNow>> {
  const rows = await db
    .selectFrom('loanerAccount as l')
    .select(['l.accountId', 'l.accountCode', 'l.enabled', 'l.dailyLimitCents'])
    .select(
      sql<number>`coalesce((select sum(a.amount_cents) from payout_attempt a where a.account_code = l.account_code
        and a.attempt_status <> 'FAILED' and a.lent_on = ${businessDateOf(at)}), 0)::bigint`.as('usedTodayCents'),
    )
    .execute();
  const balances = await bookedBalances(
    db,
    rows.map(({ accountCode }) => accountCode),
  );
  return new Map(
    rows.map((row) => [
      row.accountId,
      // The table refers to accounts of the ledger that keep money.
      { ...row, accountCode: row.accountCode as BankAccount, balanceCents: balances.get(row.accountCode) ?? 0 },
    ]),
  );
}

/** Accounts that strategies of the caller's merchants may name. */
export async function accountsSeen({ db, caller }: Call) {
  const merchantNos = merchantsSeen(caller.scope);
  const rows = await db
    .selectFrom('loanerAccount as l')
    .select(['l.accountId', 'l.accountName', 'l.enabled', 'l.lendingChannel'])
    .where('l.lendingChannel', 'in', ['MPESA_B2C', 'BANK_EFT'])
    .$if(merchantNos !== null, (query) =>
      query.where(sql<boolean>`(l.merchant_nos = '{}' or l.merchant_nos && ${merchantNos ?? []}::text[])`),
    )
    .orderBy('l.accountName')
    .execute();
  return rows.map(({ lendingChannel, ...account }) => ({
    ...account,
    payoutType: lendingChannel === 'BANK_EFT' ? ('BANK' as const) : ('MOBILE_MONEY' as const),
  }));
}
