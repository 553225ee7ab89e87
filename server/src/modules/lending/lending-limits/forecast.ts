import type { loanLimit } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import { addDays, businessDateOf, startOfBusinessDate } from '../../platform/policy/index.ts';
import { type LimitSubject, subjectOf } from './limit.ts';
import type { Use } from './rules.ts';

/** What an hour of the day usually takes, by its number. */
export type Pace = ReadonlyMap<number, Use>;

const WEEKS = 4;
const HOUR_MS = 3_600_000;
const HOURS = Array.from({ length: 24 }, (_none, hour) => hour);

/** By subject, what each hour (EAT) took on average of the last four days of the same weekday. */
export async function pacesOn(
  db: Queryable,
  at: Date,
  merchantNos: readonly string[],
): Promise<ReadonlyMap<string, Pace>> {
  const today = businessDateOf(at);
  const days = Array.from({ length: WEEKS }, (_none, week) => addDays(today, -7 * (week + 1)));
  const { rows } = await sql<LimitSubject & Use & { readonly hour: number }>`
    SELECT merchant_no, lent_as AS loan_type,
      extract(hour FROM coalesce(sent_at, created_at) AT TIME ZONE 'Africa/Nairobi')::int AS hour,
      sum(lent_cents)::bigint AS used_cents, count(*)::int AS used_orders
    FROM payout_attempt
    WHERE lent_on = ANY(${days}::date[]) AND attempt_status <> 'FAILED' AND merchant_no = ANY(${[...merchantNos]}::text[])
    GROUP BY 1, 2, 3`.execute(db);
  const paces = new Map<string, Map<number, Use>>();
  for (const { hour, usedCents, usedOrders, ...subject } of rows) {
    const pace = paces.get(subjectOf(subject)) ?? new Map<number, Use>();
    pace.set(hour, { usedCents: usedCents / WEEKS, usedOrders: usedOrders / WEEKS });
    paces.set(subjectOf(subject), pace);
  }
  return paces;
}

/**
 * The hour (EAT) in which a limit is reached: the same weekday's usual hours, as much faster or slower as today was until
 * now. Null where that is not today, where nothing bounds, or where nothing is known. Pure.
 */
export function forecastOf(limit: loanLimit.LoanLimit, use: Use, pace: Pace, at: Date): Date | null {
  const hours = [
    hourOf(limit.dailyAmountLimitCents, use.usedCents, at, (hour) => pace.get(hour)?.usedCents ?? 0),
    hourOf(limit.dailyOrderLimit, use.usedOrders, at, (hour) => pace.get(hour)?.usedOrders ?? 0),
  ].filter((hour) => hour !== null);
  if (hours.length === 0) return null;
  const midnight = startOfBusinessDate(businessDateOf(at)).getTime();
  return new Date(midnight + Math.min(...hours) * HOUR_MS);
}

function hourOf(most: number, used: number, at: Date, usual: (hour: number) => number): number | null {
  if (most <= 0 || used >= most) return null;
  const passed = (at.getTime() - startOfBusinessDate(businessDateOf(at)).getTime()) / HOUR_MS;
  const now = Math.floor(passed);
  const partOf = (hour: number) => usual(hour) * (hour === now ? passed - now : 1);
  const untilNow = HOURS.filter((hour) => hour <= now).reduce((sum, hour) => sum + partOf(hour), 0);
  const factor = untilNow > 0 && used > 0 ? used / untilNow : 1;
  let total = used;
  for (const hour of HOURS.filter((one) => one >= now)) {
    total += factor * (hour === now ? usual(hour) - partOf(hour) : usual(hour));
    if (total >= most) return hour;
  }
  return null;
}
