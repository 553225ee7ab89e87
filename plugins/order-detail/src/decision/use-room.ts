import { type RefObject, useLayoutEffect } from 'react';

/**
 * Tells styles how much of the window the console's bars take above the page (`--of-bars`): a menu across the top
 * takes one row or more. Without it the panel would end below the window, and its buttons with it.
 */
export function useRoom(panel: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = panel.current;
    const main = element?.closest('main');
    if (!element || !main || typeof ResizeObserver !== 'function') return;
    const observer = new ResizeObserver(() => {
      element.style.setProperty('--of-bars', `${window.innerHeight - main.clientHeight}px`);
    });
    observer.observe(main);
    return () => {
      observer.disconnect();
    };
  }, [panel]);
}
