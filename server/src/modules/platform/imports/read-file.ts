import { imports } from '@kituo/sdk/contracts';
import { inBoundedThread } from '../../../bounded-thread.ts';
import { AppError } from '../../../http/app-error.ts';
import { readWorkbook, type WorkbookBounds } from '../exports/index.ts';
import { type CsvAnswer, csvRows, filledRows, partsOf, type RowParts } from './csv-rows.ts';

/** What a file may hold beyond the rows that are taken in: empty lines between them, columns nobody asks for. */
const BOUNDS: WorkbookBounds = {
  bytes: 67_108_864,
  rows: 20_000,
  columns: 256,
  cells: 400_000,
  sharedStrings: 400_000,
  depth: 64,
};

/** Of files of movements, which nobody corrects on a page: a day of a paybill. */
export const LONG_FILE: WorkbookBounds = { ...BOUNDS, rows: 120_000, cells: 2_000_000, sharedStrings: 1_000_000 };

const tooLarge = (maxRows = imports.MAX_IMPORT_ROWS) =>
  new AppError('IMPORT_TOO_LARGE', { facts: { maxRows, maxColumns: BOUNDS.columns } });

/** The rows of a workbook's first sheet. @throws AppError IMPORT_UNREADABLE, IMPORT_TOO_LARGE */
export async function parseXlsx(content: Buffer, bounds = BOUNDS): Promise<string[][]> {
  const answer = await readWorkbook(content, bounds);
  if ('rows' in answer) return answer.rows;
  throw answer.fault === 'TOO_LARGE' ? tooLarge() : new AppError('IMPORT_UNREADABLE');
}

/** Up to so many letters a thread takes longer to start than the text to read. */
const READ_AT_ONCE = 32_768;

/** The rows of a CSV's text. @throws AppError IMPORT_UNREADABLE, IMPORT_TOO_LARGE */
export async function parseCsv(text: string, bounds = BOUNDS): Promise<string[][]> {
  return await csvIn(text, null, bounds);
}

/** `most`: filled rows alone, and no more than so many. */
async function csvIn(text: string, most: number | null, bounds = BOUNDS): Promise<string[][]> {
  const script = new URL('./csv-worker.ts', import.meta.url);
  const isShort = text.length <= READ_AT_ONCE;
  const given = { text, bounds, most };
  const answer = isShort ? csvRows(text, bounds) : await inBoundedThread<CsvAnswer>(script, given);
  if ('rows' in answer) return most !== null && isShort ? filledRows(answer.rows) : answer.rows;
  throw answer.fault === 'TOO_LARGE' ? tooLarge() : new AppError('IMPORT_UNREADABLE');
}

/** Rows of a part: a few milliseconds of the main thread. */
const PART_ROWS = 2_000;
const LONG_COLUMNS = 20;

/** As `readRows` for files of so many rows that all at once would hold up everybody: the head, and parts of rows. */
export async function readParts(content: Buffer, maxRows: number): Promise<RowParts> {
  const rows = Math.ceil(maxRows * 1.25);
  const bounds = { ...LONG_FILE, rows, cells: rows * LONG_COLUMNS };
  const read = isZipped(content)
    ? await partsOfWorkbook(content, bounds)
    : await inBoundedThread<CsvAnswer | RowParts>(new URL('./csv-worker.ts', import.meta.url), {
        text: decode(content),
        bounds,
        most: maxRows + 2,
        partRows: PART_ROWS,
      });
  if (!('parts' in read)) throw 'fault' in read && read.fault === 'TOO_LARGE' ? tooLarge(maxRows) : unreadable();
  if (read.count > maxRows + 1) throw new AppError('IMPORT_TOO_LONG', { facts: { maxRows } });
  return read;
}

async function partsOfWorkbook(content: Buffer, bounds: WorkbookBounds): Promise<CsvAnswer | RowParts> {
  const read = await readWorkbook(content, bounds);
  if (!('rows' in read)) return read;
  const rows = filledRows(read.rows);
  return { parts: partsOf(rows, PART_ROWS), count: rows.length };
}

const unreadable = () => new AppError('IMPORT_UNREADABLE');
const isZipped = (content: Buffer) => content.subarray(0, 4).toString('latin1') === 'PK\u0003\u0004';

/**
 * The rows of a CSV (UTF-8) or XLSX file, told apart by their first bytes; empty rows are left out.
 * Throws IMPORT_UNREADABLE, IMPORT_TOO_LONG, IMPORT_TOO_LARGE.
 */
export async function readRows(content: Buffer, maxRows = imports.MAX_IMPORT_ROWS): Promise<string[][]> {
  const filled = isZipped(content) ? filledRows(await parseXlsx(content)) : await csvIn(decode(content), maxRows + 2);
  if (filled.length > maxRows + 1) throw new AppError('IMPORT_TOO_LONG', { facts: { maxRows } });
  return filled;
}

function decode(content: Buffer): string {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(content);
  } catch (error) {
    throw new AppError('IMPORT_UNREADABLE', { cause: error });
  }
  // Text of two bytes a letter has them, and the database takes none.
  if (text.includes('\u0000')) throw new AppError('IMPORT_UNREADABLE');
  return text;
}
