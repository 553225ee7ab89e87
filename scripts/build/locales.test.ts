import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { HOST_SOURCES } from './host-build.ts';
import { readHostLocales } from './locales.ts';
import { ROOT } from './paths.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kituo-locales-'));
  await write('en', { title: 'Title', rows_one: 'one row', rows_other: '{{count}} rows' });
  await write('zh', { title: '标题', rows_other: '{{count}} 行' });
});
afterEach(async () => await rm(folder, { recursive: true }));

const write = async (code: string, texts: object) =>
  await writeFile(join(folder, `${code}.json`), JSON.stringify(texts));
const built = async () => {
  const files = await readHostLocales({ host: folder });
  return Object.fromEntries(
    Object.entries(files).map(([code, { content }]) => [code, JSON.parse(Buffer.from(content).toString())]),
  );
};

test('a language that is begun is built with what it has; English stays in the pack', async () => {
  expect(Object.keys(await built())).toEqual(['zh']);
  await write('sw', { title: 'Kichwa' });
  expect(await built()).toMatchObject({ sw: { host: { title: 'Kichwa' } } });
});

test('a key that English has not is refused, in a begun language as in a whole one', async () => {
  await write('sw', { titel: 'Kichwa' });
  await expect(built()).rejects.toThrow('titel, which en.json has not');
});

test('a whole language lacks nothing', async () => {
  await write('zh', { title: '标题' });
  await expect(built()).rejects.toThrow('lacks rows_other');
  await write('zh', { title: '标题', rows: '{{count}} 行' });
  await expect(built()).rejects.toThrow('lacks rows_other and has rows');
});

test('whatever the host says is in a folder of texts that translators are shown', async () => {
  const texts = join(ROOT, 'host/locales');
  const entries = await readdir(texts, { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(texts, name));
  const { locales, lateLocales } = HOST_SOURCES;
  expect([...Object.values(locales), ...Object.values(lateLocales)]).toEqual(expect.arrayContaining(folders));
  const source = join(ROOT, 'host/src');
  const files = (await readdir(source, { recursive: true })).filter(
    (name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name),
  );
  const own = await Promise.all(
    files.map(async (name) => {
      const code = await readFile(join(source, name), 'utf8');
      return /addTexts\([\w' ,]*[{]/.test(code) ? [name] : [];
    }),
  );
  expect(own.flat()).toEqual([]);
});
