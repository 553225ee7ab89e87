import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { HostManifest } from '../../sdk/src/contracts/console/host-manifest.ts';
import { findTestBrowser, launchBrowser } from '../../tests/support/browser.ts';
import { buildHost } from './host-build.ts';
import { ROOT } from './paths.ts';
import { buildPlugin, type BuiltPlugin } from './plugin-build.ts';
import { TEST_SOURCES } from './test-sources.ts';

let work = '';
let address = '';
let host: HostManifest;
let plugin: BuiltPlugin;
let browser: Browser;
let server: Server;
let page: Page;

const hostFile = (name: string) => join(work, 'dist', name);
const pluginFolder = () => join(work, 'demo');

/** The page that the server writes: packs and styles, then what the test imports. */
function html(): string {
  const scripts = host.packs.map((name) => `<script defer src="/host/${name}"></script>`);
  return `<!doctype html><title>-</title><div id="root"></div>${scripts.join('')}`;
}

function answer(path: string): { body: Uint8Array | string; type: string } | null {
  if (path === '/') return { body: html(), type: 'text/html' };
  const [, folder, ...rest] = path.split('/');
  const name = rest.join('/');
  try {
    const file = folder === 'host' ? hostFile(name) : join(plugin.folder, name);
    return { body: readFileSync(file), type: 'text/javascript' };
  } catch {
    return null;
  }
}

beforeAll(async () => {
  work = await mkdtemp(join(tmpdir(), 'kituo-build-'));
  for (const [path, text] of Object.entries(TEST_SOURCES)) {
    await mkdir(dirname(join(work, path)), { recursive: true });
    await writeFile(join(work, path), text);
  }
  await symlink(join(ROOT, 'node_modules'), join(work, 'node_modules'));
  host = await buildHost(join(work, 'dist'), {
    main: join(work, 'host/main.tsx'),
    signIn: join(work, 'host/lazy.ts'),
    slots: '',
    sdk: join(work, 'sdk/index.ts'),
    sdkPage: join(work, 'sdk/page/index.ts'),
    locales: {},
    lateLocales: {},
  });
  plugin = await buildPlugin(pluginFolder(), 'demo', join(work, 'packages'));
  server = createServer((request, reply) => {
    const found = answer(request.url ?? '');
    if (found === null) return void reply.writeHead(404).end();
    const csp = "default-src 'none'; script-src 'self'; style-src 'self'";
    reply.writeHead(200, { 'content-type': found.type, 'content-security-policy': csp });
    reply.end(found.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bound = server.address();
  address = `http://127.0.0.1:${typeof bound === 'object' ? bound?.port : ''}/`;
  browser = await launchBrowser(findTestBrowser());
  page = await browser.newPage();
});

afterAll(async () => {
  await browser.close();
  server.close();
  await rm(work, { recursive: true, force: true });
});

async function openPage(): Promise<void> {
  await page.goto(address);
  const imports = Object.fromEntries(Object.entries(host.shared).map(([name, { entry }]) => [name, `/host/${entry}`]));
  const entry = plugin.manifest.files[plugin.manifest.entry]?.name ?? '';
  const map = { imports: { ...imports, demo: `/plugin/${entry}` } };
  await page.evaluate(`System.addImportMap(${JSON.stringify(map)})`);
}

/** Runs in the page with `System.import` as `load`. */
function inPage(script: string): Promise<unknown> {
  return page.evaluate(`(async () => { const load = (name) => System.import(name); ${script} })()`);
}

test('every name is the hash of its content, in all three forms', async () => {
  const files = [
    ...host.files.map(({ name }) => hostFile(name)),
    ...plugin.manifest.files.map(({ name }) => join(plugin.folder, name)),
  ];
  expect(files.length).toBeGreaterThan(15);
  for (const file of files) {
    const hash = /\.([\w-]{43})\.\w+$/.exec(file)?.[1];
    const forms = [
      await readFile(file),
      brotliDecompressSync(await readFile(`${file}.br`)),
      gunzipSync(await readFile(`${file}.gz`)),
    ];
    for (const bytes of forms) expect(createHash('sha256').update(bytes).digest('base64url')).toBe(hash);
  }
});

test('the packs start the host, and a lazy chunk of it is found', async () => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await openPage();
  await page.waitForSelector('#ready');
  await page.waitForFunction(() => document.title === 'lazy');
  // The page, two packs, the lazy chunk: no chunk of the first screen is fetched automatically.
  expect(asked.filter((path) => path !== '/favicon.ico')).toHaveLength(4);
});

test('a plugin shares the one copy of react, router and rxjs with host and SDK', async () => {
  await openPage();
  const result = await inPage(`
    const [react, again, sdk, router, rxjs, blueprint, jsx] = await Promise.all(
      ['react', '/host/${host.shared['react']?.entry}', '@kituo/sdk', 'react-router-dom', 'rxjs', '@blueprintjs/core', 'react/jsx-runtime'].map(load));
    return {
      react: react.useState === again.useState && react.useState === sdk.hostReact.useState && react.default.useState === react.useState,
      router: router.useNavigate === sdk.useNavigate && router.Link === sdk.Link && router.UNSAFE_NavigationContext !== undefined,
      wholeRouter: typeof router.createBrowserRouter === 'function' && typeof router.Form === 'object',
      rxjs: sdk.bus instanceof rxjs.Subject && sdk.bus instanceof rxjs.Observable && typeof rxjs.combineLatest === 'function',
      blueprint: blueprint.Button === sdk.Button && typeof blueprint.Tree === 'function' && blueprint.Classes.DARK === 'bp6-dark',
      jsx: typeof jsx.jsx === 'function' && jsx.Fragment === react.Fragment,
    };`);
  const all = ['react', 'router', 'wholeRouter', 'rxjs', 'blueprint', 'jsx'];
  expect(result).toEqual(Object.fromEntries(all.map((name) => [name, true])));
});

test('bindings stay live across chunks', async () => {
  await openPage();
  const result = await inPage(`
    const sdk = await load('@kituo/sdk');
    const { plugin } = await load('demo');
    const demo = await plugin.pages.DemoList();
    const before = demo.readCounter();
    sdk.count();
    return [before, demo.readCounter(), sdk.counter];`);
  expect(result).toEqual([0, 1, 1]);
});

test('what no first screen needs of the SDK is outside of the packs, and is one copy', async () => {
  await openPage();
  const result = await inPage(`
    const [first, later, blueprint] = await Promise.all(
      ['@kituo/sdk', '@kituo/sdk/later', '@blueprintjs/core'].map(load));
    return ['Tag' in first, later.Tag === blueprint.Tag, first.Button === blueprint.Button];`);
  expect(result).toEqual([false, true, true]);
  const packs = host.packs.map((name) => readFileSync(hostFile(name), 'utf8')).join('');
  expect(packs).not.toContain('Blueprint6.FormGroup');
});

test('an altered byte is refused by the browser', async () => {
  const table = host.shared['@blueprintjs/table'];
  const path = hostFile(table?.entry ?? '');
  const right = await readFile(path);
  await writeFile(path, Buffer.concat([right, Buffer.from(' ')]));
  await openPage();
  await expect(inPage(`await load('@blueprintjs/table')`)).rejects.toThrow(/SystemJS .*#3/);
  await writeFile(path, right);
});

test('the first screen holds no library that only some page needs', () => {
  const vendor = host.files.find(({ name }) => name === host.packs[0]);
  const inVendor = readFileSync(hostFile(host.packs[0] ?? ''), 'utf8');
  expect(inVendor).not.toContain('Blueprint6.Tree');
  expect(inVendor).not.toContain('createStaticHandler');
  expect(vendor?.brotliBytes).toBeLessThan(130_000);
  expect(host.shared['@blueprintjs/table']?.files.length).toBeGreaterThan(1);
});

test('the hash worker is one script that hashes 25 MB chunk by chunk beside the page', async () => {
  const bytes = 25 * 1024 * 1024;
  await openPage();
  const result = await inPage(`
    const bytes = new Uint8Array(${bytes}).map((_, index) => index * 31);
    const worker = new Worker('/host/${host.hashWorker}');
    let turns = 0;
    const clock = setInterval(() => { turns += 1; }, 5);
    const data = await new Promise((resolve, reject) => {
      worker.onmessage = (event) => resolve(event.data);
      worker.onerror = (event) => reject(new Error(event.message));
      worker.postMessage({ file: new File([bytes], 'scan.pdf'), chunkBytes: 10485760 });
    });
    clearInterval(clock);
    worker.terminate();
    return { ...data.hashes, isFree: turns > 3 };`);
  const same = Uint8Array.from({ length: bytes }, (_, index) => index * 31);
  const md5 = (part: Uint8Array) => createHash('md5').update(part).digest('hex');
  expect(result).toEqual({
    whole: md5(same),
    chunks: [0, 1, 2].map((index) => md5(same.subarray(index * 10485760, (index + 1) * 10485760))),
    isFree: true,
  });
});

test('a page is named with its chunks, styles and shared names', () => {
  const { manifest } = plugin;
  const [list, form] = manifest.pages;
  const names = (indexes: readonly number[] = []) => indexes.map((i) => manifest.files[i]?.name);
  expect(names(list?.files)).toEqual([expect.stringMatching(/^DemoList\./)]);
  expect(names(list?.styles)).toEqual([expect.stringMatching(/^styles\..*\.css$/)]);
  expect(form?.shared).toEqual(['@kituo/sdk/later', '@kituo/sdk/page']);
  // `Tag` is written as part of `@kituo/sdk`, and no first screen needs it.
  expect(manifest.shared).toEqual(['@kituo/sdk', '@kituo/sdk/later', '@kituo/sdk/page', 'react', 'react/jsx-runtime']);
});

// How long it takes is measured by npm run bench:load.
test('a rebuild of one plugin keeps the old files', async () => {
  const source = join(pluginFolder(), 'src/pages/demo-list.page.tsx');
  const text = await readFile(source, 'utf8');
  const before = plugin.manifest.files.map(({ name }) => name);
  await writeFile(source, text.replace('list', 'changed'));
  const rebuilt = await buildPlugin(pluginFolder(), 'demo', join(work, 'packages'));
  expect(rebuilt.manifest.files.map(({ name }) => name)).not.toEqual(before);
  for (const name of before) await readFile(join(plugin.folder, name));
  await writeFile(source, text);
});

test('what a plugin may not import is refused in words', async () => {
  const refused: [code: string, reason: RegExp][] = [
    [`import '../../../host/main.tsx';`, /only its own files/],
    [`import '@kituo/host';`, /never imports a plugin, the host or the server/],
    [`import '@kituo/sdk/src/scope.ts';`, /never imports/],
    [`import 'react-dom/client';`, /the host has the only copy/],
    [`import 'axios';`, /the host has the only copy/],
    [`import 'lru-cache';`, /declare lru-cache under "dependencies"/],
    [`import 'node:fs';`, /runs in a browser/],
  ];
  const folder = join(work, 'bad');
  for (const [code, reason] of refused) {
    await cp(pluginFolder(), folder, { recursive: true });
    await writeFile(join(folder, 'plugin.json'), renamed(await readFile(join(folder, 'plugin.json'), 'utf8')));
    await writeFile(join(folder, 'src/extra.ts'), code);
    await writeFile(
      join(folder, 'src/pages/demo-form.page.tsx'),
      `import '../extra.ts'; export const DemoFormPage = () => null;`,
    );
    await expect(buildPlugin(folder, 'bad', join(work, 'packages'))).rejects.toThrow(reason);
  }
});

test('texts in one language alone, wrong JSON and a burst budget stop the build', async () => {
  const folder = join(work, 'bad');
  const fresh = async () => {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    await cp(pluginFolder(), folder, { recursive: true });
    await writeFile(join(folder, 'plugin.json'), renamed(await readFile(join(folder, 'plugin.json'), 'utf8')));
  };
  const build = () => buildPlugin(folder, 'bad', join(work, 'packages'));
  await fresh();
  await writeFile(join(folder, 'locales/zh.json'), '{ "section": "演示" }');
  await expect(build()).rejects.toThrow(/zh\.json lacks list, form/);
  await fresh();
  await writeFile(join(folder, 'locales/en.json'), '{\n "section": "x",\n}');
  await expect(build()).rejects.toThrow(/en\.json:3: /);
  await fresh();
  const description = await readFile(join(folder, 'plugin.json'), 'utf8');
  await writeFile(join(folder, 'plugin.json'), description.replace('"locales"', '"budgetKb": 0.1, "locales"'));
  await expect(build()).rejects.toThrow(/costs .* KB brotli, the budget is 0\.1 KB/);
});

const renamed = (text: string) => text.replace('"demo"', '"bad"');
