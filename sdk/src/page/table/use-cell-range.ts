import { FocusMode, Regions } from '@blueprintjs/table';
import type { CellCoordinates, DragSelectableProps, Region } from '@blueprintjs/table';
import { useRef, useState } from 'react';
import type { ClipboardEvent, RefObject } from 'react';
import { formatCount } from '../../format/money.ts';
import type { Column } from '../list/columns.ts';
import type { List } from '../list/use-list.ts';
import { useKitText, usePluginText } from '../platform.ts';
import { asTabSeparated, between, sizeOf, textsOf } from './cell-range.ts';
import type { CellRange, CellRegion } from './cell-range.ts';
import type { GridPlace } from './grid-moves.ts';

export interface RangeSelection {
  readonly range: CellRange | null;
  /** Grows a rectangle from a cell to another. */
  extend(from: GridPlace, to: GridPlace): void;
  clear(): void;
  /** What Blueprint's `DragSelectable` needs to mark by pointer, the keyboard standing at a place. */
  selectableFrom(place: GridPlace): Omit<DragSelectableProps, 'children' | 'targetRef'>;
  onCopy(event: ClipboardEvent): void;
  /** True once after a rectangle was drawn by pointer: that click opens nothing. */
  endedDrag(): boolean;
}

/** Not of the table, which `DragSelectable` leaves alone. */
const NOWHERE = Regions.cell(-1, -1);

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
  /** The cell the pointer went down on, and whether it has marked anything since. */
  const pressed = useRef<CellCoordinates>({ row: 0, col: 0 });
  const hasMarked = useRef(false);

  const cellAt = ({ row, column }: GridPlace): CellCoordinates => ({
    row,
    col: Math.max(0, Math.min(columns.length - 1, (column ?? cellsBefore) - cellsBefore)),
  });
  const cellUnder = (target: EventTarget | null): CellCoordinates | null => {
    const place = placeUnder(target);
    return place === null ? null : cellAt(place);
  };
  const mark = (anchor: CellCoordinates, region: CellRegion): void => {
    setHeld({ under, range: { anchor, region } });
    const { rows, columns: across } = sizeOf(region);
    options.announce(kit('table.marked', { rows: formatCount(rows), columns: formatCount(across) }));
  };
  const clear = (): void => {
    if (range !== null) setHeld({ under, range: null });
  };
  return {
    range,
    extend: (from, to) => {
      const anchor = range?.anchor ?? cellAt(from);
      mark(anchor, between(anchor, cellAt(to)));
    },
    clear,
    selectableFrom: (place) => {
      // Shift grows what is selected: that is the cell the keyboard stands on where nothing is marked.
      const stands = place.row < 0 ? null : cellAt(place);
      const begun = range ?? (stands && { anchor: stands, region: between(stands, stands) });
      return {
        enableMultipleSelection: true,
        selectedRegions: begun === null ? [] : [begun.region],
        ...(begun !== null && {
          focusedRegion: { type: FocusMode.CELL, ...begun.anchor, focusSelectionIndex: 0 },
        }),
        disabled: ({ ctrlKey, metaKey }) => {
          hasMarked.current = false;
          // There is one rectangle: Ctrl and a click would begin a second one.
          return ctrlKey || metaKey;
        },
        locateClick: (event) => {
          const cell = cellUnder(event.target);
          if (cell === null) return NOWHERE;
          pressed.current = event.shiftKey && begun !== null ? begun.anchor : cell;
          hasMarked.current = event.shiftKey;
          // Else the browser would select text up to here.
          if (event.shiftKey) grid.current?.classList.add('kp-marking');
          return between(cell, cell);
        },
        locateDrag: (event, _coords, returnEndOnly) => {
          const cell = cellUnder(document.elementFromPoint(event.clientX, event.clientY));
          if (cell === null) return undefined;
          return between(returnEndOnly === true ? cell : pressed.current, cell);
        },
        onSelection: ([region]) => {
          if (region === undefined) return;
          const cells = Regions.getCellRegionFromRegion(region, list.rows.length, columns.length);
          const { rows, columns: across } = sizeOf(cells);
          if (rows * across === 1 && !hasMarked.current) {
            clear();
            return;
          }
          // From the second cell on this is no longer a selection of text.
          window.getSelection()?.removeAllRanges();
          grid.current?.classList.add('kp-marking');
          hasMarked.current = true;
          mark(pressed.current, cells);
        },
        onSelectionEnd: () => grid.current?.classList.remove('kp-marking'),
      };
    },
    onCopy: (event) => {
      if (range === null && (window.getSelection()?.toString() ?? '') !== '') return;
      const regions = range === null ? regionsHere(options) : [range.region];
      const cells = textsOf(regions, list.rows, columns, { t, kit });
      if (cells.length === 0) return;
      // Blueprint's Clipboard writes automatically: over plain http, and in a frame, a browser has none for it.
      event.clipboardData.setData('text/plain', asTabSeparated(cells));
      event.preventDefault();
      options.announce(kit('table.copied', { cells: formatCount(cells.flat().length) }));
    },
    endedDrag: () => {
      const ended = hasMarked.current;
      hasMarked.current = false;
      return ended;
    },
  };
}

/** The selected rows of the page, else the row or the one cell the keyboard stands on. */
function regionsHere<Row>(options: {
  readonly list: List<Row>;
  readonly columns: readonly Column<Row>[];
  readonly cellsBefore: number;
  readonly placeNow: () => GridPlace;
}): readonly Region[] {
  const { list, columns } = options;
  const chosen = list.rows.flatMap((row, index) => (list.selection.has(list.idOf(row)) ? [Regions.row(index)] : []));
  if (chosen.length > 0) return chosen;
  const { row, column } = options.placeNow();
  if (list.rows[row] === undefined) return [];
  const col = column === null ? -1 : column - options.cellsBefore;
  return [columns[col] === undefined ? Regions.row(row) : Regions.cell(row, col)];
}

/** The cell under the pointer; null over controls and outside. */
function placeUnder(target: EventTarget | null): GridPlace | null {
  if (!(target instanceof Element) || target.closest('button, input, a') !== null) return null;
  const cell = target.closest<HTMLElement>('[data-cell]');
  const row = cell?.closest<HTMLElement>('tr[data-row]');
  if (cell === null || row === null || row === undefined) return null;
  return { row: Number(row.dataset['row']), column: Number(cell.dataset['cell']) };
}
