import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database, Tx } from '../../../db/database.ts';
import { addDays } from '../../platform/policy/index.ts';
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
 * the rows that a drill-down shows. A day that differs is not closed: it is read from the ledger until its warning was resolved by somebody, after which it is
 * built again. Of several processes one does it.
 */
export async function closeReportDays(
  db: Database,
  reports: readonly Kept[],
  log: Logger,
  now: Date = new Date(),
): Promise<ClosedDays> {
  return await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const { rows } = await sql<{ isMine: boolean }>`
        select pg_try_advisory_xact_lock(hashtextextended('kituo report days', 0)) as is_mine`.execute(tx);
      if (!rows[0]?.isMine) return { built: 0, differing: [] };
      await forgetOutdated(tx);
      const built = await buildDays(tx, reports, now);
      const differing = await compareDays(tx, reports, now);
      if (differing.length > 0) log.error({ differing }, 'kept sums of days differ from the ledger');
      return { built, differing };
    });
}

/** Days of former definitions go, and those whose warning somebody resolved, with all after them. */
async function forgetOutdated(tx: Tx): Promise<void> {
  await sql`delete from report_day d where d.business_date >= (select min(r.business_date) from report_day r
    where r.definition_version <> ${DEFINITION_VERSION} or r.fault is not null and exists (select from warning w
      where w.source_type = 'REPORT_DIFFERS' and w.source_key = 'REPORT-' || to_char(r.business_date, 'YYYY-MM-DD')
        and w.warning_status = 'RESOLVED' and not w.is_self_resolved and w.raised_at >= r.fault_at))`.execute(tx);
}

async function buildDays(tx: Tx, reports: readonly Kept[], now: Date): Promise<number> {
  const through = await closedThrough(tx, now);
  const { rows } = await sql<{ last: string | null; first: string | null }>`
    select (select to_char(max(business_date), 'YYYY-MM-DD') from report_day) as last,
      (select to_char(min(business_date), 'YYYY-MM-DD') from posting) as first`.execute(tx);
  const { last = null, first = null } = rows[0] ?? {};
  const from = last === null ? first : addDays(last, 1);
  if (from === null || through === null || from > through) return 0;
  const days = await sql`insert into report_day (business_date, definition_version, built_at, checked_at)
    select d, ${DEFINITION_VERSION}, ${now}, ${now}
    from generate_series(${from}::date, ${through}::date, interval '1 day') d`.execute(tx);
  for (const report of reports) {
    const sums = await liveSums(tx, report, from, through);
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

async function compareDays(tx: Tx, reports: readonly Kept[], now: Date): Promise<string[]> {
  const { rows } = await sql<{ last: string | null }>`
    select to_char(max(business_date), 'YYYY-MM-DD') as last from report_day`.execute(tx);
  const last = rows[0]?.last ?? null;
  if (last === null) return [];
  const from = addDays(last, 1 - CHECKED_DAYS);
  const faults = new Map<string, string[]>();
  for (const report of reports) {
    const kept = await tx
      .selectFrom('reportDaily')
      .select(['businessDate', 'merchantNo', 'measure', 'figure'])
      .where('report', '=', report.name)
      .where('businessDate', '>=', from)
      .execute();
    const fault = (day: string, said: string) => faults.set(day, [...(faults.get(day) ?? []), said]);
    const left = new Map(kept.map((sum) => [nameOf(report.name, sum), sum]));
    const differ = (sum: DaySum, keptFigure: number, liveFigure: number) => {
      fault(sum.businessDate, `${report.name} ${sum.measure} ${sum.merchantNo}: ${keptFigure}, ledger ${liveFigure}`);
    };
    const live = await liveSums(tx, report, from, last);
    for (const sum of live) {
      const name = nameOf(report.name, sum);
      const figure = left.get(name)?.figure ?? 0;
      left.delete(name);
      if (figure !== sum.figure) differ(sum, figure, sum.figure);
    }
    for (const sum of left.values()) differ(sum, sum.figure, 0);
    for (const { day, measure, figure, rows } of unlike(
      live,
      await rowSums(tx, report, { from, to: last, asOf: now }),
    )) {
      fault(day, `${report.name} ${measure}: ${figure}, rows ${rows}`);
    }
  }
  await sql`update report_day set checked_at = ${now}, fault = null, fault_at = null
    where business_date >= ${from}::date and business_date <> all(${[...faults.keys()]}::date[])`.execute(tx);
  for (const [day, said] of faults) {
    await sql`update report_day set checked_at = ${now}, fault = ${said.slice(0, 20).join('; ')},
      fault_at = coalesce(fault_at, ${now}) where business_date = ${day}::date`.execute(tx);
  }
  return [...faults.keys()].toSorted();
}
