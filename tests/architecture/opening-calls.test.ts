import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pluginDescription } from '@kituo/sdk/contracts';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { openingCalls } from '../../server/src/modules/console/document/opening-calls.ts';

const ROOT = join(import.meta.dirname, '../..');

/** Pages whose first call no description can name. */
const UNSAID: Readonly<Record<string, string>> = {
  ScheduleCaseManage: 'the week of today',
};

const pages = globSync('plugins/*/plugin.json', { cwd: ROOT }).flatMap((file) => {
  const { pages: own } = z.parse(pluginDescription, JSON.parse(readFileSync(join(ROOT, file), 'utf8')));
  return own.map(({ name, path, opens = [] }) => ({ name, path, opens }));
});

test('every page says what it opens with, but those that cannot', () => {
  expect(pages.length).toBeGreaterThan(100);
  const silent = pages.filter(({ opens }) => opens.length === 0).map(({ name }) => name);
  expect(silent.toSorted()).toEqual(Object.keys(UNSAID).toSorted());
});

test.each(pages.filter(({ opens }) => opens.length > 0))('$name opens with calls that the server takes', (page) => {
  const tabs = new Set(page.opens.flatMap(({ when }) => when?.['tab'] ?? ['']));
  for (const tab of tabs) {
    const here = page.opens.filter(({ when }) => when === undefined || when['tab']?.includes(tab));
    const query = new URLSearchParams({ orderNo: 'LO1', ...(tab !== '' && { tab }) });
    const calls = openingCalls(here, { path: page.path, query, pageSize: 20 });
    const named = new Set(calls.map(({ endpoint }) => endpoint.name));
    expect([tab, here.map(({ call }) => call).filter((call) => !named.has(call))]).toEqual([tab, []]);
    for (const { endpoint, request } of calls) {
      expect([endpoint.name, z.safeParse(endpoint.request, request).error?.issues]).toEqual([endpoint.name, undefined]);
    }
  }
});
