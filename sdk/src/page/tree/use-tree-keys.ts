import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { KeyboardEvent, RefObject } from 'react';
import { usePluginScope } from '../../scope/use-plugin-scope.ts';
import type { TreeRow } from './tree-shape.ts';
import type { TreeMoving } from './use-tree-move.ts';
import type { Tree } from './use-tree.ts';

export interface TreeKeys {
  readonly activeId: string | null;
  setActive(id: string): void;
  /** Puts the keyboard on a row. */
  focus(id: string): void;
  onKeyDown(event: KeyboardEvent<HTMLElement>): void;
}

interface Commands<Row> {
  readonly onOpen: ((row: Row) => void) | undefined;
  readonly onRename: ((row: TreeRow<Row>) => void) | undefined;
  readonly isSelectable: boolean;
  readonly moving: TreeMoving<Row>;
}

/**
 * Keys of a tree, on its rows: arrows (or `j`, `k`) move, right opens, left closes or goes to the parent,
 * Home, End, `*` opens all siblings, Enter opens the row, F2 renames, `x` selects; `m` picks up, then
 * arrows choose, Enter puts below, `b` before, `a` after, `t` at the top, Escape gives up.
 */
export function useTreeKeys<Row>(
  table: RefObject<HTMLTableElement | null>,
  tree: Tree<Row>,
  commands: Commands<Row>,
): TreeKeys {
  const scope = usePluginScope();
  const [held, setActive] = useState<string | null>(null);
  const hadFocus = useRef(false);
  const { rows } = tree;
  const index = Math.max(
    0,
    rows.findIndex(({ id }) => id === held),
  );
  const active = rows[index];
  const rowOf = (id: string): HTMLElement | null =>
    table.current?.querySelector<HTMLElement>(`tr[data-id="${CSS.escape(id)}"]`) ?? null;
  const focus = (id: string): void => {
    setActive(id);
    rowOf(id)?.focus();
  };
  const go = (to: number): void => {
    const next = rows[Math.max(0, Math.min(rows.length - 1, to))];
    if (next === undefined) return;
    focus(next.id);
    commands.moving.point(next, 'inside');
  };
  // A row that was moved or closed in takes the keyboard's place with it.
  useLayoutEffect(() => {
    if (hadFocus.current && document.activeElement === document.body && active !== undefined) {
      table.current?.querySelector<HTMLElement>(`tr[tabindex="0"]`)?.focus();
    }
  });
  useEffect(
    () =>
      scope.listen(document, 'focusin', (event) => {
        hadFocus.current = event.target instanceof Node && table.current?.contains(event.target) === true;
      }),
    [scope, table],
  );
  /** `/` leads to the first filter, `j` and `k` from anywhere on the page to where the keyboard stood. */
  const pressOnPage = useEffectEvent((event: globalThis.KeyboardEvent): boolean => {
    const { target, key } = event;
    if (event.metaKey || event.ctrlKey || event.altKey) return false;
    const isOnPage = target === document.body;
    if (key === '/' && (isOnPage || (target !== null && isOnRow(target)))) {
      document.querySelector<HTMLElement>('[data-first-filter]')?.focus();
      return true;
    }
    if (!isOnPage || active === undefined || (key !== 'j' && key !== 'k')) return false;
    focus(active.id);
    return true;
  });
  useEffect(
    () =>
      scope.listen(document, 'keydown', (event) => {
        if (event instanceof window.KeyboardEvent && pressOnPage(event)) event.preventDefault();
      }),
    [scope],
  );
  return {
    activeId: active?.id ?? null,
    setActive,
    focus,
    onKeyDown: (event) => {
      if (!isOnRow(event.target) || event.ctrlKey || event.metaKey) return;
      // The row that the key was pressed on: what is held may be drawn a moment after the focus came.
      const { id: pressedOn } = event.target.dataset;
      const at = Math.max(
        0,
        rows.findIndex(({ id }) => id === pressedOn),
      );
      const row = rows[at];
      if (row === undefined) return;
      const isTaken =
        (commands.moving.moving !== null && putDown(event, row, commands.moving)) ||
        walk(event, { tree, active: row, index: at, go, focus }) ||
        command(event, row, tree, commands);
      if (isTaken) event.preventDefault();
    },
  };
}

function isOnRow(target: EventTarget): target is HTMLElement {
  return target instanceof HTMLElement && target.matches('tbody tr');
}

/** Keys while a row is picked up. */
function putDown<Row>(event: KeyboardEvent<HTMLElement>, at: TreeRow<Row>, moving: TreeMoving<Row>): boolean {
  switch (event.key) {
    case 'Escape':
      moving.cancel();
      return true;
    case 'Enter':
      moving.point(at, 'inside');
      moving.drop(at, 'inside');
      return true;
    case 'b':
      moving.drop(at, 'before');
      return true;
    case 'a':
      moving.drop(at, 'after');
      return true;
    case 't':
      moving.point(null, 'inside');
      moving.drop(null, 'inside');
      return true;
    default:
      return false;
  }
}

function walk<Row>(
  event: KeyboardEvent<HTMLElement>,
  at: {
    readonly tree: Tree<Row>;
    readonly active: TreeRow<Row>;
    readonly index: number;
    readonly go: (to: number) => void;
    readonly focus: (id: string) => void;
  },
): boolean {
  const { tree, active, index, go } = at;
  if (event.altKey) return false;
  switch (event.key) {
    case 'ArrowDown':
    case 'j':
      go(index + 1);
      return true;
    case 'ArrowUp':
    case 'k':
      go(index - 1);
      return true;
    case 'Home':
      go(0);
      return true;
    case 'End':
      go(tree.rows.length - 1);
      return true;
    case 'ArrowRight':
      if (active.isExpanded) go(index + 1);
      else if (active.hasChildren) tree.setExpanded([active.id], true);
      return true;
    case 'ArrowLeft':
      if (active.isExpanded) tree.setExpanded([active.id], false);
      else if (active.parentId !== null) at.focus(active.parentId);
      return true;
    case '*':
      tree.setExpanded(
        tree.rows.filter((row) => row.parentId === active.parentId).map(({ id }) => id),
        true,
      );
      return true;
    default:
      return false;
  }
}

function command<Row>(
  event: KeyboardEvent<HTMLElement>,
  active: TreeRow<Row>,
  tree: Tree<Row>,
  commands: Commands<Row>,
): boolean {
  if (event.altKey) {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return false;
    commands.moving.step(active, event.key === 'ArrowUp' ? -1 : 1);
    return true;
  }
  if (event.key === 'Enter' && commands.onOpen) commands.onOpen(active.row);
  else if (event.key === 'F2' && commands.onRename) commands.onRename(active);
  else if (event.key === 'm') commands.moving.pick(active);
  else if (event.key === 'x' && commands.isSelectable) tree.selection.toggle(active.row);
  else return false;
  return true;
}
