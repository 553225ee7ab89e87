import { sql } from 'kysely';
import type { Queryable } from '../../../../db/database.ts';
import { addDays } from '../../../platform/policy/index.ts';
import { type Asked, bucketsOf, type Period } from './asked.ts';
import { isKept, keptSums, keptThrough, readsKept } from './daily.ts';
import { DEFINITION_VERSION } from './definition-version.ts';
import { aggregated, factsOf, overDays, keyOf, type Reach, valueOf, within } from './facts.ts';
import { type Counted, isCounted, type Measure, type Source } from './source.ts';

export interface Formulas {
  /** Of the report: kept sums of closed days are found by it. */
  readonly name: string;
  readonly sources: Readonly<Record<string, Source>>;
  readonly measures: Readonly<Record<string, Measure>>;
}

export type Figures = Readonly<Record<string, number | null>>;

/** Figures of one query: of all of it, and by key. */
export interface Answer {
  readonly total: Figures;
  readonly rows: ReadonlyMap<string, Figures>;
}

/** The key of the total among counted values; no dimension has it. */
const TOTAL = ' total';

/** Counted values by measure and key. */
class Values {
  readonly #held = new Map<string, Map<string, number>>();

  add(measure: string, key: string, value: number): void {
    const ofMeasure = this.#held.get(measure) ?? new Map<string, number>();
    this.#held.set(measure, ofMeasure.set(key, (ofMeasure.get(key) ?? 0) + value));
  }

  get(measure: string, key: string): number | undefined {
    return this.#held.get(measure)?.get(key);
  }

  keys(): Set<string> {
    return new Set([...this.#held.values()].flatMap((ofMeasure) => [...ofMeasure.keys()]));
  }
}

interface Ask {
  readonly db: Queryable;
  readonly report: string;
  readonly source: Source;
  readonly asked: Asked;
  readonly reach: Reach;
  /** The last day whose sums are kept; null where none can be read. */
  readonly through: string | null;
}

/** Counts every measure of a report, in one reading of each source; stocks in a second one of what was before. */
export async function figuresOf(
  db: Queryable,
  { name: report, sources, measures: all }: Formulas,
  asked: Asked,
  reach: Reach,
  period: Period = asked.period,
): Promise<Answer> {
  const measures = Object.fromEntries(Object.entries(all).filter(([, { view = null }]) => view === asked.view));
  const moved = new Values();
  const before = new Values();
  const counted = Object.entries(measures).flatMap(([name, measure]): [string, Counted][] =>
    isCounted(measure) ? [[name, measure]] : [],
  );
  const through = readsKept(asked, reach) ? await keptThrough(db, asked.asOf, DEFINITION_VERSION) : null;
  const stocks = counted.filter(([, { isStock }]) => isStock === true);
  for (const [name, source] of Object.entries(sources)) {
    const isOfSource = ([, measure]: [string, Counted]) => measure.source === name;
    const ask = { db, report, source, asked, reach, through };
    await count(ask, counted.filter(isOfSource), period, moved);
    await count(ask, stocks.filter(isOfSource), { from: null, to: addDays(period.from, -1) }, before);
  }
  const figures = figureMaker(measures, moved);
  const start = (key: string) => (measure: string) => before.get(measure, key) ?? 0;
  const total = figures(TOTAL, period, start(TOTAL));
  if (asked.dimension === 'DATE') {
    const running = new Map(stocks.map(([name]) => [name, start(TOTAL)(name)]));
    const rows = new Map<string, Figures>();
    for (const { key, ...bucket } of bucketsOf(period, asked.grain)) {
      rows.set(
        key,
        figures(key, bucket, (measure) => running.get(measure) ?? 0),
      );
      for (const [name, cents] of running) running.set(name, cents + (moved.get(name, key) ?? 0));
    }
    return { total, rows };
  }
  const keys = new Set([...moved.keys(), ...before.keys()]);
  keys.delete(TOTAL);
  const rows = [...keys].map((key): [string, Figures] => [key, figures(key, period, start(key))]);
  // A row of nothing says nothing; kept sums have none of it either.
  return { total, rows: new Map(rows.filter(([, row]) => Object.values(row).some((figure) => (figure ?? 0) !== 0))) };
}

/** Counts measures of a source: closed days from what is kept of them, the others from the facts. */
async function count(
  ask: Ask,
  measures: readonly [string, Counted][],
  period: { readonly from: string | null; readonly to: string },
  into: Values,
): Promise<void> {
  const { db, report, source, asked, reach, through } = ask;
  const kept = measures.filter(([, measure]) => isKept(source, measure));
  if (through === null || kept.length === 0 || (period.from !== null && period.from > through)) {
    await countFacts(ask, measures, period, into);
    return;
  }
  const last = period.to < through ? period.to : through;
  const names = kept.map(([name]) => name);
  const wanted = { report, measures: names, asked, reach, from: period.from, to: last };
  for (const { key, measure, figure } of await keptSums(db, wanted)) {
    into.add(measure, key ?? TOTAL, figure);
  }
  if (last < period.to) await countFacts(ask, kept, { from: addDays(last, 1), to: period.to }, into);
  const others = measures.filter(([name]) => !names.includes(name));
  await countFacts(ask, others, period, into);
}

async function countFacts(
  { db, source, asked, reach }: Ask,
  measures: readonly [string, Counted][],
  period: { readonly from: string | null; readonly to: string },
  into: Values,
): Promise<void> {
  if (measures.length === 0) return;
  const columns = measures.map(([, measure], index) => sql`${valueOf(measure)} as ${sql.raw(`v${index}`)}`);
  const sums = measures.map(([, measure], index) => sql.raw(`${aggregated(measure, `f.v${index}`)} as a${index}`));
  const { rows } = await sql<Readonly<Record<string, string | number | null>>>`
    select f.key, grouping(f.key) as total, ${sql.join(sums)}
    from (
      select ${keyOf(source, asked)} as key, ${sql.join(columns)}
      from ${factsOf(overDays(source, period), asked, { from: period.from ?? period.to, to: period.to })}
      where ${within(source, asked, reach, period)}
    ) f group by grouping sets ((f.key), ())`.execute(db);
  for (const row of rows) {
    const key = row['total'] === 1 ? TOTAL : String(row['key']);
    measures.forEach(([name], index) => {
      const value = row[`a${index}`];
      if (value !== null && value !== undefined) into.add(name, key, Number(value));
    });
  }
}

type FigureMaker = (key: string, period: Period, opening: (measure: string) => number) => Figures;

function figureMaker(measures: Formulas['measures'], moved: Values): FigureMaker {
  return (key, period, opening) => {
    const of = (name: string): number => {
      const measure = measures[name];
      const isStock = measure !== undefined && isCounted(measure) && measure.isStock === true;
      return (moved.get(name, key) ?? 0) + (isStock ? opening(name) : 0);
    };
    const figureOf = (name: string, measure: Measure): number | null => {
      if (!isCounted(measure)) return measure.from({ of, opening, period });
      // Of nothing there is no median, but a sum.
      const isRank = measure.aggregate === 'p50' || measure.aggregate === 'p90';
      return isRank ? (moved.get(name, key) ?? null) : of(name);
    };
    return Object.fromEntries(Object.entries(measures).map(([name, measure]) => [name, figureOf(name, measure)]));
  };
}
