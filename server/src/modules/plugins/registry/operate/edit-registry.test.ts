import { appendFile, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { RegistryPlace } from '../registry-place.ts';
import { readRegistryFile } from '../read-registry-file.ts';
import { writePublisher } from '../../../../../testing/test-foreign.ts';
import { writePackage } from '../../../../../testing/test-package.ts';
import { notePublished } from './edit-registry.ts';
import { newestMove, readRegistryHistory } from './history.ts';
import { promote, rollBack, rollOut } from './roll-out.ts';
import { switchPlugin } from './switch-plugin.ts';

let root = '';
let place: RegistryPlace;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'kituo-edit-registry-'));
  place = {
    file: join(root, 'registry.json'),
    packagesDir: join(root, 'packages'),
    sdkVersion: '0.1.0',
  };
  const names = ['cash', 'bills', 'desk', 'loans'];
  await Promise.all(names.map((name) => writePackage(place.packagesDir, { name, pages: [pageOf(name)] })));
  await write(Object.fromEntries(names.map((name) => [name, entry(true)])));
});
afterEach(() => rm(root, { recursive: true, force: true }));

const pageOf = (name: string) => `${name.charAt(0).toUpperCase()}${name.slice(1)}Page`;
const entry = (enabled: boolean, version = '1.0.0') => ({ enabled, version });
const write = (plugins: object) => writeFile(place.file, JSON.stringify({ plugins }));
const textNow = () => readFile(place.file, 'utf8');
const isOn = async () => {
  const { plugins } = await readRegistryFile(place.file);
  return Object.values(plugins).map(({ enabled }) => enabled);
};

test('many who find the lock of a command that was killed lose nothing', async () => {
  await writeFile(`${place.file}.lock`, 'of one that was killed');
  const longAgo = new Date(Date.now() - 60_000);
  await utimes(`${place.file}.lock`, longAgo, longAgo);
  const off = ['cash', 'bills', 'desk', 'loans'].map((name) => switchPlugin(place, name, false));
  expect(await Promise.all(off)).toEqual([true, true, true, true]);
  expect(await isOn()).toEqual([false, false, false, false]);
  expect(await readRegistryHistory(place)).toHaveLength(4);
  expect((await readdir(root)).sort()).toEqual(['packages', 'registry-history.jsonl', 'registry.json']);
});

test('what cannot be recorded is not written', async () => {
  const before = await textNow();
  const record = async () => {
    throw new Error('the database is gone');
  };
  await expect(switchPlugin(place, 'cash', false, { record })).rejects.toThrow('database is gone');
  expect(await textNow()).toBe(before);
  expect(await readRegistryHistory(place)).toEqual([]);
  expect(await switchPlugin(place, 'cash', false)).toBe(true);
});

test('half a line of history takes no other line with it', async () => {
  await writePackage(place.packagesDir, { name: 'cash', version: '1.1.0', pages: ['CashPage'] });
  await rollOut(place, 'cash', { version: '1.1.0' });
  await appendFile(join(root, 'registry-history.jsonl'), '{"at":"2026-11-2');
  await promote(place, 'cash');
  expect((await readRegistryHistory(place)).map(({ action }) => action)).toEqual(['rollout', 'promote']);
  expect(await rollBack(place, 'cash')).toBe('1.0.0');
});

test('that a package was published is told, and is no change of what people get', async () => {
  await switchPlugin(place, 'cash', false);
  await notePublished(place, { plugin: 'cash', version: '1.1.0', by: 'nairobi-loans (now)' });
  expect((await readRegistryHistory(place, 'cash')).at(-1)?.action).toBe('publish 1.1.0');
  expect((await newestMove(place, 'cash'))?.action).toBe('disable');
});

test('what the server would refuse is refused before it is written, with what is in the way', async () => {
  const twin = { name: 'twin', pages: ['CashPage'] };
  await writePackage(place.packagesDir, twin);
  await writePackage(place.packagesDir, { name: 'later', pages: ['LaterPage'], sdk: '^0.2.0' });
  await writePackage(place.packagesDir, { name: 'bills', version: '2.0.0', pages: ['DESKPage'] });
  const before = await textNow();
  await expect(switchPlugin(place, 'twin', true)).rejects.toThrow(
    'twin 1.0.0 offers /AdminContent/CashPage, which is a page of cash: one of them has to change it',
  );
  await expect(switchPlugin(place, 'later', true)).rejects.toThrow(
    'later 1.0.0 requires SDK ^0.2.0; this host has 0.1.0',
  );
  await expect(rollOut(place, 'bills', { version: '2.0.0' })).rejects.toThrow('is a page of desk');
  await writePublisher(root, { name: 'nairobi-loans', keys: [] });
  const guarded = { ...place, publishersDir: join(root, 'publishers') };
  await writePackage(place.packagesDir, {
    name: 'stray',
    pages: ['StrayPage'],
    more: { publisher: 'nairobi-loans' },
  });
  await expect(switchPlugin(guarded, 'stray', true)).rejects.toThrow(
    'stray 1.0.0: it is not signed (no signature.json)',
  );
  expect(await textNow()).toBe(before);
  // Switched off, cash is in nobody's way.
  await switchPlugin(place, 'cash', false);
  expect(await switchPlugin(place, 'twin', true)).toBe(true);
});

test('a version of what nobody has yet is not rolled out; it says what to do first', async () => {
  await writePackage(place.packagesDir, { name: 'fresh', pages: ['FreshPage'] });
  await expect(rollOut(place, 'fresh', { version: '1.0.0', percent: 10 })).rejects.toThrow(
    'fresh: nobody has it yet; switch it on first: npm run registry -- enable fresh',
  );
  await expect(rollOut(place, 'fresh', { version: '9.0.0' })).rejects.toThrow('is missing');
  await writePackage(place.packagesDir, {
    name: 'fresh',
    version: '1.1.0-beta.1',
    pages: ['FreshPage'],
  });
  await writePackage(place.packagesDir, { name: 'fresh', version: '1.1.0', pages: ['FreshPage'] });
  await switchPlugin(place, 'fresh', true);
  expect((await readRegistryFile(place.file)).plugins['fresh']).toEqual(entry(true, '1.1.0'));
});
