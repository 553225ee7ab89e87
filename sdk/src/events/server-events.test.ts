// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest';
import type { ServerEvent } from '../contracts/staff/bootstrap.ts';
import { clearSession, replaceToken, session$, startSession } from '../session/session-store.ts';
import { fakeUser } from '../testing/fakes.ts';
import { mayChange, serverEvents$, startServerEvents, takeServerEvent } from './server-events.ts';

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
  { type: 'missed' },
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

it('says for how long it has heard nothing: since the document began, then since the last sign of life', async () => {
  vi.useFakeTimers();
  vi.setSystemTime(performance.timeOrigin + 4_000);
  const asked: number[] = [];
  const streams: ReadableStreamDefaultController<Uint8Array>[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(Number(new URL(address, 'http://x').searchParams.get('unheardMs')));
    return new Response(new ReadableStream({ start: (stream) => void streams.push(stream) }));
  });
  const stop = startServerEvents();
  startSession('sid.one', fakeUser());
  await vi.advanceTimersByTimeAsync(20_000);
  streams[0]?.enqueue(new TextEncoder().encode(': \n\n'));
  await vi.advanceTimersByTimeAsync(5_000);
  streams[0]?.close();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(asked[0]).toBe(6_000);
  // Five seconds of silence, half a second to a second until the next attempt, two for what was on its way.
  expect(asked[1]).toBeGreaterThanOrEqual(7_500);
  expect(asked[1]).toBeLessThanOrEqual(8_000);
  stop();
});

it('takes news of a kind, and what may be lost, for a change', () => {
  expect(mayChange({ type: 'warnings' }, 'orders', 'warnings')).toBe(true);
  expect(mayChange({ type: 'missed' }, 'orders')).toBe(true);
  expect(mayChange({ type: 'permissions' }, 'orders')).toBe(false);
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
