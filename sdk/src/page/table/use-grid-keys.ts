import { useEffect, useEffectEvent, useState } from 'react';
import type { RefObject } from 'react';
import { usePluginScope } from '../../scope/use-plugin-scope.ts';
import type { List } from '../list/use-list.ts';

/** The row the keyboard stands on. */
export interface GridKeys {
  readonly activeIndex: number;
  setActive(index: number): void;
}

/**
 * Keys of a list: `j` and `k` (or the arrows, inside the grid) move, Enter opens, `x` selects, shift and
 * `x` selects up to here, `/` goes to the first filter. They rest while something is typed or a dialog stands.
 */
export function useGridKeys<Row>(
  grid: RefObject<HTMLTableElement | null>,
  list: List<Row>,
  onOpen: ((row: Row) => void) | undefined,
): GridKeys {
  const scope = usePluginScope();
  const [held, setActive] = useState(0);
  const activeIndex = Math.min(held, Math.max(0, list.rows.length - 1));

  const move = (to: number): void => {
    const index = Math.max(0, Math.min(list.rows.length - 1, to));
    setActive(index);
    grid.current?.querySelectorAll<HTMLElement>('tbody tr')[index]?.focus();
  };
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isBusyElsewhere(event.target)) return;
    const row = list.rows[activeIndex];
    const isOnRow = event.target instanceof HTMLElement && event.target.matches('tbody tr');
    const isInGrid = isOnRow || event.target === document.body;
    const standsInGrid = grid.current?.contains(document.activeElement) === true;
    const start = standsInGrid ? activeIndex : -1;
    if (event.key === 'j' || (event.key === 'ArrowDown' && isOnRow)) move(start + 1);
    else if (event.key === 'k' || (event.key === 'ArrowUp' && isOnRow)) move(activeIndex - 1);
    else if (event.key === 'Home' && isOnRow) move(0);
    else if (event.key === 'End' && isOnRow) move(list.rows.length - 1);
    else if (event.key === 'Enter' && isOnRow && row !== undefined && onOpen) onOpen(row);
    else if (event.key === 'x' && isInGrid && row !== undefined) list.selection.toggle(row);
    else if (event.key === 'X' && isInGrid && row !== undefined)
      list.selection.extendTo(row, list.rows);
    else if (event.key === '/') document.querySelector<HTMLElement>('[data-first-filter]')?.focus();
    else return;
    event.preventDefault();
  });
  useEffect(
    () =>
      scope.listen(document, 'keydown', (event) => {
        if (event instanceof KeyboardEvent) press(event);
      }),
    [scope],
  );
  return { activeIndex, setActive };
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
