import { Regions } from '@blueprintjs/table';
import type { CellCoordinates, Region } from '@blueprintjs/table';
import type { Column } from '../list/columns.ts';
import { textOfCell } from './cell.tsx';
import type { CellTexts } from './cell.tsx';

/** A rectangle of cells: by row on the page and place among the drawn columns, its edges included. */
export type CellRegion = ReturnType<typeof Regions.cell>;

/** A marked rectangle, and the cell it was begun at. */
export interface CellRange {
  readonly anchor: CellCoordinates;
  readonly region: CellRegion;
}

/** The rectangle between two cells, whichever is further up or to the left. */
export function between(one: CellCoordinates, other: CellCoordinates): CellRegion {
  return Regions.cell(one.row, one.col, other.row, other.col);
}

/** How many rows and columns a rectangle has. */
export function sizeOf({ rows, cols }: CellRegion): {
  readonly rows: number;
  readonly columns: number;
} {
  return { rows: rows[1] - rows[0] + 1, columns: cols[1] - cols[0] + 1 };
}

/** Which columns of a row lie in a rectangle; null where none do. */
export function colsIn(region: CellRegion | null, row: number): CellRegion['cols'] | null {
  return region !== null && row >= region.rows[0] && row <= region.rows[1] ? region.cols : null;
}

/** The texts of regions of cells or of whole rows, one region under the other, row by row. */
export function textsOf<Row>(
  regions: readonly Region[],
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  texts: CellTexts,
): string[][] {
  return regions.flatMap((region) => {
    const cells = Regions.getCellRegionFromRegion(region, rows.length, columns.length);
    const drawn = columns.slice(cells.cols[0], cells.cols[1] + 1);
    return rows
      .slice(cells.rows[0], cells.rows[1] + 1)
      .map((row) => drawn.map((column) => textOfCell(column.valueOf(row), texts)));
  });
}

/** Rows of texts as tab-separated text, the form that spreadsheets take. */
export function asTabSeparated(rows: readonly (readonly string[])[]): string {
  const isOneCell = rows.length === 1 && rows[0]?.length === 1;
  return rows.map((row) => row.map((text) => (isOneCell ? text : forSpreadsheet(text))).join('\t')).join('\n');
}

/** Tabs and line breaks would break the rectangle; a text that begins as a formula must stay a text. */
function forSpreadsheet(text: string): string {
  const flat = text.replace(/[\t\r\n]+/g, ' ');
  const isFormula = /^[=+@]/.test(flat) || (flat.startsWith('-') && !/^-[\d.,]*$/.test(flat));
  return isFormula ? `'${flat}` : flat;
}
