import { useRef, useState } from 'react';
import type { DragEvent } from 'react';
import { useKitText } from '../platform.ts';
import { faultOfMove } from './tree-shape.ts';
import type { TreeMove, TreePosition, TreeRow } from './tree-shape.ts';
import type { Tree } from './use-tree.ts';

/** How rows of a tree change their place: by drag, or picked up with `m` and put down by keys. */
export interface TreeMover<Row> {
  /** Siblings have an order of their own: rows go between them, and alt with an arrow moves by one. */
  readonly isOrdered: boolean;
  isAllowed(row: Row): boolean;
  /** Why not, in words, beyond what no tree allows; null where it may. */
  refusalOf(move: TreeMove<Row>): string | null;
  onMove(move: TreeMove<Row>): void;
}

/** A move under way: what it would do where the pointer or the keyboard stands. */
export interface TreeMoving<Row> {
  readonly moving: TreeRow<Row> | null;
  /** The row that is pointed at, and where beside it; an id of null is the top level. */
  readonly over: { readonly id: string | null; readonly position: TreePosition } | null;
  readonly refusal: string | null;
  pick(row: TreeRow<Row>): void;
  cancel(): void;
  /** Puts down what was picked up. Says so by its result. */
  drop(target: TreeRow<Row> | null, position: TreePosition): boolean;
  point(target: TreeRow<Row> | null, position: TreePosition): void;
  /** Moves by one place among the siblings. */
  step(row: TreeRow<Row>, by: -1 | 1): void;
  readonly drag: {
    start(event: DragEvent<HTMLElement>, row: TreeRow<Row>): void;
    over(event: DragEvent<HTMLElement>, target: TreeRow<Row> | null): void;
    drop(event: DragEvent<HTMLElement>, target: TreeRow<Row> | null): void;
    end(): void;
  };
}

/** How long a drag rests on a closed branch before it opens, in milliseconds. */
const OPEN_AFTER_MS = 700;

interface Held<Row> {
  readonly moving: TreeRow<Row> | null;
  readonly over: TreeMoving<Row>['over'];
  readonly refusal: string | null;
}
const RESTING = { moving: null, over: null, refusal: null } as const;

export function useTreeMove<Row>(tree: Tree<Row>, mover: TreeMover<Row> | undefined): TreeMoving<Row> {
  const kit = useKitText();
  const [held, setHeld] = useState<Held<Row>>(RESTING);
  const rest = useRef<{ readonly id: string; readonly since: number } | null>(null);

  const refusalOf = (move: TreeMove<Row>): string | null => {
    if (mover === undefined || (!mover.isOrdered && move.position !== 'inside')) {
      return kit('tree.notMovable');
    }
    const own = mover.refusalOf(move);
    if (own !== null) return own;
    const fault = faultOfMove(tree.roots, tree, move);
    return fault === null ? null : kit(fault === 'own' ? 'tree.ownBranch' : 'tree.samePlace');
  };
  const cancel = (): void => {
    rest.current = null;
    setHeld(RESTING);
  };
  const point = (target: TreeRow<Row> | null, position: TreePosition): void => {
    const { moving } = held;
    if (moving === null) return;
    const move = { row: moving.row, target: target?.row ?? null, position };
    const over = { id: target?.id ?? null, position };
    if (held.over?.id === over.id && held.over.position === position) return;
    setHeld({ moving, over, refusal: refusalOf(move) });
  };
  const drop = (target: TreeRow<Row> | null, position: TreePosition): boolean => {
    const { moving } = held;
    if (moving === null || mover === undefined) return false;
    const move = { row: moving.row, target: target?.row ?? null, position };
    if (refusalOf(move) !== null) return false;
    cancel();
    mover.onMove(move);
    return true;
  };
  return {
    ...held,
    cancel,
    point,
    drop,
    pick: (row) => {
      if (mover?.isAllowed(row.row) === true) setHeld({ ...RESTING, moving: row });
    },
    step: (row, by) => {
      if (mover?.isOrdered !== true || !mover.isAllowed(row.row)) return;
      const siblings = tree.rows.filter((one) => one.parentId === row.parentId);
      const beside = siblings[row.place - 1 + by];
      if (beside === undefined) return;
      const position = by === 1 ? 'after' : 'before';
      const move: TreeMove<Row> = { row: row.row, target: beside.row, position };
      if (refusalOf(move) === null) mover.onMove(move);
    },
    drag: {
      start: (event, row) => {
        if (mover?.isAllowed(row.row) !== true) {
          event.preventDefault();
          return;
        }
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', row.id);
        setHeld({ ...RESTING, moving: row });
      },
      over: (event, target) => {
        const { moving } = held;
        if (moving === null) return;
        const position = target === null ? 'inside' : placeOf(event, mover?.isOrdered === true);
        point(target, position);
        const isRefused = refusalOf({ row: moving.row, target: target?.row ?? null, position }) !== null;
        event.dataTransfer.dropEffect = isRefused ? 'none' : 'move';
        if (!isRefused) event.preventDefault();
        rest.current = openRested(tree, target, rest.current);
      },
      drop: (event, target) => {
        event.preventDefault();
        drop(target, target === null ? 'inside' : placeOf(event, mover?.isOrdered === true));
      },
      end: cancel,
    },
  };
}

/** The upper and the lower quarter of a row stand for the places beside it. */
function placeOf(event: DragEvent<HTMLElement>, isOrdered: boolean): TreePosition {
  if (!isOrdered) return 'inside';
  const { top, height } = event.currentTarget.getBoundingClientRect();
  const part = (event.clientY - top) / height;
  if (part < 0.25) return 'before';
  return part > 0.75 ? 'after' : 'inside';
}

function openRested<Row>(
  tree: Tree<Row>,
  target: TreeRow<Row> | null,
  rest: { readonly id: string; readonly since: number } | null,
): { readonly id: string; readonly since: number } | null {
  if (target === null || !target.hasChildren || target.isExpanded) return null;
  if (rest?.id !== target.id) return { id: target.id, since: Date.now() };
  if (Date.now() - rest.since < OPEN_AFTER_MS) return rest;
  tree.setExpanded([target.id], true);
  return null;
}
