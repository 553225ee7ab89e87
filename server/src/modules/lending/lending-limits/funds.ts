import { loanLimit } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import { bookedBalances } from '../../platform/ledger/index.ts';
import type { LendingDay } from './days.ts';

/** What the enabled payout accounts that serve each merchant keep, by the books; a merchant without any is absent. */
export async function fundsOf(db: Queryable, merchantNos: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (merchantNos.length === 0) return new Map();
  const { rows } = await sql<{ merchantNo: string; accountCode: string }>`
    SELECT m.merchant_no, l.account_code FROM merchant m
    JOIN loaner_account l ON l.enabled AND (l.merchant_nos = '{}' OR m.merchant_no = ANY(l.merchant_nos))
    WHERE m.merchant_no = ANY(${merchantNos}::text[])`.execute(db);
  const kept = await bookedBalances(db, [...new Set(rows.map(({ accountCode }) => accountCode))]);
  const funds = new Map<string, number>();
  for (const { merchantNo, accountCode } of rows) {
    funds.set(merchantNo, (funds.get(merchantNo) ?? 0) + (kept.get(accountCode) ?? 0));
  }
  return funds;
}

/** What a limit may still send out today; nothing where it is paused or bounds no day. */
function leftOf({ limit, use, pauseReason }: Pick<LendingDay, 'limit' | 'use' | 'pauseReason'>): number {
  if (pauseReason !== null || limit.dailyAmountLimitCents === loanLimit.UNLIMITED) return 0;
  return Math.max(0, limit.dailyAmountLimitCents - use.usedCents);
}

/** A merchant whose limits may send out more today than its payout accounts keep. */
export interface ShortOfFunds {
  readonly merchantNo: string;
  readonly merchantName: string;
  readonly leftCents: number;
  readonly fundsCents: number;
}

export async function shortOfFunds(db: Queryable, days: readonly LendingDay[]): Promise<ShortOfFunds[]> {
  const merchants = new Map(days.map(({ merchantNo, merchantName }) => [merchantNo, merchantName]));
  const funds = await fundsOf(db, [...merchants.keys()]);
  return [...merchants].flatMap(([merchantNo, merchantName]) => {
    const own = days.filter((day) => day.merchantNo === merchantNo);
    const leftCents = own.reduce((sum, day) => sum + leftOf(day), 0);
    const fundsCents = funds.get(merchantNo);
    return fundsCents === undefined || leftCents <= fundsCents
      ? []
      : [{ merchantNo, merchantName, leftCents, fundsCents }];
  });
}
