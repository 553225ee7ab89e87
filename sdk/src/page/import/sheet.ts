import type { ReplyOf } from '../../contracts/endpoint.ts';
import type { preview } from '../../contracts/import.contract.ts';

type Preview = ReplyOf<typeof preview>;
type Fault = Preview['rows'][number]['faults'][number];

/** A row of an import as it is fixed. */
export interface SheetRow {
  /** Its row of the file, counted from 1 without the head. */
  readonly rowNo: number;
  readonly cells: Readonly<Record<string, string>>;
  readonly faults: readonly Fault[];
  /** Columns that were faulty when the file was read: they stay open for typing once they are right. */
  readonly opened: readonly string[];
  /** Changed since the server looked at it. */
  readonly isEdited: boolean;
}

/** What was read of a file, less what was left out. */
export interface ImportSheet {
  readonly columns: Preview['columns'];
  readonly rows: readonly SheetRow[];
  /** Rows of the file: with `rows` it tells how many were left out. */
  readonly read: number;
}

export function sheetOf(reply: Preview): ImportSheet {
  return {
    columns: reply.columns,
    read: reply.rows.length,
    rows: reply.rows.map((row) => ({
      ...row,
      opened: row.faults.map(({ field }) => field),
      isEdited: false,
    })),
  };
}

export const isFaulty = (row: SheetRow): boolean => row.faults.length > 0;

function changeRow(
  sheet: ImportSheet,
  rowNo: number,
  change: (row: SheetRow) => SheetRow,
): ImportSheet {
  return { ...sheet, rows: sheet.rows.map((row) => (row.rowNo === rowNo ? change(row) : row)) };
}

export function editCell(
  sheet: ImportSheet,
  rowNo: number,
  column: string,
  text: string,
): ImportSheet {
  return changeRow(sheet, rowNo, (row) => ({
    ...row,
    cells: { ...row.cells, [column]: text },
    isEdited: true,
  }));
}

/** Takes in what the server says of a row, unless the row was changed again meanwhile. */
export function markRow(
  sheet: ImportSheet,
  asked: SheetRow,
  faults: readonly Fault[],
): ImportSheet {
  return changeRow(sheet, asked.rowNo, (row) => {
    if (row.cells !== asked.cells) return row;
    const opened = new Set([...row.opened, ...faults.map(({ field }) => field)]);
    return { ...row, faults, opened: [...opened], isEdited: false };
  });
}

export function withoutRow(sheet: ImportSheet, rowNo: number): ImportSheet {
  return { ...sheet, rows: sheet.rows.filter((row) => row.rowNo !== rowNo) };
}

export function withoutFaulty(sheet: ImportSheet): ImportSheet {
  return { ...sheet, rows: sheet.rows.filter((row) => !isFaulty(row)) };
}
