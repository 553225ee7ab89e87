import { useSyncExternalStore } from 'react';

/** At this width or less the crosswise menu is forced. The specification's number. */
export const CROSSWISE_AT_PX = 1260;
/** At this width or less the menu is a drawer. */
export const PHONE_AT_PX = 640;
/** Below either of these the console cannot be worked with. */
const MINIMAL_WIDTH_PX = 300;
const MINIMAL_HEIGHT_PX = 240;

export type Frame = 'phone' | 'narrow' | 'wide';

export function frameOf(width: number): Frame {
  if (width <= PHONE_AT_PX) return 'phone';
  return width <= CROSSWISE_AT_PX ? 'narrow' : 'wide';
}

export function isTooSmall(width: number, height: number): boolean {
  return width < MINIMAL_WIDTH_PX || height < MINIMAL_HEIGHT_PX;
}

function onResize(changed: () => void): () => void {
  window.addEventListener('resize', changed);
  return () => window.removeEventListener('resize', changed);
}

export function useFrame(): Frame {
  return useSyncExternalStore(onResize, () => frameOf(window.innerWidth));
}

export function useIsTooSmall(): boolean {
  return useSyncExternalStore(onResize, () => isTooSmall(window.innerWidth, window.innerHeight));
}
