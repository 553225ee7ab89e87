import { csvText } from '../../contracts/csv-line.ts';

/** A row's cells as CSV with the columns' keys for a head: what the server reads like any file. */
export function csvOf(
  columns: readonly { readonly key: string }[],
  rows: readonly Readonly<Record<string, string>>[],
): Blob {
  const keys = columns.map(({ key }) => key);
  return new Blob([csvText([keys, ...rows.map((cells) => keys.map((key) => cells[key] ?? ''))])], { type: 'text/csv' });
}
