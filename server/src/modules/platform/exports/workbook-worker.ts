import { parentPort, workerData } from 'node:worker_threads';
import readXlsxFile from 'read-excel-file/universal';
import * as z from 'zod/mini';
import { addressed, type WorkbookBounds, WorkbookTooLarge } from './addressed.ts';

/** What the thread answers: rows of texts, or why there are none. */
export type WorkbookAnswer = { readonly rows: string[][] } | { readonly fault: 'TOO_LARGE' | 'UNREADABLE' };

function textOf(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  if (cell instanceof Date) return cell.toISOString().slice(0, 10);
  return String(cell).trim();
}

async function read(content: Uint8Array, bounds: WorkbookBounds): Promise<WorkbookAnswer> {
  try {
    const bytes = await addressed(Buffer.from(content), bounds);
    const [sheet] = await readXlsxFile(new Uint8Array(bytes).buffer);
    return { rows: (sheet?.data ?? []).map((row) => row.map(textOf)) };
  } catch (error) {
    return { fault: error instanceof WorkbookTooLarge ? 'TOO_LARGE' : 'UNREADABLE' };
  }
}

const given = z.object({
  content: z.instanceof(Uint8Array),
  bounds: z.object({
    bytes: z.number(),
    rows: z.number(),
    columns: z.number(),
    cells: z.number(),
    sharedStrings: z.number(),
    depth: z.number(),
  }),
});

if (parentPort !== null) {
  const { content, bounds } = given.parse(workerData);
  parentPort.postMessage(await read(content, bounds));
}
