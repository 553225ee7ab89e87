import { expect, it } from 'vitest';
import type { ConsoleState } from '../console/console-state.ts';
import { asksToSaveData, prefetchLikelyPages } from './idle-prefetch.ts';
import { fakeBootstrap } from '@kituo/sdk/testing';

const plugin = {
  name: 'p',
  version: '1.0.0',
  titleKey: 'p',
  files: [],
  entry: 0,
  styles: [],
  locales: {},
  pages: [],
};
const page = { name: 'A', path: '/A', titleKey: 'a', files: [], styles: [], shared: [] };
const place = { pathname: '/a', search: '', hash: '', key: 'k', state: null };

function setUp(options: { savesData?: boolean } = {}) {
  let listener: () => void = () => undefined;
  let idle: (() => void) | null = null;
  const fetched: string[] = [];
  const tab: { state: ConsoleState } = { state: { phase: 'starting' } };
  prefetchLikelyPages({
    console: {
      get state() {
        return tab.state;
      },
      subscribe(next) {
        listener = next;
        return () => (listener = () => undefined);
      },
      prefetch: (path) => fetched.push(path),
    },
    places: () => ({ pinned: ['/Pin', '/A'], recent: ['/A', '/B', '/Pin', '/C', '/D', '/E'] }),
    whenIdle: (task) => (idle = task),
    savesData: () => options.savesData ?? false,
  });
  return {
    fetched,
    show(kind: 'page' | 'opening') {
      tab.state = {
        phase: 'open',
        bootstrap: fakeBootstrap(),
        pending: null,
        content:
          kind === 'opening'
            ? { kind, place }
            : {
                kind,
                place,
                entry: { plugin, page },
                component: () => null,
                navigation: 'POP',
                attempt: 0,
              },
      };
      listener();
    },
    becomeIdle: () => idle?.(),
  };
}

it('fetches pinned and recent pages, four at most and never the open one, once the page stands', () => {
  const { fetched, show, becomeIdle } = setUp();
  show('opening');
  becomeIdle();
  expect(fetched).toEqual([]);
  show('page');
  expect(fetched).toEqual([]);
  becomeIdle();
  expect(fetched).toEqual(['/Pin', '/B', '/C', '/D']);
});

it('fetches nothing on a connection that saves data', () => {
  const { fetched, show, becomeIdle } = setUp({ savesData: true });
  show('page');
  becomeIdle();
  expect(fetched).toEqual([]);
});

it.each([
  [{}, false],
  [{ connection: { saveData: true, effectiveType: '4g' } }, true],
  [{ connection: { saveData: false, effectiveType: 'slow-2g' } }, true],
  [{ connection: { saveData: false, effectiveType: '4g' } }, false],
])('%o', (navigator, isSaved) => {
  expect(asksToSaveData(navigator)).toBe(isSaved);
});
