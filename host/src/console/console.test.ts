// @vitest-environment jsdom
import type { Bootstrap, PluginFact } from '@kituo/sdk/contracts';
import { describe, expect, it } from 'vitest';
import { LoadError } from '../loading/load-error.ts';
import type { PageLoader } from '../loading/page-loader-parts.ts';
import { fakePlugin, sessionWith } from '../registry/testing/session-parts.ts';
import { createHistory } from '../routing/history.ts';
import { createPluginHealth } from '../health/plugin-health.ts';
import { createConsole } from './console.ts';

const home = fakePlugin('home', '1.0.0', ['Home']);
const users = fakePlugin('users', '1.0.0', ['UserSystem/Users']);
const USERS = '/AdminContent/UserSystem/Users';

const Page = () => null;

/** As a document inlines it: the files of one plugin alone are named. */
const listed = sessionWith([home, { ...users, files: [] }]);

function setUp(at: string, first: Bootstrap, options: { mayTearDown?: boolean } = {}) {
  window.history.replaceState(null, '', at);
  let served = first;
  let token: string | null = 's.secret';
  let fullPaths = new Set<string>();
  let failure: LoadError | null = null;
  let failing: string | null = null;
  let refusal: Error | null = null;
  const log: string[] = [];
  const reads: Bootstrap[] = [];
  const told: PluginFact[] = [];
  const loader: PageLoader = {
    register: () => undefined,
    load(entry) {
      if (entry.plugin.files.length === 0) throw new Error('a page was loaded without its files');
      const isFailing = failing === null || entry.plugin.version === failing;
      if (failure === null || !isFailing) return Promise.resolve(Page);
      return Promise.reject(failure).finally(() => log.push(entry.page.name));
    },
    peek: () => null,
    prefetch: ({ plugin: { name, files } }) => log.push(`prefetch ${name} ${files.length}`),
    reset: async (entry) => {
      log.push(`reset ${entry.plugin.name}`);
    },
    release: (each) => log.push(`unload ${each.name}@${each.version}`),
    loadTexts: async () => undefined,
  };
  const history = createHistory(window);
  const tab = createConsole({
    history,
    loader,
    token: () => token,
    fullPaths: () => fullPaths,
    fetchBootstrap: async () => {
      reads.push(served);
      if (refusal !== null) throw refusal;
      return served;
    },
    applyBootstrap: (applied) => {
      fullPaths = new Set(applied.fullPaths);
    },
    notify: (notice) => log.push(notice.kind),
    mayTearDown: async () => options.mayTearDown ?? true,
    forgetSession: () => log.push('forget'),
    releaseScope: (name) => log.push(`release ${name}`),
    loadFailed: () => undefined,
    health: createPluginHealth(async (facts) => void told.push(...facts)),
    routeChanged: () => undefined,
  });
  tab.subscribe(() => queueMicrotask(() => tab.drawn(tab.state)));
  return {
    tab,
    log,
    reads,
    history,
    serve: (next: Bootstrap) => (served = next),
    setToken: (next: string | null) => (token = next),
    /** Of one version, or of all. */
    fail: (error: LoadError | null, version: string | null = null) => {
      failure = error;
      failing = version;
    },
    refuse: (error: Error | null) => (refusal = error),
    settle: () => new Promise((resolve) => setTimeout(resolve)),
  };
}

function shownVersion({ state }: ReturnType<typeof setUp>['tab']): string {
  if (state.phase !== 'open' || !('entry' in state.content)) return state.phase;
  return `${state.content.kind} ${state.content.entry.plugin.version}`;
}

function contentKind(tab: ReturnType<typeof setUp>['tab']): string {
  return tab.state.phase === 'open' ? tab.state.content.kind : tab.state.phase;
}

describe('console', () => {
  it('opens a deep link from the inlined bootstrap', async () => {
    const { tab } = setUp(USERS, sessionWith([]));
    await tab.start(sessionWith([home, users]));
    expect(contentKind(tab)).toBe('page');
  });

  it('tears an open page down when its plugin is switched off, after another was drawn', async () => {
    const { tab, log, serve, settle } = setUp(USERS, sessionWith([home, users]));
    await tab.start(null);
    serve(sessionWith([home]));
    await tab.refresh();
    await settle();
    expect(location.pathname).toBe('/AdminContent/Home');
    expect(log).toEqual(['pageGone', 'release users', 'unload users@1.0.0']);
  });

  it('gives whoever sees a failed page the other version at once', async () => {
    const { tab, serve, fail, settle } = setUp(USERS, sessionWith([home, users]));
    fail(new LoadError('evaluation', { plugin: 'users', version: '1.0.0' }));
    await tab.start(null);
    expect(contentKind(tab)).toBe('failed');
    fail(null);
    serve(sessionWith([home, fakePlugin('users', '0.9.0', ['UserSystem/Users'])]));
    await tab.refresh();
    await settle();
    expect(shownVersion(tab)).toBe('page 0.9.0');
    const { state } = tab;
    if (state.phase !== 'open' || state.content.kind !== 'page') throw new Error('no page');
    tab.pageThrew(state.content.entry);
    serve(sessionWith([home, fakePlugin('users', '0.8.0', ['UserSystem/Users'])]));
    await tab.refresh();
    await settle();
    expect(shownVersion(tab)).toBe('page 0.8.0');
    // A frame draws its own failure; that of another section's part says nothing of this page.
    tab.frameFailed(home, 'render');
    serve(sessionWith([home, fakePlugin('users', '0.7.0', ['UserSystem/Users'])]));
    await tab.refresh();
    await settle();
    expect(shownVersion(tab)).toBe('page 0.8.0');
    tab.frameFailed(fakePlugin('users', '0.8.0', ['UserSystem/Users']), 'http');
    await tab.refresh();
    await settle();
    expect(shownVersion(tab)).toBe('page 0.7.0');
    // Opened again by hand, a frame keeps its version like any page.
    const reopened = fakePlugin('users', '0.7.0', ['UserSystem/Users']);
    tab.frameFailed(reopened, 'render');
    tab.frameDrawn(reopened, 20, 0);
    serve(sessionWith([home, fakePlugin('users', '0.6.0', ['UserSystem/Users'])]));
    await tab.refresh();
    await settle();
    expect(shownVersion(tab)).toBe('page 0.7.0');
  });

  it('opens a version that keeps failing no more automatically, until the person asks', async () => {
    const { tab, log, fail, settle } = setUp('/AdminContent/Home', sessionWith([home, users]));
    await tab.start(null);
    log.length = 0;
    fail(new LoadError('integrity', { plugin: 'users', version: '1.0.0' }));
    for (let round = 0; round < 3; round += 1) {
      tab.navigate(USERS);
      await settle();
    }
    fail(null);
    tab.navigate(USERS);
    await settle();
    expect(tab.state).toMatchObject({ content: { error: { kind: 'breaker' } } });
    expect(log).toHaveLength(3);
    await tab.retry();
    expect(contentKind(tab)).toBe('page');
  });

  it('leaves nothing behind over fifty toggles', async () => {
    const { tab, log, serve, settle } = setUp('/AdminContent/Home', sessionWith([home]));
    await tab.start(null);
    for (let round = 0; round < 50; round += 1) {
      serve(sessionWith([home, users]));
      await tab.refresh();
      tab.navigate(USERS);
      await settle();
      serve(sessionWith([home]));
      await tab.refresh();
      await settle();
    }
    expect(log.filter((line) => line === 'unload users@1.0.0')).toHaveLength(50);
    expect(log.filter((line) => line === 'pagesCome')).toHaveLength(50);
    expect(contentKind(tab)).toBe('page');
  });

  it('keeps a page with a half-filled form until the person leaves it', async () => {
    const parts = setUp(USERS, sessionWith([home, users]), { mayTearDown: false });
    await parts.tab.start(null);
    parts.serve(sessionWith([home]));
    await parts.tab.refresh();
    await parts.settle();
    expect(location.pathname).toBe(USERS);
    expect(parts.log).toEqual([]);
    parts.tab.navigate('/AdminContent/Home');
    await parts.settle();
    expect(parts.log).toEqual(['release users', 'unload users@1.0.0']);
  });

  it('takes a new version in when the page is next opened', async () => {
    const { tab, log, serve, settle } = setUp(USERS, sessionWith([home, users]));
    await tab.start(null);
    serve(sessionWith([home, fakePlugin('users', '1.1.0', ['UserSystem/Users'])]));
    await tab.refresh();
    await settle();
    expect(log).toEqual([]);
    tab.navigate('/AdminContent/Home');
    await settle();
    expect(log).toEqual(['release users', 'unload users@1.0.0']);
  });

  it('keeps the version of a section until it is left, its other pages included', async () => {
    const pages = ['UserSystem/Users', 'UserSystem/Roles', 'UserSystem/Menus'];
    const both = (version: string) => sessionWith([home, fakePlugin('users', version, pages.slice(0, 2))]);
    const { tab, log, serve, settle } = setUp(USERS, both('1.0.0'));
    await tab.start(null);
    serve(both('2.0.0'));
    await tab.refresh();
    await tab.refresh();
    tab.navigate('/AdminContent/UserSystem/Roles');
    await settle();
    expect([shownVersion(tab), log]).toEqual(['page 1.0.0', []]);
    tab.navigate('/AdminContent/Home');
    await settle();
    expect(log).toEqual(['release users', 'unload users@1.0.0']);
    tab.navigate(USERS);
    await settle();
    expect(shownVersion(tab)).toBe('page 2.0.0');
    // A page that only the newest version has leads out of the section as well.
    serve(sessionWith([home, fakePlugin('users', '3.0.0', pages)]));
    await tab.refresh();
    tab.navigate('/AdminContent/UserSystem/Menus');
    await settle();
    expect(shownVersion(tab)).toBe('page 3.0.0');
  });

  it('takes the new version where a page of the one that was open can no longer be had', async () => {
    const pages = ['UserSystem/Users', 'UserSystem/Roles'];
    const { tab, serve, fail, settle } = setUp(USERS, sessionWith([home, fakePlugin('users', '1.0.0', pages)]));
    await tab.start(null);
    serve(sessionWith([home, fakePlugin('users', '2.0.0', pages)]));
    await tab.refresh();
    fail(new LoadError('http', { plugin: 'users', version: '1.0.0', status: 404 }), '1.0.0');
    tab.navigate('/AdminContent/UserSystem/Roles');
    await settle();
    expect(shownVersion(tab)).toBe('page 2.0.0');
  });

  it('brings the same person back to the page, another one to Home', async () => {
    for (const [userNo, path] of [
      ['U1', `${USERS}?page=2`],
      ['U2', '/AdminContent/Home'],
    ] as const) {
      const { tab, setToken, serve, settle } = setUp(`${USERS}?page=2`, sessionWith([home, users]));
      await tab.start(null);
      setToken(null);
      tab.sessionEnded('FROZEN', 'U1');
      tab.sessionEnded('NO_TOKEN', null);
      expect(tab.state).toEqual({ phase: 'signIn', reason: 'FROZEN' });
      expect(location.pathname).toBe('/Login');
      setToken('s2.secret');
      serve(sessionWith([home, users], userNo));
      await tab.signedIn();
      await settle();
      expect(location.pathname + location.search).toBe(path);
    }
  });

  it('opens the page that was asked for when what failed after the sign-in works at last', async () => {
    const { tab, history, setToken, refuse, settle } = setUp(USERS, sessionWith([home, users]));
    setToken(null);
    await tab.start(null);
    expect(location.pathname).toBe('/Login');
    setToken('s.secret');
    refuse(new Error('Change your password first.'));
    await tab.signedIn();
    expect(contentKind(tab)).toBe('unreachable');
    refuse(null);
    await tab.retry();
    await settle();
    expect(history.place.pathname).toBe(USERS);
    expect(contentKind(tab)).toBe('page');
  });

  it('opens the page of the document without a call, another after one for all files', async () => {
    const { tab, reads, settle } = setUp('/AdminContent/Home', sessionWith([home, users]));
    await tab.start(listed);
    expect([contentKind(tab), reads.length]).toEqual(['page', 0]);
    tab.navigate(USERS);
    await settle();
    expect([contentKind(tab), reads.length]).toEqual(['page', 1]);
    await tab.complete();
    expect(reads).toHaveLength(1);
  });

  it('reads the files once before it fetches pages ahead, and releases nothing by it', async () => {
    const { tab, log, reads, settle } = setUp('/AdminContent/Home', sessionWith([home, users]));
    await tab.start(listed);
    tab.prefetch(USERS);
    tab.prefetch(USERS);
    await settle();
    expect(reads).toHaveLength(1);
    expect(log).toEqual(['prefetch users 1', 'prefetch users 1']);
  });

  it('tells that the files could not be read, and reads them on retry', async () => {
    const { tab, refuse } = setUp(USERS, sessionWith([home, users]));
    refuse(new Error('no network'));
    await tab.start(listed);
    expect(contentKind(tab)).toBe('failed');
    refuse(null);
    await tab.retry();
    expect(contentKind(tab)).toBe('page');
  });

  it('opens no page that went while the files were being read', async () => {
    const { tab, log, settle } = setUp(USERS, sessionWith([home]));
    await tab.start(listed);
    await settle();
    expect([location.pathname, contentKind(tab)]).toEqual(['/AdminContent/Home', 'page']);
    expect(log).toContain('pageGone');
  });

  it('shows a failed page and loads it again on retry', async () => {
    const { tab, log, fail } = setUp(USERS, sessionWith([home, users]));
    fail(new LoadError('http', { plugin: 'users', version: '1.0.0', status: 503 }));
    await tab.start(null);
    expect(contentKind(tab)).toBe('failed');
    fail(null);
    await tab.retry();
    expect(contentKind(tab)).toBe('page');
    expect(log).toContain('reset users');
  });
});
