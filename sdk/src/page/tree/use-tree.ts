import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { takeFirstReply } from '../../api/first-replies.ts';
import { queryClient } from '../../api/query-client.ts';
import type { Endpoint, ReplyOf, RequestOf } from '../../contracts/endpoint.ts';
import { usePluginScope } from '../../scope/use-plugin-scope.ts';
import { session$ } from '../../session/session-store.ts';
import { useValue } from '../../state/store.ts';
import { requestFiltersOf } from '../list/filters.ts';
import type { Filters, FilterTexts } from '../list/filters.ts';
import { readAddress, writeAddress } from '../list/list-address.ts';
import type { ListState } from '../list/list-address.ts';
import type { ListRequest } from '../list/use-list.ts';
import { useSelection } from '../list/use-selection.ts';
import type { Selection } from '../list/use-selection.ts';
import { useWantedAddress } from '../list/use-wanted-address.ts';
import { readAgain } from '../read-again.ts';
import { indexTree, layFlat, matchTree } from './tree-shape.ts';
import type { TreeRow, TreeShape } from './tree-shape.ts';

export interface TreeOptions<E extends Endpoint, Row> extends TreeShape<Row> {
  readonly load: E;
  readonly request: RequestOf<E>;
  /** The top level. */
  readonly rowsOf: (reply: ReplyOf<E>) => readonly Row[];
  readonly filters: Filters;
  /** Whether a row fits the filters that are set; their texts are trimmed and never empty. */
  readonly isMatch: (row: Row, filters: FilterTexts) => boolean;
  /** How many levels stand open at first; 1 unless said otherwise. */
  readonly openLevels?: number;
}

/** A tree of rows, read whole; its filters are the page's address. */
export interface Tree<Row> extends TreeShape<Row> {
  readonly name: string;
  readonly roots: readonly Row[];
  /** What is in sight, in order. */
  readonly rows: readonly TreeRow<Row>[];
  /** All rows, or those that fit the filters. */
  readonly total: number;
  readonly filters: Filters;
  readonly state: ListState;
  /** What the filters say, as an export sends it; a tree has an order of its own. */
  readonly request: Pick<ListRequest, 'filters' | 'sort'>;
  readonly isFiltered: boolean;
  readonly isFirstLoad: boolean;
  readonly isRefreshing: boolean;
  readonly error: ApiError | null;
  readonly selection: Selection<Row>;
  setFilter(name: string, value: string): void;
  clearFilters(): void;
  setExpanded(ids: readonly string[], isExpanded: boolean): void;
  setAllExpanded(isExpanded: boolean): void;
  /** Opens everything above a row. */
  reveal(id: string): void;
  find(id: string): Row | null;
  parentOf(id: string): Row | null;
  refresh(): void;
}

/**
 * A tree over an endpoint that answers all of it: filters open the branches that match, what people opened
 * stays open when it is read again.
 *
 * @example useTree({ load: dept.tree, request: {}, rowsOf: (tops) => tops, idOf, childrenOf, filters, isMatch })
 */
export function useTree<E extends Endpoint, Row>(options: TreeOptions<E, Row>): Tree<Row> {
  const { load, request, filters, idOf, childrenOf } = options;
  const scope = usePluginScope();
  const address = useWantedAddress();
  const { language, settings } = useValue(session$);
  const defaults = { pageSize: settings.pageSize } as const;
  const state = readAddress(address.query, filters, defaults);
  const reply = useQuery<ReplyOf<E>>(
    {
      queryKey: scope.queryKey('tree', load.name, language, request),
      queryFn: ({ signal }) => call(load, request, { signal, showLoading: false, quiet: true }),
      initialData: () => takeFirstReply(load, request),
    },
    queryClient,
  );
  const shape = { idOf, childrenOf };
  const roots = reply.data === undefined ? [] : options.rowsOf(reply.data);
  const under = JSON.stringify(state.filters);
  const isFiltered = under !== '{}';
  const found = isFiltered ? matchTree(roots, shape, (row) => options.isMatch(row, state.filters)) : null;
  const opened = useOpened(under, (id, level) =>
    found === null ? level <= (options.openLevels ?? 1) : found.above.has(id),
  );
  const index = indexTree(roots, shape);
  const rows = layFlat(roots, shape, { isExpanded: opened.has, found });
  const setFilters = (change: (present: FilterTexts) => FilterTexts): void => {
    address.go((wanted) => {
      const present = readAddress(wanted, filters, defaults);
      const next = { ...present, filters: change(present.filters) };
      return writeAddress(wanted, filters, next, defaults);
    });
  };
  return {
    name: load.name,
    idOf,
    childrenOf,
    roots,
    rows,
    filters,
    isFiltered,
    total: found === null ? index.size : found.matches.size,
    state,
    request: {
      filters: requestFiltersOf(filters, state.filters),
      sort: null,
    },
    isFirstLoad: reply.isPending,
    isRefreshing: reply.isFetching && !reply.isPending,
    error: reply.error instanceof ApiError ? reply.error : null,
    selection: useSelection(idOf, under),
    setFilter: (name, value) => {
      setFilters((present) => ({
        ...present,
        [name]: value,
      }));
    },
    clearFilters: () => {
      setFilters(() => ({}));
    },
    setExpanded: opened.set,
    setAllExpanded: (isExpanded) => {
      opened.set([...index.keys()], isExpanded);
    },
    reveal: (id) => {
      const above: string[] = [];
      for (let at = index.get(id)?.parentId; at != null; at = index.get(at)?.parentId) above.push(at);
      opened.set(above, true);
    },
    find: (id) => index.get(id)?.row ?? null,
    parentOf: (id) => index.get(index.get(id)?.parentId ?? '')?.row ?? null,
    refresh: () => {
      readAgain({ queryKey: scope.queryKey('tree', load.name) });
    },
  };
}

/** What people opened and closed by hand; under other filters they start from what these show. */
function useOpened(under: string, atFirst: (id: string, level: number) => boolean) {
  const [held, setHeld] = useState<{
    readonly under: string;
    readonly byHand: ReadonlyMap<string, boolean>;
  }>({ under, byHand: new Map() });
  const byHand = held.under === under ? held.byHand : new Map<string, boolean>();
  return {
    has: (id: string, level: number) => byHand.get(id) ?? atFirst(id, level),
    set: (ids: readonly string[], isExpanded: boolean) => {
      const next = new Map(byHand);
      for (const id of ids) next.set(id, isExpanded);
      setHeld({ under, byHand: next });
    },
  };
}
