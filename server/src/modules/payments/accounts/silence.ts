import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';

/** Days whose quiet at the same time of day tells what is usual. */
const DAYS = 28;
/** An account with less history than these days tells nothing yet. */
const MIN_DAYS = 14;
/** Quiet for so many times the usual is a silence, and never before half an hour. */
const TIMES = 2;
const MIN_MINUTES = 30;

const last = (code: RawBuilder<unknown>, at: RawBuilder<unknown>) => sql<Date | null>`(
  select max(f.received_at) from payment_flow f where f.account_code = ${code} and f.received_at <= ${at})`;

/**
 * For how many minutes an account is quiet at this time of day on nine days of ten: each of the last 28 days is asked
 * how long ago the last payment was. Null where fewer than 14 of them had one before.
 */
export const usualQuietMinutes = (code: RawBuilder<unknown>, now: Date) => sql<number | null>`(
  select case when count(q.quiet) >= ${sql.lit(MIN_DAYS)}
    then (percentile_disc(0.9) within group (order by q.quiet))::int end
  from generate_series(1, ${sql.lit(DAYS)}) k
  cross join lateral (select ${now}::timestamptz - make_interval(days => k) as at) d
  cross join lateral (select floor(extract(epoch from d.at - ${last(code, sql`d.at`)}) / 60) as quiet) q)`;

/** Whether quiet of so many minutes is longer than usual. */
export function isSilent(quietMinutes: number | null, usualMinutes: number | null): boolean {
  if (quietMinutes === null || usualMinutes === null) return false;
  return quietMinutes >= Math.max(MIN_MINUTES, TIMES * usualMinutes);
}

export const minutesSince = (at: Date | null, now: Date): number | null =>
  at === null ? null : Math.max(0, Math.floor((now.getTime() - at.getTime()) / 60_000));

export interface SilentAccount {
  readonly accountId: string;
  readonly accountName: string;
  readonly quietMinutes: number;
  readonly usualMinutes: number;
}

/** Enabled accounts on which payments stopped: a callback that no longer comes shows here first. */
export async function silentAccounts(db: Queryable, now: Date): Promise<SilentAccount[]> {
  const { rows } = await sql<{ accountId: string; accountName: string; lastAt: Date | null; usual: number | null }>`
    select l.account_id, l.account_name, ${last(sql`l.account_code`, sql`${now}::timestamptz`)} as last_at,
      ${usualQuietMinutes(sql`l.account_code`, now)} as usual
    from repay_account l where l.enabled order by l.account_id`.execute(db);
  return rows.flatMap(({ accountId, accountName, lastAt, usual }) => {
    const quietMinutes = minutesSince(lastAt, now);
    return usual !== null && quietMinutes !== null && isSilent(quietMinutes, usual)
      ? [{ accountId, accountName, quietMinutes, usualMinutes: usual }]
      : [];
  });
}
