import type { Endpoint } from '../../contracts/endpoint.ts';
import { useLayout } from '../table/use-layout.ts';
import type { Layout } from '../table/use-layout.ts';
import { useExport } from '../use-export.ts';
import type { Exporter, ExportScope } from '../use-export.ts';
import { useViews } from '../views/use-views.ts';
import type { Views } from '../views/use-views.ts';
import { useList } from './use-list.ts';
import type { List, ListOptions } from './use-list.ts';
import { useOpened } from './use-opened.ts';
import type { Opened } from './use-opened.ts';

/** The file of a list: who writes it, and what it is asked. */
export interface ListFile {
  readonly endpoint: Endpoint;
  /** The kind of its jobs: `users.export`. */
  readonly jobKind: string;
  /** What the endpoint takes of format, filters, sort and selected ids; all four by the same names unless said. */
  readonly ask?: (scope: ExportScope) => unknown;
}

export interface ListPageOptions<Row> extends ListOptions<Row> {
  readonly file: ListFile;
}

/** What a page with one list stands on. */
export interface ListPageParts<Row> {
  readonly list: List<Row>;
  readonly layout: Layout<Row>;
  readonly views: Views;
  readonly exporter: Exporter;
  /** The row that stands open beside the list. */
  readonly opened: Opened<Row>;
}

/**
 * A list as pages have it: with its columns' layout, saved views, file and the row that stands open.
 *
 * @example
 * const { list, layout, views, exporter, opened } = useListPage<RoleRow>({
 *   load: role.page,
 *   idOf,
 *   columns,
 *   filters,
 *   defaultSort: 'roleNo',
 *   file: { endpoint: role.exportList, jobKind: 'roles.export' },
 * });
 */
export function useListPage<Row>({ file, ...options }: ListPageOptions<Row>): ListPageParts<Row> {
  const list = useList<Row>(options);
  const layout = useLayout(list.name, options.columns);
  const views = useViews(list, layout);
  const { endpoint, jobKind, ask = (scope) => scope } = file;
  const exporter = useExport({
    list,
    endpoint,
    jobKind,
    request: (scope) => endpoint.request.parse(ask(scope)),
  });
  const opened = useOpened(list);
  return { list, layout, views, exporter, opened };
}
