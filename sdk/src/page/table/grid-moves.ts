/** Where the keyboard stands: a row as a whole (`column` null) or one cell; row -1 is the head. */
export interface GridPlace {
  readonly row: number;
  /** Counted over every cell of a row, the box that selects and the actions included. */
  readonly column: number | null;
}

export interface GridSize {
  readonly rows: number;
  readonly columns: number;
  /** How far PageUp and PageDown go. */
  readonly rowsInView: number;
}

const HEAD = -1;

/**
 * Where a key leads from a place; null for keys that do not move. Arrows, Home, End, PageUp, PageDown,
 * `j` and `k`; with Ctrl, Home and End reach the first and the last row. To the right of a row stand
 * its cells, to the left of its first cell stands the row itself.
 */
export function moveInGrid(
  place: GridPlace,
  pressed: { readonly key: string; readonly ctrlKey: boolean },
  size: GridSize,
): GridPlace | null {
  const { row, column } = place;
  const last = size.rows - 1;
  const toRow = (wanted: number): GridPlace => ({
    row: Math.max(0, Math.min(last, wanted)),
    column,
  });
  if (pressed.ctrlKey) {
    if (pressed.key === 'Home') return { row: 0, column: column === null ? null : 0 };
    if (pressed.key === 'End') return { row: last, column: column === null ? null : size.columns - 1 };
    return null;
  }
  switch (pressed.key) {
    case 'j':
    case 'ArrowDown':
      return toRow(row + 1);
    case 'k':
      return toRow(row - 1);
    case 'ArrowUp':
      return row === 0 ? { row: HEAD, column: column ?? 0 } : toRow(row - 1);
    case 'PageDown':
      return toRow(row + size.rowsInView);
    case 'PageUp':
      return toRow(row - size.rowsInView);
    case 'ArrowRight':
      return { row, column: column === null ? 0 : Math.min(size.columns - 1, column + 1) };
    case 'ArrowLeft':
      return { row, column: column === null || column === 0 ? null : column - 1 };
    case 'Home':
      return column === null ? toRow(0) : { row, column: 0 };
    case 'End':
      return column === null ? toRow(last) : { row, column: size.columns - 1 };
    default:
      return null;
  }
}
