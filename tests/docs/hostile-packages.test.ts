import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const tests = new Map(
  globSync('{server/src,host/src,sdk/src,tests}/**/*.{test,e2e}.{ts,tsx}', { cwd: ROOT }).map((path) => [
    basename(path),
    path,
  ]),
);
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
/** Where `publishing.test.ts` has its packages. */
const PACKAGES = 'server/src/modules/plugins/registry/publishing/testing/hostile-packages.ts';
const textOf = (file: string) => `${read(tests.get(file) ?? '')}${file === 'publishing.test.ts' ? read(PACKAGES) : ''}`;
const rows = read('docs/hostile-packages.md')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| attempt'))
  .map((line) => line.split('|').map((cell) => cell.trim()));

/** What has to be tried at least, the words by which the index names it, and what its test says or does. */
const ATTEMPTS: readonly (readonly [named: RegExp, file: string, does: RegExp])[] = [
  [/altered byte/, 'publishing.test.ts', /'a script altered on the way'/],
  [/altered byte/, 'registry.test.ts', /wrong hash|altered/],
  [/wrong key/, 'publishing.test.ts', /'a stranger’s key'[\s\S]*'a key that ended'/],
  [/key that was withdrawn/, 'plugin-frame.test.ts', /a key that is withdrawn takes what it signed/],
  [/grant that is over/, 'plugin-frame.test.ts', /16 \* 60_000/],
  [/grant that is over/, 'overrides.test.ts', /when its time is/],
  [/traversal in a file name/, 'publishing.test.ts', /'a path that climbs out'/],
  [/undeclared capability/, 'publishing.test.ts', /'an API it does not declare'/],
  [/infinite loop/, 'plugin-frame.e2e.ts', /press\('loop'\)/],
  [/token theft/, 'plugin-frame.e2e.ts', /lets a hostile section reach nothing/],
  [/parent-window access/, 'plugin-frame.e2e.ts', /lets a hostile section reach nothing/],
  [/fetch to elsewhere/, 'plugin-frame.e2e.ts', /expect\(reached\)\.toEqual\(\[\]\)/],
  [/giant locale/, 'publishing.test.ts', /'giant texts'[\s\S]*'one giant text'/],
  [/tarball of 200 MB/, 'plugin-admin.test.ts', /refuses 200 MB before it is read/],
  [/manifest bombs/, 'publishing.test.ts', /'a manifest of deep nesting'/],
];
/** What the plugin of the browser test tries automatically. */
const TRIED =
  'token localStorage cookie parentDocument parentStorage topHref leadTop fetchOwn fetchElsewhere beacon socket peer image script form popup worker evaluate notGranted unmasked';

test('the index of hostile packages names tests that are there, and all that has to be tried', () => {
  expect(rows.length).toBeGreaterThan(15);
  for (const [, what = '', , proofs = ''] of rows.slice(1)) {
    const named = [...proofs.matchAll(/`([\w.-]+\.(?:test|e2e)\.tsx?)`/g)].map(([, file]) => file);
    expect([what, named.length > 0, named.filter((file = '') => !tests.has(file))]).toEqual([what, true, []]);
  }
  for (const [named, file, does] of ATTEMPTS) {
    const row = rows.find(([, what = '']) => named.test(what));
    expect([named, row?.[3]?.includes(file)]).toEqual([named, true]);
    expect(textOf(file)).toMatch(does);
  }
  const attempts = read('tests/e2e/hostile/src/attempts.ts');
  for (const each of TRIED.split(' ')) expect(attempts).toMatch(new RegExp(`^  ${each}: `, 'm'));
});

test('at least 60 packages are refused, each by a name of its own', () => {
  const source = read(PACKAGES);
  const table = source.slice(source.indexOf('export const hostile'), source.indexOf('\n];'));
  const names = [...table.matchAll(/^ {2}\[\s*'([^']+)'/gm)].map(([, name]) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names.length).toBeGreaterThanOrEqual(60);
});
