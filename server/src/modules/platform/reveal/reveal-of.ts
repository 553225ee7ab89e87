import type { List } from '../../../lists/index.ts';
import type { RevealKind } from './kinds.ts';

/** One value of a list's rows in full: for whom the list shows the row, and nobody else. */
export function revealOf<Stored>(
  list: Pick<List<unknown, never, unknown, Stored>, 'stored'>,
  { valueOf, ...kind }: Omit<RevealKind, 'load'> & { readonly valueOf: (stored: Stored) => string | null },
): RevealKind {
  return {
    ...kind,
    load: async (db, no, caller) => valueOf(await list.stored(no, { db, caller })),
  };
}
