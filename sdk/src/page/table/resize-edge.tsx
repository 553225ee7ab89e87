import type { KeyboardEvent, PointerEvent } from 'react';
import { MAX_WIDTH, MIN_WIDTH } from './kept-layout.ts';

const STEP = 16;

/** A column's right edge: dragged, moved by arrows in steps of 16 pixels, fitted by a double click. */
export function ResizeEdge(props: {
  readonly label: string;
  readonly width: number;
  readonly onResize: (width: number) => void;
  readonly onFit: (edge: HTMLElement) => void;
}) {
  const { width, onResize } = props;
  const startDrag = (down: PointerEvent<HTMLElement>): void => {
    down.preventDefault();
    const edge = down.currentTarget;
    const startX = down.clientX;
    const drag = (move: globalThis.PointerEvent): void => {
      onResize(width + move.clientX - startX);
    };
    edge.setPointerCapture(down.pointerId);
    edge.addEventListener('pointermove', drag);
    edge.addEventListener(
      'lostpointercapture',
      () => {
        edge.removeEventListener('pointermove', drag);
      },
      { once: true },
    );
  };
  const step = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    event.preventDefault();
    event.stopPropagation();
    onResize(width + (event.key === 'ArrowRight' ? STEP : -STEP));
  };
  return (
    <span
      className="kp-resize"
      role="separator"
      aria-orientation="vertical"
      aria-label={props.label}
      aria-valuenow={width}
      aria-valuemin={MIN_WIDTH}
      aria-valuemax={MAX_WIDTH}
      tabIndex={-1}
      onPointerDown={startDrag}
      onKeyDown={step}
      onDoubleClick={(event) => {
        props.onFit(event.currentTarget);
      }}
    />
  );
}
