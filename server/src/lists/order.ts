import { type Expression, type OrderByItemBuilder, sql, type StringReference } from 'kysely';

/** What rows are sorted by: a column of the source, or an expression over its columns. */
export type SortBy<DB, TB extends keyof DB> = StringReference<DB, TB> | Expression<unknown>;

export type Direction = 'asc' | 'desc';

/** One step of a list's own order. */
export type OrderStep<DB, TB extends keyof DB> = readonly [by: SortBy<DB, TB>, direction: Direction];

/** As PostgreSQL may sort by it. */
export const sorted = (by: string | Expression<unknown>): Expression<unknown> =>
  typeof by === 'string' ? sql.ref(by) : by;

/** With `last`, rows without a value come last whichever way the list is sorted. */
export const directed = (direction: Direction, nulls: 'last' | undefined) => (item: OrderByItemBuilder) => {
  const way = direction === 'asc' ? item.asc() : item.desc();
  return nulls === 'last' ? way.nullsLast() : way;
};
