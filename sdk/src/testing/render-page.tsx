import { OverlaysProvider } from '@blueprintjs/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, configure, render } from '@testing-library/react';
import type { RenderResult } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { setAdapter } from '../api/call.ts';
import { queryClient } from '../api/query-client.ts';
import { clearToastHistory, closeToast, toasts$ } from '../feedback/toast-store.ts';
import { modals$ } from '../feedback/modal-store.ts';
import { ModalHost } from '../feedback/modal-host.tsx';
import { ToastHost } from '../feedback/toast-host.tsx';
import { addTexts, type MissingText, missingTexts$, showLanguage } from '../i18n/texts.ts';
import type { Subscription } from 'rxjs';
import { createScope } from '../scope/scope.ts';
import type { PluginScope } from '../scope/scope.ts';
import { ScopeProvider } from '../scope/use-plugin-scope.ts';
import { applyBootstrap, changeSettings, clearSession, startSession } from '../session/session-store.ts';
import { pushServerEvent } from '../events/server-events.ts';
import type { Bootstrap, ServerEvent, SessionUser } from '../contracts/staff/bootstrap.ts';
import sdkEnglish from '../../locales/en.json' with { type: 'json' };
import sdkChinese from '../../locales/zh.json' with { type: 'json' };
import { createFakeServer } from './fake-server.ts';
import type { FakeReply, FakeServer } from './fake-server.ts';
import { fakeBootstrap, fakeUser } from './fakes.ts';
import { kitReplies } from './kit-replies.ts';
import './kit-parts.ts';

// What a page shows after an answer is waited for so long, in milliseconds: machines that test are busy.
configure({ asyncUtilTimeout: 5_000 });

/** The console around a page under test. */
export interface FakeHostOptions {
  /** Operation codes held. */
  readonly perms?: readonly string[];
  readonly user?: Partial<SessionUser>;
  /** `en` unless said otherwise. */
  readonly language?: string;
  readonly replies?: readonly FakeReply[];
  /** The plugin's name and texts by language: its `locales/*.json`. */
  readonly plugin?: { readonly name: string; readonly texts: Readonly<Record<string, unknown>> };
  /** Where the page stands: path and query. */
  readonly at?: string;
  readonly bootstrap?: Partial<Bootstrap>;
  /** What the tab kept before it was loaded again. */
  readonly sessionStore?: Readonly<Record<string, string>>;
}

/** A page in the fake host. */
export interface RenderedPage extends RenderResult {
  readonly server: FakeServer;
  readonly scope: PluginScope;
  /** Path and query the page is at now. */
  readonly address: () => string;
  /** Tells the page what the server would over its event stream. */
  push(event: ServerEvent): void;
  /** Takes the plugin away as the host does and fails when something is still held. */
  assertReleases(): void;
}

/** What tells of missing texts of the page that is drawn. */
let following: Subscription | null = null;

function Address(props: { readonly seen: (address: string) => void }) {
  const { pathname, search } = useLocation();
  props.seen(pathname + search);
  return null;
}

/**
 * Draws a page as the host would: signed in, with texts, router, toasts and modals, and a server that
 * answers by contract. A call without a reply fails the test by its name, a text that is missing the run.
 *
 * @example
 * const page = renderPage(<HomePage />, { replies: [reply(home.summary, aSummary)] });
 * await page.findByText('Good morning');
 * page.assertReleases();
 */
export function renderPage(element: ReactNode, options: FakeHostOptions = {}): RenderedPage {
  resetFakeHost();
  for (const [key, value] of Object.entries(options.sessionStore ?? {})) {
    sessionStorage.setItem(key, value);
  }
  const server = createFakeServer([...(options.replies ?? []), ...kitReplies()]);
  setAdapter(server.adapter);
  const language = options.language ?? 'en';
  addTexts('sdk', 'en', sdkEnglish);
  addTexts('sdk', 'zh', sdkChinese);
  const user = fakeUser(options.user);
  startSession('session-fake.secret', user);
  applyBootstrap(fakeBootstrap({ perms: [...(options.perms ?? [])], user, ...options.bootstrap }));
  changeSettings({ language });
  showLanguage(language);

  const scope = createScope(options.plugin?.name ?? 'test');
  for (const [code, texts] of Object.entries(options.plugin?.texts ?? {})) {
    scope.addTexts(code, texts);
  }
  following = missingTexts$.subscribe((text) => tellMissing(options.plugin, text));
  let address = '';
  const rendered = render(
    <QueryClientProvider client={queryClient}>
      <OverlaysProvider>
        <MemoryRouter initialEntries={[options.at ?? '/AdminContent/Test']}>
          <Address
            seen={(now) => {
              address = now;
            }}
          />
          <ScopeProvider scope={scope}>{element}</ScopeProvider>
          <ModalHost />
          <ToastHost />
        </MemoryRouter>
      </OverlaysProvider>
    </QueryClientProvider>,
  );
  return {
    ...rendered,
    server,
    scope,
    address: () => address,
    push: (event) => {
      act(() => {
        pushServerEvent(event);
      });
    },
    assertReleases: () => {
      rendered.unmount();
      const { toast: _toasts, modal: _modals, ...left } = scope.handles;
      if (Object.keys(left).length > 0) {
        throw new Error(`${scope.name} still holds ${JSON.stringify(left)} after its page went`);
      }
      act(() => {
        scope.release();
      });
      if (scope.openHandles > 0) throw new Error(`${scope.name} holds handles after its release`);
    },
  };
}

/**
 * A page without a text shows nothing in its place. The run fails with it: whoever draws the page cannot catch what is
 * thrown later. A key that its caller has a value for is asked of `hasText` first, and is not missing.
 */
function tellMissing(plugin: FakeHostOptions['plugin'], { namespace, key, language }: MissingText): void {
  if (namespace !== plugin?.name || plugin.texts[language] === undefined) return;
  const fault = new Error(`${namespace} has no ${language} text for "${key}": add it to locales/${language}.json`);
  setTimeout(() => {
    throw fault;
  });
}

/** Signs out, forgets replies and toasts: the state every test starts from. */
export function resetFakeHost(): void {
  following?.unsubscribe();
  cleanup();
  for (const { close } of modals$.value) close();
  queryClient.clear();
  for (const { id } of toasts$.value) closeToast(id);
  clearToastHistory();
  sessionStorage.clear();
  localStorage.clear();
  clearSession();
  showLanguage('en');
  setAdapter(undefined);
}
