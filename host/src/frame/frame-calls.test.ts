// @vitest-environment jsdom
import { endSession, session$, startSession } from '@kituo/sdk';
import { fakeUser } from '@kituo/sdk/testing';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { relay } from './frame-calls.ts';

interface Sent {
  readonly url: string;
  readonly init: RequestInit;
}
const sent: Sent[] = [];
let answer: () => Response;

beforeEach(() => {
  startSession('S1.secret', fakeUser());
  sent.length = 0;
  answer = () => new Response('{"code":0}', { status: 200 });
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    sent.push({ url, init });
    return Promise.resolve(answer());
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  endSession('SIGNED_OUT');
});

const API = '/api/hc/web/user/getUserList';
const asked = (more: object) => ({
  method: 'POST',
  url: API,
  query: null,
  body: '{}',
  headers: {},
  isFile: false,
  ...more,
});
const STORES = { name: 'stores', version: '1.0.0' };
const made = (more: object) => relay(STORES, asked(more), new AbortController().signal, () => Promise.resolve());

it('makes a call with the person’s session, for the plugin, and with no header that the frame chose otherwise', async () => {
  const headers = {
    'auth-token': 'stolen',
    'kituo-plugin': 'home',
    cookie: 'x',
    'kituo-seen': 'abc',
  };
  expect(await made({ headers })).toEqual({ status: 200, text: '{"code":0}' });
  expect(sent[0]?.init.headers).toMatchObject({
    'auth-token': 'S1.secret',
    'kituo-plugin': 'stores@1.0.0',
    'kituo-seen': 'abc',
    'content-type': 'application/json',
  });
  expect(Object.keys(sent[0]?.init.headers ?? {})).not.toContain('cookie');
  expect(sent[0]?.init.redirect).toBe('error');
});

it.each([
  ['another host', { url: 'https://evil.example/api/hc/web/user' }],
  ['a host without a scheme', { url: '//evil.example/api/hc/web/' }],
  ['dots out of the API', { url: '/api/hc/web/../../plugins/users/0.1.0/plugin.js' }],
  ['another plugin’s service', { url: '/api/plugin/others/sales' }],
  ['a page of the console', { url: '/AdminContent/Home' }],
  ['another method', { method: 'PATCH' }],
  ['a body of a megabyte', { body: 'x'.repeat(1_000_001) }],
  ['a file to the API', { body: new Blob(['x']) }],
  ['a body that is neither', { body: { deep: true } }],
  ['no call', null],
])('makes no call of %s', async (_what, more) => {
  const call = more === null ? relay(STORES, 7, new AbortController().signal, () => Promise.resolve()) : made(more);
  await expect(call).rejects.toMatchObject({ code: 'NOT_GRANTED' });
  expect(sent).toEqual([]);
});

it('sends pieces of files to where those go, up to the size of a piece', async () => {
  const headers = { 'upload-token': 'a.b', 'chunk-md5': 'd41d8cd98f00b204e9800998ecf8427e' };
  const piece = { url: '/file-upload/UP1/0', body: new Blob(['bytes']), headers };
  await made(piece);
  expect(sent[0]?.init.headers).toMatchObject({
    ...headers,
    'content-type': 'application/octet-stream',
  });
  const tooLarge = new Blob([new Uint8Array(10_485_761)]);
  await expect(made({ ...piece, body: tooLarge })).rejects.toMatchObject({ code: 'NOT_GRANTED' });
  expect(sent).toHaveLength(1);
  const sheet = { url: '/api/hc/web/user/import/preview', query: { kind: 'users.import' } };
  await made({ ...sheet, body: new Blob(['a,b']) });
  expect(sent[1]?.url).toBe('/api/hc/web/user/import/preview?kind=users.import');
});

it('ends no session, whatever is answered', async () => {
  answer = () => new Response('{"code":-10}', { status: 401 });
  expect(await made({})).toEqual({ status: 401, text: '{"code":-10}' });
  expect(session$.value.token).toBe('S1.secret');
});

it('keeps a file for the console, and refuses one that was not requested', async () => {
  answer = () =>
    new Response('a,b', {
      headers: { 'content-disposition': "attachment; filename*=UTF-8''users.csv" },
    });
  const file = { method: 'GET', url: '/api/hc/web/user/job/file/J1', body: null };
  await expect(made(file)).rejects.toMatchObject({ code: 'NOT_GRANTED' });
  expect(await made({ ...file, isFile: true })).toMatchObject({ fileName: 'users.csv' });
});
