import type { CSSProperties } from 'react';

// In code: a sheet of its own would have to stand in the document of who never opens a frame.

export const FRAME_BOX: Readonly<Record<'page' | 'fill', CSSProperties>> = {
  page: { position: 'relative', height: '100%' },
  fill: { position: 'relative', minHeight: 40 },
};

export const FRAME: CSSProperties = {
  display: 'block',
  width: '100%',
  height: '100%',
  border: 0,
  colorScheme: 'normal',
};

export const OVER_FRAME: CSSProperties = {
  position: 'absolute',
  inset: 0,
  display: 'grid',
  placeItems: 'center',
  pointerEvents: 'none',
};

/** What is said of a frame that is there still, so that it can be read and answered. */
export const ASIDE: CSSProperties = {
  position: 'absolute',
  zIndex: 2,
  top: 24,
  left: '50%',
  boxSizing: 'border-box',
  width: 'min(480px, calc(100% - 32px))',
  margin: 0,
  padding: '16px 20px',
  border: '1px solid var(--k-line)',
  borderRadius: 'var(--k-radius)',
  background: 'var(--k-raised)',
  boxShadow: 'var(--k-shadow)',
  transform: 'translateX(-50%)',
};
