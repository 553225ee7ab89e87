import { createHash } from 'node:crypto';
import type { SessionPlugin } from '@kituo/sdk/contracts';
import { describe, expect, it } from 'vitest';
import type { PageEntry } from '../registry/page-table.ts';
import type { BrowserFiles } from './browser-files.ts';
import { integrityOf } from './file-name.ts';
import { LoadError } from './load-error.ts';
import type { ModuleLoader } from './module-loader.ts';
import { createPageLoader } from './page-loader.ts';

function hashed(stem: string, ending: string): string {
  return `${stem}.${createHash('sha256').update(stem).digest('base64url')}.${ending}`;
}

const plugin: SessionPlugin = {
  name: 'users',
  version: '1.0.0',
  titleKey: 'title',
  files: [hashed('plugin', 'js'), hashed('page', 'js'), hashed('style', 'css'), hashed('en', 'json')],
  entry: 0,
  styles: [2],
  locales: { en: 3 },
  pages: [{ name: 'A', path: '/AdminContent/A', titleKey: 'a', files: [1], styles: [], shared: [] }],
};
const entry: PageEntry = { plugin, page: plugin.pages[0]! };
const [entryUrl = '', pageUrl = '', styleUrl = '', localeUrl = ''] = plugin.files.map(
  (file) => `/plugins/users/1.0.0/${file}`,
);
const Page = () => null;
const soundModule = { plugin: { pages: { A: () => Promise.resolve({ APage: Page }) } } };

/** What the server answers for each address: a status, damaged bytes, or nothing at all. */
type Answer = number | 'damaged' | 'dead' | 'silent';

function setUp(module: unknown, answers: Record<string, Answer> = {}) {
  const log: string[] = [];
  const answerOf = (url: string) => answers[url] ?? 200;
  const demand = async (url: string) => {
    if (answerOf(url) === 'silent') await new Promise(() => undefined);
    if (answerOf(url) !== 200) throw new Error(`${url} (SystemJS docs/errors.md#3)`);
  };
  const demandShared = () => demand('shared');
  const modules: ModuleLoader = {
    addImportMap: () => log.push('map'),
    async importModule(name) {
      log.push(`import ${name}`);
      // A file is imported by its address as well as by what imports it.
      await Promise.all(name.startsWith('/') ? [demand(name)] : [demand(entryUrl), demand(pageUrl)]);
      if (module instanceof Error) throw module;
      return module;
    },
    forget: (urls) => log.push(...urls.map((url) => `forget ${url}`)),
  };
  const files: BrowserFiles = {
    async addStyle(file) {
      await demand(file.url);
      log.push(`style ${file.url}`);
    },
    removeStyle: (url) => log.push(`unstyle ${url}`),
    async fetchJson(file) {
      await demand(file.url);
      return { title: 'Users' };
    },
    async refetch(url) {
      log.push(`refetch ${url}`);
      answers[url] = 200;
    },
    lastStatus(url) {
      const answer = answerOf(url);
      return typeof answer === 'number' ? answer : null;
    },
    async fetch(url, init) {
      const answer = answerOf(url);
      if (answer === 'dead') throw new TypeError('failed to fetch');
      if (answer === 'damaged' && init.integrity !== undefined) throw new TypeError('integrity');
      return new Response('', { status: typeof answer === 'number' ? answer : 200 });
    },
  };
  const texts: string[] = [];
  const loader = createPageLoader({
    modules,
    files,
    languages: () => ['zh', 'en'],
    addTexts: (name, language) => texts.push(`${name} ${language}`),
    shared: { filesOf: () => ({ scripts: [], styles: [] }), ready: demandShared },
    timeoutMs: 30,
  });
  return { loader, log, texts };
}

async function failure(promise: Promise<unknown>): Promise<LoadError> {
  const error = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof LoadError)) throw new Error('the load did not fail with a LoadError');
  return error;
}

describe('page loader', () => {
  it('asks for entry and page chunk at once, and takes in texts and styles', async () => {
    const { loader, log, texts } = setUp(soundModule);
    expect(await loader.load(entry)).toBe(Page);
    expect(log.slice(0, 3)).toEqual([`import ${entryUrl}`, `import ${pageUrl}`, 'import @kituo/plugin-users']);
    expect(texts).toEqual(['users en']);
    expect(log).toContain(`style ${styleUrl}`);
    expect(loader.peek(entry)).toBe(Page);
  });

  it('fails as the network does where the names that its page shares could not be read', async () => {
    const { loader, log } = setUp(soundModule, { shared: 'dead' });
    expect(await failure(loader.load(entry))).toMatchObject({ kind: 'network', plugin: 'users' });
    expect(log).not.toContain(`import ${entryUrl}`);
  });

  it.each<[string, Record<string, Answer>, string, number | null, string]>([
    ['a refused entry', { [entryUrl]: 403 }, 'http', 403, entryUrl],
    ['a failing chunk', { [pageUrl]: 503 }, 'http', 503, pageUrl],
    ['a missing locale', { [localeUrl]: 404 }, 'http', 404, localeUrl],
    ['an altered chunk', { [pageUrl]: 'damaged' }, 'integrity', null, pageUrl],
    ['an altered style', { [styleUrl]: 'damaged' }, 'integrity', null, styleUrl],
    ['no network', { [entryUrl]: 'dead' }, 'network', null, entryUrl],
  ])('tells %s', async (_, answers, kind, status, url) => {
    const error = await failure(setUp(soundModule, answers).loader.load(entry));
    expect({ kind: error.kind, status: error.status, url: error.url }).toEqual({
      kind,
      status,
      url,
    });
    expect([error.plugin, error.version]).toEqual(['users', '1.0.0']);
  });

  it.each([
    ['evaluation', new Error('boom')],
    ['incompatible', { plugin: { pages: {} } }],
    ['incompatible', { plugin: { pages: { A: () => Promise.resolve({ APage: 1 }) } } }],
    ['incompatible', {}],
    ['evaluation', { plugin: { pages: { A: () => Promise.reject(new Error('boom')) } } }],
  ])('tells %s', async (kind, module) => {
    expect((await failure(setUp(module).loader.load(entry))).kind).toBe(kind);
  });

  it('gives up on silence', async () => {
    const error = await failure(setUp(soundModule, { [pageUrl]: 'silent' }).loader.load(entry));
    expect(error.kind).toBe('timeout');
  });

  it('really refetches on retry', async () => {
    const { loader, log } = setUp(soundModule, { [pageUrl]: 'damaged' });
    const error = await failure(loader.load(entry));
    await loader.reset(entry, error);
    expect(log).toContain(`refetch ${pageUrl}`);
    expect(log.filter((line) => line.startsWith('forget'))).toEqual([`forget ${pageUrl}`, `forget ${entryUrl}`]);
    expect(await loader.load(entry)).toBe(Page);
  });

  it('loads a page ahead, so that opening it needs nothing more', async () => {
    const { loader, log, texts } = setUp(soundModule);
    loader.prefetch(entry);
    loader.prefetch(entry);
    expect(await loader.load(entry)).toBe(Page);
    expect(loader.peek(entry)).toBe(Page);
    expect(texts).toEqual(['users en']);
    expect(log.filter((line) => line === 'import @kituo/plugin-users')).toHaveLength(1);
  });

  it('forgets what failed ahead, so that opening the page tries again', async () => {
    const answers: Record<string, Answer> = { [pageUrl]: 503 };
    const { loader, log } = setUp(soundModule, answers);
    loader.prefetch(entry);
    await expect.poll(() => log.filter((line) => line.startsWith('forget'))).toEqual([`forget ${pageUrl}`]);
    answers[pageUrl] = 200;
    expect(await loader.load(entry)).toBe(Page);
  });

  it('tells what is wrong to who opens a page that is failing ahead', async () => {
    const { loader, log } = setUp(soundModule, { [pageUrl]: 503 });
    loader.prefetch(entry);
    const error = await failure(loader.load(entry));
    expect([error.kind, error.url]).toEqual(['http', pageUrl]);
    expect(log.filter((line) => line.startsWith('forget'))).toEqual([]);
  });

  it('leaves nothing of a plugin that was released while a page was on its way', async () => {
    const { loader, log, texts } = setUp(soundModule);
    const loading = loader.load(entry);
    await Promise.resolve();
    loader.release(plugin);
    await loading;
    expect(loader.peek(entry)).toBeNull();
    expect(texts).toEqual([]);
    expect(log.lastIndexOf(`unstyle ${styleUrl}`)).toBeGreaterThan(log.lastIndexOf(`style ${styleUrl}`));
    expect(await loader.load(entry)).toBe(Page);
    expect(loader.peek(entry)).toBe(Page);
  });

  it('releases modules and styles of a plugin', async () => {
    const { loader, log } = setUp(soundModule);
    await loader.load(entry);
    loader.release(plugin);
    expect(log).toContain(`unstyle ${styleUrl}`);
    expect(log).toContain(`forget ${entryUrl}`);
    expect(loader.peek(entry)).toBeNull();
  });
});

describe('integrityOf', () => {
  it('turns base64url into what the browser wants', () => {
    const digest = createHash('sha256').update('x').digest();
    expect(integrityOf(`a.b.${digest.toString('base64url')}.js`)).toBe(`sha256-${digest.toString('base64')}`);
  });

  it('refuses a name without a hash', () => {
    expect(() => integrityOf('plugin.js')).toThrow(/no hash/);
  });
});
