import { API_PREFIX, fullPath, readListedBootstrap } from '@kituo/sdk/contracts';
import type { Page } from 'playwright';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { station } from './support/station.ts';
import { Visits } from './support/visits.ts';

const { url } = station();
// What a document brings is for a window that begins with it.
const visits = new Visits(url, { needsNew: true });
let page: Page;
beforeAll(async () => {
  ({ page } = await visits.as());
});
afterAll(() => visits.close());

const description = z.object({
  pages: z.array(
    z.object({
      path: z.string(),
      opens: z.optional(z.array(z.object({ when: z.optional(z.object({ tab: z.array(z.string()) })) }))),
    }),
  ),
});
const calls = z.object({
  calls: z.array(
    z.object({
      method: z.string(),
      path: z.string(),
      request: z.record(z.string(), z.unknown()),
      data: z.optional(z.unknown()),
    }),
  ),
});

it('draws Home without the library of schemas, or anything of the page kit', async () => {
  const text = (await page.locator('#kituo-boot').textContent()) ?? '';
  const pages = readListedBootstrap(JSON.parse(text)).registry.plugins.flatMap((plugin) => plugin.pages);
  expect(pages.find(({ name }) => name === 'Home')?.shared).toEqual([]);
});

/** Every page that begins with calls, in each tab that says other ones. */
const places = ['audit', 'home', 'users'].flatMap((plugin) => {
  const text = readFileSync(new URL(`../../plugins/${plugin}/plugin.json`, import.meta.url), 'utf8');
  return description.parse(JSON.parse(text)).pages.flatMap(({ path, opens = [] }) => {
    const tabs = new Set(opens.flatMap(({ when }) => when?.tab ?? ['']));
    return opens.length === 0 ? [] : [...tabs].map((tab) => (tab === '' ? path : `${path}?tab=${tab}`));
  });
});

/** Trees that a page draws, and whose branches a form or a filter of it offers, each read on its own. */
const READ_TWICE = new Set(['dept/tree', 'dictionary/tree'].map((path) => `GET ${API_PREFIX}${path}`));

type Call = z.infer<typeof calls>['calls'][number];

/** As the browser sends it: what the path has in braces comes out of the request. */
const addressOf = ({ method, path, request }: Call) =>
  `${method} ${fullPath({ path }).replace(/\{(\w+)\}/g, (_braces, name: string) => encodeURIComponent(String(request[name])))}`;

/** What a page asked the server for before it came to rest: method and path. */
async function askedAt(path: string): Promise<string[]> {
  const asked: string[] = [];
  const note = (request: { method(): string; url(): string }) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith(API_PREFIX)) asked.push(`${request.method()} ${pathname}`);
  };
  page.on('request', note);
  // Opened once the page stands.
  const rests = page.waitForRequest((request) => new URL(request.url()).pathname.endsWith('/user/events'));
  await page.goto(url + path);
  await rests;
  page.off('request', note);
  return asked;
}

it.each(places)(
  '%s finds in its document what it says it begins with, and asks for none of it again',
  async (place) => {
    const asked = await askedAt(place);
    const text = await page.locator('#kituo-calls').textContent();
    const brought = calls.parse(JSON.parse(text ?? '')).calls;
    const addresses = brought.map(addressOf);
    // Where it took longer than a document waits, the host asked, once.
    const late = brought.filter(({ data }) => data === undefined).map(addressOf);
    const expected = [...late, ...asked.filter((each) => READ_TWICE.has(each) && !late.includes(each))];
    expect(asked.filter((each) => addresses.includes(each)).toSorted()).toEqual(expected.toSorted());
  },
);
