import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pluginAdmin, type PluginManifest } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, type Person } from '../../../../testing/test-calls.ts';
import { trialService } from '../plugin-admin/index.ts';
import { signIdentity } from './identity.ts';

const NAME = 'branch-notices';
const SALES = `/api/plugin/${NAME}/sales`;

let app: TestApp;
let dev: Person;
/** What the dev server answers as `service`. */
let named: string | undefined;
const asked: { url: string; identity: Record<string, unknown> }[] = [];

const service = createServer((request, response) => {
  const [, claims = ''] = String(request.headers.authorization).split('.');
  asked.push({ url: request.url ?? '', identity: JSON.parse(Buffer.from(claims, 'base64url').toString()) });
  response.end('{"sold":3}');
});
const page = (name: string, codes: string[] = []) => ({
  name,
  path: `/AdminContent/${name}`,
  titleKey: name,
  module: `src/pages/${name}.tsx`,
  codes,
  // A page for everybody is the registry's word alone.
  always: true,
});
const manifest: Partial<PluginManifest> = {
  format: 1,
  description: {
    name: NAME,
    version: '0.1.0',
    sdk: '^0.1.0',
    publisher: 'savanna',
    section: { path: '', titleKey: 'section' },
    pages: [page('Notices', ['operation:plugin:develop', 'operation:user:add']), page('Secret')],
    capabilities: { api: [], clipboard: false, download: false },
    backend: {
      routes: [
        { method: 'GET', path: '/sales', page: 'Notices' },
        { method: 'GET', path: '/secrets', page: 'Secret' },
      ],
    },
    locales: ['en'],
    budgetKb: 60,
  },
  shared: [],
  files: [],
  entry: 0,
  styles: [],
  locales: {},
  pages: [],
};
const devServer = createServer((_, response) => {
  response.end(JSON.stringify({ build: 1, manifest, service: named }));
});
const somebody = {
  aud: `${NAME}.trial`,
  sub: 'U1',
  name: 'Asha',
  merchants: 'all' as const,
  permissions: [],
  masked: true,
  call: 'GET /sales',
  jti: 'r1',
};
const originOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

beforeAll(async () => {
  await Promise.all(
    [service, devServer].map((each) => new Promise<void>((done) => each.listen(0, '127.0.0.1', () => done()))),
  );
  app = await createTestApp({ plugins: { [NAME]: ['Secret'] } });
  await addPerson(app.database, 'dev', { pages: [], codes: ['operation:plugin:develop'] });
  await addPerson(app.database, 'amina', { pages: ['/AdminContent/Secret'] });
});
afterAll(async () => {
  for (const server of [service, devServer]) {
    server.close();
    server.closeAllConnections();
  }
  await app[Symbol.asyncDispose]();
});
beforeEach(async () => {
  named = `${originOf(service)}/base`;
  asked.length = 0;
  dev = await as(app, 'dev');
  await dev.call(pluginAdmin.grantOverride, { plugin: NAME, origin: originOf(devServer) });
});

test('a plugin on trial has its service, which learns who asks by an identity of that trial alone', async () => {
  const { overrideId } = await dev.call(pluginAdmin.grantOverride, { plugin: NAME, origin: originOf(devServer) });
  const reply = await dev.get(`${SALES}?day=2026-11-29`);
  expect([reply.status, reply.data]).toEqual([200, { sold: 3 }]);
  const [{ url, identity } = { url: '', identity: {} }] = asked;
  expect(url).toBe('/base/sales?day=2026-11-29');
  expect(identity).toMatchObject({
    iss: 'kituo',
    aud: `${NAME}.trial`,
    trial: overrideId,
    name: 'dev',
    masked: true,
    merchants: [],
    call: 'GET /sales',
    // What its pages declare and the person holds.
    permissions: ['operation:plugin:develop'],
  });
  expect(Number(identity['exp']) - Number(identity['iat'])).toBe(60);
});

test('an identity ends with its trial, though its minute is not over', async () => {
  const now = Date.now();
  const token = await signIdentity(app.database.db, { ...somebody, trial: '7' }, now, now + 20_000);
  const { exp, iat } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  expect(exp - iat).toBeLessThanOrEqual(20);
});

test('is permitted as an installed one is: routes that it declares, on pages that the person holds', async () => {
  expect((await dev.get(`/api/plugin/${NAME}/secrets`)).code).toBe(5003);
  expect((await dev.get(`/api/plugin/${NAME}/targets`)).code).toBe(5043);
  expect(asked).toEqual([]);
});

test('is nobody else’s, no other session’s, and over with the trial', async () => {
  const amina = await as(app, 'amina');
  // Hers is the registry's, which declares no route.
  expect((await amina.get(SALES)).code).toBe(5043);
  expect((await (await as(app, 'dev')).get(SALES)).code).toBe(5003);
  // A frame is the registry's, too.
  expect((await dev.get(SALES, { 'kituo-plugin': NAME })).code).not.toBe(0);
  await dev.call(pluginAdmin.endOverride, { plugin: NAME });
  expect((await dev.get(SALES)).code).toBe(5003);
  expect(asked).toEqual([]);
});

test('a dev server that names no service says so, one that names a stranger’s is refused', async () => {
  named = undefined;
  expect((await dev.get(SALES)).code).toBe(5044);
  named = 'https://elsewhere.example/base';
  expect((await dev.get(SALES)).code).toBe(5023);
  expect(asked).toEqual([]);
});

test('the server’s own machine is reached for a dev server on it alone', () => {
  const named = ['https://dev.example:4400', 'https://service.example'];
  expect(trialService('http://localhost:4711/base', 'http://localhost:4400', [])).toBe('http://localhost:4711/base');
  expect(trialService('https://service.example', 'https://dev.example:4400', named)).toBe('https://service.example/');
  for (const text of ['http://localhost:5432', 'http://127.0.0.1:9090/x', 'file:///etc', 'http://u:p@localhost:1'])
    expect(() => trialService(text, 'https://dev.example:4400', named)).toThrow('');
});
