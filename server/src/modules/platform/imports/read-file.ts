import { imports } from '@kituo/sdk/contracts';
import readXlsxFile from 'read-excel-file/node';
import { AppError } from '../../../http/app-error.ts';
import { addressed } from '../exports/index.ts';

/** RFC 4180: quotes doubled, line ends within quotes kept. */
export function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|\n|\r|$)/y;
  const source = text.replace(/^\uFEFF/, '');
  while (cell.lastIndex < source.length) {
    const match = cell.exec(source);
    if (!match) throw new AppError('IMPORT_UNREADABLE');
    row.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '');
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

function textOf(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  if (cell instanceof Date) return cell.toISOString().slice(0, 10);
  return String(cell).trim();
}

async function parseXlsx(content: Buffer): Promise<string[][]> {
  try {
    const [sheet] = await readXlsxFile(await addressed(content));
    return (sheet?.data ?? []).map((row) => row.map(textOf));
  } catch (error) {
    throw new AppError('IMPORT_UNREADABLE', { cause: error });
  }
}

/** An apostrophe that an export put before what Excel would run is taken off again. */
function unescaped(text: string): string {
  return /^'[=+\-@\t\r]/.test(text) ? text.slice(1) : text;
}

/**
 * The rows of a CSV (UTF-8) or XLSX file, told apart by their first bytes; empty rows are left out.
 * Throws IMPORT_UNREADABLE, IMPORT_TOO_LONG.
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
