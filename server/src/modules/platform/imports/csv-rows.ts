/** How much a file of rows may hold. */
interface CsvBounds {
  readonly rows: number;
  readonly columns: number;
  readonly cells: number;
}

/** Rows of texts, or why there are none. */
export type CsvAnswer = { readonly rows: string[][] } | { readonly fault: 'TOO_LARGE' | 'UNREADABLE' };

/** The rows of a long file: bytes of JSON, part after part, that whoever asked reads one at a time. */
export interface RowParts {
  readonly parts: readonly Uint8Array[];
  readonly count: number;
}

/** Parts of so many rows each. */
export function partsOf(rows: readonly (readonly string[])[], partRows: number): Uint8Array[] {
  const encoder = new TextEncoder();
  const parts: Uint8Array[] = [];
  for (let at = 0; at < rows.length; at += partRows) {
    parts.push(encoder.encode(JSON.stringify(rows.slice(at, at + partRows))));
  }
  return parts;
}

/** Trimmed rows in which something stands; an apostrophe that an export put before what Excel would run is taken off. */
export function filledRows(rows: readonly (readonly string[])[]): string[][] {
  return rows
    .map((row) => row.map((cell) => cell.trim().replace(/^'(?=[=+\-@\t\r])/, '')))
    .filter((row) => row.some((cell) => cell !== ''));
}

/** RFC 4180: quotes doubled, line ends within quotes kept. Pure. */
export function csvRows(text: string, bounds: CsvBounds): CsvAnswer {
  const rows: string[][] = [];
  let row: string[] = [];
  let cells = 0;
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|\n|\r|$)/y;
  const source = text.replace(/^\uFEFF/, '');
  while (cell.lastIndex < source.length) {
    const match = matchIn(cell, source);
    if (match === null) return { fault: 'UNREADABLE' };
    row.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '');
    cells += 1;
    if (row.length > bounds.columns || cells > bounds.cells || rows.length > bounds.rows) return { fault: 'TOO_LARGE' };
    if (match[3] === ',') {
      // A comma at the very end opens one more, empty cell.
      if (cell.lastIndex < source.length) continue;
      row.push('');
    }
    rows.push(row);
    row = [];
  }
  return { rows };
}

/** A cell of megabytes is more than the expression can go back over. */
function matchIn(cell: RegExp, source: string): RegExpExecArray | null {
  try {
    return cell.exec(source);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
