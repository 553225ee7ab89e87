import { Grid, Rect, Utils } from '@blueprintjs/table';
import { useEffect, useMemo, useState } from 'react';
import type { RefObject } from 'react';

/** Up to here all rows are drawn: a page of a list is. Past it, those in sight and a few around them. */
export const ALL_UP_TO = 200;
/** Rows drawn above and below what is in sight. */
const AROUND = 10;
/** The window moves by so many rows at a time, so that slow scrolling seldom draws. */
const STEP = 5;
/** Rows around what is in sight wait until the first painting is over. */
const LOOKS_AFTER_MS = 50;

export interface RowWindow {
  /** The first row drawn. */
  readonly first: number;
  /** One past the last row drawn. */
  readonly end: number;
  /** The height that rows take, `to` not included, in pixels. */
  heightOf(from: number, to: number): number;
}

/** The rows to draw of a scrolled list of equally high rows, `rowHeight` in pixels. */
export function useRowWindow(scroller: RefObject<HTMLElement | null>, count: number, rowHeight: number): RowWindow {
  const rows = useMemo(
    () =>
      new Grid(
        Utils.times(count, () => rowHeight),
        [],
        AROUND,
      ),
    [count, rowHeight],
  );
  const [held, setHeld] = useState(() => ({
    first: 0,
    end: Math.ceil(window.innerHeight / rowHeight),
  }));
  const drawsAll = count <= ALL_UP_TO;
  useEffect(() => {
    const element = scroller.current;
    if (drawsAll || element === null) return;
    const look = (): void => {
      const step = STEP * rowHeight;
      const top = Math.floor(element.scrollTop / step) * step;
      const rect = new Rect(0, top, 0, step + element.clientHeight);
      const { rowIndexStart: first, rowIndexEnd } = rows.getRowIndicesInRect({ rect, limit: 0 });
      const end = rowIndexEnd + 1;
      setHeld((now) => (now.first === first && now.end === end ? now : { first, end }));
    };
    const timer = setTimeout(look, LOOKS_AFTER_MS);
    element.addEventListener('scroll', look, { passive: true });
    window.addEventListener('resize', look);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('resize', look);
      element.removeEventListener('scroll', look);
    };
  }, [scroller, drawsAll, rowHeight, rows]);
  const heightOf = (from: number, to: number): number =>
    rows.getCumulativeHeightBefore(to) - rows.getCumulativeHeightBefore(from);
  if (drawsAll) return { first: 0, end: count, heightOf };
  const first = Math.min(held.first, Math.max(0, count - 1));
  return { first, end: Math.max(Math.min(held.end, count), first + 1), heightOf };
}
