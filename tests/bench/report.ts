/** One target and how it was met. */
export interface Verdict {
  readonly target: string;
  readonly measured: string;
  readonly isMet: boolean;
}

export function atMost(
  target: string,
  value: number,
  limit: number,
  show: (value: number) => string = (each) => each.toFixed(2),
): Verdict {
  return { target: `${target} ≤ ${show(limit)}`, measured: show(value), isMet: value <= limit };
}

export const inMs = (value: number) => `${Math.round(value)} ms`;
export const inMsFine = (value: number) => `${value.toFixed(2)} ms`;
export const inSeconds = (value: number) => `${value.toFixed(2)} s`;
/** Kilobytes of 1,000 bytes. */
export const inKb = (value: number) => `${(value / 1000).toFixed(1)} KB`;
export const inMb = (value: number) => `${(value / 1_000_000).toFixed(1)} MB`;
export const asCount = (value: number) => String(Math.round(value));

/** Lines of cells, aligned; the first is the head. */
export function table(lines: readonly (readonly string[])[]): string {
  const widths = (lines[0] ?? []).map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines
    .map((line) =>
      line
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
        .join('  '),
    )
    .join('\n');
}

export function verdictTable(verdicts: readonly Verdict[]): string {
  return table([
    ['target', 'measured', ''],
    ...verdicts.map(({ target, measured, isMet }) => [target, measured, isMet ? 'met' : 'NOT MET']),
  ]);
}
