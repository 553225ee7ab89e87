import { AppError } from '../../../http/app-error.ts';
import { parseCsv, parseXlsx } from '../../platform/imports/index.ts';

/** A line of a statement: money in, money out, or what the channel charged for one of them. */
export interface StatementLine {
  readonly serial: string;
  readonly kind: 'IN' | 'OUT' | 'FEE';
  readonly amountCents: number;
  readonly happenedAt: Date;
  readonly details: string;
}

type Field = 'serial' | 'time' | 'details' | 'status' | 'paidIn' | 'withdrawn';
interface Layout {
  /** The titles of each column, in lower case. */
  readonly titles: Readonly<Partial<Record<Field, readonly string[]>>>;
  readonly serial: RegExp;
}

/** As the M-Pesa organisation portal exports it, and as Kenyan banks name the same columns. */
const LAYOUTS: readonly Layout[] = [
  {
    titles: {
      serial: ['receipt no.'],
      time: ['completion time'],
      details: ['details'],
      status: ['transaction status'],
      paidIn: ['paid in'],
      withdrawn: ['withdrawn'],
    },
    serial: /^[A-Z0-9]{6,20}$/,
  },
  {
    titles: {
      serial: ['reference', 'reference no.', 'transaction reference', 'transaction ref', 'bank reference'],
      time: ['transaction date', 'posting date', 'value date', 'date'],
      details: ['narration', 'description', 'details', 'particulars', 'narrative'],
      paidIn: ['credit', 'credit amount', 'money in', 'deposits'],
      withdrawn: ['debit', 'debit amount', 'money out', 'withdrawals'],
    },
    serial: /^[A-Za-z0-9/-]{4,40}$/,
  },
];

/** `1,500.00`, `-23.00`; 0 for an empty cell. */
function centsOf(cell: string): number {
  const [, whole, fraction = ''] = /^-?([\d,]+)(?:\.(\d{1,2}))?$/.exec(cell.trim()) ?? [];
  if (whole === undefined) {
    if (cell.trim() === '') return 0;
    throw new AppError('STATEMENT_UNREADABLE');
  }
  return Number(whole.replaceAll(',', '') + fraction.padEnd(2, '0'));
}

/** `23-11-2026 10:15:22`, `2026-11-23 10:15:22`, or a day alone; in Nairobi, which has no summer time. */
function momentOf(cell: string): Date {
  const [, first = '', month = '', last = '', time = '00:00:00'] =
    /^(\d{2,4})[-/](\d{2})[-/](\d{2,4})(?:[ T](\d{2}:\d{2}:\d{2}))?/.exec(cell.trim()) ?? [];
  const [year, day] = first.length === 4 ? [first, last] : [last, first];
  const moment = new Date(`${year}-${month}-${day}T${time}+03:00`);
  if (Number.isNaN(moment.getTime())) throw new AppError('STATEMENT_UNREADABLE');
  return moment;
}

/**
 * The lines of a statement, told apart by its row of titles: some lines about the account, the titles, the
 * transactions, at times a footer. What was not completed moved no money.
 * @throws AppError STATEMENT_UNREADABLE
 */
function readStatement(rows: readonly (readonly string[])[]): StatementLine[] {
  const found = LAYOUTS.map((layout) => ({ layout, ...headOf(rows, layout) })).find(({ head }) => head >= 0);
  if (!found) throw new AppError('STATEMENT_UNREADABLE');
  const { layout, head, at } = found;
  const lines: StatementLine[] = [];
  for (const row of rows.slice(head + 1)) {
    const cell = (field: Field): string => row[at.get(field) ?? -1]?.trim() ?? '';
    const serial = cell('serial');
    if (!layout.serial.test(serial)) continue;
    if (layout.titles.status && cell('status').toLowerCase() !== 'completed') continue;
    const paidIn = centsOf(cell('paidIn'));
    const withdrawn = centsOf(cell('withdrawn'));
    const details = cell('details');
    const amountCents = paidIn > 0 ? paidIn : withdrawn;
    if (amountCents === 0) continue;
    const isFee = paidIn === 0 && /\b(charge|fee)s?\b/i.test(details);
    const kind = isFee ? 'FEE' : paidIn > 0 ? 'IN' : 'OUT';
    lines.push({ serial, kind, amountCents, happenedAt: momentOf(cell('time')), details });
  }
  return lines;
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

/** @throws AppError STATEMENT_UNREADABLE */
export function readCsvStatement(content: string): StatementLine[] {
  return readStatement(parseCsv(content));
}

/**
 * The lines of a file: a CSV's text, or an XLSX's bytes in base64.
 * @throws AppError STATEMENT_UNREADABLE, IMPORT_UNREADABLE, IMPORT_TOO_LARGE
 */
export async function linesOf(fileName: string, content: string): Promise<StatementLine[]> {
  if (!/\.xlsx$/i.test(fileName)) return readCsvStatement(content);
  return readStatement(await parseXlsx(Buffer.from(content, 'base64')));
}
