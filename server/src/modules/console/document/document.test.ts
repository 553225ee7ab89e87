import { bootstrap, hostApp, readListedBootstrap } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addPerson, createTestApp, signInAs } from '../../../../testing/test-app.ts';
import type { SignedIn, TestApp } from '../../../../testing/test-app.ts';
import { documentParts } from './page.ts';

let app: TestApp;
let amina: SignedIn;
let brian: SignedIn;

beforeAll(async () => {
  app = await createTestApp({
    plugins: { alpha: ['Alpha'], beta: ['Beta'], pair: ['Left', 'Right'] },
  });
  await addPerson(app.database, 'amina', { pages: ['/AdminContent/Alpha'] });
  await addPerson(app.database, 'brian', { pages: ['/AdminContent/Beta'] });
  amina = await signInAs(app, 'amina');
  brian = await signInAs(app, 'brian');
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
});

const indexHtml = (...asked: Parameters<typeof documentParts>) => {
  const { head, rest } = documentParts(...asked);
  return head + rest(null);
};

const get = (url: string, headers: Record<string, string> = {}) => app.http.inject({ url, headers });

const entryOf = (plugin: string) => {
  const { plugins } = app.services.registry.forPages(new Set(['/admincontent/alpha', '/admincontent/beta']));
  const found = plugins.find(({ name }) => name === plugin);
  return `/plugins/${plugin}/1.0.0/${found?.files[found.entry]}`;
};

test('writes the bootstrap of the cookie into the document, with the modules of the deep link', async () => {
  const reply = await get('/AdminContent/ALPHA?x=1', { cookie: amina.cookie });
  expect(reply.headers['cache-control']).toBe('no-store');
  expect(reply.headers['content-security-policy']).toContain("script-src 'self';");
  const boot = /id="kituo-boot">(.*?)<\/script>/.exec(reply.body)?.[1] ?? '{}';
  expect(JSON.parse(boot).sessionId).toBe(amina.token.split('.')[0]);
  expect(reply.body).toContain(`<script defer data-module src="${entryOf('alpha')}" integrity="sha256-`);
  expect(reply.body).not.toMatch(/beta/i);
});

test('brings the sign-in page along for nobody, and for nobody else', async () => {
  const { signIn } = app.services.host.manifest;
  const links = (body: string) => signIn.filter((name) => body.includes(`src="/host/${name}"`));
  expect(signIn).toHaveLength(1);
  expect(links((await get('/Login')).body)).toEqual(signIn);
  expect(links((await get('/AdminContent/Alpha', { cookie: amina.cookie })).body)).toEqual([]);
});

test('brings what fills slots along where a plugin fills any', async () => {
  const { manifest } = app.services.host;
  const { body } = await get('/AdminContent/Alpha', { cookie: amina.cookie });
  const boot = readListedBootstrap(JSON.parse(/id="kituo-boot">(.*?)<\/script>/.exec(body)?.[1] ?? '{}'));
  const fill = { slot: 'home.tiles', name: 'Tiles', titleKey: 'title', files: [], styles: [], shared: [] };
  const plugins = boot.registry.plugins.map((each) => ({ ...each, fills: [fill] }));
  const filled = { ...boot, registry: { ...boot.registry, plugins } };
  const links = (html: string) => manifest.slots.filter((name) => html.includes(`src="/host/${name}"`));
  expect(manifest.slots).toHaveLength(1);
  expect(links(body)).toEqual([]);
  expect(links(indexHtml(manifest, '/', { boot: filled, language: 'en' }))).toEqual(manifest.slots);
});

test('lists of what the host shares only the packs, unless the opened page needs more', async () => {
  const { manifest } = app.services.host;
  const { body } = await get('/AdminContent/Alpha', { cookie: amina.cookie });
  const boot = readListedBootstrap(JSON.parse(/id="kituo-boot">(.*?)<\/script>/.exec(body)?.[1] ?? '{}'));
  const table = { entry: 'table.js', files: ['table.js'], styles: [] };
  const whole = { ...manifest, shared: { ...manifest.shared, table } };
  const listed = (session: Parameters<typeof indexHtml>[2]) => {
    const html = indexHtml(whole, '/AdminContent/Alpha', session);
    const block = hostApp.parse(JSON.parse(/id="kituo-app">(.*?)<\/script>/.exec(html)?.[1] ?? '{}'));
    return { names: Object.keys(block.shared), rest: block.sharedFile };
  };
  const packs = { names: Object.keys(manifest.shared), rest: 'shared.json' };
  expect(listed(null)).toEqual(packs);
  expect(listed({ boot, language: 'en' })).toEqual(packs);
  const [alpha] = boot.registry.plugins;
  const plugins = [{ ...alpha!, pages: alpha!.pages.map((page) => ({ ...page, shared: ['table'] })) }];
  const needing = { ...boot, registry: { ...boot.registry, plugins } };
  expect(listed({ boot: needing, language: 'en' })).toEqual({ names: Object.keys(whole.shared), rest: undefined });
});

test('names the files of the opened plugin alone, paths and titles of all', async () => {
  await addPerson(app.database, 'chebet', {
    pages: ['/AdminContent/Alpha', '/AdminContent/Beta'],
  });
  const { cookie } = await signInAs(app, 'chebet');
  const listed = async (path: string) => {
    const { body } = await get(path, { cookie });
    const boot = JSON.parse(/id="kituo-boot">(.*?)<\/script>/.exec(body)?.[1] ?? '{}');
    const { plugins } = bootstrap.parse(readListedBootstrap(boot)).registry;
    // Of pages that the registry lists, no path stands there twice.
    expect(boot.fullPaths).toEqual([]);
    expect(plugins.flatMap(({ pages }) => pages.map((page) => page.path))).toEqual([
      '/AdminContent/Alpha',
      '/AdminContent/Beta',
    ]);
    return plugins.filter(({ files }) => files.length > 0).map(({ name }) => name);
  };
  expect(await listed('/AdminContent/Alpha')).toEqual(['alpha']);
  expect(await listed('/admincontent/BETA')).toEqual(['beta']);
  expect(await listed('/nothing')).toEqual([]);
});

test('takes the newest of several sessions and clears cookies of dead ones', async () => {
  const dead = `kituo_${'x'.repeat(22)}=${'y'.repeat(43)}`;
  const cookie = `${amina.cookie}; ${dead}; ${brian.cookie}`;
  const reply = await get('/', { cookie });
  expect(reply.body).toContain(brian.token.split('.')[0]);
  expect(String(reply.headers['set-cookie'])).toMatch(/kituo_x{22}=; Path=\/; Max-Age=0/);
});

test('a cookie authorizes no call, and a forged one no document', async () => {
  const call = await get('/api/hc/web/user/bootstrap', { cookie: amina.cookie });
  expect(call.json().code).toBe(-10);
  const [name = ''] = amina.cookie.split('=');
  const forged = await get('/', { cookie: `${name}=${'z'.repeat(43)}` });
  expect(forged.body).not.toContain('kituo-boot');
});

test('answers 403 to who may not have a plugin, whether its file exists or not, else 404', async () => {
  const mine = await get(entryOf('alpha'), { cookie: amina.cookie, 'accept-encoding': 'br' });
  expect(mine.statusCode).toBe(200);
  expect(mine.headers).toMatchObject({
    'content-encoding': 'br',
    'cache-control': 'private, max-age=31536000, immutable',
    'content-type': 'text/javascript; charset=utf-8',
    'content-security-policy': "default-src 'none'; sandbox",
  });
  expect(mine.headers).not.toHaveProperty('content-disposition');
  for (const url of [entryOf('beta'), '/plugins/beta/1.0.0/no.js', '/plugins/none/1.0.0/no.js']) {
    expect((await get(url, { cookie: amina.cookie })).statusCode).toBe(403);
  }
  const missing = await get('/plugins/alpha/1.0.0/no.js', { cookie: amina.cookie });
  expect([missing.statusCode, missing.json().code]).toEqual([404, 1004]);
  expect((await get(entryOf('alpha'))).statusCode).toBe(403);
  const both = { cookie: `${amina.cookie}; ${brian.cookie}` };
  expect((await get(entryOf('alpha'), both)).statusCode).toBe(200);
});

test('answers 403 to the file of a page that the session does not hold', async () => {
  await addPerson(app.database, 'dalila', { pages: ['/AdminContent/Left'] });
  const { cookie } = await signInAs(app, 'dalila');
  const [pair] = app.services.registry.forPages(new Set(['/admincontent/left', '/admincontent/right'])).plugins;
  const status = async (stem: string) => {
    const file = pair?.files.find((name) => name.startsWith(`${stem}.`));
    return (await get(`/plugins/pair/1.0.0/${file}`, { cookie })).statusCode;
  };
  expect([await status('Left'), await status('plugin'), await status('Right')]).toEqual([200, 200, 403]);
});

test('serves the shell for unknown paths and never for a missing asset', async () => {
  const unknown = await get('/nothing/at/all');
  expect([unknown.statusCode, unknown.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  for (const url of ['/host/none.js', '/host/..%2f..%2fpackage.json', '/a/b.js', '/api/none']) {
    const reply = await get(url);
    expect([url, reply.statusCode, reply.json().data.error]).toEqual([url, 404, 'NOT_FOUND']);
  }
  expect((await get('/version.json')).json()).toEqual({ version: 'test-1' });
  const { lines } = (await get('/whats-new.json')).json();
  expect(lines[0]).toEqual({ en: expect.any(String), zh: expect.any(String) });
  const { packs } = app.services.host.manifest;
  const pack = await get(`/host/${packs[0]}`);
  expect(pack.headers['cache-control']).toBe('public, max-age=31536000, immutable');
});

test('tells readiness with the state of the registry', async () => {
  const ready = await get('/health/ready');
  expect(ready.statusCode).toBe(200);
  expect(ready.json()).toMatchObject({ database: 'up', registry: { status: 'current' } });
  app.app.readiness.isDraining = true;
  expect((await get('/health/ready')).statusCode).toBe(503);
  app.app.readiness.isDraining = false;
  expect((await get('/health/live')).statusCode).toBe(200);
  expect(await app.app.metrics.registry.metrics()).toContain('kituo_http_requests_total');
});

test('puts theme, brand, density and language on the root before any script runs', async () => {
  const root = async () => /<html [^>]*>/.exec((await get('/', { cookie: brian.cookie })).body)?.[0] ?? '';
  expect(await root()).toBe('<html lang="en" data-brand="kituo" data-density="compact">');
  const saved = await app.http.inject({
    method: 'POST',
    url: '/api/hc/web/user/setting/save',
    headers: { 'auth-token': brian.token, 'idempotency-key': crypto.randomUUID() },
    payload: { theme: 'dark', brand: 'ocean', density: 'comfortable', language: 'zh' },
  });
  expect(saved.json().code).toBe(0);
  expect(await root()).toBe(
    '<html lang="zh" data-brand="ocean" data-density="comfortable" data-theme="dark" class="bp6-dark">',
  );
});
