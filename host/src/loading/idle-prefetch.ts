import type { Console } from '../console/console.ts';
import { pathKey } from '../routing/routes.ts';
import type { PagePlaces } from '../menu/pins.ts';

/** Pages loaded ahead at most: the likely ones, not the menu. */
const MAX_PAGES = 4;
/** The first page reads its rows and draws them before anything is fetched for later. Milliseconds. */
export const AFTER_FIRST_PAGE_MS = 2_000;

export interface IdlePrefetchParts {
  readonly console: Pick<Console, 'state' | 'subscribe' | 'prefetch'>;
  readonly places: () => PagePlaces;
  /** Runs a task once after some milliseconds, when the browser has nothing else to do. */
  readonly whenIdle: (task: () => void, afterMs: number) => void;
  /** True where the connection is counted or slow: then only what is asked for is fetched. */
  readonly savesData: () => boolean;
}

/** Loads the pinned and the recent pages once the first page stands, so that opening one only draws. */
export function prefetchLikelyPages(parts: IdlePrefetchParts): void {
  const { console, places, whenIdle, savesData } = parts;
  const stop = console.subscribe(() => {
    const { state } = console;
    if (state.phase !== 'open' || state.content.kind !== 'page') return;
    stop();
    const shown = pathKey(state.content.entry.page.path);
    whenIdle(() => {
      if (savesData()) return;
      const { pinned, recent } = places();
      const likely = new Set([...pinned, ...recent].filter((path) => pathKey(path) !== shown));
      for (const path of [...likely].slice(0, MAX_PAGES)) console.prefetch(path);
    }, AFTER_FIRST_PAGE_MS);
  });
}

/** The browser's own idle time; a plain delay where it has no such notion (Safari). */
export function idleTime(view: Window): IdlePrefetchParts['whenIdle'] {
  return (task, afterMs) => {
    view.setTimeout(() => {
      if ('requestIdleCallback' in view) view.requestIdleCallback(task);
      else task();
    }, afterMs);
  };
}

/** What the Network Information API says, where there is one. */
export function asksToSaveData(navigator: object): boolean {
  const connection: unknown = Reflect.get(navigator, 'connection');
  if (typeof connection !== 'object' || connection === null) return false;
  const { saveData, effectiveType } = { saveData: false, effectiveType: '', ...connection };
  return saveData || /2g$/.test(effectiveType);
}
