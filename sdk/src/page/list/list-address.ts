import { keepPersonal, readPersonal } from './personal-filters.ts';
import type { FilterTexts, Filters } from './filters.ts';

export const PAGE_SIZES = [20, 50, 100] as const;
export type PageSize = (typeof PAGE_SIZES)[number];

export interface Sort {
  readonly field: string;
  readonly direction: 'asc' | 'desc';
}

/** Everything a list's address says. */
export interface ListState {
  readonly filters: FilterTexts;
  readonly sort: Sort | null;
  /** Counted from 1. */
  readonly page: number;
  readonly pageSize: PageSize;
}

/** Names in the query that are not filters. `saved` is the opaque id of personal filters. */
const RESERVED = {
  sort: 'sort',
  page: 'page',
  size: 'size',
  saved: 'saved',
  view: 'view',
} as const;

/** The id of a list's personal filters in an address. */
export function personalIdOf(query: URLSearchParams): string | null {
  return query.get(RESERVED.saved);
}

/** The same address with another id: what the server calls the filters kept here so far. */
export function withPersonalId(query: URLSearchParams, id: string): URLSearchParams {
  const next = new URLSearchParams(query);
  next.set(RESERVED.saved, id);
  return next;
}

/** Reads a list's state from its address. What the address gets wrong is left out. */
export function readAddress(
  query: URLSearchParams,
  filters: Filters,
  defaults: { readonly pageSize: PageSize },
): ListState {
  const texts: Record<string, string> = {};
  const personal = readPersonal(query.get(RESERVED.saved)) ?? {};
  for (const [name, filter] of Object.entries(filters)) {
    const held = filter.isPersonal ? personal[name] : query.get(name);
    if (held !== undefined && held !== null && held !== '') texts[name] = held;
  }
  const page = Number(query.get(RESERVED.page));
  const size = Number(query.get(RESERVED.size));
  return {
    filters: texts,
    sort: sortOf(query.get(RESERVED.sort)),
    page: Number.isInteger(page) && page >= 1 && page <= 100_000 ? page : 1,
    pageSize: PAGE_SIZES.find((offered) => offered === size) ?? defaults.pageSize,
  };
}

/** Writes a list's state; keeps what of `query` belongs to others (a tab, an open record). */
export function writeAddress(
  query: URLSearchParams,
  filters: Filters,
  state: ListState,
  defaults: { readonly pageSize: PageSize },
): URLSearchParams {
  const next = new URLSearchParams(query);
  const personal: Record<string, string> = {};
  for (const [name, filter] of Object.entries(filters)) {
    const held = state.filters[name]?.trim() ?? '';
    next.delete(name);
    if (held === '') continue;
    if (filter.isPersonal) personal[name] = held;
    else next.set(name, held);
  }
  setOrDelete(next, RESERVED.saved, keepPersonal(personal, query.get(RESERVED.saved)));
  setOrDelete(next, RESERVED.sort, state.sort === null ? null : textOfSort(state.sort));
  setOrDelete(next, RESERVED.page, state.page === 1 ? null : String(state.page));
  setOrDelete(next, RESERVED.size, state.pageSize === defaults.pageSize ? null : String(state.pageSize));
  return next;
}

/** The saved view an address names. */
export function viewIdOf(query: URLSearchParams): string | null {
  return query.get(RESERVED.view);
}

/** The address of a list as a saved view shows it. */
export function writeView(
  query: URLSearchParams,
  filters: Filters,
  view: {
    readonly viewId: string;
    readonly filters: FilterTexts;
    readonly filterId: string | null;
    readonly sort: Sort | null;
    readonly pageSize: PageSize | null;
  },
  defaults: { readonly pageSize: PageSize },
): URLSearchParams {
  const { sort, pageSize } = view;
  const state = { filters: view.filters, sort, page: 1, pageSize: pageSize ?? defaults.pageSize };
  const next = writeAddress(query, filters, state, defaults);
  setOrDelete(next, RESERVED.saved, view.filterId);
  next.set(RESERVED.view, view.viewId);
  return next;
}

/** The address of a list as it is without any view. */
export function withoutView(query: URLSearchParams, filters: Filters): URLSearchParams {
  const next = new URLSearchParams(query);
  for (const name of [...Object.keys(filters), ...Object.values(RESERVED)]) next.delete(name);
  return next;
}

function setOrDelete(query: URLSearchParams, name: string, value: string | null): void {
  if (value === null) query.delete(name);
  else query.set(name, value);
}

function sortOf(held: string | null): Sort | null {
  const match = /^(-?)([A-Za-z][A-Za-z0-9]*)$/.exec(held ?? '');
  const field = match?.[2];
  if (field === undefined) return null;
  return { field, direction: match?.[1] === '-' ? 'desc' : 'asc' };
}

/** The sort a list's author wrote down. */
export function sortOfText(text: string | undefined): Sort | null {
  if (text === undefined) return null;
  return text.startsWith('-') ? { field: text.slice(1), direction: 'desc' } : { field: text, direction: 'asc' };
}

/** `field` ascending, `-field` descending: the form of a sort in an address. */
export function textOfSort(sort: Sort): string {
  return sort.direction === 'desc' ? `-${sort.field}` : sort.field;
}
