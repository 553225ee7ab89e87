import type { ErrorName } from '@kituo/sdk/contracts';
import { type Expression, type SelectQueryBuilder, sql, type StringReference } from 'kysely';
import { COUNTED_EXACTLY, countedTo } from '../db/counted.ts';
import type { Queryable } from '../db/database.ts';
import { AppError } from '../http/app-error.ts';
import { type Conditions, conditions, type Predicate, type Scope } from './conditions.ts';
import { directed, type Direction, type OrderStep, type SortBy, sorted } from './order.ts';
import type { Mask } from '../modules/platform/masking/index.ts';
import { maskFor, masked, type PersonalFields } from './personal.ts';
import { isHiddenFrom } from './personal-search.ts';
import type { Reader, Reading } from './reading.ts';

/** A query that selects nothing yet. */
type Unselected = Record<never, never>;

/** What the reply of a list says, of the endpoint that it answers: its filters, what it sorts by, its rows. */
interface ListEndpoint<Filters, Field, Row> {
  readonly name: string;
  readonly request: { readonly _zod: { readonly output: { readonly filters: Filters; readonly sort: Sort<Field> } } };
  readonly reply: { readonly _zod: { readonly output: { readonly rows: Row[] } } };
}

type Sort<Field> = { readonly field: Field; readonly direction: Direction } | null;

interface ListRequest<Filters, Field> {
  readonly filters: Filters;
  readonly page: number;
  readonly pageSize: number;
  readonly sort: Sort<Field>;
}

/** Selected rows, or all that match: what a batch and an export are for. */
interface Selection<Filters, Field> {
  readonly filters: Filters;
  readonly sort?: Sort<Field>;
  /** With it, just these of what the filters match. */
  readonly ids?: readonly (string | number)[] | null | undefined;
}

/** The contract's rows of what is stored, personal values in full; `rows` where they are read on together. */
type Mapping<Stored, Row> =
  | { readonly row: (stored: Stored, reading: Reading) => Row }
  | { readonly rows: (stored: Stored[], reading: Reading) => Promise<Row[]> };

type Definition<DB, TB extends keyof DB, Filters, Field extends string, Stored, Row> = Mapping<Stored, Row> & {
  /** Which rows a person may see at all: in force wherever the list is read. */
  readonly scope: Scope<DB, TB>;
  /**
   * The column that tells rows apart; in a list that is read by pages alone, those of one whole, such as a task. Whatever
   * a list is sorted by, ties go by it, so that pages never overlap.
   */
  readonly key: StringReference<DB, TB>;
  /** Thrown by `one`; NOT_FOUND unless said otherwise. */
  readonly missing?: ErrorName;
  /** Every filter of the contract. Undefined, '' and [] filter nothing. */
  readonly filters: {
    readonly [Name in keyof Filters]-?: Predicate<DB, TB, NonNullable<Filters[Name]>, Filters>;
  };
  /** Every sort of the contract. */
  readonly sorts: { readonly [Name in Field]: SortBy<DB, TB> };
  /** The list’s own order, where no sort is requested. */
  readonly first: readonly OrderStep<DB, TB>[];
  /** Which way ties go; as what is sorted by, unless said otherwise. */
  readonly ties?: Direction;
  /** With it, rows without a value come last either way. Indexes that are walked backwards do not give that. */
  readonly nulls?: 'last';
  /** Adds what a row shows beside what it is found by: it is not joined to be counted. */
  readonly select: (query: SelectQueryBuilder<DB, TB, Unselected>) => { execute(): Promise<Stored[]> };
  /** Up to how many matches are counted, where 10,000 are too dear. */
  readonly countsTo?: number;
  /** A page and the count are found in one pass, in the list's order: where the filters cost more than that order. */
  readonly isCountedInOrder?: true;
  /** Fields of the row that are masked on their way out. */
  readonly personal?: PersonalFields<Row>;
};

/** A list as `defineList` makes it. */
export interface List<Filters, Field, Row, Stored> {
  /** One page, and how many match: counted up to a bound, in the database. */
  page(
    request: ListRequest<Filters, Field>,
    reading: Reading,
  ): Promise<{ rows: Row[]; total: number; totalIsExact: boolean }>;
  /** The row of a key. @throws AppError what `missing` says, beyond the scope too */
  one(key: string | number, reading: Reading): Promise<Row>;
  /** The same as it is stored, personal values in full: for reveals. @throws AppError as `one` does */
  stored(key: string | number, reader: Reader): Promise<Stored>;
  /** The keys of what is selected, or of all that match, in the list's order and within the scope. */
  matching(selection: Selection<Filters, Field>, reading: Reading): Promise<string[]>;
  /** The same as rows, masked as on the page, some hundreds at a time. */
  batches(selection: Selection<Filters, Field>, reading: Reading): AsyncGenerator<Row[]>;
  /** How many match, up to a bound. */
  count(filters: Filters, reading: Reading): Promise<{ total: number; totalIsExact: boolean }>;
}

/** Selected rows of a list as a query, for a file that one statement reads. */
interface Selected<DB, TB extends keyof DB> {
  /** In the list's order, nothing selected yet. */
  readonly rows: SelectQueryBuilder<DB, TB, Unselected>;
  /** Their keys, in no order. */
  readonly keys: Expression<unknown>;
  /** Nothing but the list itself says which rows these are: what is summed for them need not look for each. */
  readonly isAll: boolean;
  /** How a field of the row is masked for this person. */
  maskOf(field: string): Mask | undefined;
}

/** Rows read at a time where a list is read as a whole. */
const BATCH = 2_000;

/**
 * A list of the server, defined once: what it is found in, whose rows, by which filters and in which order, and
 * what a row looks like. See docs/add-a-page.md.
 *
 * @param source The tables that filters, scope and sorts need. What only a row shows is joined in `select`.
 */
export function defineList<Filters, Field extends string, Row extends object, DB, TB extends keyof DB, Stored>(
  endpoint: ListEndpoint<Filters, Field, Row>,
  source: (db: Queryable) => SelectQueryBuilder<DB, TB, Unselected>,
  define: (by: Conditions<DB, TB>) => Definition<DB, TB, Filters, Field, Stored, Row>,
): List<Filters, Field, Row, Stored> & {
  /** What matches filters that name nobody, within the scope, nothing selected yet: for counts and tiles. */
  query(filters: Filters, reading: Reading): SelectQueryBuilder<DB, TB, Unselected>;
  /** The same for filters that come from outside: who sums by what they see masked is on record, as on the page. */
  summed<Result>(
    filters: Filters,
    reading: Reading,
    sum: (found: SelectQueryBuilder<DB, TB, Unselected>) => Promise<Result>,
  ): Promise<Result>;
  /** What is selected, for a file that one statement reads. */
  selected(selection: Selection<Filters, Field>, reading: Reading): Promise<Selected<DB, TB>>;
} {
  const list = define(conditions<DB, TB>());
  const { key, filters: predicates, personal = {}, countsTo = COUNTED_EXACTLY } = list;

  function seen(reader: Reader) {
    const query = source(reader.db);
    const within = list.scope(reader);
    return within === null ? query : query.where(within);
  }

  const isHidden = (field: string, reading: Reading) => isHiddenFrom(reading, field, personal);

  const hiddenIn = (filters: Filters, reading: Reading) =>
    Object.keys(predicates).filter((field) => {
      const name = field as keyof Filters & string;
      return isGiven(filters[name]) && isHidden(name, reading);
    });

  const isFiltered = (filters: Filters) =>
    Object.keys(predicates).some((field) => isGiven(filters[field as keyof Filters & string]));

  /** Before anything is told of what matches: whoever sees names masked does not find them by trying. */
  async function admitSearch(filters: Filters, reading: Reading): Promise<void> {
    const fields = hiddenIn(filters, reading);
    if (fields.length === 0) return;
    const find = async (): Promise<string | null> => {
      const [row] = await query(filters, reading)
        .select(sql<string>`${sql.ref(key)}::text`.as('key'))
        .orderBy(sql.ref(key))
        .limit(1)
        .$castTo<{ readonly key: string }>()
        .execute();
      return row?.key ?? null;
    };
    await reading.services.recordSearch({ list: endpoint.name, fields, find }, reading);
  }

  /** The order of masked values tells of them. */
  const shownSort = (sort: Sort<Field>, reading: Reading): Sort<Field> =>
    sort !== null && isHidden(sort.field, reading) ? null : sort;

  function query(filters: Filters, reading: Reading) {
    let all = seen(reading);
    for (const name in predicates) {
      const value = filters[name];
      if (!isGiven(value)) continue;
      const condition = predicates[name](
        value,
        isHidden(name, reading) ? { ...reading, isExact: true } : reading,
        filters,
      );
      if (condition !== null) all = all.where(condition);
    }
    return all;
  }
  type Query = ReturnType<typeof query>;

  function inOrder(rows: Query, sort: Sort<Field>): Query {
    const steps = sort === null ? list.first : [[list.sorts[sort.field], sort.direction] as const];
    let ordered = rows;
    for (const [by, direction] of steps) ordered = ordered.orderBy(sorted(by), directed(direction, list.nulls));
    return ordered.orderBy(sql.ref(key), list.ties ?? steps.at(-1)?.[1] ?? 'desc');
  }

  async function read(rows: Query, reading: Reading): Promise<Row[]> {
    const records = await list.select(rows).execute();
    const full =
      'rows' in list ? await list.rows(records, reading) : records.map((record) => list.row(record, reading));
    return full.map((row) => masked(row, personal, reading.caller));
  }

  async function countOf(rows: Query, { db }: Reader) {
    const some = rows.select(sql<number>`1`.as('one')).limit(countsTo + 1);
    const counted = await sql<{ total: number }>`select count(*) as total from (${some}) as found`.execute(db);
    return countedTo(counted.rows[0]?.total ?? 0, countsTo);
  }

  function found<Found>(one: Found | undefined): Found {
    if (one === undefined) throw new AppError(list.missing ?? 'NOT_FOUND');
    return one;
  }

  const having = (rows: Query, keys: readonly (string | number)[]) =>
    rows.where(sql<boolean>`${sql.ref(key)} = any(${keys})`);

  async function keysOf(rows: Query): Promise<string[]> {
    const found = await rows
      .select(sql<string>`${sql.ref(key)}::text`.as('key'))
      .$castTo<{ readonly key: string }>()
      .execute();
    return found.map((row) => row.key);
  }

  /** The keys of a page, and how many match where one pass tells that as well. */
  async function keysOfPage(rows: Query, { before, pageSize }: { before: number; pageSize: number }, { db }: Reader) {
    if (list.isCountedInOrder !== true) return { keys: await keysOf(rows.offset(before).limit(pageSize)) };
    const most = Math.max(before + pageSize, countsTo + 1);
    const some = rows.select(sql<string>`${sql.ref(key)}::text`.as('key')).limit(most);
    const found = await sql<{ keys: string[]; total: number }>`
      with found as materialized (select f.key, row_number() over () as place from (${some}) as f)
      select array(select f.key from found f where f.place > ${before} and f.place <= ${before + pageSize}
        order by f.place) as keys, (select count(*) from found) as total`.execute(db);
    const [page] = found.rows;
    return { keys: page?.keys ?? [], counted: countedTo(page?.total ?? 0, countsTo) };
  }

  async function matching({ filters, ids, sort = null }: Selection<Filters, Field>, reading: Reading) {
    await admitSearch(filters, reading);
    const all = query(filters, reading);
    return await keysOf(inOrder(ids ? having(all, ids) : all, shownSort(sort, reading)));
  }

  return {
    query(filters, reading) {
      const [field] = hiddenIn(filters, reading);
      if (field !== undefined) throw new Error(`${endpoint.name}: sums by ${field} go through summed`);
      return query(filters, reading);
    },
    async summed(filters, reading, sum) {
      await admitSearch(filters, reading);
      return await sum(query(filters, reading));
    },
    async selected({ filters, ids, sort = null }, reading) {
      await admitSearch(filters, reading);
      const all = query(filters, reading);
      const found = ids ? having(all, ids) : all;
      return {
        rows: inOrder(found, shownSort(sort, reading)),
        keys: found.select(sql.ref(key).as('key')),
        isAll: !ids && list.scope(reading) === null && !isFiltered(filters),
        maskOf: (field) => maskFor(field, personal, reading.caller),
      };
    },
    matching,
    async page({ filters, page, pageSize, sort }, reading) {
      await admitSearch(filters, reading);
      const all = query(filters, reading);
      const order = shownSort(sort, reading);
      const before = (page - 1) * pageSize;
      // Keys first: what a row shows is joined for those of the page alone, and indexes answer for the others.
      const { keys, counted } = await keysOfPage(inOrder(all, order), { before, pageSize }, reading);
      // By the filters, too: the key of a part, such as a line of a task, tells apart those of one whole alone.
      const rows = keys.length === 0 ? [] : await read(inOrder(having(all, keys), order), reading);
      if (counted) return { rows, ...counted };
      const isLast = keys.length < pageSize && (keys.length > 0 || page === 1);
      return { rows, ...(isLast ? countedTo(before + keys.length, countsTo) : await countOf(all, reading)) };
    },
    async one(no, reading) {
      const [row] = await read(having(seen(reading), [no]), reading);
      return found(row);
    },
    async stored(no, reader) {
      const [record] = await list.select(having(seen(reader), [no])).execute();
      return found(record);
    },
    async *batches(selection, reading) {
      const keys = await matching(selection, reading);
      const order = shownSort(selection.sort ?? null, reading);
      const readFrom = (from: number) =>
        read(inOrder(having(seen(reading), keys.slice(from, from + BATCH)), order), reading);
      // The next are on their way while these are written; who stops before them does not hear that they failed.
      let next: Promise<Row[]> | null = null;
      for (let from = 0; from < keys.length; from += BATCH) {
        const rows = await (next ?? readFrom(from));
        next = from + BATCH < keys.length ? readFrom(from + BATCH) : null;
        next?.catch(() => undefined);
        yield rows;
      }
    },
    async count(filters, reading) {
      await admitSearch(filters, reading);
      return await countOf(query(filters, reading), reading);
    },
  };
}

function isGiven<Value>(value: Value): value is NonNullable<Value> {
  return value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);
}
