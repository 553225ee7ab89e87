import { createValue } from '../state/store.ts';

/** Keys of one part of the console, as the sheet behind `?` shows them. */
export interface ShortcutGroup {
  /** Offered twice it is there once. */
  readonly id: string;
  readonly title: string;
  readonly entries: readonly { readonly keys: readonly string[]; readonly text: string }[];
}

/** What is on screen and has keys of its own, in the order it came. */
export const shortcutGroups$ = createValue<readonly ShortcutGroup[]>([]);

/**
 * Puts keys on the sheet behind `?` for as long as they work.
 *
 * @example useEffect(() => offerShortcuts({ id: 'list', title: t('keys.title'), entries }), [t]);
 */
export function offerShortcuts(group: ShortcutGroup): () => void {
  shortcutGroups$.next([...shortcutGroups$.value, group]);
  return () => {
    shortcutGroups$.next(shortcutGroups$.value.filter((one) => one !== group));
  };
}
