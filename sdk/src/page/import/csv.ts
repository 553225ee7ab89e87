/** A row's cells as CSV with the columns' keys for a head: what the server reads like any file. */
export function csvOf(
  columns: readonly { readonly key: string }[],
  rows: readonly Readonly<Record<string, string>>[],
): Blob {
  const keys = columns.map(({ key }) => key);
  const lines = [keys, ...rows.map((cells) => keys.map((key) => cells[key] ?? ''))];
  const text = lines.map((line) => line.map(quoted).join(',')).join('\r\n');
  return new Blob([text], { type: 'text/csv' });
}

const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;
