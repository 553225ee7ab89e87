import type { report } from '@kituo/sdk/contracts';
import { type RawBuilder, sql } from 'kysely';
import { countedTo, COUNTED_EXACTLY } from '../../../../db/counted.ts';
import type { Queryable } from '../../../../db/database.ts';
import { AppError } from '../../../../http/app-error.ts';
import { type Asked, bucketsOf } from './asked.ts';
import { aggregated, factsOf, keyOf, type Reach, valueOf, within } from './facts.ts';
import { withWords } from './fact-words.ts';
import type { Formulas } from './figures.ts';
import type { Lang } from './report-types.ts';
import { type Counted, isCounted, type ShownField, type Source } from './source.ts';

/** Every field beside day and value that a row behind a figure may have. */
const SHOWN: Readonly<Record<ShownField, 'text' | 'timestamptz' | 'bigint'>> = {
  happenedAt: 'timestamptz',
  kind: 'text',
  orderNo: 'text',
  billNo: 'text',
  caseNo: 'text',
  customerNo: 'text',
  flowNo: 'text',
  account: 'text',
  component: 'text',
  causeNo: 'text',
  reversesNo: 'text',
  staffName: 'text',
  result: 'text',
  makerName: 'text',
  checkerName: 'text',
  openedAt: 'timestamptz',
  appliedCents: 'bigint',
  approvedCents: 'bigint',
  overdueDays: 'bigint',
  baseCents: 'bigint',
};

interface Behind {
  readonly source: Source;
  readonly measure: Counted;
  readonly unit: report.ReportUnit;
  /** A statement that selects the facts. */
  readonly facts: RawBuilder<StoredFact>;
}

interface StoredFact extends Omit<report.ReportFact, 'happenedAt' | 'openedAt' | 'unit' | 'value' | 'words'> {
  readonly happenedAt: Date | null;
  readonly openedAt: Date | null;
  readonly value: string | number;
}

/** The rows that make the figure of a measure in a row of a query, or in its total. @throws AppError REPORT_MEASURE_UNKNOWN */
export function behind(
  formulas: Formulas,
  units: Readonly<Record<string, report.ReportUnit>>,
  { measure: name, key, asked, reach }: { measure: string; key: string | undefined; asked: Asked; reach: Reach },
): Behind {
  const measure = Object.hasOwn(formulas.measures, name) ? formulas.measures[name] : undefined;
  const source = measure && isCounted(measure) ? formulas.sources[measure.source] : undefined;
  if (!measure || !isCounted(measure) || !source) {
    throw new AppError('REPORT_MEASURE_UNKNOWN', { fields: ['filters.measure'] });
  }
  const bucket =
    asked.dimension === 'DATE' ? bucketsOf(asked.period, asked.grain).find((one) => one.key === key) : null;
  const period = bucket ?? asked.period;
  const isByKey = key !== undefined && (asked.dimension !== 'DATE' || measure.isStock !== true);
  const value = valueOf(measure);
  const inDimension = isByKey ? sql<boolean>`${keyOf(source, asked)} = ${key}` : sql<boolean>`true`;
  // Of what counts once, the first row stands for all.
  const once = measure.aggregate === 'distinct' ? sql`distinct on (${value})` : sql``;
  const order = measure.aggregate === 'distinct' ? sql`order by ${value}, ${sql.raw(source.day)}` : sql``;
  const facts = sql<StoredFact>`
    select ${once} (${sql.raw(source.factNo)})::text as fact_no, to_char((${sql.raw(source.day)})::date, 'YYYY-MM-DD')
        as business_date, ${sql.join(shownOf(source))},
      ${measure.aggregate === 'distinct' ? sql`1` : value}::bigint as value
    from ${factsOf(source, asked, asked.period)}
    where ${within(source, asked, reach, { from: measure.isStock ? null : period.from, to: period.to })}
      and ${inDimension} and ${value} is not null ${measure.aggregate === 'sum' ? sql`and ${value} <> 0` : sql``}
    ${order}`;
  return { source, measure, unit: units[name] ?? measure.unit ?? 'COUNT', facts };
}

function shownOf(source: Source): RawBuilder<unknown>[] {
  return Object.entries(SHOWN).map(([field, type]) => {
    const own = source.shows[field as ShownField];
    const column = sql.ref(field);
    return own === undefined
      ? sql`null::${sql.raw(type)} as ${column}`
      : sql`(${sql.raw(own)})::${sql.raw(type)} as ${column}`;
  });
}

/** How many rows there are, and what they come to by the measure's own way. */
export async function summed(db: Queryable, { facts, measure }: Behind) {
  const way = measure.aggregate === 'distinct' ? 'count(*)' : aggregated(measure, 'f.value');
  const { rows } = await sql<{ total: number; figure: number | null }>`
    select count(*) as total, ${sql.raw(way)} as figure from (${facts}) f`.execute(db);
  const [sum] = rows;
  return { ...countedTo(Math.min(sum?.total ?? 0, COUNTED_EXACTLY + 1), COUNTED_EXACTLY), figure: sum?.figure ?? null };
}

export interface Place {
  readonly sort: { readonly field: 'businessDate' | 'value'; readonly direction: 'asc' | 'desc' } | null;
  readonly limit: number;
  readonly offset: number;
}

/** Some of the rows, the newest first unless sorted. */
export async function factsAt(
  db: Queryable,
  { facts, unit, source }: Behind,
  { sort, limit, offset }: Place,
  lang: Lang,
): Promise<report.ReportFact[]> {
  const by = sql.ref(`f.${sort?.field ?? 'businessDate'}`);
  const direction = sql.raw(sort?.direction ?? 'desc');
  const { rows } = await sql<StoredFact>`
    select * from (${facts}) f order by ${by} ${direction}, f.fact_no ${direction} limit ${limit} offset ${offset}`.execute(
    db,
  );
  const read = rows.map(({ happenedAt, openedAt, value, ...fact }) => ({
    ...fact,
    happenedAt: happenedAt?.toISOString() ?? null,
    openedAt: openedAt?.toISOString() ?? null,
    value: Number(value),
    unit,
  }));
  return await withWords(db, source, lang, read);
}
