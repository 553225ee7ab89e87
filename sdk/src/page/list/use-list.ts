import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { takeFirstReply } from '../../api/first-replies.ts';
import { ApiError } from '../../api/api-error.ts';
import { session$ } from '../../session/session-store.ts';
import { usePluginScope } from '../../scope/use-plugin-scope.ts';
import { useValue } from '../../state/store.ts';
import { queryClient } from '../../api/query-client.ts';
import { readAgain } from '../read-again.ts';
import { useWantedAddress } from './use-wanted-address.ts';
import type { Column } from './columns.ts';
import { requestFiltersOf } from './filters.ts';
import type { Filters, FilterTexts } from './filters.ts';
import { withCleared, withInitial } from './initial-filters.ts';
import { readAddress, sortOfText, textOfSort, writeAddress } from './list-address.ts';
import type { ListState, PageSize, Sort } from './list-address.ts';
import { useMatching } from './use-matching.ts';
import type { Matching } from './use-matching.ts';
import { usePersonalFilters } from './use-personal-filters.ts';
import { useSelection } from './use-selection.ts';
import type { Selection } from './use-selection.ts';
import type { ListRequest, ListReply, ListEndpoint } from './list-endpoint.ts';
export type { ListRequest, ListEndpoint } from './list-endpoint.ts';

export interface ListOptions<Row> {
  readonly load: ListEndpoint<Row>;
  /** What tells rows apart. */
  readonly idOf: (row: Row) => string;
  readonly columns: readonly Column<Row>[];
  readonly filters: Filters;
  /** A field, or `-field` for the last first; people's own sort is in the address. */
  readonly defaultSort?: string;
  /** Sent with every request and never in the address: what makes this list one of several of an endpoint. */
  readonly always?: Readonly<Record<string, unknown>>;
  /** What filters hold while the address says nothing of them, by name: `applyTime: '2026-11-14..2026-11-20'`. */
  readonly initial?: FilterTexts;
}

/** A list: its state is the page's address and nothing else. */
export interface List<Row> {
  /** The endpoint's name: what layouts are kept under. */
  readonly name: string;
  readonly columns: readonly Column<Row>[];
  readonly filters: Filters;
  readonly state: ListState;
  /** What the server was requested; exports send the same filters and sort. */
  readonly request: ListRequest;
  /** The whole reply, for what an endpoint says beside rows and total; null while there is none. */
  readonly reply: ListReply<Row> | null;
  readonly rows: readonly Row[];
  readonly total: number;
  readonly totalIsExact: boolean;
  readonly pageCount: number;
  /** Nothing to show yet. */
  readonly isFirstLoad: boolean;
  /** Old rows stay while new ones come. */
  readonly isRefreshing: boolean;
  readonly isFiltered: boolean;
  /** When its rows were read; null before the first. */
  readonly readAt: Date | null;
  readonly error: ApiError | null;
  readonly selection: Selection<Row>;
  /** Selects all that match; null where every row is here. */
  readonly matching: Matching | null;
  readonly idOf: (row: Row) => string;
  setFilter(name: string, value: string): void;
  clearFilters(): void;
  setSort(sort: Sort | null): void;
  setPage(page: number): void;
  setPageSize(size: PageSize): void;
  refresh(): void;
  /** Reads the page again and takes in just this row; the others keep their places. */
  refreshRow(row: Row): Promise<void>;
}

/**
 * A list over a contract's endpoint: filters, sort, page and size stand in the address, replies
 * that were overtaken are cancelled and never shown, the selection survives turning pages.
 */
export function useList<Row>(options: ListOptions<Row>): List<Row> {
  const { load, idOf, filters, initial = {} } = options;
  const scope = usePluginScope();
  const address = useWantedAddress();
  const awaitsPersonal = usePersonalFilters(load.name, address);
  const session = useValue(session$);
  const defaults = { pageSize: session.settings.pageSize } as const;
  const read = (query: URLSearchParams): ListState =>
    withInitial(readAddress(query, filters, defaults), query, initial);
  const state = read(address.query);
  const asked = requestFiltersOf(filters, state.filters);
  const request: ListRequest = {
    filters: { ...asked, ...options.always },
    page: state.page,
    pageSize: state.pageSize,
    sort: state.sort ?? sortOfText(options.defaultSort),
  };
  const queryKey = scope.queryKey('list', load.name, session.language, request);
  const reply = useQuery(
    {
      queryKey,
      queryFn: ({ signal }) => call(load, request, { signal, showLoading: false, quiet: true }),
      placeholderData: keepPreviousData,
      initialData: () => takeFirstReply(load, request),
      enabled: !awaitsPersonal,
    },
    queryClient,
  );
  const under = JSON.stringify(asked);
  const selection = useSelection(idOf, under);
  const rows = reply.data?.rows ?? [];
  const total = reply.data?.total ?? 0;
  const totalIsExact = reply.data?.totalIsExact ?? true;
  const matching = useMatching({ load, request, rowsOnPage: rows.length, total, totalIsExact, selection });

  const go = (change: Partial<ListState>): void => {
    address.go((wanted) => {
      const next = { ...read(wanted), ...change };
      return withCleared(writeAddress(wanted, filters, next, defaults), next, initial);
    });
  };
  const present = (): ListState => read(address.wanted());

  return {
    name: load.name,
    columns: options.columns,
    filters,
    state,
    request,
    reply: reply.data ?? null,
    rows,
    total,
    totalIsExact,
    pageCount: Math.max(1, Math.ceil(total / state.pageSize)),
    isFirstLoad: reply.isPending,
    isRefreshing: reply.isFetching && !reply.isPending,
    isFiltered: under !== '{}',
    readAt: reply.dataUpdatedAt === 0 ? null : new Date(reply.dataUpdatedAt),
    error: reply.error instanceof ApiError ? reply.error : null,
    selection,
    matching,
    idOf,
    setFilter: (name, value) => {
      go({ filters: { ...present().filters, [name]: value }, page: 1 });
    },
    clearFilters: () => {
      go({ filters: {}, page: 1 });
    },
    setSort: (sort) => {
      go({ sort, page: 1 });
    },
    setPage: (page) => {
      go({ page });
    },
    setPageSize: (pageSize) => {
      go({ pageSize, page: 1 });
    },
    refresh: () => {
      readAgain({ queryKey: scope.queryKey('list', load.name) });
    },
    refreshRow: (row) => refreshRow({ load, request, queryKey, idOf }, row),
  };
}

async function refreshRow<Row>(
  list: {
    readonly load: ListEndpoint<Row>;
    readonly request: ListRequest;
    readonly queryKey: readonly unknown[];
    readonly idOf: (row: Row) => string;
  },
  row: Row,
): Promise<void> {
  const { load, request, queryKey, idOf } = list;
  const id = idOf(row);
  // A reading under way may have begun before the command: given up, it is made up for by this one.
  const wasReading = queryClient.isFetching({ queryKey, exact: true }) > 0;
  await queryClient.cancelQueries({ queryKey, exact: true });
  try {
    const fresh = await call(load, request, { showLoading: false, quiet: true });
    const changed = fresh.rows.find((candidate) => idOf(candidate) === id);
    queryClient.setQueryData<ListReply<Row>>(queryKey, (present) => {
      // A row that no longer matches the filters leaves with a whole new page.
      if (wasReading || present === undefined || changed === undefined) return fresh;
      return {
        ...present,
        rows: present.rows.map((one) => (idOf(one) === id ? changed : one)),
      };
    });
  } catch {
    // The command itself went through; an unreadable list says so where its rows stand.
    await queryClient.invalidateQueries({ queryKey });
  }
}

/** What a head needs to sort by its columns. */
export interface Sorting {
  readonly request: Pick<ListRequest, 'sort'>;
  setSort(sort: Sort | null): void;
}

/** The next sort of a column: ascending, descending, the list's own. */
export function nextSort(present: Sort | null, field: string): Sort | null {
  if (present === null || present.field !== field) return { field, direction: 'asc' };
  return textOfSort(present).startsWith('-') ? null : { field, direction: 'desc' };
}
