import { useState } from 'react';
import type { FocusEvent, KeyboardEvent } from 'react';
import { titleOf } from '../list/columns.ts';
import { useKitText, usePluginText } from '../platform.ts';
import type { GridPlace } from './grid-moves.ts';
import type { GridShape } from './grid-shape.ts';
import type { Layout } from './use-layout.ts';

const WIDTH_STEP = 16;

export interface HeadKeys {
  /** The head is one stop of Tab: 0 for the cell that has it, -1 for the others. */
  tabIndexOf(cell: number): 0 | -1;
  /** Moves a column to a place among the drawn ones, says so, and keeps the focus on it. */
  moveColumn(key: string, place: number): void;
  onKeyDown(event: KeyboardEvent): void;
  onFocus(event: FocusEvent): void;
}

/** Arrows walk the head, Shift and an arrow move a column, plus and minus change its width. */
export function useHeadKeys<Row>(head: {
  readonly layout: Layout<Row>;
  readonly shape: GridShape;
  readonly goTo: (place: GridPlace) => void;
  readonly announce: (text: string) => void;
}): HeadKeys {
  const { layout, shape, goTo } = head;
  const kit = useKitText();
  const t = usePluginText();
  const first = shape.isSelectable ? 1 : 0;
  const [active, setActive] = useState(first);
  const go = (cell: number): void => {
    const bounded = Math.max(0, Math.min(shape.cellCount - 1, cell));
    setActive(bounded);
    goTo({ row: -1, column: bounded });
  };
  const moveColumn = (key: string, place: number): void => {
    const count = layout.columns.length;
    const from = layout.columns.findIndex((column) => column.key === key);
    const isFixed = from < layout.fixedCount;
    if (isFixed) return;
    const bounded = Math.max(layout.fixedCount, Math.min(count - 1, place));
    layout.moveTo(key, bounded);
    go(first + bounded);
    head.announce(kit('table.moved', { name: t(titleOf(layout.columns[from] ?? { key })), place: bounded + 1, count }));
  };
  const press = (event: KeyboardEvent, at: number): boolean => {
    const column = layout.columns[at - first];
    const by = event.key === 'ArrowRight' ? 1 : -1;
    switch (event.key) {
      case 'ArrowLeft':
      case 'ArrowRight':
        if (event.shiftKey && column !== undefined) moveColumn(column.key, at - first + by);
        else go(at + by);
        return true;
      case 'Home':
        go(0);
        return true;
      case 'End':
        go(shape.cellCount - 1);
        return true;
      case 'ArrowDown':
        goTo({ row: 0, column: at });
        return true;
      case '+':
      case '-':
        if (column === undefined) return false;
        layout.resize(column.key, column.width + (event.key === '+' ? WIDTH_STEP : -WIDTH_STEP));
        return true;
      default:
        return false;
    }
  };
  return {
    tabIndexOf: (cell) => (active === cell ? 0 : -1),
    moveColumn,
    onKeyDown: (event) => {
      const at = cellOf(event);
      if (at === null || !press(event, at)) return;
      event.preventDefault();
      event.stopPropagation();
    },
    onFocus: (event) => {
      const at = cellOf(event);
      if (at !== null) setActive(at);
    },
  };
}

/** The head's cell an event is from; null for what only opens from the head: its keys are its own. */
function cellOf({ target, currentTarget }: KeyboardEvent | FocusEvent): number | null {
  if (!(target instanceof Element) || !currentTarget.contains(target)) return null;
  const cell = target.closest<HTMLElement>('[data-cell]')?.dataset['cell'];
  return cell === undefined ? null : Number(cell);
}
