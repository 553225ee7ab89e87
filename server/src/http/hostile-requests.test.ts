import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addPerson, createTestApp, TEST_PASSWORD, type TestApp } from '../../testing/test-app.ts';
import { buildApp } from '../app.ts';
import { createLogger } from '../modules/platform/health/index.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

test.each(['//[', '//[::1', '//a:b:c/'])('the address %s is refused, not a fault', async (url) => {
  expect((await app.http.inject({ url: '/' })).statusCode).toBe(200);
  const { services, database } = app;
  const { http } = await buildApp({ db: database.db, services, log: createLogger('silent') });
  await http.listen({ host: '127.0.0.1', port: 0 });
  const { port } = http.server.address() as AddressInfo;
  const answer = await rawly(port, `GET ${url} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
  await http.close();
  expect(answer.slice(0, 12)).toBe('HTTP/1.1 400');
});

/** Everything that comes back until the other side closes. */
async function rawly(port: number, text: string): Promise<string> {
  return await new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    socket.on('data', (part) => parts.push(part));
    socket.on('close', () => resolve(Buffer.concat(parts).toString()));
    socket.on('error', reject);
  });
}

test.each([
  ['lists', (deep: number) => `${'['.repeat(deep)}${']'.repeat(deep)}`],
  ['objects', (deep: number) => `${'{"a":'.repeat(deep)}1${'}'.repeat(deep)}`],
])('%s ten thousand deep are refused, not a fault', async (_what, nested) => {
  const payload = `{"userName":"a","password":${nested(10_000)}}`;
  const headers = { 'content-type': 'application/json' };
  const reply = await app.http.inject({ method: 'POST', url: '/api/hc/web/noAuth/logon/login', payload, headers });
  expect([reply.statusCode, reply.json().data.error]).toEqual([400, 'UNREADABLE_REQUEST']);
});

test('a body that stops half-way ends with its connection', async () => {
  const { services, database } = app;
  const log = createLogger('silent');
  const { http } = await buildApp({ db: database.db, services, log, requestWithinMs: 400 });
  await http.listen({ host: '127.0.0.1', port: 0 });
  const { port } = http.server.address() as AddressInfo;
  const head = 'POST /api/hc/web/noAuth/logon/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n';
  const answer = await rawly(port, `${head}content-length: 100\r\n\r\n{"user`);
  await http.close();
  expect(answer.slice(0, 12)).toBe('HTTP/1.1 408');
});

test('behind TLS, cookies are of this host alone, and neighbours are told to use it', async () => {
  const headers = { 'x-forwarded-proto': 'https' };
  const reply = await app.http.inject({ url: '/', headers });
  expect(reply.headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
  const planted = `kituo_${'x'.repeat(22)}=${'y'.repeat(43)}`;
  const cleared = async (cookie: string) =>
    (await app.http.inject({ url: '/', headers: { ...headers, cookie } })).headers['set-cookie'];
  expect(await cleared(planted)).toBeUndefined();
  expect(String(await cleared(`__Host-${planted}`))).toMatch(/^__Host-kituo_x{22}=; Path=\/; .*Secure$/);
});

test('who is no proxy of ours cannot say that a call came by TLS, nor from where', async () => {
  const headers = {
    'x-forwarded-proto': 'https',
    'x-forwarded-for': '198.51.100.7',
    'content-type': 'application/json',
  };
  const signIn = async (remoteAddress: string) =>
    await app.http.inject({
      method: 'POST',
      url: '/api/hc/web/noAuth/logon/login',
      remoteAddress,
      headers,
      payload: { userName: 'ready', password: TEST_PASSWORD },
    });
  await addPerson(app.database, 'ready');
  const proxied = await signIn('127.0.0.1');
  expect(String(proxied.headers['set-cookie'])).toMatch(/^__Host-kituo_[\w-]{22}=.*; Secure$/);
  const stranger = await signIn('203.0.113.9');
  expect(stranger.statusCode).toBe(200);
  expect(stranger.headers).not.toHaveProperty('strict-transport-security');
  expect(String(stranger.headers['set-cookie'])).toMatch(/^kituo_[\w-]{22}=(?!.*Secure)/);
});
