import type { Bootstrap, PluginFailureKind, SessionPlugin } from '@kituo/sdk/contracts';
import { LoadError, toLoadError } from '../loading/load-error.ts';
import { hasFiles, type PageEntry } from '../registry/page-table.ts';
import { afterSignIn, guard, type GuardFacts } from '../routing/guard.ts';
import type { NavigationKind, Place } from '../routing/history.ts';
import { HOME_PATH, LOGIN_PATH, pathKey } from '../routing/routes.ts';
import { pathFor, readAskedFor, type AskedFor } from './asked-for.ts';
import type { Console, ConsoleParts } from './console-api.ts';
import type { ConsoleState, ContentView, SignInReason } from './console-state.ts';
import { ConsoleView } from './console-view.ts';
import { HeldBootstrap } from './held-bootstrap.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { brokenEntry, goneEntry, keptPlugin, withNewQuery } from './shown-page.ts';

export type { Console, ConsoleParts } from './console-api.ts';

export function createConsole(parts: ConsoleParts): Console {
  return new ConsoleOfTab(parts);
}

class ConsoleOfTab implements Console {
  readonly #parts: ConsoleParts;
  readonly #view: ConsoleView;
  readonly #held: HeldBootstrap;
  #navigation = 0;
  #attempt = 0;
  readonly #refreshing = oneAtATime(() => this.#refreshOnce());
  #forgetsPlace = false;
  #thrown: PageEntry | null = null;

  constructor(parts: ConsoleParts) {
    this.#parts = parts;
    this.#view = new ConsoleView(parts);
    this.#held = new HeldBootstrap(parts, (plugins) => this.#view.leave(plugins));
    parts.history.listen((place, kind) => void this.#route(place, kind));
  }

  get state(): ConsoleState {
    return this.#view.state;
  }

  subscribe(listener: () => void): () => void {
    return this.#view.subscribe(listener);
  }

  async start(inlined: Bootstrap | null): Promise<void> {
    const { history } = this.#parts;
    if (inlined !== null) this.#held.adopt(inlined);
    else if (this.#parts.token() !== null && !(await this.#readBootstrap())) return;
    await this.#route(history.place, 'POP');
  }

  async signedIn(): Promise<void> {
    const { history } = this.#parts;
    const askedFor = readAskedFor(history.place.state);
    if (!(await this.#readBootstrap()) || this.#held.current === null) return;
    const path = pathFor(askedFor, this.#held.current.user.userNo);
    history.replace(afterSignIn(path, this.#facts()));
  }

  sessionEnded(reason: SignInReason, userNo: string | null): void {
    const { history } = this.#parts;
    // Calls that were under way find no token: the reason that is shown already is the better one.
    if (reason === 'NO_TOKEN' && this.state.phase === 'signIn') return;
    const plugins = this.#held.current?.registry.plugins ?? [];
    this.#view.afterDrawn(() => {
      for (const plugin of plugins) this.#view.release(plugin);
      this.#parts.forgetSession();
    });
    this.#held.forget();
    this.#navigation += 1;
    const { place } = history;
    const isAtLogin = pathKey(place.pathname) === pathKey(LOGIN_PATH);
    this.#view.set({ phase: 'signIn', reason: reason === 'NO_TOKEN' ? null : reason });
    if (isAtLogin) return;
    const path = place.pathname + place.search;
    const askedFor: AskedFor | null = this.#forgetsPlace ? null : { path, userNo };
    this.#forgetsPlace = false;
    history.setLeaveCheck(null);
    history.replace(LOGIN_PATH, askedFor);
  }

  forgetPlace(): void {
    this.#forgetsPlace = true;
  }

  drawn(state: ConsoleState): void {
    this.#view.drawn(state);
  }

  refresh(): Promise<void> {
    return this.#refreshing.run();
  }

  async complete(): Promise<void> {
    const plugins = this.#held.current?.registry.plugins ?? [];
    if (plugins.every((plugin) => hasFiles({ plugin }))) return;
    await (this.#refreshing.underWay ?? this.refresh());
  }

  async retry(): Promise<void> {
    const { state } = this;
    if (state.phase === 'unreachable') {
      this.#view.set({ phase: 'starting' });
      // Straight after a sign-in, the page that was asked for is still to be opened.
      const { pathname } = this.#parts.history.place;
      return pathKey(pathname) === pathKey(LOGIN_PATH) ? this.signedIn() : this.start(null);
    }
    if (state.phase !== 'open') return;
    const { content } = state;
    this.#thrown = null;
    if ('entry' in content) this.#parts.health.forgive(content.entry.plugin);
    this.#held.takeNewest();
    if (content.kind === 'failed') await this.#parts.loader.reset(content.entry, content.error);
    if (content.kind === 'page') this.#parts.loader.release(content.entry.plugin);
    this.#attempt += 1;
    await this.#route(content.place, 'REPLACE');
  }

  pageThrew(entry: PageEntry): void {
    this.#thrown = entry;
    this.#parts.health.failed(entry.plugin, 'render');
  }

  frameDrawn(plugin: SessionPlugin, ms: number, bytes: number): void {
    // Opened again by hand, it goes on with its version like any page.
    if (this.#thrown?.plugin.name === plugin.name) this.#thrown = null;
    this.#parts.health.opened(plugin, ms, bytes);
  }

  frameFailed(plugin: SessionPlugin, kind: PluginFailureKind): void {
    const { content } = this.#view;
    // Not where a part of it failed in the page of another section.
    if (content?.kind === 'page' && content.entry.plugin.name === plugin.name) this.#thrown = content.entry;
    this.#parts.health.failed(plugin, kind);
  }

  navigate(to: string): void {
    this.#parts.history.push(to);
  }

  prefetch(path: string): void {
    const entry = this.entryAt(path);
    if (entry === null) return;
    if (hasFiles(entry)) return this.#parts.loader.prefetch(entry);
    void this.complete().then(() => {
      const completed = this.entryAt(path);
      if (completed !== null && hasFiles(completed)) this.#parts.loader.prefetch(completed);
    });
  }

  entryAt(path: string): PageEntry | null {
    return this.#held.table.get(pathKey(path)) ?? null;
  }

  #facts(): GuardFacts {
    return { hasToken: this.#parts.token() !== null, fullPaths: this.#parts.fullPaths() };
  }

  async #readBootstrap(): Promise<boolean> {
    try {
      this.#held.adopt(await this.#parts.fetchBootstrap());
      return true;
    } catch (error) {
      // A session that turned out to be over has already led to the sign-in page.
      if (this.#parts.token() !== null) this.#view.set({ phase: 'unreachable', error });
      return false;
    }
  }

  async #refreshOnce(): Promise<void> {
    if (this.#held.current === null || this.#parts.token() === null) return;
    const news = await this.#held.refresh(() => this.#keptPlugin());
    const { state } = this;
    if (news === null || state.phase !== 'open') return;
    const { after, tableBefore, diff } = news;
    this.#view.set({ ...state, bootstrap: after });
    const come = diff.pagesCome.flatMap((path) => this.#held.table.get(path) ?? []);
    if (come.length > 0) this.#parts.notify({ kind: 'pagesCome', entries: come });
    await this.#leaveGonePage(diff.pagesGone, tableBefore, state.content);
    await this.#leaveBrokenVersion(diff.pluginsRenewed);
    this.#view.releaseLeaving();
  }

  #keptPlugin(): SessionPlugin | null {
    return keptPlugin(this.#view.content, this.#thrown);
  }

  /** Who looks at a page that failed gets the other version at once: there is nothing to lose. */
  async #leaveBrokenVersion(renewed: readonly SessionPlugin[]): Promise<void> {
    const { content } = this.#view;
    const broken = brokenEntry(content, this.#thrown);
    if (content === null || !renewed.some(({ name }) => name === broken?.plugin.name)) return;
    this.#attempt += 1;
    await this.#route(content.place, 'REPLACE');
  }

  /** Tears the open page down when it is no longer the person's, or opens one that came back. */
  async #leaveGonePage(
    pagesGone: readonly string[],
    tableBefore: ReadonlyMap<string, PageEntry>,
    content: ContentView,
  ): Promise<void> {
    const key = pathKey(content.place.pathname);
    if (content.kind === 'absent' && this.#held.table.has(key)) {
      return this.#route(content.place, 'REPLACE');
    }
    const entry = goneEntry(content, pagesGone, tableBefore, this.#held.table);
    if (entry === null) return;
    if (content.kind === 'page' && !(await this.#parts.mayTearDown(entry))) return;
    this.#parts.notify({ kind: 'pageGone', entry });
    this.#parts.history.setLeaveCheck(null);
    if (key === pathKey(HOME_PATH)) await this.#route(this.#parts.history.place, 'REPLACE');
    else this.#parts.history.replace(HOME_PATH);
  }

  async #route(place: Place, kind: NavigationKind): Promise<void> {
    const { history } = this.#parts;
    const verdict = guard(place.pathname, this.#facts());
    switch (verdict.kind) {
      case 'redirect':
        return history.replace(verdict.to, place.state);
      case 'logout':
        return this.sessionEnded('NO_TOKEN', null);
      case 'refused':
        this.#parts.notify({ kind: 'refused' });
        return history.replace(verdict.to);
      case 'login':
        this.#navigation += 1;
        this.#view.tellRoute(place);
        if (this.state.phase !== 'signIn') this.#view.set({ phase: 'signIn', reason: null });
        return;
      case 'page':
        return this.#open(place, kind, verdict.key);
    }
  }

  async #open(place: Place, navigation: NavigationKind, key: string): Promise<void> {
    const bootstrap = this.#held.current;
    if (bootstrap === null) {
      if (await this.#readBootstrap()) await this.#route(place, navigation);
      return;
    }
    const mine = (this.#navigation += 1);
    if (this.#held.table.get(key)?.plugin.name !== this.#keptPlugin()?.name) this.#held.takeNewest();
    const entry = this.#held.table.get(key);
    if (entry === undefined) return this.#show(place, { kind: 'absent', place });
    if (!hasFiles(entry)) return this.#openCompleted(place, navigation, entry);
    const shown = withNewQuery(this.#view.content, place, entry, this.#attempt);
    if (shown !== null) return this.#show(place, { ...shown, place, navigation });
    await this.#view.releaseEarlierVersions(entry.plugin, this.#held.current ?? bootstrap, place);
    if (mine !== this.#navigation) return;
    const { health } = this.#parts;
    const { name: plugin, version } = entry.plugin;
    if (health.isOut(entry.plugin))
      return this.#showFailure(place, entry, new LoadError('breaker', { plugin, version }));
    const ready = this.#parts.loader.peek(entry);
    if (ready === null) this.#view.setPending(bootstrap, place);
    const since = performance.now();
    try {
      const component = ready ?? (await this.#parts.loader.load(entry));
      if (mine !== this.#navigation) return;
      // A frame that is on its way says itself when it stands.
      if (!entry.plugin.isIsolated) health.opened(entry.plugin, ready === null ? performance.now() - since : null);
      const attempt = this.#attempt;
      this.#show(place, { kind: 'page', place, entry, component, navigation, attempt });
    } catch (error) {
      if (mine !== this.#navigation) return;
      // What is left of a version that is being replaced gives way to the new one.
      if (this.#held.takeNewest()) return this.#route(place, navigation);
      this.#showFailure(place, entry, toLoadError(entry.plugin, error));
    }
  }

  #showFailure(place: Place, entry: PageEntry, error: LoadError): void {
    this.#parts.health.failed(entry.plugin, error.kind);
    this.#show(place, { kind: 'failed', place, entry, error });
    this.#parts.loadFailed(error);
  }

  /** Opens a page of which the document named no files, once they are known. */
  async #openCompleted(place: Place, navigation: NavigationKind, entry: PageEntry): Promise<void> {
    const mine = this.#navigation;
    if (this.#held.current !== null) this.#view.setPending(this.#held.current, place);
    await this.complete();
    if (mine !== this.#navigation) return;
    const completed = this.entryAt(entry.page.path);
    if (completed === null || hasFiles(completed)) return this.#route(place, navigation);
    const { name, version } = entry.plugin;
    this.#showFailure(place, entry, new LoadError('network', { plugin: name, version }));
  }

  #show(place: Place, content: ContentView): void {
    if (this.#held.current !== null) this.#view.show(this.#held.current, place, content);
  }
}
