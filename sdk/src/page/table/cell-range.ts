import type { Column } from '../list/columns.ts';
import { textOfCell } from './cell.tsx';
import type { CellTexts } from './cell.tsx';

/** A cell by its row on the page and its place among the drawn columns. */
export interface CellAt {
  readonly row: number;
  readonly column: number;
}

/** A rectangle of cells: from where it was begun to where it was drawn. */
export interface CellRange {
  readonly anchor: CellAt;
  readonly head: CellAt;
}

export interface RangeEdges {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

/** The rectangle's edges, all included. */
export function edgesOf({ anchor, head }: CellRange): RangeEdges {
  return {
    top: Math.min(anchor.row, head.row),
    bottom: Math.max(anchor.row, head.row),
    left: Math.min(anchor.column, head.column),
    right: Math.max(anchor.column, head.column),
  };
}

/** Rows of cells as tab-separated text, the form that spreadsheets take. */
export function asTabSeparated<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  texts: CellTexts,
): string {
  const isOneCell = rows.length === 1 && columns.length === 1;
  return rows
    .map((row) =>
      columns
        .map((column) => textOfCell(column.valueOf(row), texts))
        .map((text) => (isOneCell ? text : forSpreadsheet(text)))
        .join('\t'),
    )
    .join('\n');
}

/** Tabs and line breaks would break the rectangle; a text that begins as a formula must stay a text. */
function forSpreadsheet(text: string): string {
  const flat = text.replace(/[\t\r\n]+/g, ' ');
  const isFormula = /^[=+@]/.test(flat) || (flat.startsWith('-') && !/^-[\d.,]*$/.test(flat));
  return isFormula ? `'${flat}` : flat;
}
