import { useEffect, useEffectEvent } from 'react';
import { session$ } from '../../session/session-store.ts';
import { offerShortcuts } from '../../shortcuts/shortcuts.ts';
import { useValue } from '../../state/store.ts';
import { useKitText } from '../platform.ts';

const KEYS = {
  walk: ['j', 'k'],
  cells: ['↑', '↓', '←', '→'],
  ends: ['Home', 'End'],
  pages: ['PageDown', 'PageUp'],
  open: ['Enter'],
  select: ['x'],
  selectTo: ['Shift', 'x'],
  mark: ['Shift', '↑', '↓', '←', '→'],
  copy: ['Ctrl', 'C'],
  column: ['Shift', '←', '→'],
  width: ['+', '-'],
  filter: ['/'],
} as const satisfies Record<string, readonly string[]>;

/** Puts a list's keys on the sheet behind `?` while the list is on screen. */
export function useListShortcuts(): void {
  const kit = useKitText();
  const { language } = useValue(session$);
  const groupNow = useEffectEvent(() => ({
    id: 'list',
    title: kit('table.shortcuts.title'),
    entries: Object.entries(KEYS).map(([name, keys]) => ({
      keys,
      text: kit(`table.shortcuts.${name}`),
    })),
  }));
  useEffect(() => offerShortcuts(groupNow()), [language]);
}
