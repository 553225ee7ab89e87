import { useLayoutEffect, useRef } from 'react';

/** What a dialog or drawer takes so that focus returns without scrolling. */
export interface QuietFocus {
  readonly shouldReturnFocusOnClose: false;
  readonly onClosed: () => void;
}

/**
 * Focus goes back to where it was when a dialog closes, and nothing scrolls: Blueprint's own way back drags a wide
 * table sideways to the button that opened the form.
 *
 * @example <Dialog {...useQuietFocus(isOpen)} isOpen={isOpen}>…</Dialog>
 */
export function useQuietFocus(isOpen: boolean): QuietFocus {
  const before = useRef<Element | null>(null);
  // Before the dialog itself is there to take the focus: its portal comes with the next drawing.
  useLayoutEffect(() => {
    if (isOpen) before.current = document.activeElement;
  }, [isOpen]);
  return {
    shouldReturnFocusOnClose: false,
    onClosed: () => {
      const { current } = before;
      before.current = null;
      if (current instanceof HTMLElement && current.isConnected) current.focus({ preventScroll: true });
    },
  };
}
