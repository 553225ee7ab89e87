// @vitest-environment jsdom
import * as z from 'zod/mini';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { defineEndpoint } from '../contracts/endpoint.ts';
import { toasts$ } from '../feedback/toast-store.ts';
import { addTexts } from '../i18n/texts.ts';
import { sessionEnded$ } from '../session/session-end.ts';
import { changeSettings, clearSession, session$, startSession } from '../session/session-store.ts';
import { createFakeServer, Refusal, reply } from '../testing/fake-server.ts';
import { fakeUser } from '../testing/fakes.ts';
import { resetFakeHost } from '../testing/render-page.tsx';
import { ApiError } from './api-error.ts';
import { call, callFile, callRaw, setAdapter } from './call.ts';
import { loading$ } from './in-flight.ts';

const thing = z.object({ thingNo: z.string() });
const base = {
  access: 'signedIn',
  kind: 'query',
  summary: 'A thing',
  request: z.object({ thingNo: z.string(), purpose: z.string() }),
  reply: thing,
} as const;
const read = defineEndpoint({
  ...base,
  name: 'thing.read',
  method: 'GET',
  path: 'thing/{thingNo}',
});
const save = defineEndpoint({
  ...base,
  name: 'thing.save',
  method: 'POST',
  path: 'thing/save',
  kind: 'command',
});
const open = defineEndpoint({
  ...base,
  name: 'thing.open',
  method: 'POST',
  path: 'noAuth/thing',
  access: 'public',
});
const request = { thingNo: 'T/1', purpose: 'look' };

beforeEach(() => {
  resetFakeHost();
  startSession('sid.secret', fakeUser());
  addTexts('sdk', 'en', { error: { network: 'No network', badReply: 'Strange', timeout: 'Late' } });
});
afterEach(resetFakeHost);

function serve(...replies: Parameters<typeof createFakeServer>[0]) {
  const server = createFakeServer(replies);
  setAdapter(server.adapter);
  return server;
}

async function failure(promise: Promise<unknown>): Promise<ApiError> {
  const cause: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (cause instanceof ApiError) return cause;
  throw new Error(`expected an ApiError, got ${String(cause)}`);
}

it('fills the path, sends both token headers and English for ke', async () => {
  const server = serve(reply(read, ({ thingNo }) => ({ thingNo: String(thingNo) })));
  changeSettings({ language: 'ke' });
  expect(await call(read, request)).toEqual({ thingNo: 'T/1' });
  const [made] = server.calls;
  expect(made?.request).toEqual(request);
  expect(made?.headers).toMatchObject({
    'auth-token': 'sid.secret',
    auth_token: 'sid.secret',
    lang: 'en',
  });
  expect(made?.headers['idempotency-key']).toBeUndefined();
});

it('gives a command its caller’s key, or one of its own', async () => {
  const server = serve(reply(save, { thingNo: 'T' }));
  await call(save, request, { idempotencyKey: 'a-key-of-the-form' });
  await call(save, request);
  const keys = server.calls.map(({ headers }) => headers['idempotency-key']);
  expect(keys[0]).toBe('a-key-of-the-form');
  expect(keys[1]).toMatch(/^[0-9a-f]{32}$/);
});

it('sends nothing without a token and runs logout; noAuth is the exception', async () => {
  const server = serve(reply(read, { thingNo: 'T' }), reply(open, { thingNo: 'T' }));
  clearSession();
  const ended = vi.fn();
  const subscription = sessionEnded$.subscribe(ended);
  expect((await failure(call(read, request))).error).toBe('NO_TOKEN');
  await call(open, request);
  subscription.unsubscribe();
  expect(server.calls.map(({ name }) => name)).toEqual(['thing.open']);
  expect(ended).toHaveBeenCalledOnce();
});

it('runs logout with the reason on -10 and says nothing else', async () => {
  serve(
    reply(read, () => {
      throw new Refusal('SESSION_OVER', { facts: { reason: 'FROZEN' } });
    }),
  );
  const ended = vi.fn();
  const subscription = sessionEnded$.subscribe(ended);
  expect((await failure(call(read, request))).code).toBe(-10);
  subscription.unsubscribe();
  expect(ended).toHaveBeenCalledWith({ reason: 'FROZEN', userNo: 'U0001' });
  expect([session$.value.token, sessionStorage.getItem('token'), toasts$.value]).toEqual([null, null, []]);
});

it('shows other codes as a type 4 toast for 2 s, unless the form shows its field', async () => {
  serve(
    reply(save, () => {
      throw new Refusal('LOGIN_ID_TAKEN', { fields: [{ field: 'loginId', msg: 'taken' }] });
    }),
  );
  const error = await failure(call(save, request, { handledFields: ['loginId'] }));
  expect([error.messageOf('loginId'), error.status, error.requestId]).toEqual(['taken', 409, 'req-fake']);
  expect(toasts$.value).toEqual([]);
  await failure(call(save, request, { handledFields: ['other'] }));
  expect(toasts$.value).toMatchObject([{ type: 4, durationMs: 2000, text: 'This login ID is taken.' }]);
  expect(toasts$.value[0]?.details).toContain('req-fake');
});

it('hands the whole reply over where it was requested', async () => {
  serve(
    reply(read, () => {
      throw new Refusal('STALE');
    }),
  );
  expect((await callRaw(read, request)).code).toBe(1023);
  expect(toasts$.value).toEqual([]);
});

it('counts calls in flight unless they opt out', async () => {
  const seen: number[] = [];
  serve(reply(read, { thingNo: 'T' }));
  const subscription = loading$.subscribe((count) => seen.push(count));
  await Promise.all([call(read, request), call(read, request), call(read, request, { showLoading: false })]);
  subscription.unsubscribe();
  expect(Math.max(...seen)).toBe(2);
  expect(seen.at(-1)).toBe(0);
});

it('rejects a lost network with status 0, logs it and says so', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  setAdapter(() => Promise.reject(new TypeError('connection refused')));
  const error = await failure(call(read, request));
  expect([error.error, error.status, error.isNetwork]).toEqual(['NETWORK', 0, true]);
  expect(warned).toHaveBeenCalled();
  expect([loading$.value, toasts$.value[0]?.text]).toEqual([0, 'No network']);
  warned.mockRestore();
});

it('rejects a page of a proxy with its status', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  setAdapter((config) => Promise.resolve({ data: '<html>', status: 502, statusText: '', headers: {}, config }));
  const error = await failure(call(read, request));
  expect([error.error, error.status]).toEqual(['BAD_REPLY', 502]);
  warned.mockRestore();
});

it('says nothing about a cancelled call', async () => {
  setAdapter(undefined);
  const aborter = new AbortController();
  aborter.abort();
  expect((await failure(call(read, request, { signal: aborter.signal }))).isCancelled).toBe(true);
  expect(toasts$.value).toEqual([]);
});

it('treats JSON in a blob as the error it is, and keeps a file’s name', async () => {
  serve(
    reply(read, () => {
      throw new Refusal('FORBIDDEN');
    }),
  );
  expect((await failure(callFile(read, request))).error).toBe('FORBIDDEN');
  setAdapter((config) =>
    Promise.resolve({
      data: new Blob(['a,b'], { type: 'text/csv' }),
      status: 200,
      statusText: '',
      headers: {
        'content-disposition': `attachment; filename="x.csv"; filename*=UTF-8''%E7%94%A8%E6%88%B7.csv`,
      },
      config,
    }),
  );
  expect((await callFile(read, request)).fileName).toBe('用户.csv');
});

it('keeps it in the session where the password has to be changed first', async () => {
  serve(
    reply(read, () => {
      throw new Refusal('PASSWORD_UPDATE_REQUIRED');
    }),
  );
  await failure(call(read, request));
  expect(session$.value.isUpdatePasswordStatus).toBe(true);
  expect(sessionStorage.getItem('is_update_password_status')).toBe('true');
});
