import type { Endpoint } from '../../contracts/endpoint.ts';
import type { READ_AT_ONCE } from '../../contracts/list.ts';
import type * as z from 'zod/mini';
import type { PageSize, Sort } from './list-address.ts';

/** What every list endpoint gets. */
export interface ListRequest {
  readonly filters: Readonly<Record<string, unknown>>;
  readonly page: number;
  readonly pageSize: PageSize | typeof READ_AT_ONCE;
  readonly sort: Sort | null;
}

/** What every list endpoint answers. */
export interface ListReply<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
  readonly totalIsExact: boolean;
}

/** A list endpoint: `{filters, page, pageSize, sort}` in, `{rows, total, totalIsExact}` out. */
export type ListEndpoint<Row> = Endpoint<z.ZodMiniType<unknown, ListRequest>, z.ZodMiniType<ListReply<Row>>>;
