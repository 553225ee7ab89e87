import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import type { Call } from '../../../http/implement.ts';
import { merchantsSeen } from '../../../http/merchant-scope.ts';
import { type BankAccount, bookedBalances } from '../../platform/ledger/index.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import type { AccountNow } from './choose-entry.ts';

/** Of so many payouts that ended last, more than this share failed: the account rests so long from the last of them. */
const BREAKER = { attempts: 20, failedPercent: 30, restMinutes: 10 } as const;

/** Until when accounts rest, by their code in the ledger, of those that do at a moment. */
export async function restsAt(db: Queryable, at: Date): Promise<Map<string, Date>> {
  const { rows } = await sql<{ accountCode: string; restsUntil: Date }>`
    select l.account_code, t.ended + make_interval(mins => ${BREAKER.restMinutes}) as rests_until
    from loaner_account l cross join lateral (
      select count(*) as attempts, count(*) filter (where e.attempt_status = 'FAILED') as failed, max(e.finished_at) as ended
      from (select a.attempt_status, a.finished_at from payout_attempt a
        where a.account_code = l.account_code and a.attempt_status in ('SUCCESS', 'FAILED')
          and a.finished_at <= ${at} and a.finished_at > ${at}::timestamptz - interval '1 day'
        order by a.finished_at desc limit ${BREAKER.attempts}) e) t
    where t.attempts = ${BREAKER.attempts} and t.failed * 100 > t.attempts * ${BREAKER.failedPercent}
      and t.ended + make_interval(mins => ${BREAKER.restMinutes}) > ${at}`.execute(db);
  return new Map(rows.map(({ accountCode, restsUntil }) => [accountCode, restsUntil]));
}

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
  const rests = await restsAt(db, at);
  return new Map(
    rows.map((row) => [
      row.accountId,
      {
        ...row,
        // The table refers to accounts of the ledger that keep money.
        accountCode: row.accountCode as BankAccount,
        balanceCents: balances.get(row.accountCode) ?? 0,
        restsUntil: rests.get(row.accountCode) ?? null,
      },
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
