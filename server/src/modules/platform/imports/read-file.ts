import { imports } from '@kituo/sdk/contracts';
import { AppError } from '../../../http/app-error.ts';
import { readWorkbook, type WorkbookBounds } from '../exports/index.ts';

/** What a file may hold beyond the rows that are taken in: empty lines between them, columns nobody asks for. */
const BOUNDS: WorkbookBounds = {
  bytes: 67_108_864,
  rows: 20_000,
  columns: 256,
  cells: 400_000,
  sharedStrings: 400_000,
  depth: 64,
};

const tooLarge = () =>
  new AppError('IMPORT_TOO_LARGE', { facts: { maxRows: imports.MAX_IMPORT_ROWS, maxColumns: BOUNDS.columns } });

/** The rows of a workbook's first sheet. @throws AppError IMPORT_UNREADABLE, IMPORT_TOO_LARGE */
export async function parseXlsx(content: Buffer): Promise<string[][]> {
  const answer = await readWorkbook(content, BOUNDS);
  if ('rows' in answer) return answer.rows;
  throw answer.fault === 'TOO_LARGE' ? tooLarge() : new AppError('IMPORT_UNREADABLE');
}

/** RFC 4180: quotes doubled, line ends within quotes kept. Throws IMPORT_UNREADABLE, IMPORT_TOO_LARGE. */
export function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cells = 0;
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|\n|\r|$)/y;
  const source = text.replace(/^\uFEFF/, '');
  while (cell.lastIndex < source.length) {
    const match = matchIn(cell, source);
    row.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '');
    cells += 1;
    if (row.length > BOUNDS.columns || cells > BOUNDS.cells || rows.length > BOUNDS.rows) throw tooLarge();
    if (match[3] === ',') {
      // A comma at the very end opens one more, empty cell.
      if (cell.lastIndex < source.length) continue;
      row.push('');
    }
    rows.push(row);
    row = [];
  }
  return rows;
}

/** A cell of megabytes is more than the expression can go back over. */
function matchIn(cell: RegExp, source: string): RegExpExecArray {
  try {
    const match = cell.exec(source);
    if (match) return match;
  } catch (error) {
    throw new AppError('IMPORT_UNREADABLE', { cause: error });
  }
  throw new AppError('IMPORT_UNREADABLE');
}

/** An apostrophe that an export put before what Excel would run is taken off again. */
function unescaped(text: string): string {
  return /^'[=+\-@\t\r]/.test(text) ? text.slice(1) : text;
}

/**
 * The rows of a CSV (UTF-8) or XLSX file, told apart by their first bytes; empty rows are left out.
 * Throws IMPORT_UNREADABLE, IMPORT_TOO_LONG, IMPORT_TOO_LARGE.
 */
export async function readRows(content: Buffer): Promise<string[][]> {
  const isZip = content.subarray(0, 4).toString('latin1') === 'PK\u0003\u0004';
  const rows = isZip ? await parseXlsx(content) : parseCsv(decode(content));
  const filled = rows
    .map((row) => row.map((cell) => unescaped(cell.trim())))
    .filter((row) => row.some((cell) => cell !== ''));
  if (filled.length > imports.MAX_IMPORT_ROWS + 1) {
    throw new AppError('IMPORT_TOO_LONG', { facts: { maxRows: imports.MAX_IMPORT_ROWS } });
  }
  return filled;
}

function decode(content: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(content);
  } catch (error) {
    throw new AppError('IMPORT_UNREADABLE', { cause: error });
  }
}
