import type { Endpoint, PageOpening } from '@kituo/sdk/contracts';
import * as z from 'zod/mini';
import { allEndpoints } from '../../../http/all-endpoints.ts';
import { addDays, businessDateOf } from '../../platform/policy/index.ts';

/** A call that a page begins with, as the page itself would make it. */
export interface OpeningCall {
  readonly endpoint: Endpoint;
  readonly request: Readonly<Record<string, unknown>>;
  /** The list whose rows it reads, or whose views. */
  readonly list?: { readonly name: string; readonly is: 'rows' | 'views' };
}

/** Where a page is opened, and how many rows the person likes. */
export interface OpenedAt {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly pageSize: number;
}

type ListOpening = NonNullable<PageOpening['list']>;

/** The calls of a page at an address; what the address does not say, or says in a way of its own, is left to the page. */
export function openingCalls(openings: readonly PageOpening[], at: OpenedAt): OpeningCall[] {
  return openings.flatMap((opening) => {
    const isHere = Object.entries(opening.when ?? {}).every(([name, values]) =>
      values.includes(at.query.get(name) ?? ''),
    );
    const endpoint = readable(opening.call);
    if (!isHere || endpoint === undefined) return [];
    if (opening.list !== undefined) return listCalls(endpoint, opening.list, at);
    const request = requestOf(opening.request ?? {}, at.query);
    return request === null ? [] : [{ endpoint, request }];
  });
}

let queries: ReadonlyMap<string, Endpoint> | undefined;

/** Queries alone: opening a page does nothing to the data. */
function readable(name: string): Endpoint | undefined {
  queries ??= new Map(
    allEndpoints()
      .filter(({ kind, replyForm }) => kind === 'query' && replyForm === 'json')
      .map((endpoint) => [endpoint.name, endpoint]),
  );
  return queries.get(name);
}

function requestOf(declared: NonNullable<PageOpening['request']>, query: URLSearchParams) {
  const request: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(declared)) {
    const isOfAddress = typeof value === 'string' && value.startsWith('?');
    const held = isOfAddress ? query.get(value.slice(1)) : value;
    if (isOfAddress && (held === null || held === '')) return null;
    request[name] = held;
  }
  return request;
}

const VIEWS = 'view.page';
const SIZES = ['20', '50', '100'];

function listCalls(endpoint: Endpoint, list: ListOpening, { path, query, pageSize }: OpenedAt): OpeningCall[] {
  const name = list.name ?? endpoint.name;
  const views = list.name === null ? undefined : readable(VIEWS);
  const ofViews = views && {
    endpoint: views,
    request: { page: path, list: name },
    list: { name, is: 'views' as const },
  };
  // Personal filters are the page's to read, and a view alone is followed by an address of its own.
  const isTold = !query.has('saved') && !(query.has('view') && query.size === 1);
  const page = Number(query.get('page'));
  const size = query.get('size') ?? '';
  const request = {
    filters: { ...filtersOf(endpoint, list, query), ...list.always },
    page: Number.isInteger(page) && page >= 1 && page <= 100_000 ? page : 1,
    pageSize: SIZES.includes(size) ? Number(size) : pageSize,
    sort: sortOf(query.get('sort')) ?? sortOf(list.sort ?? null),
  };
  const rows = { endpoint, request, list: { name, is: 'rows' as const } };
  return [...(isTold ? [rows] : []), ...(ofViews ? [ofViews] : [])];
}

function sortOf(text: string | null) {
  const [, sign, field] = /^(-?)([A-Za-z][A-Za-z0-9]*)$/.exec(text ?? '') ?? [];
  return field === undefined ? null : { field, direction: sign === '-' ? 'desc' : 'asc' };
}

/** What the address holds for the filters that the endpoint knows, in the form that it takes. */
function filtersOf(endpoint: Endpoint, { initial = {} }: ListOpening, query: URLSearchParams): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(shapeOf(shapeOf(endpoint.request)['filters']))) {
    const standing = query.has('view') ? '' : (initial[name] ?? '');
    const held = (query.get(name) ?? withDays(standing)).trim();
    // `any` says that a filter which would hold something by itself was cleared.
    if (held === '' || (held === 'any' && name in initial)) continue;
    const value = formsOf(held).find((form) => z.safeParse(schema, form).success);
    if (value !== undefined) found[name] = value;
  }
  return found;
}

function shapeOf(schema: z.core.$ZodType | undefined): Readonly<Record<string, z.core.$ZodType>> {
  if (schema instanceof z.ZodMiniObject) return schema.def.shape;
  return schema instanceof z.ZodMiniOptional ? shapeOf(schema.def.innerType) : {};
}

/** A text, yes or no, days from and to: as addresses hold them. */
function formsOf(held: string): unknown[] {
  const [from = '', to] = held.split('..');
  const days = to === undefined ? [] : [{ from, to }];
  const flags = held === 'true' || held === 'false' ? [held === 'true'] : [];
  return [...days, ...flags, held];
}

/** `last 7 days` as the range that it is today. */
function withDays(standing: string): string {
  const days = /^last (\d{1,3}) days$/.exec(standing)?.[1];
  if (days === undefined) return standing;
  const today = businessDateOf(new Date());
  return `${addDays(today, 1 - Number(days))}..${today}`;
}
