import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as contracts from '@kituo/sdk/contracts';
import { change, pluginDescription } from '@kituo/sdk/contracts';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { gathered } from '../../server/src/gathered.ts';

// The menu counts at a page what awaits a decision there. Where that page has tabs, one of them says the same.

const ROOT = join(import.meta.dirname, '../..');

const pagesOf = (access: unknown): readonly string[] =>
  typeof access === 'object' && access !== null && 'page' in access && Array.isArray(access.page)
    ? access.page.map(String)
    : [];

/** What is decided where, which is counted at the first of its pages: a family of changes, a key of configuration, a queue; and its kind. */
const decided: readonly (readonly [path: string, kind: 'CHANGE' | 'VERSION' | 'DECISION', family: string])[] = [
  ...Object.entries(change.changeFamilies).flatMap(([family, { page }]) =>
    pagesOf(page.access)
      .slice(0, 1)
      .map((path) => [path, 'CHANGE', family] as const),
  ),
  ...[...gathered.configFamilies.values()].flatMap(({ key, access }) =>
    access.decide === null
      ? []
      : pagesOf(access.see)
          .slice(0, 1)
          .map((path) => [path, 'VERSION', key] as const),
  ),
  ...gathered.decisions.flatMap(({ key, places }) => places.map(({ page }) => [page, 'DECISION', key] as const)),
];

/** `smsRoutes.SMS_ROUTE_KEY` as its value. */
function valueOf(word: string): unknown {
  return word.split('.').reduce<unknown>((of, name) => {
    return typeof of === 'object' && of !== null ? Reflect.get(of, name) : undefined;
  }, contracts);
}

/** What the tabs of a page say that they await. */
function awaitedIn(source: string): Set<unknown> {
  const said = [...source.matchAll(/awaits: (\[[^\]]*\]|[^,\s]+)/g)].map(([, words = '']) => words).join(' ');
  const quoted = [...said.matchAll(/'([^']+)'/g)].map(([, word]) => word);
  const named = [...said.matchAll(/\b\w+\.[A-Z_]+\b/g)].map(([word]) => valueOf(word));
  return new Set([...quoted, ...named]);
}

const awaits = (awaited: Set<unknown>, family: string) =>
  awaited.has(family) || awaited.has(family.slice(0, family.indexOf('.') + 1));

const tabbed = globSync('plugins/*/plugin.json', { cwd: ROOT }).flatMap((file) => {
  const { pages } = z.parse(pluginDescription, JSON.parse(readFileSync(join(ROOT, file), 'utf8')));
  return pages.flatMap(({ path, module }) => {
    const source = readFileSync(join(ROOT, dirname(file), module), 'utf8');
    return source.includes('<PageTabs') ? [{ path, source }] : [];
  });
});

test('looks at pages, and at decisions of all kinds', () => {
  expect(tabbed.length).toBeGreaterThan(40);
  expect(new Set(decided.map(([, kind]) => kind)).size).toBe(3);
});

test.each(tabbed)('$path counts at its tabs what the menu counts at the page', ({ path, source }) => {
  const awaited = awaitedIn(source);
  const missing = decided.filter(
    ([page, kind, family]) =>
      page.toLowerCase() === path.toLowerCase() &&
      !awaits(awaited, family) &&
      !source.includes(`...waiting('${kind}')`),
  );
  expect(missing.map(([, kind, family]) => `${kind} ${family}`)).toEqual([]);
});
