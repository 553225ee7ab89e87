// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest';
import type { ServerEvent } from '../contracts/bootstrap.ts';
import { clearSession, replaceToken, session$, startSession } from '../session/session-store.ts';
import { fakeUser } from '../testing/fakes.ts';
import { serverEvents$, startServerEvents, takeServerEvent } from './server-events.ts';

afterEach(() => {
  clearSession();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function told(text: string): readonly ServerEvent[] {
  const events: ServerEvent[] = [];
  const subscription = serverEvents$.subscribe((event) => events.push(event));
  takeServerEvent(text);
  subscription.unsubscribe();
  return events;
}

it.each<ServerEvent>([
  { type: 'hello', revision: 'r1' },
  { type: 'registry', revision: 'r2' },
  { type: 'permissions' },
  { type: 'languages' },
  { type: 'warnings' },
  { type: 'version', version: '2' },
  { type: 'change', changeNo: 'C1', changeState: 'LAPSED' },
  { type: 'job', jobNo: 'J1', status: 'RUNNING', done: 1, total: 2 },
])('passes $type on', (event) => {
  expect(told(JSON.stringify(event))).toEqual([event]);
});

it.each([
  'not JSON',
  '{"type":"from a later version"}',
  '{"type":"change","changeNo":"C1","changeState":"MELTED"}',
  '{"type":"job","jobNo":"J1","status":"RUNNING","done":"1","total":2}',
])('says nothing of %s', (text) => {
  expect(told(text)).toEqual([]);
});

it('opens no stream while the password must change, and one with the token that the change brings', async () => {
  vi.useFakeTimers();
  const asked: unknown[] = [];
  const refusal = { code: 2020, msg: '', data: { error: 'PASSWORD_UPDATE_REQUIRED' } };
  vi.stubGlobal('fetch', async (_: string, { headers }: { headers: Record<string, string> }) => {
    asked.push(headers['auth-token']);
    return new Response(JSON.stringify(refusal), { status: 403 });
  });
  const stop = startServerEvents();
  startSession('sid.old', fakeUser());
  await vi.advanceTimersByTimeAsync(120_000);
  expect(session$.value.isUpdatePasswordStatus).toBe(true);
  expect(asked).toEqual(['sid.old']);
  replaceToken('sid.new');
  await vi.advanceTimersByTimeAsync(0);
  expect(asked).toEqual(['sid.old', 'sid.new']);
  stop();
});
