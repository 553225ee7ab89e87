import type { ImportColumn } from './kinds.ts';

/** Field, its title in English and Chinese, whether it is required, an example. */
type Line = readonly [key: string, en: string, zh: string, isRequired: boolean, example: string];

/** The columns of an import, a line each. */
export const importColumns = (lines: readonly Line[]): ImportColumn[] =>
  lines.map(([key, en, zh, isRequired, example]) => ({
    key,
    title: {
      en,
      zh,
    },
    isRequired,
    example,
  }));

/** An empty cell is no value. */
export const orNull = (cell: string | undefined): string | null => (cell === undefined || cell === '' ? null : cell);

/**
 * Shillings as typed, in cents: no leading zero, at most two decimals, thousands with commas or without. NaN, which no
 * form takes, for what is none.
 */
export function centsIn(cell = '', { isSigned = false } = {}): number {
  const plain = cell.trim().replaceAll(',', '');
  const [, sign, whole, part = ''] = /^(-?)(0|[1-9]\d{0,12})(?:\.(\d{1,2}))?$/.exec(plain) ?? [];
  if (whole === undefined || (sign === '-' && !isSigned)) return Number.NaN;
  const cents = Number(whole) * 100 + Number(part.padEnd(2, '0'));
  return sign === '-' ? -cents : cents;
}

/** `2026-11-20`, also typed as 20/11/2026 or 20.11.2026; '' for what is no day. */
export function dayIn(cell = ''): string {
  const iso = cell.trim().replace(/^(\d{1,2})[/.](\d{1,2})[/.](\d{4})/, '$3-$2-$1');
  const [, year, month = '', day = ''] = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ]|$)/.exec(iso) ?? [];
  return year === undefined ? '' : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

/** The moment of a day and a time in Nairobi: `2026-11-20 10:30`; midnight where no time is typed, '' for no moment. */
export function instantIn(cell = ''): string {
  const day = dayIn(cell);
  const typed = cell.trim().split(/[T ]+/)[1];
  const time = typed === undefined ? '00:00' : (/^\d{2}:\d{2}(:\d{2})?$/.exec(typed)?.[0] ?? 'none');
  const at = new Date(`${day}T${time}+03:00`);
  return day === '' || Number.isNaN(at.getTime()) ? '' : at.toISOString();
}
