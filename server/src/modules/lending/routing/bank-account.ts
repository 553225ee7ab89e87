import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import type { BankAccount } from '../../platform/ledger/index.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import { refusalOf } from './choose-entry.ts';

/** Accounts that pay to other banks. */
const CHANNEL = 'BANK_EFT';

/**
 * The account that a merchant pays bank accounts from: of its enabled ones that have a number, the first whose daily
 * limit holds the amount: of what no strategy is about, such as refunds, and of merchants that have none for banks.
 */
export async function bankAccountOf(
  db: Queryable,
  merchantNo: string,
  amountCents: number,
  at: Date,
): Promise<{ readonly account: BankAccount } | { readonly hold: 'NO_ROUTE' | 'LIMIT_REACHED' }> {
  const accounts = await db
    .selectFrom('loanerAccount as l')
    .select(['l.accountCode', 'l.dailyLimitCents'])
    .select(
      sql<number>`coalesce((select sum(a.amount_cents) from payout_attempt a where a.account_code = l.account_code
        and a.attempt_status <> 'FAILED' and a.created_at >= (${businessDateOf(at)}::timestamp at time zone 'Africa/Nairobi')),
        0)::bigint`.as('usedTodayCents'),
    )
    .where('l.lendingChannel', '=', CHANNEL)
    .where('l.enabled', '=', true)
    .where('l.accountNo', 'is not', null)
    .where(sql<boolean>`(l.merchant_nos = '{}' or ${merchantNo} = any(l.merchant_nos))`)
    .orderBy('l.accountId')
    .execute();
  const able = accounts.find(({ dailyLimitCents, usedTodayCents }) => usedTodayCents + amountCents <= dailyLimitCents);
  // The table refers to accounts of the ledger that keep money.
  if (able) return { account: able.accountCode as BankAccount };
  return { hold: accounts.length > 0 ? 'LIMIT_REACHED' : 'NO_ROUTE' };
}

/** The same, for an attempt that is made in this transaction. @throws AppError NO_ROUTE, ACCOUNT_LIMIT_REACHED */
export async function planBankRoute(
  tx: Queryable,
  merchantNo: string,
  amountCents: number,
  at = new Date(),
): Promise<BankAccount> {
  // What is left of an account is read and used by one at a time.
  await sql`select pg_advisory_xact_lock(hashtextextended('payout routing', 0))`.execute(tx);
  const found = await bankAccountOf(tx, merchantNo, amountCents, at);
  if ('hold' in found) throw refusalOf(found.hold);
  return found.account;
}
