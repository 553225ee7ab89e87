import { AppError } from '../../../http/app-error.ts';
import { LONG_FILE, parseCsv, parseXlsx } from '../../platform/imports/index.ts';
import {
  type Field,
  type Layout,
  LAYOUTS,
  layoutOf,
  momentIn,
  type SavedColumns,
  signedCentsOf,
} from './csv-layout.ts';
import { datedSerial, ownSerials } from './bank-statement.ts';
import type { StatementLine } from './statement-line.ts';

/** @throws AppError STATEMENT_UNREADABLE */
function centsOf(cell: string): number {
  const cents = signedCentsOf(cell);
  if (cents === null) throw new AppError('STATEMENT_UNREADABLE');
  return cents;
}

/** `23-11-2026 10:15:22`, `2026-11-23 10:15:22`, or a day alone; in Nairobi, which has no summer time. */
function momentOf(cell: string, { dateOrder }: Layout): Date {
  const order = dateOrder ?? (/^\d{4}/.test(cell.trim()) ? 'YMD' : 'DMY');
  const moment = momentIn(cell, order);
  if (moment === null) throw new AppError('STATEMENT_UNREADABLE');
  return moment;
}

/**
 * The lines of a statement, told apart by its row of titles: some lines about the account, the titles, the
 * transactions, at times a footer. What was not completed moved no money. Where columns were saved for the account,
 * they and no others count.
 * @throws AppError STATEMENT_UNREADABLE, STATEMENT_COLUMNS
 */
function readStatement(rows: readonly (readonly string[])[], saved: SavedColumns | null): StatementLine[] {
  const layouts = saved ? [layoutOf(saved)] : LAYOUTS;
  const found = layouts.map((layout) => ({ layout, ...headOf(rows, layout) })).find(({ head }) => head >= 0);
  if (!found) {
    if (!saved) throw new AppError('STATEMENT_UNREADABLE');
    throw new AppError('STATEMENT_COLUMNS', { facts: { columns: missingOf(rows, saved) }, fields: ['content'] });
  }
  const { layout, head, at } = found;
  const lines: StatementLine[] = [];
  // The portal's export may hold a line twice; banks give two movements one reference.
  const own = layout.titles.status ? (line: StatementLine) => line : ownSerials();
  for (const row of rows.slice(head + 1)) {
    const cell = (field: Field): string => row[at.get(field) ?? -1]?.trim() ?? '';
    const serial = cell('serial');
    // The portal numbers every movement; its other rows are words and sums.
    const isNumbered = layout.serial.test(serial);
    if (!isNumbered && (layout.titles.status || !isMovement(layout, cell))) continue;
    if (layout.titles.status && cell('status').toLowerCase() !== 'completed') continue;
    const signed = layout.titles.amount ? centsOf(cell('amount')) : 0;
    const paidIn = layout.titles.amount ? Math.max(0, signed) : Math.abs(centsOf(cell('paidIn')));
    const withdrawn = layout.titles.amount ? Math.max(0, -signed) : Math.abs(centsOf(cell('withdrawn')));
    const details = cell('details');
    const amountCents = paidIn > 0 ? paidIn : withdrawn;
    if (amountCents === 0) continue;
    const isFee = paidIn === 0 && /\b(charge|fee)s?\b/i.test(details);
    const kind = isFee ? 'FEE' : paidIn > 0 ? 'IN' : 'OUT';
    const happenedAt = momentOf(cell('time'), layout);
    const line = { kind, amountCents, happenedAt, details } as const;
    lines.push(own({ ...line, serial: isNumbered ? serial : datedSerial(UNNUMBERED, happenedAt) }));
  }
  return lines;
}

/** What a movement is called that its bank gave no reference. */
const UNNUMBERED = 'NOREF';

/** Whether a row without a reference tells of money all the same: it has a day and moved in one direction. */
function isMovement({ titles, dateOrder }: Layout, cell: (field: Field) => string): boolean {
  const time = cell('time');
  if (momentIn(time, dateOrder ?? (/^\d{4}/.test(time) ? 'YMD' : 'DMY')) === null) return false;
  const fields: readonly Field[] = titles.amount ? ['amount'] : ['paidIn', 'withdrawn'];
  return fields.filter((field) => (signedCentsOf(cell(field)) ?? 0) !== 0).length === 1;
}

/** The first row that has a title for every field of the layout, and where each stands; -1 where none has. */
function headOf(rows: readonly (readonly string[])[], { titles }: Layout) {
  const fields = Object.entries(titles);
  for (const [head, row] of rows.entries()) {
    const cells = row.map((cell) => cell.trim().toLowerCase());
    const at = new Map(fields.map(([field, names]) => [field, cells.findIndex((cell) => names.includes(cell))]));
    if ([...at.values()].every((index) => index >= 0)) return { head, at };
  }
  return { head: -1, at: new Map<string, number>() };
}

/** Of the row that has most of the saved titles, those that it lacks. */
function missingOf(rows: readonly (readonly string[])[], saved: SavedColumns): string {
  const titles = Object.values(layoutOf(saved).titles).flat();
  const lacking = rows.slice(0, 200).map((row) => {
    const cells = new Set(row.map((cell) => cell.trim().toLowerCase()));
    return titles.filter((title) => !cells.has(title));
  });
  const [fewest = titles] = lacking.toSorted((one, other) => one.length - other.length);
  return fewest.join(', ');
}

/** @throws AppError STATEMENT_UNREADABLE, STATEMENT_COLUMNS */
export async function readCsvStatement(content: string, saved: SavedColumns | null = null): Promise<StatementLine[]> {
  return readStatement(await parseCsv(content, LONG_FILE), saved);
}

/**
 * The lines of a file of rows: a CSV's text, or an XLSX's bytes in base64.
 * @throws AppError STATEMENT_UNREADABLE, STATEMENT_COLUMNS, IMPORT_UNREADABLE, IMPORT_TOO_LARGE
 */
export async function linesOfRows(
  fileName: string,
  content: string,
  saved: SavedColumns | null,
): Promise<StatementLine[]> {
  if (!/\.xlsx$/i.test(fileName)) return await readCsvStatement(content, saved);
  return readStatement(await parseXlsx(Buffer.from(content, 'base64'), LONG_FILE), saved);
}
