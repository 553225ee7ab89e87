import { useEffect, useState } from 'react';
import type { RefObject } from 'react';

/** Up to here all rows are drawn: a page of a list is. Past it, those in sight and a few around them. */
const ALL_UP_TO = 200;
/** Rows drawn above and below what is in sight. */
const AROUND = 10;
/** The window moves by so many rows at a time, so that slow scrolling seldom draws. */
const STEP = 5;
/** Drawn before the height of the window is known. */
const AT_FIRST = 30;

export interface RowWindow {
  /** The first row drawn. */
  readonly first: number;
  /** One past the last row drawn. */
  readonly end: number;
}

/** The rows to draw of a scrolled list of equally high rows, `rowHeight` in pixels. */
export function useRowWindow(
  scroller: RefObject<HTMLElement | null>,
  count: number,
  rowHeight: number,
): RowWindow {
  const [held, setHeld] = useState<RowWindow>({ first: 0, end: AT_FIRST });
  const drawsAll = count <= ALL_UP_TO;
  useEffect(() => {
    const element = scroller.current;
    if (drawsAll || element === null) return;
    const look = (): void => {
      const top = Math.floor(element.scrollTop / rowHeight / STEP) * STEP;
      const inSight = Math.ceil(element.clientHeight / rowHeight);
      const first = Math.max(0, top - AROUND);
      const end = top + STEP + Math.max(inSight, 1) + AROUND;
      setHeld((now) => (now.first === first && now.end === end ? now : { first, end }));
    };
    look();
    element.addEventListener('scroll', look, { passive: true });
    const resizes = typeof ResizeObserver === 'function' ? new ResizeObserver(look) : null;
    resizes?.observe(element);
    return () => {
      element.removeEventListener('scroll', look);
      resizes?.disconnect();
    };
  }, [scroller, drawsAll, rowHeight]);
  if (drawsAll) return { first: 0, end: count };
  const first = Math.min(held.first, Math.max(0, count - 1));
  return { first, end: Math.max(Math.min(held.end, count), first + 1) };
}
