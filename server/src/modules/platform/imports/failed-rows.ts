import { Readable } from 'node:stream';
import type { Queryable } from '../../../db/database.ts';
import type { Call, FileReply } from '../../../http/implement.ts';
import { CONTENT_TYPE, fileChunks, type TableFormat } from '../exports/index.ts';
import { undoneParts } from '../jobs/index.ts';
import { cellsForm } from './import-job.ts';
import type { ImportKind } from './kinds.ts';

/** The rows of a job that failed or were left undone as they were typed, with the reason, read as the file is sent. */
export function failedRowsOf(
  kind: ImportKind,
  jobNo: string,
  { stem, format }: { readonly stem: string; readonly format: TableFormat },
  { db, lang }: Pick<Call, 'db' | 'lang'>,
): FileReply {
  const head = [...kind.columns.map(({ title }) => title[lang]), lang === 'zh' ? '原因' : 'Reason'];
  return {
    fileName: `${stem}.${format}`,
    contentType: CONTENT_TYPE[format],
    content: Readable.from(fileChunks(format, { name: 'Import', head, batches: rowsOf(kind, jobNo, db) })),
  };
}

async function* rowsOf({ columns }: ImportKind, jobNo: string, db: Queryable) {
  for await (const part of undoneParts(db, jobNo)) {
    yield part.map(({ input, reason }) => {
      const cells = cellsForm.parse(input);
      return [...columns.map(({ key }) => cells[key] ?? ''), reason];
    });
  }
}
