import type { report } from '@kituo/sdk/contracts';
import type { ReportKind } from './report-kind.ts';

interface Dot {
  readonly row: report.ReportRow;
  readonly along: number;
  readonly up: number;
}

/** Rows that have both figures and are enough to compare, from left to right. Pure. */
export function dotsOf(rows: readonly report.ReportRow[], { dots, least }: ReportKind): readonly Dot[] {
  if (dots === undefined) return [];
  return rows
    .flatMap((row): Dot[] => {
      const [along, up] = [row.figures[dots.along] ?? null, row.figures[dots.up] ?? null];
      const isTooFew = least !== undefined && (row.figures[least.measure] ?? 0) < least.count;
      return row.rowKind !== 'ROW' || isTooFew || along === null || up === null ? [] : [{ row, along, up }];
    })
    .toSorted((one, other) => one.along - other.along || one.row.key.localeCompare(other.row.key));
}
