import { useEffect, useRef, useState } from 'react';
import type { ClipboardEvent, PointerEvent, RefObject } from 'react';
import { formatCount } from '../../format/money.ts';
import type { Column } from '../list/columns.ts';
import type { List } from '../list/use-list.ts';
import { useKitText, usePluginText } from '../platform.ts';
import { asTabSeparated, edgesOf } from './cell-range.ts';
import type { CellAt, CellRange } from './cell-range.ts';
import type { GridPlace } from './grid-moves.ts';

export interface RangeSelection {
  readonly range: CellRange | null;
  /** Grows a rectangle from a cell to another. */
  extend(from: GridPlace, to: GridPlace): void;
  clear(): void;
  onPointerDown(event: PointerEvent<HTMLElement>): void;
  onCopy(event: ClipboardEvent): void;
  /** True once after a rectangle was drawn by pointer: that click opens nothing. */
  endedDrag(): boolean;
}

/**
 * A rectangle of cells, drawn with Shift and the arrows, a dragged pointer, or Shift and a click. Copying
 * takes the rectangle, else the selected rows of the page, else what the keyboard stands on.
 */
export function useCellRange<Row>(options: {
  readonly grid: RefObject<HTMLTableElement | null>;
  readonly list: List<Row>;
  readonly columns: readonly Column<Row>[];
  /** How many cells stand before the first column. */
  readonly cellsBefore: number;
  readonly placeNow: () => GridPlace;
  readonly announce: (text: string) => void;
}): RangeSelection {
  const { grid, list, columns, cellsBefore } = options;
  const t = usePluginText();
  const kit = useKitText();
  // A rectangle is one of this page, these filters and this sort.
  const under = JSON.stringify(list.request);
  const [held, setHeld] = useState<{ readonly under: string; readonly range: CellRange | null }>({
    under,
    range: null,
  });
  const range = held.under === under ? held.range : null;
  const hasDragged = useRef(false);
  const stopDrag = useRef<() => void>(undefined);
  useEffect(() => () => stopDrag.current?.(), []);

  const cellAt = ({ row, column }: GridPlace): CellAt => ({
    row,
    column: Math.max(0, Math.min(columns.length - 1, (column ?? cellsBefore) - cellsBefore)),
  });
  const mark = (anchor: CellAt, head: CellAt): void => {
    setHeld({ under, range: { anchor, head } });
    const { top, bottom, left, right } = edgesOf({ anchor, head });
    options.announce(
      kit('table.marked', {
        rows: formatCount(bottom - top + 1),
        columns: formatCount(right - left + 1),
      }),
    );
  };
  return {
    range,
    extend: (from, to) => {
      mark(range?.anchor ?? cellAt(from), cellAt(to));
    },
    clear: () => {
      if (range !== null) setHeld({ under, range: null });
    },
    onPointerDown: (down) => {
      stopDrag.current?.();
      hasDragged.current = false;
      const from = placeUnder(down.target);
      if (from === null || down.button !== 0 || down.pointerType === 'touch') return;
      const now = options.placeNow();
      if (down.shiftKey) {
        down.preventDefault();
        hasDragged.current = true;
        mark(range?.anchor ?? cellAt(now.row < 0 ? from : now), cellAt(from));
        return;
      }
      if (range !== null) setHeld({ under, range: null });
      const drag = (move: globalThis.PointerEvent): void => {
        const to = placeUnder(document.elementFromPoint(move.clientX, move.clientY));
        if (to === null || (!hasDragged.current && isSame(to, from))) return;
        // From the second cell on this is no longer a selection of text.
        window.getSelection()?.removeAllRanges();
        hasDragged.current = true;
        grid.current?.classList.add('kp-marking');
        mark(cellAt(from), cellAt(to));
      };
      stopDrag.current = () => {
        window.removeEventListener('pointermove', drag);
        grid.current?.classList.remove('kp-marking');
      };
      window.addEventListener('pointermove', drag);
      window.addEventListener('pointerup', () => stopDrag.current?.(), { once: true });
    },
    onCopy: (event) => {
      if (range === null && (window.getSelection()?.toString() ?? '') !== '') return;
      const [rows, drawn] = range === null ? wholeRows(options) : cellsOf(range, list, columns);
      if (rows.length === 0) return;
      event.clipboardData.setData('text/plain', asTabSeparated(rows, drawn, { t, kit }));
      event.preventDefault();
      options.announce(kit('table.copied', { cells: formatCount(rows.length * drawn.length) }));
    },
    endedDrag: () => {
      const ended = hasDragged.current;
      hasDragged.current = false;
      return ended;
    },
  };
}

type Block<Row> = readonly [rows: readonly Row[], columns: readonly Column<Row>[]];

function cellsOf<Row>(
  range: CellRange,
  list: List<Row>,
  columns: readonly Column<Row>[],
): Block<Row> {
  const { top, bottom, left, right } = edgesOf(range);
  return [list.rows.slice(top, bottom + 1), columns.slice(left, right + 1)];
}

/** The selected rows of the page, else the row or the one cell the keyboard stands on. */
function wholeRows<Row>(options: {
  readonly list: List<Row>;
  readonly columns: readonly Column<Row>[];
  readonly cellsBefore: number;
  readonly placeNow: () => GridPlace;
}): Block<Row> {
  const { list, columns } = options;
  const chosen = list.rows.filter((row) => list.selection.has(list.idOf(row)));
  if (chosen.length > 0) return [chosen, columns];
  const { row, column } = options.placeNow();
  const active = list.rows.slice(row, row + 1);
  const cell = column === null ? undefined : columns[column - options.cellsBefore];
  return [row < 0 ? [] : active, cell === undefined ? columns : [cell]];
}

/** The cell under the pointer; null over controls and outside. */
function placeUnder(target: EventTarget | null): GridPlace | null {
  if (!(target instanceof Element) || target.closest('button, input, a') !== null) return null;
  const cell = target.closest<HTMLElement>('[data-cell]');
  const row = cell?.closest<HTMLElement>('tr[data-row]');
  if (cell === null || row === null || row === undefined) return null;
  return { row: Number(row.dataset['row']), column: Number(cell.dataset['cell']) };
}

const isSame = (one: GridPlace, other: GridPlace) =>
  one.row === other.row && one.column === other.column;
