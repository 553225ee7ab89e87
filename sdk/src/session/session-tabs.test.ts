// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest';
import { fakeUser } from '../testing/fakes.ts';
import { endRefusedSession } from './session-end.ts';
import { askTabsForToken, renewToken, shareSession } from './session-tabs.ts';
import { clearSession, session$, startSession } from './session-store.ts';

let stop = () => {};
afterEach(() => {
  stop();
  clearSession();
});

test('a tab hands its session to who asks for that very one', async () => {
  startSession('sid.secret', fakeUser());
  stop = shareSession();
  expect(await askTabsForToken('sid')).toBe('sid.secret');
  expect(await askTabsForToken('other', 20)).toBeNull();
});

test('a tab where nobody is signed in hands out nothing', async () => {
  stop = shareSession();
  expect(await askTabsForToken('sid', 20)).toBeNull();
});

test('a token replaced here is told to the other tabs of the session, and of no other', async () => {
  startSession('sid.secret', fakeUser());
  stop = shareSession();
  const other = new BroadcastChannel('kituo-session');
  const heard: unknown[] = [];
  other.onmessage = ({ data }) => heard.push(data);
  await renewToken(() => Promise.resolve('sid.newer'));
  await expect.poll(() => heard).toEqual([{ renewing: 'sid' }, { replaced: 'sid.newer' }]);
  other.postMessage({ replaced: 'another.token' });
  other.postMessage({ replaced: 'sid.newest' });
  await expect.poll(() => session$.value.token).toBe('sid.newest');
  other.close();
});

test('what the old token is refused while another tab replaces it ends nothing', async () => {
  startSession('sid.secret', fakeUser());
  stop = shareSession();
  const other = new BroadcastChannel('kituo-session');
  const isTold = new Promise((resolve) => (other.onmessage = resolve));
  other.postMessage({ renewing: 'sid' });
  // Answered after what was told before it.
  other.postMessage({ wanted: 'sid' });
  await isTold;
  endRefusedSession('sid.secret', 'UNKNOWN');
  expect(session$.value.token).toBe('sid.secret');
  other.postMessage({ replaced: 'sid.newer' });
  await expect.poll(() => session$.value.token).toBe('sid.newer');
  endRefusedSession('sid.newer', 'UNKNOWN');
  expect(session$.value.token).toBeNull();
  other.close();
});

test('what the old token is refused while this tab replaces it ends nothing, here as in the others', async () => {
  startSession('sid.secret', fakeUser());
  stop = shareSession();
  await renewToken(() => {
    endRefusedSession('sid.secret', 'UNKNOWN');
    return Promise.resolve('sid.newer');
  });
  expect(session$.value).toMatchObject({ token: 'sid.newer', user: fakeUser() });
  await expect(renewToken(() => Promise.reject(new Error('wrong password')))).rejects.toThrow('wrong password');
  endRefusedSession('sid.newer', 'UNKNOWN');
  expect(session$.value.token).toBeNull();
});
