import { useMemo } from 'react';
import type { MenuLeaf } from '../menu/menu-tree.ts';
import { useHost } from '../shell/host-context.ts';
import { useText } from '../texts.ts';

/** What the console itself can do, found by name like a page; none before something is typed. */
export function useActionLeaves(typed: string): {
  readonly leaves: readonly MenuLeaf[];
  /** Null where an entry is no action. */
  readonly runOf: (id: string) => (() => void) | null;
} {
  const t = useText();
  const { openOverlay, signOut, changeSettings } = useHost();
  const hasTyped = typed.trim() !== '';
  const actions = useMemo(
    () => [
      { id: 'settings', title: t('person.settings'), run: () => openOverlay('settings') },
      { id: 'password', title: t('person.password'), run: () => openOverlay('password') },
      { id: 'shortcuts', title: t('person.shortcuts'), run: () => openOverlay('shortcuts') },
      { id: 'light', title: t('palette.light'), run: () => void changeSettings({ theme: 'light' }) },
      { id: 'dark', title: t('palette.dark'), run: () => void changeSettings({ theme: 'dark' }) },
      { id: 'signOut', title: t('person.signOut'), run: () => void signOut() },
    ],
    [t, openOverlay, signOut, changeSettings],
  );
  const leaves = useMemo(
    () =>
      (hasTyped ? actions : []).map(({ id, title }) => ({
        node: { id: `action:${id}`, title, path: null, externalUrl: null, icon: 'cog', children: [] },
        section: t('palette.actions'),
      })),
    [actions, hasTyped, t],
  );
  return { leaves, runOf: (id) => actions.find((action) => `action:${action.id}` === id)?.run ?? null };
}
