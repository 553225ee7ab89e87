import type { scheduling } from '@kituo/sdk/contracts';
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';

const MINUTE = 60_000;
const STEP = 30 * MINUTE;
const SHORTEST = 30 * MINUTE;
const LONGEST = 12 * 60 * MINUTE;
/** How far the pointer moves for one step. */
const PIXELS = 12;

/** When a shift would begin and end. */
export interface Times {
  readonly startAt: string;
  readonly endAt: string;
}

/** Steps by key, while Shift is held: up and down move the start, left and right the end. */
const KEYS: Readonly<Record<string, readonly [start: number, end: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** Times moved by half hours; unchanged where a shift would be shorter than half an hour or longer than twelve. Pure. */
export function resizedBy({ startAt, endAt }: Times, [start, end]: readonly [number, number]): Times {
  const [from, to] = [Date.parse(startAt) + start * STEP, Date.parse(endAt) + end * STEP];
  const length = to - from;
  if (length < SHORTEST || length > LONGEST) return { startAt, endAt };
  return { startAt: new Date(from).toISOString(), endAt: new Date(to).toISOString() };
}

/** The times of a shift as they are being changed, by keys or by its edge; `open` asks whether they are to be kept. */
export function useResizing(shift: scheduling.Shift, open: (times: Times) => void) {
  const [times, setTimes] = useState<Times | null>(null);
  const grip = useRef<{ readonly at: number; readonly of: Times } | null>(null);
  const settle = (kept: Times | null) => {
    setTimes(null);
    if (kept !== null && (kept.startAt !== shift.startAt || kept.endAt !== shift.endAt)) open(kept);
  };
  return {
    times: times ?? shift,
    isResizing: times !== null,
    /** Whether the key was one of resizing. */
    onKey(event: KeyboardEvent): boolean {
      const step = event.shiftKey ? KEYS[event.key] : undefined;
      if (step) setTimes(resizedBy(times ?? shift, step));
      else if (times === null) return false;
      else if (event.key === 'Enter') settle(times);
      else if (event.key === 'Escape') settle(null);
      else return false;
      event.preventDefault();
      event.stopPropagation();
      return true;
    },
    stop: () => {
      if (grip.current === null) setTimes(null);
    },
    edge: {
      onPointerDown(event: PointerEvent<HTMLElement>) {
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        grip.current = { at: event.clientX, of: shift };
      },
      onPointerMove({ clientX }: PointerEvent) {
        const held = grip.current;
        if (held) setTimes(resizedBy(held.of, [0, Math.round((clientX - held.at) / PIXELS)]));
      },
      onPointerUp() {
        grip.current = null;
        settle(times);
      },
      onPointerCancel() {
        grip.current = null;
        settle(null);
      },
    },
  };
}
