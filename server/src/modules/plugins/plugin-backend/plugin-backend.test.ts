import { createPublicKey, verify } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, type Person } from '../../../../testing/test-calls.ts';
import { addForeignPlugin } from '../../../../testing/test-foreign.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

let app: TestApp;
let wanda: Person;
let other: Person;
let answer: Answer = (_, response) => response.end('{}');
const seen: { url: string; headers: IncomingMessage['headers']; body: string }[] = [];
const service = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const body = Buffer.concat(chunks).toString();
    seen.push({ url: request.url ?? '', headers: request.headers, body });
    answer(request, response);
  });
});
const elsewhere = { calls: 0 };
const stranger = createServer((_, response) => {
  elsewhere.calls += 1;
  response.end('{"stolen":true}');
});

beforeAll(async () => {
  await Promise.all(
    [service, stranger].map((each) => new Promise<void>((done) => each.listen(0, '127.0.0.1', () => done()))),
  );
  app = await createTestApp({ plugins: { home: ['Home'] }, hasPublishers: true });
  await addPerson(app.database, 'wanda', { pages: ['/AdminContent/Stores'] });
  await addPerson(app.database, 'otto', { pages: ['/AdminContent/Home'] });
  wanda = await as(app, 'wanda');
  other = await as(app, 'otto');
  const route = (method: 'GET' | 'POST', path: string) => ({ method, path, page: 'Stores' });
  // Of another publisher, so that a service that fails in one test rests in no other.
  const ofBaobab = ['failing', 'sister'];
  for (const name of ['stores', 'slow', 'failing', 'sister', 'alone'])
    await addForeignPlugin(app, {
      name,
      pages: [name === 'stores' ? 'Stores' : `Of${name}`],
      ...(name !== 'alone' && { grants: { backend: `${addressOf(service)}/base/` } }),
      more: {
        publisher: ofBaobab.includes(name) ? 'baobab' : 'savanna',
        backend: {
          routes: ['/sales', '/sales/{no}'].flatMap((path) =>
            (['GET', 'POST'] as const).map((method) => ({
              ...route(method, path),
              page: name === 'stores' ? 'Stores' : `Of${name}`,
            })),
          ),
        },
      },
    });
  const { roleNo } = await addPerson(app.database, 'many', {
    pages: ['slow', 'failing', 'sister', 'alone'].map((name) => `/AdminContent/Of${name}`),
  });
  expect(roleNo).toBeTruthy();
});
afterAll(async () => {
  service.close();
  stranger.close();
  service.closeAllConnections();
  await app[Symbol.asyncDispose]();
});

function addressOf(server: typeof service): string {
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}`;
}

const json =
  (value: unknown, status = 200, headers: Record<string, string> = {}): Answer =>
  (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(value));
  };

test('a call goes on with a signed identity, and with nothing of the session', async () => {
  answer = json({ sold: 3 }, 200, { 'set-cookie': 'x=1', 'x-leak': 'yes' });
  const reply = await wanda.get('/api/plugin/stores/sales/M0001?day=2026-11-20', {
    cookie: 'kituo_abc=secret',
    'x-forwarded-host': 'evil.example',
    'transfer-encoding': 'identity',
  });
  expect([reply.status, reply.data]).toEqual([200, { sold: 3 }]);
  expect(reply.headers['set-cookie']).toBeUndefined();
  expect(reply.headers['x-leak']).toBeUndefined();
  const last = seen.at(-1);
  expect(last?.url).toBe('/base/sales/M0001?day=2026-11-20');
  expect(JSON.stringify(last?.headers)).not.toMatch(/cookie|auth.token|evil|forwarded/);
  expect(JSON.stringify(last)).not.toContain(wanda.token.split('.')[1]);

  const token = String(last?.headers.authorization).replace('Bearer ', '');
  const [head = '', body = '', signature = ''] = token.split('.');
  const keys = (await wanda.get('/.well-known/kituo-keys.json')).body.toString();
  const [key] = JSON.parse(keys).keys;
  const publicKey = createPublicKey({ key, format: 'jwk' });
  const isRight = verify(null, Buffer.from(`${head}.${body}`), publicKey, Buffer.from(signature, 'base64url'));
  expect(isRight).toBe(true);
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString());
  expect(claims).toMatchObject({
    iss: 'kituo',
    aud: 'stores',
    name: 'wanda',
    masked: true,
    call: 'GET /sales/M0001',
  });
  expect(claims.exp - claims.iat).toBe(60);
  expect(key.d).toBeUndefined();
});

test('a body goes on as JSON, and a refusal comes back in the words of the service', async () => {
  answer = json({ message: 'The target is too low' }, 409);
  const reply = await wanda.post('/api/plugin/stores/sales', { targetCents: 5 });
  expect([reply.status, reply.code, reply.msg]).toEqual([422, 5048, 'The target is too low']);
  expect(seen.at(-1)).toMatchObject({ body: '{"targetCents":5}' });
});

test.each([
  ['another path', '/api/plugin/stores/secrets', 5043],
  ['a deeper path', '/api/plugin/stores/sales/a/b', 5043],
  ['dots', '/api/plugin/stores/sales/%2e%2e', 5043],
  ['coded slashes', '/api/plugin/stores/sales/..%2f..%2fadmin', 5043],
  ['twice coded dots', '/api/plugin/stores/sales/%252e%252e%252fadmin', 5043],
  ['a host in the path', '/api/plugin/stores/sales/@evil.example%2F', 5043],
  ['a line break', '/api/plugin/stores/sales/a%0d%0ax-evil:1', 5043],
  ['no plugin', '/api/plugin/nobody/sales', 5003],
])('%s is not asked for', async (_what, path, code) => {
  const before = seen.length;
  expect((await wanda.get(path)).code).toBe(code);
  expect(seen).toHaveLength(before);
});

test('who does not hold the page, or is not signed in, reaches no service', async () => {
  const before = seen.length;
  expect((await other.get('/api/plugin/stores/sales')).code).toBe(5003);
  expect((await app.http.inject('/api/plugin/stores/sales')).statusCode).toBe(401);
  const asAnother = { 'kituo-plugin': 'slow' };
  expect((await wanda.get('/api/plugin/stores/sales', asAnother)).code).toBe(5041);
  expect(seen).toHaveLength(before);
});

test('no redirect is followed, and what is no JSON or too much of it is refused', async () => {
  answer = json({}, 302, { location: addressOf(stranger) });
  expect(await wanda.get('/api/plugin/stores/sales')).toMatchObject({ status: 502, code: 5045 });
  expect(elsewhere.calls).toBe(0);
  answer = (_, response) => response.end('<script>alert(1)</script>');
  expect((await wanda.get('/api/plugin/stores/sales')).code).toBe(5045);
  answer = (_, response) => {
    const chunk = 'x'.repeat(100_000);
    const pour = () => {
      while (!response.destroyed && response.write(chunk));
    };
    response.on('drain', pour);
    pour();
  };
  expect(await wanda.get('/api/plugin/stores/sales')).toMatchObject({
    status: 502,
    data: { facts: { reason: 'too large' } },
  });
  answer = (request) => request.socket.destroy();
  expect((await wanda.get('/api/plugin/stores/sales')).code).toBe(5045);
  answer = json([1]);
  expect((await wanda.get('/api/plugin/stores/sales')).data).toEqual([1]);
});

test('a publisher’s service that keeps failing is left alone, others’ goes on; one that is not connected says so', async () => {
  const many = await as(app, 'many');
  answer = json({}, 500);
  for (let count = 0; count < 5; count += 1) expect((await many.get('/api/plugin/failing/sales')).code).toBe(5045);
  const before = seen.length;
  expect(await many.get('/api/plugin/failing/sales')).toMatchObject({ status: 503, code: 5047 });
  // Their other plugin would wait for the same service; at the same address, that of others is asked.
  expect((await many.get('/api/plugin/sister/sales')).code).toBe(5047);
  expect(seen).toHaveLength(before);
  answer = json({ sold: 1 });
  expect((await many.get('/api/plugin/slow/sales')).data).toEqual({ sold: 1 });
  expect((await many.get('/api/plugin/sister/sales')).code).toBe(5047);
  expect(seen).toHaveLength(before + 1);
  expect(await many.get('/api/plugin/alone/sales')).toMatchObject({ status: 503, code: 5044 });
});
