import { useEffect, useRef, useState } from 'react';
import type { MouseEvent, PointerEvent } from 'react';

/** A pointer that moved less than this wants a click, in pixels. */
const STARTS_AFTER = 6;

export interface ColumnDrag {
  /** The column under way and the place it would take; null while nothing is dragged. */
  readonly now: { readonly key: string; readonly from: number; readonly to: number } | null;
  start(event: PointerEvent<HTMLElement>, key: string, place: number): void;
  /** Swallows the click that ends a drag. */
  onClickCapture(event: MouseEvent): void;
}

/** Moves a column by dragging its title; `onDrop` gets the place among the drawn columns. */
export function useColumnDrag(onDrop: (key: string, to: number) => void): ColumnDrag {
  const [now, setNow] = useState<ColumnDrag['now']>(null);
  const swallows = useRef(false);
  const stop = useRef<() => void>(undefined);
  useEffect(() => () => stop.current?.(), []);
  return {
    now,
    start: (down, key, place) => {
      swallows.current = false;
      if (down.button !== 0 || down.pointerType === 'touch') return;
      const row = down.currentTarget.closest('tr');
      const startX = down.clientX;
      let to: number | null = null;
      const drag = (move: globalThis.PointerEvent): void => {
        if (to === null && Math.abs(move.clientX - startX) < STARTS_AFTER) return;
        to = placeAt(row, move.clientX, place);
        swallows.current = true;
        setNow({ key, from: place, to });
      };
      const finish = (event: globalThis.PointerEvent): void => {
        stop.current?.();
        if (event.type === 'pointerup' && to !== null && to !== place) onDrop(key, to);
      };
      const giveUp = (event: KeyboardEvent): void => {
        if (event.key === 'Escape') stop.current?.();
      };
      stop.current = () => {
        window.removeEventListener('pointermove', drag);
        window.removeEventListener('pointerup', finish);
        window.removeEventListener('pointercancel', finish);
        window.removeEventListener('keydown', giveUp);
        setNow(null);
      };
      window.addEventListener('pointermove', drag);
      window.addEventListener('pointerup', finish);
      window.addEventListener('pointercancel', finish);
      window.addEventListener('keydown', giveUp);
    },
    onClickCapture: (event) => {
      if (!swallows.current) return;
      swallows.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}

/** The place a column dropped at `x` takes once it has left its own. */
function placeAt(row: Element | null, x: number, own: number): number {
  const heads = [...(row?.querySelectorAll('[data-column]') ?? [])];
  const isPast = (head: Element) => {
    const { left, width } = head.getBoundingClientRect();
    return x > left + width / 2;
  };
  return heads.filter((head, index) => index !== own && isPast(head)).length;
}
