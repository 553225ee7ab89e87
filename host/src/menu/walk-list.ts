import type { KeyboardEvent } from 'react';

const STOPS = 'input[type=search], a[href], button[aria-expanded]';

/** Arrow keys, Home and End walk the entries of a menu; right opens a section, left closes it. */
export function walkList(event: KeyboardEvent, root: HTMLElement | null): void {
  if (root === null || event.altKey || event.ctrlKey || event.metaKey) return;
  const stops = [...root.querySelectorAll<HTMLElement>(STOPS)];
  const at = stops.findIndex((stop) => stop === document.activeElement);
  const present = stops[at];
  const isTyping = present instanceof HTMLInputElement;
  const to = targetOf(event.key, at, stops.length, isTyping);
  if (to !== null) {
    event.preventDefault();
    stops[to]?.focus();
    return;
  }
  const expanded = present?.getAttribute('aria-expanded');
  const isToggle =
    (event.key === 'ArrowRight' && expanded === 'false') || (event.key === 'ArrowLeft' && expanded === 'true');
  if (isToggle) present?.click();
}

function targetOf(key: string, at: number, count: number, isTyping: boolean): number | null {
  switch (key) {
    case 'ArrowDown':
      return Math.min(at + 1, count - 1);
    case 'ArrowUp':
      return Math.max(at - 1, 0);
    case 'Home':
      return isTyping ? null : 0;
    case 'End':
      return isTyping ? null : count - 1;
    default:
      return null;
  }
}
