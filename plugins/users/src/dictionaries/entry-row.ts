import { apiLanguage, session$ } from '@kituo/sdk';
import type { dictionary, ReplyOf } from '@kituo/sdk/contracts';

export type Dictionary = ReplyOf<typeof dictionary.tree>[number];
export type Entry = Dictionary['entries'][number];

/** An entry as its table shows it, below the one it belongs to. */
export interface EntryRow extends Entry {
  readonly childList: EntryRow[];
  /** Its words in the reader's language. */
  readonly words: string;
  /** Its words in the other languages, each behind its code. */
  readonly otherWords: readonly string[];
  readonly state: 'ENABLED' | 'DISABLED';
}

function rowOf(entry: Entry, below: ReadonlyMap<number | null, Entry[]>): EntryRow {
  const code = apiLanguage(session$.value.language);
  const words = entry.label[code];
  const shown = words === undefined || words === '' ? 'en' : code;
  return {
    ...entry,
    words: entry.label[shown] ?? '',
    otherWords: Object.entries(entry.label)
      .filter(([language, text]) => language !== shown && text !== '')
      .map(([language, text]) => `${language}: ${text}`),
    state: entry.enabled ? 'ENABLED' : 'DISABLED',
    childList: (below.get(entry.id) ?? []).map((child) => rowOf(child, below)),
  };
}

/** The entries of one dictionary as they hang together. */
export function entryRows(dictionaries: readonly Dictionary[]): EntryRow[] {
  const below = Map.groupBy(dictionaries[0]?.entries ?? [], ({ parentId }) => parentId);
  return (below.get(null) ?? []).map((entry) => rowOf(entry, below));
}
