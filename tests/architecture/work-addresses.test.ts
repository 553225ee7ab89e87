import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pluginDescription } from '@kituo/sdk/contracts';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { gathered } from '../../server/src/gathered.ts';
import { openingCalls } from '../../server/src/modules/console/document/opening-calls.ts';

// What Home and the inbox count opens a page with the filter set: the address says nothing that the page does not take.

const ROOT = join(import.meta.dirname, '../..');

const sourcesIn = (pattern: string) =>
  globSync(pattern, { cwd: ROOT })
    .filter((path) => !path.includes('.test.'))
    .map((path) => readFileSync(join(ROOT, path), 'utf8'))
    .join('\n');

/** What pages of several sections share, such as the list of cases. */
const doors = sourcesIn('sdk/src/doors/**/*.{ts,tsx}');

const pages = new Map(
  globSync('plugins/*/plugin.json', { cwd: ROOT }).flatMap((file) => {
    const { pages: own } = z.parse(pluginDescription, JSON.parse(readFileSync(join(ROOT, file), 'utf8')));
    const sources = doors + sourcesIn(`${dirname(file)}/src/**/*.{ts,tsx}`);
    return own.map(({ path, opens = [], module }) => {
      const source = readFileSync(join(ROOT, dirname(file), module), 'utf8');
      return [path.toLowerCase(), { path, opens, source, sources }] as const;
    });
  }),
);

/** Whoever it is: an address may name the person it is for. */
const call = { caller: { userNo: 'U1', deptNo: 'D1', merchantNos: [], codes: new Set(), pages: new Set() } };

const addresses: readonly (readonly [key: string, address: string])[] = [
  ...gathered.decisions.flatMap(({ key, places }) =>
    places.map(({ page, query }) => [`decisions ${key}`, `${page}?${query}`] as const),
  ),
  ...gathered.tiles.map((tile) => [`tile ${tile.key}`, tile.address(call as never)] as const),
];

test('looks at decisions and tiles', () => {
  expect(gathered.decisions.length).toBeGreaterThan(15);
  expect(gathered.tiles.length).toBeGreaterThan(5);
});

test.each(addresses)('%s opens %s with its filter set', (_key, address) => {
  const [path = '', words = ''] = address.split('?');
  const page = pages.get(path.toLowerCase());
  if (page === undefined) throw new Error(`no plugin draws ${path}`);
  const query = new URLSearchParams(words);
  const tab = query.get('tab');
  // Tabs that sections share stand in a door.
  const drawn = page.source.includes('<PageTabs') ? page.source : page.sources;
  if (tab !== null) expect(drawn).toContain(`name: '${tab}'`);
  const calls = openingCalls(page.opens, { path: page.path, query, pageSize: 20 });
  expect(calls.length).toBeGreaterThan(0);
  const lists = calls.filter(({ list }) => list?.is === 'rows');
  const asked = Object.assign({}, ...lists.map(({ request }) => request['filters'])) as Record<string, unknown>;
  const wanted = [...query].filter(([name]) => name !== 'tab');
  for (const [name, value] of wanted) {
    // Cleared, where the page would begin with a period of its own.
    if (value === 'any') expect([name, Object.keys(asked).includes(name)]).toEqual([name, false]);
    else expect([name, String(asked[name])]).toEqual([name, value]);
    // The page's own filters say the same, or the person could not see what is set.
    expect([name, new RegExp(`\\b${name}(: |,| \\})`).test(page.sources)]).toEqual([name, true]);
  }
});
