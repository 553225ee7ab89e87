// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { setAdapter } from '../api/call.ts';
import { saveSetting } from '../contracts/staff/auth.contract.ts';
import { DEFAULT_SETTINGS } from '../contracts/staff/default-settings.ts';
import { createFakeServer, Refusal, reply } from '../testing/fake-server.ts';
import { fakeBootstrap, fakeUser } from '../testing/fakes.ts';
import { resendSettings, saveSettings, watchLeaving } from './save-settings.ts';
import { applyBootstrap, clearSession, session$, startSession } from './session-store.ts';

let stop = watchLeaving();
beforeEach(() => {
  sessionStorage.clear();
  startSession('sid.secret', fakeUser());
});
afterEach(() => {
  // The page came back: what follows is another test.
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  stop();
  stop = watchLeaving();
  vi.unstubAllGlobals();
  clearSession();
});

const go = () => window.dispatchEvent(new PageTransitionEvent('pagehide'));
const kept = () => sessionStorage.getItem('kituo_unsent_settings');

it('sends a setting once, and keeps nothing of it', async () => {
  const server = createFakeServer([reply(saveSetting, DEFAULT_SETTINGS)]);
  setAdapter(server.adapter);
  await saveSettings({ theme: 'dark' });
  expect(server.calls.map(({ request }) => request)).toEqual([{ theme: 'dark' }]);
  expect(kept()).toBeNull();
});

it('sends it on as the page goes, and again after it came back, with one key', async () => {
  const sent: { url: string; init: RequestInit | undefined }[] = [];
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
    // What else a page sends as it goes is not the subject.
    if (url.endsWith('/user/setting/save')) sent.push({ url, init });
    return Promise.resolve(new Response());
  });
  // Cut off: the browser ends the page's own calls.
  setAdapter(() => Promise.reject(new Error('aborted')));
  const saving = saveSettings({ theme: 'dark', sideNavigationIsShow: false });
  go();
  await saving;
  expect(sent).toMatchObject([{ url: '/api/hc/web/user/setting/save', init: { keepalive: true, method: 'POST' } }]);
  const key = new Headers(sent[0]?.init?.headers).get('idempotency-key');
  // The next page: its bootstrap was written before the setting arrived.
  applyBootstrap(fakeBootstrap());
  expect(session$.value.settings).toMatchObject({ theme: 'dark', sideNavigationIsShow: false });
  const server = createFakeServer([reply(saveSetting, DEFAULT_SETTINGS)]);
  setAdapter(server.adapter);
  await resendSettings();
  expect(server.calls.map(({ headers }) => headers['idempotency-key'])).toEqual([key]);
  expect(kept()).toBeNull();
});

it('lets go of what is refused, and of another person’s', async () => {
  setAdapter(
    createFakeServer([
      reply(saveSetting, () => {
        throw new Refusal('FAULT');
      }),
    ]).adapter,
  );
  await expect(saveSettings({ theme: 'dark' })).rejects.toThrow();
  expect(kept()).toBeNull();
  setAdapter(() => new Promise(() => undefined));
  void saveSettings({ theme: 'dark' });
  expect(kept()).not.toBeNull();
  clearSession();
  expect(kept()).toBeNull();
});
