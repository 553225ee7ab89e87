import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { FocusEvent, RefObject } from 'react';
import { usePluginScope } from '../../scope/use-plugin-scope.ts';
import type { List } from '../list/use-list.ts';
import { moveInGrid } from './grid-moves.ts';
import type { GridPlace, GridSize } from './grid-moves.ts';

export interface GridFocus {
  readonly place: GridPlace;
  /** Goes there, drawn or not, and scrolls it into sight. */
  goTo(place: GridPlace): void;
  /** Focus came by pointer or Tab. */
  onFocus(event: FocusEvent, row: number): void;
}

interface GridKeyOptions<Row> {
  readonly grid: RefObject<HTMLTableElement | null>;
  readonly list: List<Row>;
  readonly size: GridSize;
  readonly onOpen: ((row: Row) => void) | undefined;
  /** Shift and an arrow: a rectangle grows from the cell to this place. */
  readonly onExtend: (from: GridPlace, to: GridPlace) => void;
  /** The keyboard went on without Shift, or Escape. */
  readonly onLeaveRange: () => void;
}

/**
 * Keys of a list. `j` and `k` walk rows from anywhere on the page; in the grid arrows, Home, End, PageUp
 * and PageDown move, Shift marks a rectangle, Enter opens, `x` or Space selects, Shift and `x` selects up
 * to here. `/` goes to the first filter. All rest while something is typed or a dialog stands.
 */
export function useGridFocus<Row>(options: GridKeyOptions<Row>): GridFocus {
  const { grid, list, size } = options;
  const scope = usePluginScope();
  const [held, setPlace] = useState<GridPlace>({ row: 0, column: null });
  const isWanted = useRef(false);
  const place = bounded(held, size);

  const goTo = (to: GridPlace): void => {
    isWanted.current = true;
    setPlace(to);
  };
  useLayoutEffect(() => {
    if (!isWanted.current) return;
    isWanted.current = false;
    elementAt(grid.current, place)?.focus();
  });
  const walk = (event: KeyboardEvent, stands: GridPlace | null): boolean => {
    const isLetter = event.key === 'j' || event.key === 'k';
    if (size.rows === 0 || (stands === null && !isLetter)) return false;
    const isInGrid = grid.current?.contains(document.activeElement) === true;
    const from = stands ?? { row: place.row, column: null };
    const to = isInGrid ? moveInGrid(from, event, size) : { row: 0, column: null };
    if (to === null) return false;
    if (event.shiftKey && from.column !== null && to.column !== null && to.row >= 0) options.onExtend(from, to);
    else options.onLeaveRange();
    goTo(to);
    return true;
  };
  const act = (event: KeyboardEvent, stands: GridPlace | null): boolean => {
    const isOnPage = event.target === document.body;
    const row = list.rows[(stands ?? place).row];
    if (event.key === '/') return focusFirstFilter();
    if (row === undefined || (stands === null && !isOnPage)) return false;
    if (event.key === 'x') list.selection.toggle(row);
    else if (event.key === 'X') list.selection.extendTo(row, list.rows);
    else if (stands === null) return false;
    else if (event.key === ' ') list.selection.toggle(row);
    else if (event.key === 'Escape') options.onLeaveRange();
    else if (event.key === 'Enter') return enter(event.target, () => options.onOpen?.(row));
    else return false;
    return true;
  };
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.metaKey || event.altKey || isBusyElsewhere(event.target)) return;
    if (returnsToCell(event)) return;
    const stands = placeOf(event.target, grid.current);
    if (event.ctrlKey ? stands !== null && walk(event, stands) : walk(event, stands) || act(event, stands))
      event.preventDefault();
  });
  useEffect(
    () =>
      scope.listen(document, 'keydown', (event) => {
        if (event instanceof KeyboardEvent) press(event);
      }),
    [scope],
  );
  return {
    place,
    goTo,
    onFocus: (event, row) => {
      const stands = placeOf(event.target, grid.current);
      setPlace(stands ?? { row, column: null });
    },
  };
}

/** Rows that went away take the keyboard back to the last that is left. */
function bounded(place: GridPlace, size: GridSize): GridPlace {
  const { row, column } = place;
  return {
    row: Math.min(row, Math.max(0, size.rows - 1)),
    column: column === null ? null : Math.min(column, size.columns - 1),
  };
}

/** What takes the focus at a place: a row, a cell, in the head the button that sorts. */
function elementAt(grid: HTMLElement | null, { row, column }: GridPlace): HTMLElement | null {
  if (grid === null) return null;
  if (row < 0) return headAt(grid, column ?? 0);
  const line = grid.querySelector<HTMLElement>(`tbody tr[data-row="${row}"]`);
  if (column === null) return line;
  return line?.querySelector<HTMLElement>(`:scope > [data-cell="${column}"]`) ?? null;
}

/** What takes the focus of a cell of the head: its control, else the cell. */
export function headAt(grid: HTMLElement, cell: number): HTMLElement | null {
  const head = grid.querySelector<HTMLElement>(`thead [data-cell="${cell}"]`);
  return head?.querySelector<HTMLElement>('button, input') ?? head;
}

/** The row or the cell that has the focus itself; null for controls and everything outside the grid. */
function placeOf(target: EventTarget | null, grid: HTMLElement | null): GridPlace | null {
  if (!(target instanceof HTMLElement) || grid?.contains(target) !== true) return null;
  const row = Number(target.closest<HTMLElement>('tr[data-row]')?.dataset['row'] ?? Number.NaN);
  if (Number.isNaN(row)) return null;
  if (target.matches('tr')) return { row, column: null };
  return target.matches('[data-cell]') ? { row, column: Number(target.dataset['cell']) } : null;
}

/** Enter on a cell with a control goes into it; on any other cell, and on a row, it opens the row. */
function enter(target: EventTarget | null, open: () => void): boolean {
  const control =
    target instanceof HTMLElement && target.matches('[data-cell]')
      ? target.querySelector<HTMLElement>('button, input, a')
      : null;
  if (control === null) open();
  else control.focus();
  return true;
}

/** Escape in a cell's control goes back to the cell. */
function returnsToCell(event: KeyboardEvent): boolean {
  if (event.key !== 'Escape' || !(event.target instanceof HTMLElement)) return false;
  if (!event.target.matches('[data-cell] *') || event.target.closest('thead') !== null) return false;
  event.target.closest<HTMLElement>('[data-cell]')?.focus({ preventScroll: true });
  return true;
}

function focusFirstFilter(): boolean {
  document.querySelector<HTMLElement>('[data-first-filter]')?.focus();
  return true;
}

function isBusyElsewhere(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.isContentEditable ||
    target.closest(
      'input:not([type="checkbox"]), textarea, select, [role="dialog"], [role="menu"], [role="listbox"]',
    ) !== null
  );
}
