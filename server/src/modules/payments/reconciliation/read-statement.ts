import { AppError } from '../../../http/app-error.ts';
import { parseCsv } from '../../platform/imports/index.ts';

/** A line of a statement: money in, money out, or what the channel charged for one of them. */
export interface StatementLine {
  readonly serial: string;
  readonly kind: 'IN' | 'OUT' | 'FEE';
  readonly amountCents: number;
  readonly happenedAt: Date;
  readonly details: string;
}

const NEEDED = ['receipt no.', 'completion time', 'details', 'transaction status', 'paid in', 'withdrawn'] as const;

/** `1,500.00`, `-23.00`; 0 for an empty cell. */
function centsOf(cell: string): number {
  const [, whole, fraction = ''] = /^-?([\d,]+)(?:\.(\d{1,2}))?$/.exec(cell.trim()) ?? [];
  if (whole === undefined) {
    if (cell.trim() === '') return 0;
    throw new AppError('STATEMENT_UNREADABLE');
  }
  return Number(whole.replaceAll(',', '') + fraction.padEnd(2, '0'));
}

/** `23-11-2026 10:15:22` or `2026-11-23 10:15:22`, in Nairobi, which has no summer time. */
function momentOf(cell: string): Date {
  const [, first = '', month = '', last = '', time = ''] =
    /^(\d{2,4})[-/](\d{2})[-/](\d{2,4})[ T](\d{2}:\d{2}:\d{2})$/.exec(cell.trim()) ?? [];
  const [year, day] = first.length === 4 ? [first, last] : [last, first];
  const moment = new Date(`${year}-${month}-${day}T${time}+03:00`);
  if (Number.isNaN(moment.getTime())) throw new AppError('STATEMENT_UNREADABLE');
  return moment;
}

/**
 * The lines of a statement as the M-Pesa organisation portal exports it: some lines about the account, one of titles,
 * the transactions, at times a footer. What was not completed moved no money.
 * @throws AppError STATEMENT_UNREADABLE
 */
export function readMpesaStatement(content: string): StatementLine[] {
  const rows = parseCsv(content);
  const head = rows.findIndex((row) => row.some((cell) => cell.trim().toLowerCase() === NEEDED[0]));
  const titles = (rows[head] ?? []).map((cell) => cell.trim().toLowerCase());
  const at = new Map(NEEDED.map((title) => [title, titles.indexOf(title)]));
  if ([...at.values()].some((index) => index < 0)) throw new AppError('STATEMENT_UNREADABLE');
  const lines: StatementLine[] = [];
  for (const row of rows.slice(head + 1)) {
    const cell = (title: (typeof NEEDED)[number]): string => row[at.get(title) ?? -1]?.trim() ?? '';
    const serial = cell('receipt no.');
    if (!/^[A-Z0-9]{6,20}$/.test(serial) || cell('transaction status').toLowerCase() !== 'completed') continue;
    const paidIn = centsOf(cell('paid in'));
    const withdrawn = centsOf(cell('withdrawn'));
    const details = cell('details');
    const amountCents = paidIn > 0 ? paidIn : withdrawn;
    if (amountCents === 0) continue;
    const isFee = paidIn === 0 && /\b(charge|fee)s?\b/i.test(details);
    const kind = isFee ? 'FEE' : paidIn > 0 ? 'IN' : 'OUT';
    lines.push({ serial, kind, amountCents, happenedAt: momentOf(cell('completion time')), details });
  }
  return lines;
}
