import { AppError } from '../../../http/app-error.ts';
import type { CommandCall } from '../../../http/implement.ts';
import { createJob } from '../jobs/index.ts';
import { importJob } from './import-job.ts';
import type { Cells, ImportKind } from './kinds.ts';
import { readRows } from './read-file.ts';
import { markingRepeats } from './repeats.ts';
import { cellsBelow, subjectOf } from './rows.ts';

/**
 * Applies the file in the body whole, as a job with an item a row: what is wrong with a row is said by its item, so
 * that a file may be longer than anybody corrects on a page. A row that repeats an earlier one is refused with its
 * number. `more`: cells for every row.
 * @throws AppError IMPORT_UNREADABLE, IMPORT_TOO_LONG, IMPORT_TOO_LARGE, IMPORT_COLUMNS, SELECTION_EMPTY
 */
export async function importFile<Form>(
  kind: ImportKind<Form>,
  call: CommandCall,
  { maxRows, more = {} }: { readonly maxRows: number; readonly more?: Cells },
): Promise<{ readonly jobNo: string; readonly rows: number }> {
  const rows = cellsBelow(kind, await readRows(bodyOf(call), maxRows), call.lang);
  if (rows.length === 0) throw new AppError('IMPORT_UNREADABLE');
  const marked = markingRepeats(kind);
  const items = rows.map((cells, index) => ({
    subjectNo: subjectOf(kind, cells, index + 1),
    input: { ...marked(cells, index + 1), ...more },
  }));
  return { jobNo: await createJob(importJob(kind), {}, call, items), rows: items.length };
}

/** The file in the body. @throws AppError IMPORT_UNREADABLE */
export function bodyOf({ raw }: Pick<CommandCall, 'raw'>): Buffer {
  const content = raw.request.body;
  if (!Buffer.isBuffer(content) || content.length === 0) throw new AppError('IMPORT_UNREADABLE');
  return content;
}
