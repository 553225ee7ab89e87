import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Chooser } from './rollout.ts';
import { createRegistry, loadRegistry, type LoadedPlugin, type RegistryOptions } from './index.ts';
import type { RegistryService } from './registry-service.ts';
import { makeOffer } from './session-cut.ts';
import { writePackage } from '../../../../testing/test-package.ts';
import { verifyPackage } from './verify-package.ts';
import { POLL_MS } from './watch-registry.ts';

let root = '';
let options: RegistryOptions;
let open: RegistryService[] = [];
const logged: { message: string; facts: object }[] = [];

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'kituo-registry-'));
  logged.length = 0;
  const log = (facts: object, message: string) => void logged.push({ facts, message });
  options = {
    file: join(root, 'registry.json'),
    packagesDir: join(root, 'packages'),
    sdkVersion: '0.1.0',
    log: { info: log, error: log },
  };
  await mkdir(options.packagesDir);
  await writePackage(options.packagesDir, { name: 'home', pages: ['Home'], always: true });
  await writePackage(options.packagesDir, {
    name: 'users',
    pages: ['UserManagement', 'RoleManagement'],
  });
  await write({ home: on('1.0.0'), users: on('1.0.0') });
});

afterEach(async () => {
  await Promise.all(open.map((registry) => registry.close()));
  open = [];
  await rm(root, { recursive: true, force: true });
});

const on = (version: string) => ({ enabled: true, version });
const off = (version: string) => ({ enabled: false, version });
/** In one step, as commands do: no watcher sees half of it. */
const writeText = async (text: string) => {
  await writeFile(`${options.file}.next`, text);
  await rename(`${options.file}.next`, options.file);
};
const write = (plugins: object) => writeText(JSON.stringify({ plugins }, null, 2));
const start = async (): Promise<RegistryService> => {
  const registry = await createRegistry(options);
  open.push(registry);
  return registry;
};
const changed = (registry: RegistryService): Promise<unknown> =>
  new Promise((resolve) => {
    const stop = registry.onChange((state) => {
      stop();
      resolve(state);
    });
  });
const path = (page: string) => `/admincontent/${page}`.toLowerCase();

test('a session gets the plugins and files of its pages, and of no others', async () => {
  const registry = await start();
  const { plugins } = registry.forPages(new Set([path('UserManagement')]));
  expect(plugins.map(({ name }) => name)).toEqual(['home', 'users']);
  const users = plugins[1];
  expect(users?.pages.map(({ name }) => name)).toEqual(['UserManagement']);
  expect(users?.files.some((file) => file.startsWith('UserManagement.'))).toBe(true);
  expect(users?.files.some((file) => file.startsWith('RoleManagement.'))).toBe(false);
  expect(users?.files[users.entry]).toMatch(/^plugin\./);
  expect(registry.isPermitted('users', new Set([path('RoleManagement')]))).toBe(true);
  expect(registry.isPermitted('users', new Set(['/admincontent/other']))).toBe(false);
  expect(registry.isPermitted('home', new Set())).toBe(true);
  expect(registry.offeredPages().get(path('rolemanagement'))?.plugin).toBe('users');
});

test('a file of one page is that page’s, what the plugin needs is for all of it', async () => {
  const registry = await start();
  const [users] = registry
    .forPages(new Set([path('UserManagement'), path('RoleManagement')]))
    .plugins.filter(({ name }) => name === 'users');
  const pagesOf = (stem: string) => {
    const name = users?.files.find((file) => file.startsWith(`${stem}.`)) ?? '';
    return registry.file('users', '1.0.0', name)?.pages;
  };
  expect(pagesOf('RoleManagement')).toEqual(new Set([path('RoleManagement')]));
  expect(pagesOf('plugin')).toBeNull();
  expect(pagesOf('texts-en')).toBeNull();
});

test('a rollout gives its version to whom it names, the same people as the share grows', async () => {
  const pages = new Set([path('UserManagement')]);
  await writePackage(options.packagesDir, {
    name: 'users',
    version: '1.1.0',
    pages: ['UserManagement', 'RoleManagement', 'Newest'],
  });
  const person = (number: number, roleName = 'Reviewer', merchantNo = 'M0001'): Chooser => ({
    userNo: `U${number}`,
    roles: [{ roleNo: 'R-002', roleName }],
    merchants: [{ merchantNo }],
  });
  const people = Array.from({ length: 400 }, (_, number) => person(number));
  const registry = await start();
  const roll = async (rollout: object) => {
    const next = changed(registry);
    await write({ home: on('1.0.0'), users: { ...on('1.0.0'), rollout } });
    await next;
    expect(registry.state().fault).toBeNull();
  };
  const versionOf = (who: Chooser) => registry.forPages(pages, who).plugins[1]?.version;
  const chosen = () => people.filter((who) => versionOf(who) === '1.1.0');

  await roll({ version: '1.1.0', percent: 20 });
  const early = chosen();
  expect(early.length).toBeGreaterThan(50);
  expect(early.length).toBeLessThan(110);
  await roll({ version: '1.1.0', percent: 50 });
  expect(chosen()).toEqual(expect.arrayContaining(early));
  await roll({ version: '1.1.0', percent: 0 });
  expect(chosen()).toEqual([]);
  await roll({ version: '1.1.0', roles: ['collector'], merchants: ['M0002'] });
  expect(chosen()).toEqual([]);
  expect(versionOf(person(1, 'Collector', 'M0001'))).toBe('1.0.0');
  expect(versionOf(person(1, 'Collector', 'M0002'))).toBe('1.1.0');

  // Without a person it is what everybody has; files of both versions are served meanwhile.
  expect(registry.forPages(pages).plugins[1]?.version).toBe('1.0.0');
  const newest = registry.forPages(new Set([path('Newest')]), person(1, 'Collector', 'M0002'));
  const [file = ''] = newest.plugins[1]?.files ?? [];
  expect(registry.file('users', '1.1.0', file)).not.toBeNull();
  expect(registry.forPages(new Set([path('Newest')]), person(1)).plugins).toHaveLength(1);
});

test('files are found by their exact name only', async () => {
  const registry = await start();
  const [file = ''] = registry.forPages(new Set()).plugins[0]?.files ?? [];
  expect(registry.file('home', '1.0.0', file)?.contentType).toBe('text/javascript; charset=utf-8');
  for (const name of ['manifest.json', `../1.0.0/${file}`, '../../users/1.0.0/manifest.json', '', '__proto__'])
    expect(registry.file('home', '1.0.0', name)).toBeNull();
  expect(registry.file('home', '../home/1.0.0', file)).toBeNull();
  expect(registry.file('__proto__', '1.0.0', file)).toBeNull();
});

test('an altered byte is found, wherever it is', async () => {
  for (const ending of ['', '.br', '.gz']) {
    await rm(join(options.packagesDir, 'users'), { recursive: true });
    const files = await writePackage(options.packagesDir, {
      name: 'users',
      pages: ['UserManagement'],
    });
    await writeFile(`${files[0]}${ending}`, 'altered');
    await expect(loadRegistry(options)).rejects.toThrow(/^users: wrong hash: .*was altered/);
  }
});

test('each fault names its line', async () => {
  const faults: [text: string, reason: RegExp, line: number][] = [
    ['{\n "plugins": {\n  "users": {,}\n}}', /not JSON/, 3],
    ['{\n "plugins": {\n', /not JSON/, 3],
    ['{\n "plugins": {\n  "users": {\n   "enabled": "yes",\n   "version": "1.0.0" } } }', /enabled/, 4],
    ['{\n "plugins": {\n  "users": { "enabled": true, "version": "9.9.9" } } }', /package users 9\.9\.9 is missing/, 3],
    [
      '{\n "plugins": {\n\n  "unheard": { "enabled": true, "version": "1.0.0" } } }',
      /package unheard 1\.0\.0 is missing/,
      4,
    ],
    ['{\n "plugins": {\n  "../x": { "enabled": true, "version": "1.0.0" } } }', /not a plugin name/, 3],
    ['{\n "plugins": {\n  "users": { "enabled": true, "version": "../home" } } }', /not a version/, 3],
  ];
  for (const [text, reason, line] of faults) {
    await writeFile(options.file, text);
    await expect(loadRegistry(options)).rejects.toMatchObject({
      message: expect.stringMatching(reason),
      line,
      path: options.file,
    });
  }
});

test('two plugins may not offer one page', async () => {
  await writePackage(options.packagesDir, { name: 'twins', pages: ['usermanagement'] });
  await write({ users: on('1.0.0'), twins: on('1.0.0') });
  await expect(loadRegistry(options)).rejects.toThrow(/twins: users offers/);
});

test('a plugin for another SDK is left out and said to be', async () => {
  await writePackage(options.packagesDir, { name: 'newer', pages: ['Newer'], sdk: '^0.2.0' });
  await write({ home: on('1.0.0'), newer: on('1.0.0') });
  const registry = await start();
  expect(registry.forPages(new Set([path('Newer')])).plugins.map(({ name }) => name)).toEqual(['home']);
  expect(registry.state().plugins[1]?.leftOut).toMatch(/^incompatible with SDK 0\.1\.0/);
});

test('a change is taken in within two seconds; a broken file keeps the last good state', async () => {
  const registry = await start();
  const before = registry.state().revision;
  let next = changed(registry);
  await write({ home: on('1.0.0'), users: off('1.0.0') });
  await next;
  // By a clock a busy machine would be late.
  expect(POLL_MS).toBeLessThan(2_000);
  expect(registry.isPermitted('users', new Set([path('UserManagement')]))).toBe(false);

  next = changed(registry);
  await writeText('{"plugins": {');
  await next;
  expect(registry.state().fault).toMatchObject({ line: 1 });
  expect(registry.forPages(new Set()).plugins.map(({ name }) => name)).toEqual(['home']);
  expect(logged.at(-1)?.message).toMatch(/last good one stays/);

  next = changed(registry);
  await write({ home: on('1.0.0'), users: on('1.0.0') });
  await next;
  expect(registry.state()).toMatchObject({ fault: null, revision: before });
});

test('a missing package is taken in once it is there', async () => {
  const registry = await start();
  const next = changed(registry);
  await write({ home: on('1.0.0'), users: on('2.0.0') });
  await next;
  expect(registry.state().fault?.reason).toMatch(/users 2\.0\.0 is missing/);
  const old = registry.forPages(new Set([path('UserManagement')])).plugins[1];

  await writePackage(options.packagesDir, {
    name: 'users',
    version: '2.0.0',
    pages: ['UserManagement'],
  });
  // Looked at while it was written, it has other faults first.
  await expect.poll(() => registry.state().fault).toBeNull();
  expect(registry.forPages(new Set([path('UserManagement')])).plugins[1]?.version).toBe('2.0.0');
  // Whoever still has the earlier version open gets its files.
  expect(registry.file('users', '1.0.0', old?.files[0] ?? '')).not.toBeNull();
});

test('an empty registry starts with its fault told', async () => {
  await writeFile(options.file, 'nothing');
  const registry = await start();
  expect(registry.state()).toMatchObject({ plugins: [], fault: { line: 1 } });
  expect(registry.forPages(new Set()).plugins).toEqual([]);
});

test('of 1,000 plugins a session of 100 pages gets its own', async () => {
  const numbers = [1, 2, 3, 4, 5, 6, 7];
  const model = { name: 'model', pages: numbers.map((number) => `P${number}`) };
  await writePackage(options.packagesDir, model);
  const built = await verifyPackage(options.packagesDir, 'model', '1.0.0');
  const plugins = Array.from({ length: 1000 }, (_, plugin): LoadedPlugin => {
    const { description } = built.manifest;
    const pages = description.pages.map((page) => ({ ...page, path: `${page.path}Of${plugin}` }));
    const manifest = { ...built.manifest, description: { ...description, pages } };
    const own = { ...built, manifest };
    return {
      name: `p${plugin}`,
      version: '1.0.0',
      enabled: true,
      leftOut: null,
      grants: {},
      isIsolated: false,
      rollout: null,
      package: own,
    };
  });
  const offer = makeOffer({ revision: 'x', plugins });
  const pages = new Set(numbers.flatMap((n) => Array.from({ length: 14 }, (_, p) => path(`P${n}Of${p * 70 + n}`))));
  expect(offer.cut(pages, new Set())).toHaveLength(98);
});
