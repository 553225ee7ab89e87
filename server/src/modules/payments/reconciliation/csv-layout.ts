import { dayStart } from './bank-statement.ts';

/** Which column holds what. `amount`: money in above 0, money out below, in place of the two. */
export type Field = 'serial' | 'time' | 'details' | 'status' | 'paidIn' | 'withdrawn' | 'amount';
export type DateOrder = 'DMY' | 'MDY' | 'YMD';

export interface Layout {
  /** The titles of each column, in lower case. */
  readonly titles: Readonly<Partial<Record<Field, readonly string[]>>>;
  readonly serial: RegExp;
  /** Of dates as the bank writes them; any that cannot be mistaken where it is not said. */
  readonly dateOrder?: DateOrder;
}

/** As the M-Pesa organisation portal exports it, and as Kenyan banks name the same columns. */
export const LAYOUTS: readonly Layout[] = [
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

/** What an account's bank calls its columns, as somebody saved it. */
export interface SavedColumns {
  readonly serialTitle: string;
  readonly timeTitle: string;
  readonly detailsTitle: string;
  readonly paidInTitle: string | null;
  readonly withdrawnTitle: string | null;
  readonly amountTitle: string | null;
  readonly dateOrder: DateOrder;
}

export function layoutOf(saved: SavedColumns): Layout {
  const title = (name: string | null) => (name === null ? [] : [name.trim().toLowerCase()]);
  const money = saved.amountTitle === null ? ['paidIn', 'withdrawn'] : ['amount'];
  const all: [Field, readonly string[]][] = [
    ['serial', title(saved.serialTitle)],
    ['time', title(saved.timeTitle)],
    ['details', title(saved.detailsTitle)],
    ['paidIn', title(saved.paidInTitle)],
    ['withdrawn', title(saved.withdrawnTitle)],
    ['amount', title(saved.amountTitle)],
  ];
  const titles = Object.fromEntries(
    all.filter(([field]) => ['serial', 'time', 'details'].includes(field) || money.includes(field)),
  );
  return { titles, serial: /^\S.{1,38}\S$/, dateOrder: saved.dateOrder };
}

/** `1,500.00`, `-23.00`, `(23.00)`, `23.00 DR`; 0 for an empty cell, null where it is no amount. */
export function signedCentsOf(cell: string): number | null {
  const text = cell.trim();
  if (text === '') return 0;
  const [, bracket, minus, whole, fraction = '', after = ''] =
    /^(\()?(-)?([\d,]{1,16})(?:\.(\d{1,2}))?\)?\s*(-|cr|dr)?$/i.exec(text) ?? [];
  if (whole === undefined || !/\d/.test(whole)) return null;
  const cents = Number(whole.replaceAll(',', '') + fraction.padEnd(2, '0'));
  return bracket !== undefined || minus !== undefined || /^(-|dr)$/i.test(after) ? -cents : cents;
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const WRITTEN =
  /^(\d{1,4})[-/. ](\d{1,2}|[A-Za-z]{3,9})[-/. ](\d{1,4})(?:[T ]+(\d{1,2}):(\d{2})(?::(\d{2}))?(?:\.\d+)?)?$/;

/** A moment as a bank writes it, in Nairobi; a day alone is its beginning. Null where it is none. */
export function momentIn(cell: string, order: DateOrder): Date | null {
  const [, first = '', second = '', third = '', hour = '0', minute = '00', seconds = '00'] =
    WRITTEN.exec(cell.trim()) ?? [];
  const [year, month, day] =
    order === 'YMD' ? [first, second, third] : order === 'DMY' ? [third, second, first] : [third, first, second];
  const named = MONTHS.indexOf(month.slice(0, 3).toLowerCase());
  const monthNo = /^\d+$/.test(month) ? month : named < 0 ? '' : String(named + 1);
  const full = year.length === 2 ? `20${year}` : year;
  if (full.length !== 4 || monthNo === '' || !/^\d{1,2}$/.test(day)) return null;
  const start = dayStart(full, monthNo.padStart(2, '0'), day.padStart(2, '0'));
  const clock = Number(hour) * 3_600 + Number(minute) * 60 + Number(seconds);
  return start === null || clock >= 86_400 ? null : new Date(start.getTime() + clock * 1_000);
}
