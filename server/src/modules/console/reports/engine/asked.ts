import { report as contract } from '@kituo/sdk/contracts';
import { AppError } from '../../../../http/app-error.ts';
import { addDays, businessDateOf, daysBetween } from '../../../platform/policy/index.ts';

type Day = string;

export interface Period {
  readonly from: Day;
  readonly to: Day;
}

type Grain = 'DAY' | 'WEEK' | 'MONTH';

/** The filters of a report as they arrive, those of its own among them. */
export interface ReportFilters {
  readonly period?: Period | undefined;
  readonly dimension?: string | undefined;
  readonly grain?: Grain | undefined;
  readonly compareWith?: 'PREVIOUS_PERIOD' | 'SAME_PERIOD_LAST_MONTH' | undefined;
  readonly asOf?: string | undefined;
  readonly [own: string]: unknown;
}

/** A query with everything that was left open decided: the same one gives the same figures for ever. */
export interface Asked {
  readonly period: Period;
  readonly dimension: string;
  readonly grain: Grain;
  readonly compareWith: ReportFilters['compareWith'] | null;
  readonly asOf: Date;
  /** Which measures are counted: those of a view, or with null those of none. */
  readonly view: string | null;
  /** The other filters, by name; of several numbers all, by commas. */
  readonly only: Readonly<Record<string, string>>;
}

const KNOWN = new Set(['period', 'dimension', 'grain', 'compareWith', 'asOf', 'view']);

/** Decides what a request left open. */
export function askedOf(filters: ReportFilters, { days, dimension }: { days: number; dimension: string }): Asked {
  const now = new Date();
  const today = businessDateOf(now);
  const typed = filters.asOf === undefined || filters.asOf === '' ? now : contract.momentOf(filters.asOf);
  const only = Object.entries(filters).flatMap(([name, value]): [string, string][] =>
    KNOWN.has(name) || !isChosen(value)
      ? []
      : [[name, Array.isArray(value) ? value.toSorted().join(',') : String(value)]],
  );
  return {
    period: filters.period ?? { from: addDays(today, 1 - days), to: today },
    dimension: filters.dimension ?? dimension,
    grain: filters.grain ?? 'DAY',
    compareWith: filters.compareWith ?? null,
    asOf: typed < now ? typed : now,
    view: typeof filters['view'] === 'string' ? filters['view'] : null,
    only: Object.fromEntries(only),
  };
}

const isChosen = (value: unknown): value is string | boolean | string[] =>
  typeof value === 'boolean' ||
  (typeof value === 'string' && value !== '') ||
  (Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string'));

/** The numbers of a filter of which several may be chosen. */
export const numbersOf = (value: string): string[] => value.split(',');

/** Names a query so that a figure of it can be opened later. It holds no right: the reader's scope is applied anew. */
export function queryIdOf({ asOf, ...asked }: Asked): string {
  return Buffer.from(JSON.stringify({ ...asked, asOf: asOf.toISOString() })).toString('base64url');
}

/** @throws AppError REPORT_QUERY_UNKNOWN */
export function askedAgain(queryId: string): Asked {
  const unknown = () => new AppError('REPORT_QUERY_UNKNOWN', { fields: ['filters.queryId'] });
  let read: unknown;
  try {
    read = JSON.parse(Buffer.from(queryId, 'base64url').toString());
  } catch {
    throw unknown();
  }
  if (typeof read !== 'object' || read === null) throw unknown();
  const { period, dimension, grain, asOf, only, view } = { ...read } as Record<string, unknown>;
  const parsed = contract.reportPeriod.safeParse(period);
  const parsedGrain = contract.reportGrain.safeParse(grain);
  const at = typeof asOf === 'string' ? new Date(asOf) : new Date(Number.NaN);
  if (!parsed.success || !parsedGrain.success || typeof dimension !== 'string' || Number.isNaN(at.getTime())) {
    throw unknown();
  }
  const texts = Object.entries(typeof only === 'object' && only !== null ? only : {}).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return {
    period: parsed.data,
    grain: parsedGrain.data,
    dimension,
    compareWith: null,
    asOf: at,
    view: typeof view === 'string' ? view : null,
    only: Object.fromEntries(texts),
  };
}

/** The period that a total is held against; null for none. */
export function comparedPeriod({ period, compareWith }: Asked): Period | null {
  if (compareWith === null || compareWith === undefined) return null;
  if (compareWith === 'PREVIOUS_PERIOD') {
    const days = daysBetween(period.from, period.to) + 1;
    return { from: addDays(period.from, -days), to: addDays(period.to, -days) };
  }
  return { from: monthBefore(period.from), to: monthBefore(period.to) };
}

/** The same day of the month before; its last where that is shorter. */
function monthBefore(day: Day): Day {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month - 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 2, Math.min(date, last))).toISOString().slice(0, 10);
}

/** The buckets of a period by their first day, each cut to the period. */
export function bucketsOf({ from, to }: Period, grain: Grain): (Period & { readonly key: Day })[] {
  const buckets: (Period & { readonly key: Day })[] = [];
  for (let day = from; day <= to;) {
    const key = firstOf(day, grain);
    const next =
      grain === 'DAY' ? addDays(key, 1) : grain === 'WEEK' ? addDays(key, 7) : firstOf(addDays(key, 32), grain);
    const last = addDays(next, -1);
    buckets.push({ key, from: day, to: last < to ? last : to });
    day = next;
  }
  return buckets;
}

function firstOf(day: Day, grain: Grain): Day {
  if (grain === 'DAY') return day;
  if (grain === 'MONTH') return `${day.slice(0, 8)}01`;
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return addDays(day, -((weekday + 6) % 7));
}
