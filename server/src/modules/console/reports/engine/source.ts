import type { report } from '@kituo/sdk/contracts';
import type { Period } from './asked.ts';

/** What a row behind a figure may show beside its day and its value. */
export type ShownField = Exclude<keyof report.ReportFact, 'factNo' | 'businessDate' | 'value' | 'unit' | 'words'>;

/**
 * Facts that figures are counted over: an append-only table with what its rows are told apart by. Everything here is
 * SQL of ours; what people type only ever travels as a parameter.
 */
export interface Source {
  readonly from: string;
  /** True where the tables themselves speak of what is asked about: `q.moment`, and the period's `q.from_day` and `q.to_day`. */
  readonly isOfPeriod?: true;
  /** When it was recorded: what is later than `asOf` does not count. */
  readonly recordedAt: string;
  /** The business date it counts on, a `date`. */
  readonly day: string;
  /** Of many days: the same tables, joined so that PostgreSQL expects as many rows as there are. */
  readonly ofManyDays?: { readonly from: string; readonly days: readonly string[] };
  /** Null for facts that belong to no merchant: every reader of the report sees them. */
  readonly merchantNo: string | null;
  /** In its place where a fact belongs to several: SQL of an array. */
  readonly merchantNos?: string;
  /** SQL of the channel that brought it, of facts about traffic: traffic staff see those of their record alone. */
  readonly trafficChannel?: string;
  /** The number of the fact that a row behind a figure is named by. */
  readonly factNo: string;
  /** By dimension, as text; one that is left out is empty for all of them. DATE and MERCHANT are known. */
  readonly dimensions: Readonly<Record<string, string>>;
  /** By filter, as text; a filter that is left out matches none of them. */
  readonly filters: Readonly<Record<string, string>>;
  /** True for facts that are never added to a day once its end is complete: sums of such days are kept. */
  readonly isClosedByDay?: true;
  readonly shows: Readonly<Partial<Record<ShownField, string>>>;
}

/** How values come to one figure. `distinct` counts the different ones; `p50` and `p90` are the values at these ranks. */
export type Aggregate = 'sum' | 'distinct' | 'p50' | 'p90';

interface Words {
  readonly en: string;
  readonly zh: string;
  /** As `report/{name}/definitions` answers it. */
  readonly formula: string;
  /** Of which view of the report; those of none are counted where a query names none. */
  readonly view?: string;
}

/** A figure that is counted over rows, and opens them. */
export interface Counted extends Words {
  readonly source: string;
  readonly aggregate: Aggregate;
  /** SQL of a row's value; a whole number, of `distinct` a text. */
  readonly value: string;
  /** SQL of which rows count. */
  readonly where: string;
  /** True for what is there at a moment: all rows up to the day count, not those of the period alone. */
  readonly isStock?: true;
  /** Of a part that is no column. */
  readonly unit?: report.ReportUnit;
}

/** What a derived figure is made of: figures of the same row, and the days it spans. */
export interface Row {
  /** 0 where nothing was counted. */
  of(measure: string): number;
  /** Of a stock: what it was before the row's first day. */
  opening(measure: string): number;
  readonly period: Period;
}

/** A figure made of others. */
export interface Derived extends Words {
  readonly parts: readonly string[];
  readonly from: (row: Row) => number | null;
}

export type Measure = Counted | Derived;

export const isCounted = (measure: Measure): measure is Counted => 'source' in measure;

/** In percent with one decimal, divided once; null over 0. */
export function percent(numerator: number, denominator: number): number | null {
  return denominator === 0 ? null : Math.round((1_000 * numerator) / denominator) / 10;
}

/** `part` of `whole` in percent. */
export function share(part: string, whole: string): Pick<Derived, 'parts' | 'from'> {
  return { parts: [part, whole], from: (row) => percent(row.of(part), row.of(whole)) };
}
