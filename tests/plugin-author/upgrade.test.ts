import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AuthorsFolder, saidBy, type Said } from './authors-folder.ts';

const run = promisify(execFile);
const OLD = 'kituo-sdk-0.1.0.tgz';
const NEW = 'kituo-sdk-0.2.0.tgz';
let folder: AuthorsFolder;
const inFolder = (...path: readonly string[]) => join(folder.path, ...path);
const readJson = async (path: string) => JSON.parse(await readFile(inFolder(path), 'utf8'));
const edit = async (path: string, work: (text: string) => string) => {
  const before = await readFile(inFolder(path), 'utf8');
  expect(work(before)).not.toBe(before);
  await writeFile(inFolder(path), work(before));
};
/** The command of the SDK that `npm install` would have put into the project. */
const withNew = (...words: readonly string[]): Promise<Said> => {
  const command = inFolder('old-list/node_modules/@kituo/sdk/bin/kituo-plugin.mjs');
  const env = { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' };
  return saidBy(spawn(process.execPath, [command, ...words], { cwd: inFolder('old-list'), env }));
};

beforeAll(async () => {
  folder = await AuthorsFolder.make();
  const sdk = inFolder('node_modules/@kituo/sdk');
  await writeFile(inFolder(OLD), 'what it was installed from');
  await cp(sdk, inFolder('next/package'), { recursive: true });
  await edit('next/package/package.json', (text) =>
    text.replace('"version": "0.1.0"', '"version": "0.2.0"').replace(/"typescript": "[^"]*"/, '"typescript": "99.0.0"'),
  );
  // The next SDK, as its report would tell of it: a name is gone, one is declared in another way.
  await edit('next/package/sdk.api.md', (text) =>
    text
      .replace(/function ListPage\b/, 'function ListSheet')
      .replace(/function useLayout[^\n]*/, 'function useLayout(): void;')
      .replace(/function Timeline\(/, 'function TimeList('),
  );
  await run('tar', ['-czf', inFolder(NEW), '-C', inFolder('next'), 'package']);
});
afterAll(() => folder.remove());

test('a plugin of the SDK before moves on: told what changed, built, verified, tested', async () => {
  const made = await folder.run('.', 'create', 'old-list', '--template', 'list', '--sdk', OLD);
  expect(made.text).toContain('npm install');
  await mkdir(inFolder('old-list/node_modules/@kituo'), { recursive: true });
  await rename(inFolder('next/package'), inFolder('old-list/node_modules/@kituo/sdk'));
  // A plugin that stays behind is refused by the SDK that it was not written for.
  const behind = await withNew('verify');
  expect(behind.text).toContain('Refused (incompatible)');
  expect(behind.code).toBe(1);

  for (const [words, sentence] of [
    [[], 'kituo-plugin upgrade <kituo-sdk-….tgz>'],
    [['plugin.json'], 'plugin.json cannot be unpacked. Nothing was changed.'],
  ] as const) {
    const refused = await folder.run('old-list', 'upgrade', ...words);
    expect(refused.text).toContain(sentence);
    expect(refused.code).toBe(1);
  }
  expect(await readJson('old-list/plugin.json')).toMatchObject({ sdk: '^0.1.0' });

  const { code, text } = await folder.run('old-list', 'upgrade', `../${NEW}`);
  expect(text.split('\n')).toEqual([
    'SDK 0.1.0 → 0.2.0',
    'What this plugin uses:',
    '  ListPage of @kituo/sdk/page is gone',
    '  useLayout of @kituo/sdk/page is declared in another way',
    'The new declarations are in node_modules/@kituo/sdk/sdk.api.md.',
    '1 other name changed, not used here.',
    'Next: npm install, npm test, npm run verify',
    '',
  ]);
  expect(code).toBe(0);
  expect(await readJson('old-list/plugin.json')).toMatchObject({ sdk: '^0.2.0' });
  expect(await readJson('old-list/package.json')).toMatchObject({
    devDependencies: { '@kituo/sdk': `file:${NEW}`, typescript: '99.0.0' },
  });
  expect(existsSync(inFolder('old-list', NEW))).toBe(true);
  expect(existsSync(inFolder('old-list', OLD))).toBe(false);

  const verified = await withNew('verify');
  expect(verified.text).toContain('old-list 0.1.0 is in order.');
  const tested = await withNew('test');
  expect(tested.text).toMatch(/Tests {2}\d passed/);
  expect(tested.code).toBe(0);
  // Six processes, one after the other.
}, 240_000);
