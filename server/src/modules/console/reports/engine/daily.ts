import { sql } from 'kysely';
import type { Queryable } from '../../../../db/database.ts';
import { addDays } from '../../../platform/policy/index.ts';
import { type Asked, numbersOf } from './asked.ts';
import { aggregated, type Reach, valueOf } from './facts.ts';
import { type Counted, isCounted, type Measure, type Source } from './source.ts';

/*
 * Days whose facts are append-only by business date never move once they are closed. Their sums are kept by measure and
 * merchant, so that a report of a year reads some hundred rows and not each posting.
 */

export interface Kept {
  /** Of the report. */
  readonly name: string;
  readonly sources: Readonly<Record<string, Source>>;
  readonly measures: Readonly<Record<string, Measure>>;
}

/** Whether the sums of a measure are kept: it adds up, and does not depend on the moment that is asked about. */
export function isKept(source: Source, measure: Counted): boolean {
  const says = `${measure.where} ${measure.value}`;
  return source.isClosedByDay === true && measure.aggregate === 'sum' && !says.includes('q.moment');
}

/** The measures of a report that are kept, by source. */
export function keptOf({ sources, measures }: Kept): [Source, (readonly [string, Counted])[]][] {
  return Object.entries(sources).flatMap(([name, source]): [Source, (readonly [string, Counted])[]][] => {
    const kept = Object.entries(measures).flatMap(([measure, definition]): (readonly [string, Counted])[] =>
      isCounted(definition) && definition.source === name && isKept(source, definition) ? [[measure, definition]] : [],
    );
    return kept.length === 0 ? [] : [[source, kept]];
  });
}

export interface DaySum {
  readonly businessDate: string;
  readonly merchantNo: string;
  readonly measure: string;
  readonly figure: number;
}

/** What days come to by the ledger itself; sums of 0 are left out. */
export async function liveSums(db: Queryable, report: Kept, from: string | null, to: string): Promise<DaySum[]> {
  const found: DaySum[] = [];
  for (const [source, measures] of keptOf(report)) {
    const columns = measures.map(([, measure], index) => sql`${valueOf(measure)} as ${sql.raw(`v${index}`)}`);
    const sums = measures.map(([, measure], index) => sql.raw(`${aggregated(measure, `f.v${index}`)} as a${index}`));
    const day = sql.raw(source.day);
    const { rows } = await sql<Readonly<Record<string, string | number | null>>>`
      select to_char(f.day, 'YYYY-MM-DD') as business_date, f.merchant_no, ${sql.join(sums)} from (
        select ${day} as day, coalesce(${sql.raw(source.merchantNo ?? `''`)}, '') as merchant_no, ${sql.join(columns)}
        from ${sql.raw(source.from)}
        where ${day} <= ${to}::date and ${from === null ? sql`true` : sql`${day} >= ${from}::date`}
      ) f group by 1, 2`.execute(db);
    for (const row of rows) {
      measures.forEach(([measure], index) => {
        const figure = Number(row[`a${index}`] ?? 0);
        const [businessDate, merchantNo] = [String(row['businessDate']), String(row['merchantNo'])];
        if (figure !== 0) found.push({ businessDate, merchantNo, measure, figure });
      });
    }
  }
  return found;
}

/** The last day whose sums, and those of all days before it, are kept and were true at a moment; null for none. */
export async function keptThrough(db: Queryable, asOf: Date, version: string): Promise<string | null> {
  const { rows } = await sql<{ bad: string | null; last: string | null }>`
    select to_char(min(business_date) filter (where fault is not null or built_at > ${asOf}
        or definition_version <> ${version}), 'YYYY-MM-DD') as bad,
      to_char(max(business_date), 'YYYY-MM-DD') as last from report_day`.execute(db);
  const { bad = null, last = null } = rows[0] ?? {};
  return bad === null ? last : addDays(bad, -1);
}

/** Whether a query can be answered from kept sums: by day or merchant, over all facts but those of other merchants. */
export const readsKept = ({ dimension, only }: Asked, { userNo, trafficUserNo }: Reach): boolean =>
  userNo === undefined &&
  trafficUserNo === undefined &&
  (dimension === 'DATE' || dimension === 'MERCHANT') &&
  Object.keys(only).every((name) => name === 'merchantNo');

const BUCKET = { DAY: 'day', WEEK: 'week', MONTH: 'month' } as const;

/** Kept sums of days by the key of a query; the total has the key null. */
export async function keptSums(
  db: Queryable,
  {
    report,
    measures,
    asked,
    reach,
    from,
    to,
  }: {
    readonly report: string;
    readonly measures: readonly string[];
    readonly asked: Asked;
    readonly reach: Reach;
    readonly from: string | null;
    readonly to: string;
  },
): Promise<{ readonly key: string | null; readonly measure: string; readonly figure: number }[]> {
  const key =
    asked.dimension === 'DATE'
      ? sql`to_char(date_trunc(${BUCKET[asked.grain]}, d.business_date::timestamp), 'YYYY-MM-DD')`
      : sql`d.merchant_no`;
  const { merchantNo } = asked.only;
  const chosen = merchantNo === undefined ? null : numbersOf(merchantNo);
  const { rows } = await sql<{ key: string | null; measure: string; figure: number }>`
    select s.key, s.measure, sum(s.figure)::bigint as figure from (
      select ${key} as key, d.measure, d.figure from report_daily d
      where d.report = ${report} and d.measure = any(${[...measures]}::text[]) and d.business_date <= ${to}::date
        and ${from === null ? sql`true` : sql`d.business_date >= ${from}::date`}
        and (${reach.merchantNos === null} or d.merchant_no = any(${[...(reach.merchantNos ?? [])]}::text[]))
        and (${chosen === null} or d.merchant_no = any(${chosen ?? []}::text[]))
    ) s group by grouping sets ((s.key, s.measure), (s.measure))`.execute(db);
  return rows;
}
