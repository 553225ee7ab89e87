import { useLayoutEffect, useState } from 'react';
import type { RefObject } from 'react';
import type { Density } from './kept-layout.ts';

const COMPACT = 32;
const COMFORTABLE = 40;
/** Taken until the window has been measured, in pixels. */
const WIDTH_AT_FIRST = 1200;

/** The height of a row in pixels: of the list's own density, else of the person's setting. */
export function useRowHeight(element: RefObject<HTMLElement | null>, density: Density | null): number {
  const [height, setHeight] = useState(density === 'comfortable' ? COMFORTABLE : COMPACT);
  useLayoutEffect(() => {
    const look = (): void => {
      if (element.current === null) return;
      const token = getComputedStyle(element.current).getPropertyValue('--k-row');
      setHeight(Number.parseInt(token, 10) || COMPACT);
    };
    look();
    const changes = new MutationObserver(look);
    changes.observe(document.documentElement, { attributeFilter: ['data-density'] });
    return () => {
      changes.disconnect();
    };
  }, [element, density]);
  return height;
}

/** The inner width of an element in pixels, as it changes. */
export function useWindowWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(WIDTH_AT_FIRST);
  useLayoutEffect(() => {
    const observed = element.current;
    if (observed === null || typeof ResizeObserver !== 'function') return;
    const observer = new ResizeObserver(() => {
      setWidth(observed.clientWidth);
    });
    observer.observe(observed);
    return () => {
      observer.disconnect();
    };
  }, [element]);
  return width;
}
