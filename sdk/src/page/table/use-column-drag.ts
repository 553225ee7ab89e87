import type { DragHandler } from '@blueprintjs/table';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { MouseEvent } from 'react';

/** A pointer that moved less than this wants a click, in pixels. */
const STARTS_AFTER = 6;

export interface ColumnDrag {
  /** The column under way and the place it would take; null while nothing is dragged. */
  readonly now: { readonly key: string; readonly from: number; readonly to: number } | null;
  /** For Blueprint's `Draggable` around the row of titles, which keeps those it was drawn with first. */
  readonly handlers: DragHandler;
  /** Swallows the click that ends a drag. */
  onClickCapture(event: MouseEvent): void;
}

/** A title the pointer went down on. */
interface Pressed {
  readonly head: Element;
  readonly key: string;
  readonly place: number;
}

/** Moves a column by dragging its title; `onDrop` gets the place among the drawn columns. */
export function useColumnDrag(onDrop: (key: string, to: number) => void): ColumnDrag {
  const [now, setNow] = useState<ColumnDrag['now']>(null);
  const pressed = useRef<Pressed>(null);
  const hasMoved = useRef(false);
  const newest = useRef(onDrop);
  useLayoutEffect(() => {
    newest.current = onDrop;
  });
  const isUnderWay = now !== null;
  useEffect(() => {
    if (!isUnderWay) return;
    const giveUp = ({ key }: KeyboardEvent): void => {
      if (key !== 'Escape') return;
      pressed.current = null;
      setNow(null);
    };
    window.addEventListener('keydown', giveUp);
    return () => {
      window.removeEventListener('keydown', giveUp);
    };
  }, [isUnderWay]);
  const [handlers] = useState<DragHandler>(() => ({
    // The button that sorts takes the focus as ever.
    preventDefault: false,
    onActivate: ({ button, target }) => {
      hasMoved.current = false;
      pressed.current = button === 0 ? titleUnder(target) : null;
      return pressed.current !== null;
    },
    onDragMove: (_event, { current: [x], offset: [by] }) => {
      const title = pressed.current;
      if (title === null || (!hasMoved.current && Math.abs(by) < STARTS_AFTER)) return;
      hasMoved.current = true;
      setNow({ key: title.key, from: title.place, to: placeAt(title, x) });
    },
    onDragEnd: (_event, { current: [x] }) => {
      const title = pressed.current;
      pressed.current = null;
      setNow(null);
      if (title === null || !hasMoved.current) return;
      const to = placeAt(title, x);
      if (to !== title.place) newest.current(title.key, to);
    },
  }));
  return {
    now,
    handlers,
    onClickCapture: (event) => {
      if (!hasMoved.current) return;
      hasMoved.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}

/** The title under the pointer; null over its menu and its edge, which have pointers of their own. */
function titleUnder(target: EventTarget | null): Pressed | null {
  if (!(target instanceof Element) || target.closest('.kp-resize, .kp-column-menu') !== null) return null;
  const head = target.closest<HTMLElement>('[data-column]');
  const key = head?.dataset['column'];
  if (head === null || key === undefined) return null;
  return { head, key, place: headsBeside(head).indexOf(head) };
}

const headsBeside = (head: Element) => [...(head.closest('tr')?.querySelectorAll('[data-column]') ?? [])];

/** The place a column dropped at `x` takes once it has left its own. */
function placeAt(title: Pressed, x: number): number {
  const isPast = (head: Element) => {
    const { left, width } = head.getBoundingClientRect();
    return x > left + width / 2;
  };
  return headsBeside(title.head).filter((head) => head !== title.head && isPast(head)).length;
}
