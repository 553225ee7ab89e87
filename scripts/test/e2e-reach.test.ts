import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './command.ts';
import { STOREYS } from './storeys.ts';
import { baseOf } from './changed.ts';
import { e2eReach, pluginsNamed } from './e2e-reach.ts';

const names = (files: readonly string[]) => files.map((file) => file.slice('tests/e2e/'.length, -'.e2e.ts'.length));

test('a page reaches the browser tests that open its plugin, and the visit of its pages', () => {
  const { files, plugins } = e2eReach(['plugins/users/src/pages/menu-management.page.tsx']);
  expect(plugins).toEqual(['users']);
  expect(names(files)).toEqual(expect.arrayContaining(['menu-management', 'user-management', 'every-page']));
  expect(names(files)).not.toContain('order-review');
});

test('host, SDK and the support of the tests reach all of them', () => {
  const all = e2eReach(['host/src/shell/shell.tsx']).files;
  expect(all.length).toBeGreaterThan(25);
  for (const file of [
    'sdk/src/page/list/use-list.ts',
    'tests/e2e/support/visits.ts',
    'package-lock.json',
    'server/src/http/register.ts',
  ])
    expect([file, e2eReach([file]).files]).toEqual([file, all]);
});

test('a module reaches the pages that call its storey or one above', () => {
  const paid = e2eReach(['server/src/modules/payments/refunds/routes.ts']).plugins;
  expect(paid).toEqual(expect.arrayContaining(['after-loan', 'charge']));
  for (const plugin of ['users', 'telemarketing']) expect(paid).not.toContain(plugin);
  // The search of the shell asks the storey of reviews around every page.
  expect(e2eReach(['server/src/modules/review/decisions/routes.ts']).plugins).toContain('users');
  expect(e2eReach(['server/src/modules/platform/ledger/index.ts']).plugins).toContain('home');
  expect(e2eReach(['server/src/modules/console/document/index.ts']).plugins).toContain('users');
});

test('the storeys are those that the layers are checked by, in their order', () => {
  const rules = readFileSync(join(ROOT, '.dependency-cruiser.cjs'), 'utf8');
  const names = /const STOREYS = (\[[^\]]*\])/.exec(rules)?.[1]?.match(/[a-z]+/g);
  expect(names).toEqual(STOREYS);
});

test('a document and a unit test reach none; a browser test itself', () => {
  expect(e2eReach(['README.md', 'docs/operate.md', 'sdk/src/api/call.test.ts'])).toEqual({ files: [], plugins: [] });
  expect(names(e2eReach(['tests/e2e/upload.e2e.ts']).files)).toEqual(['upload']);
});

test('a test that names no page is about the shell', () => {
  expect(pluginsNamed('await visits.as()')).toEqual(['home']);
  expect(pluginsNamed('visits.as({ path: USERS })')).toEqual(['users']);
});

test('the base is the main branch unless it is named', () => {
  expect(baseOf(['types'])).toBeUndefined();
  expect(baseOf(['--changed'])).toBe('origin/main');
  expect(baseOf(['--changed=HEAD~2'])).toBe('HEAD~2');
});
