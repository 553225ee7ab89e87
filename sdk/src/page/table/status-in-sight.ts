import type { Column } from '../list/columns.ts';

/** What is drawn of a list beside the menu and the actions of its rows, in a window of 1366 pixels. */
const IN_SIGHT = 860;
/** A list's own status, unlike what else it draws as tags. */
const OWN_STATUS = /^(?:status|.*Status)$/;

/**
 * The columns in a list's own order, but for its status: where that would begin to be seen by scrolling alone, it is
 * right behind what names the row. By the widths the list was given, so that widening a column reorders nothing.
 */
export function statusInSight<Row>(columns: readonly Column<Row>[], fixed: number): readonly Column<Row>[] {
  const at = columns.findIndex(({ kind, key, isHiddenAtFirst }) => {
    return kind === 'status' && !isHiddenAtFirst && OWN_STATUS.test(key);
  });
  const status = columns[at];
  const upToIt = columns.slice(0, at + 1).filter(({ isHiddenAtFirst }) => !isHiddenAtFirst);
  const end = upToIt.reduce((sum, { width }) => sum + width, 0);
  if (status === undefined || end <= IN_SIGHT) return columns;
  const names = Math.max(1, fixed);
  return [...columns.slice(0, names), status, ...columns.slice(names).filter((column) => column !== status)];
}
