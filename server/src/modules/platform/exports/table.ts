import type * as z from 'zod/mini';
import { type FileKind, type JobRun, defineJob } from '../jobs/index.ts';
import type { Table } from './cells.ts';
import { csvChunks } from './csv.ts';
import { xlsxChunks } from './xlsx.ts';

export type TableFormat = 'csv' | 'xlsx';

export const CONTENT_TYPE: Readonly<Record<TableFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** The file's bytes, made as they are requested. */
export function fileChunks(format: TableFormat, table: Table): AsyncGenerator<Buffer> {
  return format === 'csv' ? csvChunks(table) : xlsxChunks(table);
}

interface ExportDefinition<Params extends { readonly format: TableFormat }> {
  readonly kind: string;
  readonly title: FileKind['title'];
  readonly code: FileKind['code'];
  readonly params: z.ZodMiniType<Params>;
  /** `users`: the file is `users-2026-11-20.csv`. */
  readonly fileStem: string;
  /** The rows as this person sees them: cut to their scope and masked. */
  table(params: Params, run: JobRun): Promise<Table>;
}

/** How often the job's row and the open browsers are told. */
const TELL_MS = 400;

/** A kind of job that writes a table to a file. */
export function exportKind<Params extends { readonly format: TableFormat }>(
  definition: ExportDefinition<Params>,
): FileKind<Params> {
  const { kind, title, code, params, fileStem } = definition;
  return defineJob({
    kind,
    title,
    code,
    params,
    async writeFile(requests, run) {
      const { head, name, batches } = await definition.table(requests, run);
      let rows = 0;
      let toldAt = Date.now();
      async function* counted() {
        for await (const batch of batches) {
          yield batch;
          rows += batch.length;
          if (Date.now() - toldAt < TELL_MS) continue;
          toldAt = Date.now();
          await run.progress(rows);
        }
      }
      const { format } = requests;
      await run.write(fileChunks(format, { name, head, batches: counted() }));
      const day = new Date().toISOString().slice(0, 10);
      return { rows, fileName: `${fileStem}-${day}.${format}`, contentType: CONTENT_TYPE[format] };
    },
  });
}
