import type { SessionPlugin } from '@kituo/sdk/contracts';
import type { PageEntry } from '../registry/page-table.ts';
import { pathKey } from '../routing/routes.ts';
import type { Place } from '../routing/history.ts';
import type { ContentView } from './console-state.ts';

type PageView = Extract<ContentView, { kind: 'page' }>;
type PageTable = ReadonlyMap<string, PageEntry>;

/** The section whose version is kept while it is open; none where its page threw. */
export function keptPlugin(content: ContentView | null, thrown: PageEntry | null): SessionPlugin | null {
  return content?.kind === 'page' && content.entry !== thrown ? content.entry.plugin : null;
}

/** The page that did not come, or threw: who looks at it has nothing to lose. */
export function brokenEntry(content: ContentView | null, thrown: PageEntry | null): PageEntry | null {
  if (content === null || !('entry' in content)) return null;
  return content.kind === 'failed' || content.entry === thrown ? content.entry : null;
}

/** The page that is shown, where just its query is another: that belongs to the page, whatever version is newest. */
export function withNewQuery(
  shown: ContentView | null,
  place: Place,
  { page }: PageEntry,
  attempt: number,
): PageView | null {
  if (shown?.kind !== 'page' || shown.entry.page.path !== page.path) return null;
  const isSamePage = shown.place.pathname === place.pathname && shown.attempt === attempt;
  return isSamePage && shown.place.key !== place.key ? shown : null;
}

/** The page that is shown, where it is no longer the person's. */
export function goneEntry(
  content: ContentView,
  pagesGone: readonly string[],
  tableBefore: PageTable,
  table: PageTable,
): PageEntry | null {
  const key = pathKey(content.place.pathname);
  const isGone = pagesGone.includes(key) || !table.has(key);
  return isGone ? (tableBefore.get(key) ?? null) : null;
}
