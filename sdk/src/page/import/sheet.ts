import type { ReplyOf } from '../../contracts/endpoint.ts';
import { repeatsOf, type Repeat } from '../../contracts/platform/import-repeats.ts';
import type { preview } from '../../contracts/platform/import.contract.ts';

type Preview = ReplyOf<typeof preview>;
type Fault = Preview['rows'][number]['faults'][number];
type Key = Preview['rows'][number]['keys'][number];

/** What the server says of one row. */
interface Looked {
  readonly faults: readonly Fault[];
  readonly keys: readonly Key[];
}

/** A row of an import as it is fixed. */
export interface SheetRow {
  /** Its row of the file, counted from 1 without the head. */
  readonly rowNo: number;
  readonly cells: Readonly<Record<string, string>>;
  /** What is wrong with the row automatically. */
  readonly faults: readonly Fault[];
  /** What no other row may hold, as the server compares it. */
  readonly keys: readonly Key[];
  /** Cells that a row before it holds as well, of the rows that are left. */
  readonly repeats: readonly Repeat[];
  /** Columns that were faulty when the file was read: they stay open for typing once they are right. */
  readonly opened: readonly string[];
  /** Changed since the server looked at it. */
  readonly isEdited: boolean;
}

/** What was read of a file, less what was left out. */
export interface ImportSheet {
  readonly columns: Preview['columns'];
  readonly rows: readonly SheetRow[];
  /** The file as it was read: applied with its rows. */
  readonly file: { readonly fileName: string; readonly fileHash: string };
  /** When the same file was imported before. */
  readonly earlier: Preview['earlier'];
  /** Rows of the file: with `rows` it tells how many were left out. */
  readonly read: number;
  /** Of a file too long to be fixed here, which goes to the server whole: what would be refused and why. */
  readonly long: NonNullable<Preview['long']> | null;
}

/** Repeats are marked here, for they come and go with the other rows. */
const ownFaults = ({ faults }: Looked): Fault[] => faults.filter(({ sameAs }) => sameAs === undefined);

export function sheetOf(reply: Preview, fileName: string): ImportSheet {
  return marked({
    file: { fileName, fileHash: reply.fileHash },
    earlier: reply.earlier,
    columns: reply.columns,
    read: reply.long?.rows ?? reply.rows.length,
    long: reply.long ?? null,
    rows: reply.rows.map((row) => ({
      ...row,
      faults: ownFaults(row),
      repeats: [],
      opened: [],
      isEdited: false,
    })),
  });
}

/** The sheet with the repeats that its rows are now, and every faulty cell open. */
function marked(sheet: ImportSheet): ImportSheet {
  const repeats = repeatsOf(sheet.rows);
  const rows = sheet.rows.map((row, index) => {
    const own = repeats[index] ?? [];
    const faulty = [...row.faults, ...own].map(({ field }) => field);
    return { ...row, repeats: own, opened: [...new Set([...row.opened, ...faulty])] };
  });
  return { ...sheet, rows };
}

export const isFaulty = (row: SheetRow): boolean => row.faults.length + row.repeats.length > 0;

function changeRow(sheet: ImportSheet, rowNo: number, change: (row: SheetRow) => SheetRow): ImportSheet {
  return { ...sheet, rows: sheet.rows.map((row) => (row.rowNo === rowNo ? change(row) : row)) };
}

export function editCell(sheet: ImportSheet, rowNo: number, column: string, text: string): ImportSheet {
  return changeRow(sheet, rowNo, (row) => ({
    ...row,
    cells: { ...row.cells, [column]: text },
    isEdited: true,
  }));
}

/** Takes in what the server says of a row automatically, unless the row was changed again meanwhile. */
export function markRow(sheet: ImportSheet, asked: SheetRow, looked: Looked): ImportSheet {
  const changed = changeRow(sheet, asked.rowNo, (row) => {
    if (row.cells !== asked.cells) return row;
    return { ...row, faults: ownFaults(looked), keys: looked.keys, isEdited: false };
  });
  return marked(changed);
}

export function withoutRow(sheet: ImportSheet, rowNo: number): ImportSheet {
  return keeping(sheet, (row) => row.rowNo !== rowNo);
}

/** A row that repeats one that is itself left out stays: then it is the only one. */
export function withoutFaulty(sheet: ImportSheet): ImportSheet {
  const sound = keeping(sheet, ({ faults }) => faults.length === 0);
  return keeping(sound, ({ repeats }) => repeats.length === 0);
}

function keeping(sheet: ImportSheet, isKept: (row: SheetRow) => boolean): ImportSheet {
  return marked({ ...sheet, rows: sheet.rows.filter(isKept) });
}
