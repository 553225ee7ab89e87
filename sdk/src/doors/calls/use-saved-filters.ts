import { view } from '@kituo/sdk/contracts';
import { useDetail } from '@kituo/sdk/page';
import type { SavedFilter, TaskChoices } from './task-fields.ts';

/** Views of the list that a section's entries are in, by their number; nothing for whoever may not open it. */
export type SavedFilters = ReadonlyMap<string, SavedFilter>;

/** Those with filters that name a person are left out: they are looked up, not called one after the other. */
export function useSavedFilters({ entries }: TaskChoices): SavedFilters {
  const { data } = useDetail(view.page, entries === undefined ? null : { page: entries.page, list: entries.list });
  const saved = new Map<string, SavedFilter>();
  for (const { viewId, viewName, filters, filterId, hasHiddenFilters } of data?.views ?? []) {
    if (filterId !== null || hasHiddenFilters) continue;
    const found = entries?.toFilters(filters) ?? null;
    if (found !== null) saved.set(viewId, { viewName, filters: found });
  }
  return saved;
}
