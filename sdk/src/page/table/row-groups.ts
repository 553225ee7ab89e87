import type { ReactNode } from 'react';

/** How consecutive rows of a list stand together. */
export interface RowGroup<Row> {
  /** Rows with the same key belong together. */
  readonly keyOf: (row: Row) => string;
  /** What stands above them, said by the first of them. */
  readonly titleOf: (row: Row) => ReactNode;
}

/** Whether a heading stands above a row: it begins a page, or its group. */
export function beginsGroup<Row>(group: RowGroup<Row> | undefined, rows: readonly Row[], index: number): boolean {
  const row = rows[index];
  if (group === undefined || row === undefined) return false;
  const before = rows[index - 1];
  return before === undefined || group.keyOf(before) !== group.keyOf(row);
}
