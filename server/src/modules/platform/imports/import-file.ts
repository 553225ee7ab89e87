import { AppError } from '../../../http/app-error.ts';
import type { CommandCall } from '../../../http/implement.ts';
import { createJob } from '../jobs/index.ts';
import { importJob } from './import-job.ts';
import type { Cells, ImportKind } from './kinds.ts';
import { readRows } from './read-file.ts';
import { cellsOf, subjectOf } from './rows.ts';
import { keysOf } from './validate.ts';

/** The cell, beside a file's own, that names the row which this one repeats. */
const SAME_AS = 'sameAs';

/**
 * Applies the file in the body whole, as a job with an item a row: what is wrong with a row is said by its item, so
 * that a file may be longer than anybody corrects on a page. A row that repeats an earlier one gets its number in the
 * cell `sameAs`, for the kind to refuse. `more`: cells for every row.
 * @throws AppError IMPORT_UNREADABLE, IMPORT_TOO_LONG, IMPORT_TOO_LARGE, IMPORT_COLUMNS, SELECTION_EMPTY
 */
export async function importFile<Form>(
  kind: ImportKind<Form>,
  call: CommandCall,
  { maxRows, more = {} }: { readonly maxRows: number; readonly more?: Cells },
): Promise<{ readonly jobNo: string; readonly rows: number }> {
  const content = call.raw.request.body;
  if (!Buffer.isBuffer(content) || content.length === 0) throw new AppError('IMPORT_UNREADABLE');
  const rows = cellsOf(kind, await readRows(content, maxRows), call.lang);
  if (rows.length === 0) throw new AppError('IMPORT_UNREADABLE');
  const seen = new Map<string, number>();
  const items = rows.map((cells, index) => {
    const keys = keysOf(kind, cells).map(({ field, key }) => `${field}\n${key}`);
    const sameAs = keys.flatMap((key) => seen.get(key) ?? [])[0];
    for (const key of keys) if (!seen.has(key)) seen.set(key, index + 1);
    const repeat = sameAs === undefined ? {} : { [SAME_AS]: String(sameAs) };
    return { subjectNo: subjectOf(kind, cells, index + 1), input: { ...cells, ...more, ...repeat } };
  });
  return { jobNo: await createJob(importJob(kind), {}, call, items), rows: items.length };
}
