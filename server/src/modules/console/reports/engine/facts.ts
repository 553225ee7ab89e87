import { type RawBuilder, sql } from 'kysely';
import { trafficSeenBy } from '../../../parties/put-channels/index.ts';
import { daysBetween } from '../../../platform/policy/index.ts';
import { type Asked, numbersOf, type Period } from './asked.ts';
import type { Counted, Source } from './source.ts';

/** Whose rows are counted: null for every merchant's. */
export interface Reach {
  readonly merchantNos: readonly string[] | null;
  /** Set where the reader sees no other person's figures. */
  readonly userNo?: string;
  /** Who reads, where facts about traffic are cut to the record of its staff. */
  readonly trafficUserNo?: string;
}

const BUCKET = { DAY: 'day', WEEK: 'week', MONTH: 'month' } as const;

/** A row's key in the asked dimension, as text. */
export function keyOf(source: Source, { dimension, grain }: Asked): RawBuilder<string> {
  if (dimension === 'DATE') {
    return sql.raw(`to_char(date_trunc('${BUCKET[grain]}', (${source.day})::timestamp), 'YYYY-MM-DD')`);
  }
  if (dimension === 'MERCHANT')
    return sql.raw(source.merchantNo === null ? `''::text` : `coalesce(${source.merchantNo}, '')`);
  const own = source.dimensions[dimension];
  return sql.raw(own === undefined ? `''::text` : `coalesce((${own})::text, '')`);
}

/** A source's tables; its SQL may speak of the moment that is asked about, `q.moment`. */
export function factsOf(source: Source, { asOf }: Asked, { from, to }: Period): RawBuilder<unknown> {
  if (source.isOfPeriod !== true)
    return sql`${sql.raw(source.from)} cross join (select ${asOf}::timestamptz as moment) q`;
  return sql`(select ${asOf}::timestamptz as moment, ${from}::date as from_day, ${to}::date as to_day) q
    cross join ${sql.raw(source.from)}`;
}

/** From so many days on, a source that says how is read as one of many. */
const MANY_DAYS = 90;

/** The source as it is best read over a period: the same facts. */
export function overDays(source: Source, { from, to }: { readonly from: string | null; readonly to: string }): Source {
  const { ofManyDays } = source;
  const isLong = from === null || daysBetween(from, to) >= MANY_DAYS;
  return ofManyDays === undefined || !isLong ? source : { ...source, from: ofManyDays.from };
}

/** Which rows of a source a query is about, whatever the measure. */
export function within(
  source: Source,
  asked: Asked,
  reach: Reach,
  period: { readonly from: string | null; readonly to: string },
): RawBuilder<boolean> {
  const day = sql.raw(`(${source.day})`);
  const parts: RawBuilder<boolean>[] = [
    sql<boolean>`${sql.raw(source.recordedAt)} <= ${asked.asOf}`,
    sql<boolean>`${day} <= ${period.to}::date`,
  ];
  if (period.from !== null) parts.push(sql<boolean>`${day} >= ${period.from}::date`);
  // Months of joined tables that no row of the period is in are left alone.
  for (const joined of source.ofManyDays?.days ?? []) {
    parts.push(sql<boolean>`${sql.raw(joined)} <= ${period.to}::date`);
    if (period.from !== null) parts.push(sql<boolean>`${sql.raw(joined)} >= ${period.from}::date`);
  }
  if (reach.merchantNos !== null) parts.push(ofMerchants(source, reach.merchantNos));
  if (reach.userNo !== undefined) {
    const person = source.filters['userNo'];
    parts.push(person === undefined ? sql<boolean>`false` : sql<boolean>`${sql.raw(person)} = ${reach.userNo}`);
  }
  if (reach.trafficUserNo !== undefined && source.trafficChannel !== undefined) {
    const [merchantNo, channelCode] = [source.merchantNo ?? 'null::text', source.trafficChannel];
    parts.push(
      trafficSeenBy(reach.trafficUserNo, { merchantNo: sql.raw(merchantNo), channelCode: sql.raw(channelCode) }),
    );
  }
  for (const [name, value] of Object.entries(asked.only)) {
    if (name === 'merchantNo') {
      parts.push(
        source.merchantNo === null && source.merchantNos === undefined
          ? sql`false`
          : ofMerchants(source, numbersOf(value)),
      );
      continue;
    }
    const own = source.filters[name];
    if (own === undefined) parts.push(sql<boolean>`false`);
    else if (name === 'productNo') parts.push(sql<boolean>`(${sql.raw(own)})::text = any(${numbersOf(value)}::text[])`);
    else parts.push(sql<boolean>`(${sql.raw(own)})::text = ${value}`);
  }
  return sql<boolean>`${sql.join(parts, sql` and `)}`;
}

function ofMerchants({ merchantNo, merchantNos }: Source, seen: readonly string[]): RawBuilder<boolean> {
  if (merchantNos !== undefined) return sql<boolean>`(${sql.raw(merchantNos)}) && ${[...seen]}::text[]`;
  return merchantNo === null ? sql<boolean>`true` : sql<boolean>`${sql.raw(merchantNo)} = any(${[...seen]}::text[])`;
}

/** A measure's value of a row, null where the row does not count. */
export function valueOf(measure: Counted): RawBuilder<unknown> {
  return sql.raw(`case when (${measure.where}) then (${measure.value}) end`);
}

/** What an aggregate makes of a column of values. */
export function aggregated({ aggregate }: Counted, column: string): string {
  switch (aggregate) {
    case 'sum':
      return `coalesce(sum(${column}), 0)::bigint`;
    case 'distinct':
      return `count(distinct ${column})`;
    case 'p50':
      return `percentile_disc(0.5) within group (order by ${column})`;
    case 'p90':
      return `percentile_disc(0.9) within group (order by ${column})`;
  }
}
