import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database, Tx } from '../../../db/database.ts';
import { businessDateOf, startOfBusinessDate } from '../../platform/policy/index.ts';
import { closedThrough } from './engine/closed-through.ts';
import { type DaySum, type Kept, liveSums } from './engine/daily.ts';
import { DEFINITION_VERSION } from './engine/definition-version.ts';
import { type RowSum, rowSums } from './engine/row-sums.ts';

/** Days that every night compares with the ledger again. */
const CHECKED_DAYS = 62;
const ROWS_AT_ONCE = 5_000;

export interface ClosedDays {
  readonly built: number;
  /** Days whose kept sums differ from the ledger, or whose rows do not come to their figures. */
  readonly differing: readonly string[];
}

/**
 * Keeps the sums of the days that were closed since, and compares those of the last two months with the ledger and with
 * the rows that a drill-down shows, once a day. A day that differs is not closed: it is read from the ledger until its warning
 * was resolved by somebody, after which it is built again.
 *
 * A month at a time, as the ledger is kept in months, and each in a transaction of its own: what is done stays done when
 * the server stops, and the next run goes on. Of several processes one takes each step.
 */
export async function closeReportDays(
  db: Database,
  reports: readonly Kept[],
  log: Logger,
  now: Date = new Date(),
): Promise<ClosedDays> {
  await inTurn(db, forgetOutdated);
  const built = await inSteps(db, async (tx) => await buildMonth(tx, reports, now));
  const compared = await inSteps(db, async (tx) => await compareMonth(tx, reports, now));
  const differing = compared.flat().toSorted();
  if (differing.length > 0) log.error({ differing }, 'kept sums of days differ from the ledger');
  return { built: built.reduce((sum, days) => sum + days, 0), differing };
}

/** One step, of one moment; null where another process is at it. */
async function inTurn<Result>(db: Database, step: (tx: Tx) => Promise<Result>): Promise<Result | null> {
  return await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const { rows } = await sql<{ isMine: boolean }>`
        select pg_try_advisory_xact_lock(hashtextextended('kituo report days', 0)) as is_mine`.execute(tx);
      return rows[0]?.isMine === true ? await step(tx) : null;
    });
}

/** Steps until one finds nothing to do. */
async function inSteps<Result>(db: Database, step: (tx: Tx) => Promise<Result | null>): Promise<Result[]> {
  const done: Result[] = [];
  for (;;) {
    const result = await inTurn(db, step);
    if (result === null) return done;
    done.push(result);
  }
}

const endOfMonth = (day: string): string => {
  const [year = 0, month = 0] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
};
const earlier = (one: string, other: string): string => (one < other ? one : other);

/** Days of former definitions go, and those whose warning somebody resolved, with all after them. */
async function forgetOutdated(tx: Tx): Promise<void> {
  await sql`delete from report_day d where d.business_date >= (select min(r.business_date) from report_day r
    where r.definition_version <> ${DEFINITION_VERSION} or r.fault is not null and exists (select from warning w
      where w.source_type = 'REPORT_DIFFERS' and w.source_key = 'REPORT-' || to_char(r.business_date, 'YYYY-MM-DD')
        and w.warning_status = 'RESOLVED' and not w.is_self_resolved and w.raised_at >= r.fault_at))`.execute(tx);
}

/** The closed days that are not kept yet, to the end of their first month: how many. */
async function buildMonth(tx: Tx, reports: readonly Kept[], now: Date): Promise<number | null> {
  const through = await closedThrough(tx, now);
  // The first day is read off the whole ledger, and so but once.
  const { rows } = await sql<{ from: string | null }>`
    select to_char(coalesce((select max(business_date) + 1 from report_day),
      (select min(business_date) from posting)), 'YYYY-MM-DD') as from`.execute(tx);
  const from = rows[0]?.from ?? null;
  if (from === null || through === null || from > through) return null;
  const to = earlier(endOfMonth(from), through);
  const days = await sql`insert into report_day (business_date, definition_version, built_at)
    select d, ${DEFINITION_VERSION}, ${now}
    from generate_series(${from}::date, ${to}::date, interval '1 day') d`.execute(tx);
  for (const report of reports) {
    const sums = await liveSums(tx, report, from, to);
    for (let start = 0; start < sums.length; start += ROWS_AT_ONCE) {
      const rowsOfReport = sums.slice(start, start + ROWS_AT_ONCE).map((sum) => ({ ...sum, report: report.name }));
      await tx.insertInto('reportDaily').values(rowsOfReport).execute();
    }
  }
  return Number(days.numAffectedRows ?? 0);
}

const nameOf = (report: string, { businessDate, merchantNo, measure }: DaySum) =>
  [businessDate, report, merchantNo, measure].join(' ');

/** Figures of all merchants by day and measure that their rows do not add up to. Pure. */
function unlike(figures: readonly DaySum[], rows: readonly RowSum[]) {
  const sums = new Map<string, { day: string; measure: string; figure: number; rows: number }>();
  const sumOf = ({ businessDate: day, measure }: RowSum) => {
    const name = `${day} ${measure}`;
    const sum = sums.get(name) ?? { day, measure, figure: 0, rows: 0 };
    sums.set(name, sum);
    return sum;
  };
  for (const sum of figures) sumOf(sum).figure += sum.figure;
  for (const sum of rows) sumOf(sum).rows += sum.figure;
  return [...sums.values()].filter((sum) => sum.figure !== sum.rows);
}

/** Days of one month that were not compared today: those that differ. */
async function compareMonth(tx: Tx, reports: readonly Kept[], now: Date): Promise<string[] | null> {
  const { rows } = await sql<{ first: string | null; last: string | null }>`
    select to_char(min(business_date), 'YYYY-MM-DD') as first, to_char(max(business_date), 'YYYY-MM-DD') as last
    from report_day where business_date > (select max(business_date) from report_day) - ${CHECKED_DAYS}::int
      and (checked_at is null or checked_at < ${startOfBusinessDate(businessDateOf(now))})`.execute(tx);
  const { first: from = null, last = null } = rows[0] ?? {};
  if (from === null || last === null) return null;
  const to = earlier(endOfMonth(from), last);
  const faults = new Map<string, string[]>();
  for (const report of reports) {
    const kept = await tx
      .selectFrom('reportDaily')
      .select(['businessDate', 'merchantNo', 'measure', 'figure'])
      .where('report', '=', report.name)
      .where('businessDate', '>=', from)
      .where('businessDate', '<=', to)
      .execute();
    const fault = (day: string, said: string) => faults.set(day, [...(faults.get(day) ?? []), said]);
    const left = new Map(kept.map((sum) => [nameOf(report.name, sum), sum]));
    const differ = (sum: DaySum, keptFigure: number, liveFigure: number) => {
      fault(sum.businessDate, `${report.name} ${sum.measure} ${sum.merchantNo}: ${keptFigure}, ledger ${liveFigure}`);
    };
    const live = await liveSums(tx, report, from, to);
    for (const sum of live) {
      const name = nameOf(report.name, sum);
      const figure = left.get(name)?.figure ?? 0;
      left.delete(name);
      if (figure !== sum.figure) differ(sum, figure, sum.figure);
    }
    for (const sum of left.values()) differ(sum, sum.figure, 0);
    for (const { day, measure, figure, rows } of unlike(live, await rowSums(tx, report, { from, to, asOf: now }))) {
      fault(day, `${report.name} ${measure}: ${figure}, rows ${rows}`);
    }
  }
  await sql`update report_day set checked_at = ${now}, fault = null, fault_at = null
    where business_date between ${from}::date and ${to}::date and business_date <> all(${[...faults.keys()]}::date[])`.execute(
    tx,
  );
  for (const [day, said] of faults) {
    await sql`update report_day set checked_at = ${now}, fault = ${said.slice(0, 20).join('; ')},
      fault_at = coalesce(fault_at, ${now}) where business_date = ${day}::date`.execute(tx);
  }
  return [...faults.keys()];
}
