import type { report } from '@kituo/sdk/contracts';

/** A row's count, and the share of all that it and the larger ones come to. */
interface ParetoStep {
  readonly row: report.ReportRow;
  readonly count: number;
  /** Percent. */
  readonly cumulative: number;
}

/** Rows by a measure, the largest first; those of nothing are left out. Pure. */
export function paretoOf(rows: readonly report.ReportRow[], measure: string): readonly ParetoStep[] {
  const counted = rows
    .map((row) => ({ row, count: row.figures[measure] ?? 0 }))
    .filter(({ count }) => count > 0)
    .toSorted((one, other) => other.count - one.count || one.row.key.localeCompare(other.row.key));
  const total = counted.reduce((sum, { count }) => sum + count, 0);
  let passed = 0;
  return counted.map((one) => {
    passed += one.count;
    return { ...one, cumulative: (100 * passed) / total };
  });
}
