import {
  addTexts,
  bringOtherTexts,
  apiLanguage,
  applyBootstrap,
  call,
  clearCopyHistory,
  clearDrafts,
  clearToastHistory,
  confirm,
  forgetFirstReplies,
  hasTexts,
  hasUnsavedForms,
  mayChange,
  queryClient,
  saveSettings,
  serverEvents$,
  session$,
  sessionEnded$,
  setHashWorkerUrl,
  shareSession,
  showLanguage,
  startServerEvents,
  startTracking,
  startVersionWatch,
  trackView,
  watchAttendance,
  watchOtherTabs,
  type VersionWatch,
} from '@kituo/sdk';
import { auth, type Bootstrap, type HostApp } from '@kituo/sdk/contracts';
import { createConsole, type Console } from '../console/console.ts';
import { createPluginHealth } from '../health/plugin-health.ts';
import { browserFiles } from '../loading/browser-files.ts';
import { AFTER_FIRST_PAGE_MS, asksToSaveData, idleTime, prefetchLikelyPages } from '../loading/idle-prefetch.ts';
import { systemJsLoader, type ModuleLoader } from '../loading/module-loader.ts';
import { createPageLoader } from '../loading/page-loader.ts';
import { sharedNamesOf, type SharedNames } from '../loading/shared-names.ts';
import type { PageLoader } from '../loading/page-loader-parts.ts';
import { readPagePlaces } from '../menu/pins.ts';
import { createHistory, type ConsoleHistory, type Place } from '../routing/history.ts';
import type * as FillSlots from '../slots/fill-slots.tsx';
import type { HostActions } from '../shell/host-context.ts';
import { releaseScope } from '../shell/plugin-scopes.ts';
import { loadSignIn } from '../sign-in/sign-in-door.tsx';
import { HOST_TEXTS, hostText } from '../texts.ts';
import type { Trials } from '../trial/trials.ts';
import { hostActions, readLanguages, notifyReplaced } from './host-actions.ts';
import { loadHostTexts, neededLanguages, showHostTexts } from './host-texts.ts';
import { createLanguageChoice, type LanguageChoice } from './language-choice.ts';
import { reportMissingTexts } from './missing-texts.ts';
import { notifyOf, titleOf } from './notices.ts';
import { followOwnTexts } from './own-texts.ts';

/** Events push changes; this catches what they missed. Milliseconds. */
const FALLBACK_POLL_MS = 30_000;
/** After the first page was drawn, so that its own calls come first. Milliseconds. */
const LATER_MS = 1_000;
/** A tab that is never without work opens its event stream all the same. Milliseconds. */
const DRAWN_AT_LAST_MS = 5_000;
/** All is read once the event stream says hello; where none opens, after so long. Milliseconds. */
const COMPLETE_AT_LAST_MS = 3_000;
const LAST_USER_KEY = 'kituo_last_user';

export interface StartedHost {
  readonly console: Console;
  readonly history: ConsoleHistory;
  readonly watch: VersionWatch;
  readonly actions: Omit<HostActions, 'openOverlay' | 'console'>;
}

/** Puts the tab's parts together and starts what runs for as long as the tab does. */
export function startHost(app: HostApp, texts: Promise<unknown>): StartedHost {
  const modules = systemJsLoader(System);
  const files = browserFiles(document);
  const shared = sharedNamesOf(app, { modules, files });
  const loader = createPageLoader({
    modules,
    files,
    languages: () => neededLanguages(session$.value.language),
    addTexts,
    bringOtherTexts,
    shared,
    expectFrames: () =>
      idleTime(window)(() => {
        if (!asksToSaveData(navigator)) void import('../frame/frame-element.ts').then((each) => each.beginFrameAhead());
      }, AFTER_FIRST_PAGE_MS),
  });
  const history = createHistory(window);
  const { watch } = startVersionWatch(app.version);
  const languages = createLanguageChoice({
    async prepare(languageCode) {
      const plugins = tab.state.phase === 'open' ? tab.state.bootstrap.registry.plugins : [];
      await Promise.allSettled([
        loadHostTexts(app, languageCode),
        loader.loadTexts(plugins, apiLanguage(languageCode)),
      ]);
    },
    show: (language) => showLanguage(language, session$.value.languages),
    store: (language) => saveSettings({ language }),
    refresh: () => tab.refresh(),
  });
  const tab = createTabConsole(app, { history, loader, modules, watch, texts, languages });
  setHashWorkerUrl(`/host/${app.hashWorker}`);
  startTracking(app.version);
  followOwnTexts();
  reportMissingTexts();
  startLater(tab, shared);
  watchOtherTabs();
  shareSession();
  watchAttendance();
  followServer(tab, watch);
  prefetchLikelyPages({
    console: tab,
    places: () => readPagePlaces(localStorage),
    whenIdle: idleTime(window),
    savesData: () => asksToSaveData(navigator),
  });
  sessionEnded$.subscribe(({ reason, userNo }) => {
    tab.sessionEnded(reason, userNo);
    void readLanguages();
  });
  return { console: tab, history, watch, actions: hostActions({ app, console: tab, languages }) };
}

interface TabParts {
  readonly history: ConsoleHistory;
  readonly loader: PageLoader;
  readonly modules: ModuleLoader;
  readonly watch: VersionWatch;
  /** The host's own texts: a notice waits for them. */
  readonly texts: Promise<unknown>;
  readonly languages: LanguageChoice;
}

function createTabConsole(app: HostApp, parts: TabParts): Console {
  const { history, loader, modules, watch, texts, languages } = parts;
  let trials: Trials | null = null;
  const layTrials = async (bootstrap: Bootstrap): Promise<Bootstrap> => {
    if (bootstrap.overrides === undefined && trials === null) return bootstrap;
    trials ??= (await import('../trial/trials.ts')).startTrials({ modules, loader, console: tab });
    return await trials.lay(bootstrap);
  };
  let slots: Promise<typeof FillSlots> | null = null;
  /** The person's own language, once it was told that it is no longer offered. */
  let replacedLanguage: string | null = null;
  const health = createPluginHealth(async (facts) => {
    const { reportHealth } = await import('../health/report-health.ts');
    await reportHealth(facts, () => tab.refresh());
  });
  const tab: Console = createConsole({
    history,
    loader,
    token: () => session$.value.token,
    fullPaths: () => session$.value.fullPaths,
    fetchBootstrap: async () => {
      const read = () => call(auth.getBootstrap, {}, { showLoading: false, quiet: true });
      return layTrials(await languages.read(read));
    },
    applyBootstrap(bootstrap) {
      forgetOthersDrafts(bootstrap);
      applyBootstrap(bootstrap);
      const { language, languages: offered, settings } = session$.value;
      // Loaded already, but for a language that gave way because it is no longer enabled.
      if (hasTexts(HOST_TEXTS, language)) showLanguage(language, offered);
      else void showHostTexts(app, language).catch(() => undefined);
      if (settings.language === language) replacedLanguage = null;
      else if (settings.language !== null && settings.language !== replacedLanguage) {
        replacedLanguage = settings.language;
        texts.then(notifyReplaced, notifyReplaced);
      }
      const hasFills = bootstrap.registry.plugins.some(({ fills }) => fills !== undefined);
      // Once they were filled, they are emptied by the same hand.
      if (!hasFills && slots === null) return;
      slots ??= import('../slots/fill-slots.tsx');
      const complete = () => tab.complete();
      slots.then(
        ({ fillSlots }) => fillSlots({ loader, bootstrap, complete, health }),
        () => (slots = null),
      );
    },
    notify(notice) {
      const tell = () => notifyOf(notice, (to) => tab.navigate(to));
      texts.then(tell, tell);
    },
    async mayTearDown(entry) {
      if (!hasUnsavedForms()) return true;
      return confirm({
        title: hostText('gone.title'),
        text: hostText('gone.unsaved', { page: titleOf(entry) }),
        confirmText: hostText('gone.leave'),
        cancelText: hostText('gone.stay'),
      });
    },
    releaseScope,
    forgetSession() {
      queryClient.clear();
      clearToastHistory();
      clearCopyHistory();
    },
    // A file that is gone may belong to an earlier release: ask for the version at once.
    loadFailed(error) {
      console.error(`Kituo: ${error.message}`, error.url ?? '', error.cause);
      void watch.poll();
    },
    health,
    routeChanged(place) {
      history.setLeaveCheck(mayLeave);
      trackView(trackedPage(place));
    },
  });
  return tab;
}

function mayLeave(): boolean | Promise<boolean> {
  if (!hasUnsavedForms()) return true;
  return confirm({
    title: hostText('leave.title'),
    text: hostText('leave.text'),
    confirmText: hostText('leave.confirm'),
    cancelText: hostText('leave.stay'),
    intent: 'danger',
  });
}

function trackedPage(place: Place): Parameters<typeof trackView>[0] {
  const query = new URLSearchParams(place.search);
  const pageName = place.pathname.split('/').at(-1) ?? '';
  const { pathname: path } = place;
  return { pageName, path, orderNo: query.get('orderNo'), source: query.get('source') };
}

/** Drafts of a half-filled form are for the person who typed them. */
function forgetOthersDrafts({ user }: Bootstrap): void {
  const last = sessionStorage.getItem(LAST_USER_KEY);
  if (last !== null && last !== user.userNo) clearDrafts();
  sessionStorage.setItem(LAST_USER_KEY, user.userNo);
}

/**
 * What the first page does not need: the files of the others, the page to sign in again, and the event
 * stream, which would hold one of the browser's six connections while the page is on its way.
 */
function startLater(tab: Console, shared: SharedNames): void {
  const stop = tab.subscribe(() => {
    const { state } = tab;
    if (state.phase === 'starting' || (state.phase === 'open' && state.content.kind === 'opening')) return;
    stop();
    whenDrawn(() => {
      forgetFirstReplies();
      startServerEvents();
      setTimeout(() => void tab.complete(), COMPLETE_AT_LAST_MS);
      shared.complete().catch(() => undefined);
      // A session may end while the server is out of reach; signing in again must not wait for it.
      loadSignIn().catch(() => undefined);
    });
  });
}

/** What was found is drawn when the browser has nothing else to do; a slow one takes seconds. */
function whenDrawn(task: () => void): void {
  const drawn = () => setTimeout(task, LATER_MS);
  // Safari has no notion of idle time.
  if ('requestIdleCallback' in window) requestIdleCallback(drawn, { timeout: DRAWN_AT_LAST_MS });
  else drawn();
}

/** Lists of tabs that are not open heard nothing of a change: they are read again once they are opened. */
function outdateUnseenLists(): void {
  const isList = ({ queryKey }: { readonly queryKey: readonly unknown[] }) => queryKey[1] === 'list';
  void queryClient.invalidateQueries({ type: 'inactive', refetchType: 'none', predicate: isList });
}

function followServer(tab: Console, watch: VersionWatch): void {
  serverEvents$.subscribe((event) => {
    if (event.type === 'version') watch.detect(event.version);
    // Whatever changed before the stream was open, a first or another time, is in one read after it.
    if (mayChange(event, 'registry', 'permissions', 'languages', 'hello')) void tab.refresh();
    if (mayChange(event, 'changed', 'change', 'job')) outdateUnseenLists();
  });
  setInterval(() => {
    if (document.visibilityState === 'visible') void tab.refresh();
  }, FALLBACK_POLL_MS);
}
