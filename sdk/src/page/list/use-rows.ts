import { useMemo, useState } from 'react';
import type { CellValue, Column } from './columns.ts';
import { sortOfText } from './list-address.ts';
import type { Sort } from './list-address.ts';
import type { List } from './use-list.ts';
import { useSelection } from './use-selection.ts';

export interface RowsOptions<Row> {
  /** What layouts are kept under: `<plugin>.<thing>`. */
  readonly name: string;
  readonly rows: readonly Row[];
  readonly idOf: (row: Row) => string;
  readonly columns: readonly Column<Row>[];
  /** A field, or `-field` for the last first; without it the given order. */
  readonly defaultSort?: string;
  readonly onRefresh?: () => void;
}

/**
 * A list of rows that are all here already: a preview, a result, the lines of one thing. It is sorted in
 * the browser and has one page; up to some hundred thousand rows it scrolls smoothly.
 *
 * @example const lines = useRows({ name: 'loan.bills', rows: detail.bills, idOf: (b) => b.billNo, columns });
 */
export function useRows<Row>(options: RowsOptions<Row>): List<Row> {
  const { rows, idOf, columns } = options;
  const [sort, setSort] = useState<Sort | null>(null);
  const selection = useSelection(idOf, '');
  const present = sort ?? sortOfText(options.defaultSort);
  const { field, direction } = present ?? { field: null, direction: 'asc' };
  const sorted = useMemo(() => {
    const column = columns.find(({ key }) => key === field);
    return column === undefined ? rows : sortRows(rows, column, direction);
  }, [rows, columns, field, direction]);
  const nothing = (): void => undefined;
  return {
    name: options.name,
    columns,
    filters: {},
    state: { filters: {}, sort, page: 1, pageSize: 100 },
    request: { filters: {}, page: 1, pageSize: 100, sort: present },
    reply: null,
    rows: sorted,
    total: sorted.length,
    totalIsExact: true,
    pageCount: 1,
    isFirstLoad: false,
    isRefreshing: false,
    isFiltered: false,
    readAt: null,
    error: null,
    selection,
    matching: null,
    idOf,
    setFilter: nothing,
    clearFilters: nothing,
    setSort,
    setPage: nothing,
    setPageSize: nothing,
    refresh: options.onRefresh ?? nothing,
    refreshRow: () => {
      options.onRefresh?.();
      return Promise.resolve();
    },
  };
}

/** Sorted by what a column shows; rows without a value stand at the end either way. */
function sortRows<Row>(rows: readonly Row[], column: Column<Row>, direction: Sort['direction']): readonly Row[] {
  const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });
  const sign = direction === 'asc' ? 1 : -1;
  const keyed = rows.map((row) => ({ row, key: sortKeyOf(column.valueOf(row)) }));
  keyed.sort(({ key: one }, { key: other }) => {
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    if (typeof one === 'number' && typeof other === 'number') return sign * (one - other);
    return sign * collator.compare(String(one), String(other));
  });
  return keyed.map(({ row }) => row);
}

function sortKeyOf(value: CellValue): string | number | null {
  switch (value.kind) {
    case 'text':
    case 'number':
      return value.text;
    case 'count':
      return value.count;
    case 'money':
      return value.cents;
    case 'time':
    case 'clock':
      return value.iso;
    case 'status': {
      // In the order of the dictionary, which is the order of a thing's life.
      const place = value.code === null ? -1 : value.dictionary.codes.indexOf(value.code);
      return place === -1 ? value.code : place;
    }
    case 'flag':
      return value.value === null ? null : Number(value.value);
    case 'list':
      return value.texts[0] ?? null;
    case 'picture':
      return value.text;
    case 'part':
      return value.total === 0 ? null : value.done / value.total;
    case 'shares':
      return value.shares[0]?.text ?? null;
  }
}
