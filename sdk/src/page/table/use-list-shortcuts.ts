import { useEffect, useEffectEvent } from 'react';
import { session$ } from '../../session/session-store.ts';
import { offerShortcuts } from '../../shortcuts/shortcuts.ts';
import { useValue } from '../../state/store.ts';
import { useKitText } from '../platform.ts';

const LIST_KEYS = {
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

const TREE_KEYS = {
  walk: ['j', 'k', '↑', '↓'],
  branch: ['→', '←'],
  level: ['*'],
  open: ['Enter'],
  select: ['x'],
  rename: ['F2'],
  pick: ['m'],
  step: ['Alt', '↑', '↓'],
  filter: ['/'],
} as const satisfies Record<string, readonly string[]>;

/** Puts a list's keys on the sheet behind `?` while the list is on screen. */
export function useListShortcuts(): void {
  useSheet('list', 'table.shortcuts', LIST_KEYS);
}

/** As {@link useListShortcuts}, for a tree: just the keys that do something in it. */
export function useTreeShortcuts(can: Readonly<Record<'open' | 'select' | 'rename' | 'pick' | 'step', boolean>>): void {
  const asked: Readonly<Record<string, boolean>> = can;
  const keys = Object.entries(TREE_KEYS).filter(([name]) => asked[name] !== false);
  useSheet('tree', 'tree.shortcuts', Object.fromEntries(keys));
}

function useSheet(
  id: string,
  texts: 'table.shortcuts' | 'tree.shortcuts',
  sheet: Readonly<Record<string, readonly string[]>>,
): void {
  const kit = useKitText();
  const { language } = useValue(session$);
  const groupNow = useEffectEvent(() => ({
    id,
    title: kit(`${texts}.title`),
    entries: Object.entries(sheet).map(([name, keys]) => ({ keys, text: kit(`${texts}.${name}`) })),
  }));
  const offered = Object.keys(sheet).join();
  useEffect(() => offerShortcuts(groupNow()), [language, offered]);
}
