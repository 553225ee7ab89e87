import type { Query, QueryFilters } from '@tanstack/react-query';
import { queryClient } from '../api/query-client.ts';

const awaited = new WeakSet<Query>();

/**
 * Reads again what is shown of these. A first reading that is under way goes on, for a page waits for it; as its
 * answer may be older than what was told meanwhile, it is read once more after.
 */
export function readAgain(filters: QueryFilters): void {
  for (const query of queryClient.getQueryCache().findAll(filters)) {
    const isFirst = query.state.data === undefined && query.state.fetchStatus === 'fetching';
    if (!isFirst || awaited.has(query)) continue;
    awaited.add(query);
    const again = (): void => {
      awaited.delete(query);
      void queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true });
    };
    // The one that is under way: nothing more is requested.
    query.fetch().then(again, again);
  }
  void queryClient.invalidateQueries(filters);
}
