import type * as z from 'zod/mini';
import type { CommandCall } from '../../../http/implement.ts';
import type { List } from '../../../lists/index.ts';
import { writeAudit } from '../audit/index.ts';
import { createJob, type FileKind, type JobRun } from '../jobs/index.ts';
import type { Cell, Table } from './cells.ts';
import { headOf, type ListColumn, rowWriter } from './columns.ts';
import { exportKind, type TableFormat } from './table.ts';

export interface Requests {
  readonly format: TableFormat;
  readonly filters: Readonly<Record<string, unknown>>;
  /** With it, just these of what the filters match. */
  readonly ids?: readonly string[] | undefined;
}

export interface ExportOfList<Params extends Requests, Row> {
  readonly kind: string;
  readonly title: FileKind['title'];
  /** The pages that show the list, or the code that reading it takes: who has one may take the list away. */
  readonly page: string | readonly string[] | { readonly code: string };
  readonly params: z.ZodMiniType<Params>;
  readonly fileStem: string;
  /** What the record of it is about: `role`. */
  readonly subjectType: string;
  readonly columns: readonly ListColumn<Row>[];
  /** What the first column is called, where that is known by what was asked for. */
  readonly firstHead?: (params: Params, run: JobRun) => Promise<string>;
}

interface ListExportDefinition<Params extends Requests, Row> extends ExportOfList<Params, Row> {
  readonly idOf: (row: Row) => string;
  /** Everything that the filters match, in order, as this person's list shows it. */
  readonly rows: (params: Params, run: JobRun) => Promise<readonly Row[]>;
}

/** Rows written at a time, so that others have their turn. */
const BATCH = 500;

/**
 * The export of a list that is short enough to be read whole: the job that writes the file, and the command
 * that queues it, recorded.
 */
export function listExport<Params extends Requests, Row>(list: ListExportDefinition<Params, Row>) {
  const { rows: rowsOf, idOf } = list;
  return exportingRows(list, async function* batches(requests, run) {
    const chosen = requests.ids && new Set(requests.ids);
    const all = await rowsOf(requests, run);
    yield chosen ? all.filter((row) => chosen.has(idOf(row))) : all;
  });
}

/** The same of a list that `defineList` made, of any length: the file holds what its page shows, masked alike. */
export function exportOf<Filters extends Requests['filters'], Field extends string, Row>(
  list: Pick<List<Filters, Field, Row, unknown>, 'batches'>,
  definition: ExportOfList<
    Requests & {
      readonly filters: Filters;
      readonly sort: { readonly field: Field; readonly direction: 'asc' | 'desc' } | null;
    },
    Row
  >,
) {
  return exportingRows(definition, (requests, run) => list.batches(requests, run));
}

function exportingRows<Params extends Requests, Row>(
  list: ExportOfList<Params, Row>,
  rowsOf: (params: Params, run: JobRun) => AsyncGenerator<readonly Row[]>,
) {
  const { columns, firstHead } = list;
  return exporting(list, async (requests, run) => {
    const cellsOf = await rowWriter(columns, run);
    async function* batches(): AsyncGenerator<readonly (readonly Cell[])[]> {
      for await (const rows of rowsOf(requests, run)) {
        for (let from = 0; from < rows.length; from += BATCH) yield rows.slice(from, from + BATCH).map(cellsOf);
      }
    }
    const [first = '', ...rest] = headOf(columns, run.lang);
    return { head: [(await firstHead?.(requests, run)) ?? first, ...rest], batches: batches() };
  });
}

/** The job that writes the file of a list, and the command that queues it, recorded. */
export function exporting<Params extends Requests>(
  list: Omit<ExportOfList<Params, never>, 'columns'>,
  tableOf: (params: Params, run: JobRun) => Promise<Omit<Table, 'name'>>,
) {
  const kind = exportKind<Params>({
    kind: list.kind,
    title: list.title,
    params: list.params,
    fileStem: list.fileStem,
    code: typeof list.page === 'object' && 'code' in list.page ? list.page.code : { page: list.page },
    table: async (requests, run) => ({ name: list.title.en, ...(await tableOf(requests, run)) }),
  });
  const queue = async (requests: Params, call: CommandCall): Promise<{ jobNo: string }> => {
    const jobNo = await createJob(kind, requests, call);
    await writeAudit(call.tx, call, {
      action: list.kind,
      subjectType: list.subjectType,
      subjectNo: 'export',
      after: {
        jobNo,
        format: requests.format,
        filters: requests.filters,
        selected: requests.ids?.length ?? null,
      },
    });
    return { jobNo };
  };
  return { kind, queue };
}

const PAGE = 100;

/** A list read whole, a page of 100 after the other. */
export async function everyPage<Row>(
  read: (place: { readonly page: number; readonly pageSize: 100 }) => Promise<{ readonly rows: readonly Row[] }>,
): Promise<Row[]> {
  const all: Row[] = [];
  for (let page = 1; ; page += 1) {
    const { rows } = await read({ page, pageSize: PAGE });
    all.push(...rows);
    if (rows.length < PAGE) return all;
  }
}

/** A tree laid flat, each row behind the names above it: `Head office / Collection`. */
export function withPaths<Row>(
  roots: readonly Row[],
  { nameOf, childrenOf }: { nameOf: (row: Row) => string; childrenOf: (row: Row) => readonly Row[] },
  above = '',
): { readonly row: Row; readonly path: string }[] {
  return roots.flatMap((row) => {
    const path = above === '' ? nameOf(row) : `${above} / ${nameOf(row)}`;
    return [{ row, path }, ...withPaths(childrenOf(row), { nameOf, childrenOf }, path)];
  });
}
