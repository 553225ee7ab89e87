import type { FilterTexts } from './filters.ts';
import { personalIdOf, viewIdOf } from './list-address.ts';
import type { ListState } from './list-address.ts';

/** Stands in an address for a filter that would hold something automatically and was cleared. */
const CLEARED = 'any';

/** What filters hold at first, where the address says nothing of them: a view and kept filters say it all. */
export function withInitial(state: ListState, query: URLSearchParams, initial: FilterTexts): ListState {
  const names = Object.keys(initial);
  if (names.length === 0) return state;
  const saysAll = viewIdOf(query) !== null || personalIdOf(query) !== null;
  const filters: Record<string, string> = { ...state.filters };
  for (const name of names) {
    if (query.get(name) === CLEARED) delete filters[name];
    else if (!query.has(name) && !saysAll) filters[name] = initial[name] ?? '';
  }
  return { ...state, filters };
}

/** Marks in the address what was cleared, so that it does not come back automatically. */
export function withCleared(query: URLSearchParams, state: ListState, initial: FilterTexts): URLSearchParams {
  for (const name of Object.keys(initial)) {
    if ((state.filters[name] ?? '') === '') query.set(name, CLEARED);
  }
  return query;
}
