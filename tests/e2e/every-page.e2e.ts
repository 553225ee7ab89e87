import { readFileSync } from 'node:fs';
import { afterAll, afterEach, expect, it } from 'vitest';
import { IS_DEEP } from '../support/depth.ts';
import { broken, brokenAsShown, brokenInWidths } from './support/accessibility.ts';
import { drawn } from './support/console-page.ts';
import { keepEvidence } from './support/evidence.ts';
import { listedPages, menuName, Visitors, type Visitor } from './support/page-list.ts';
import { station } from './support/station.ts';
import { HOME, Visits, type Visit } from './support/visits.ts';

// Every page of the registry, one visit each: the list is made of the packages' descriptions, so that a new page is in
// it by being built. What a page does is for the journeys of its section; here is what all pages owe.
const server = station();
const visitors = new Visitors(server.url);
const visits = new Visits(server.url);
const pages = listedPages(server);
const PHONE = { width: 390, height: 844 } as const;
const DESK = { width: 1440, height: 900 } as const;

/** Each of the others is a fifth of a second more; in depth all of them are looked at, in each width and theme. */
const TASTED: ReadonlySet<string> = new Set(pages.filter((_, index) => index % 3 === 0).map(({ path }) => path));

/** One window a person: the next page is opened in it as a person would type an address. */
const windows = new Map<string, Promise<Visit & { readonly missing: string[]; readonly refused: string[] }>>();

async function windowOf({ userName }: Visitor, path: string) {
  const open = async () => {
    const visit = await visits.as({ userName, path });
    const missing: string[] = [];
    visit.context.on('console', (message) => {
      if (/^Kituo: ".*" has no \w+ text for/.test(message.text())) missing.push(message.text());
    });
    const refused: string[] = [];
    visit.context.on('response', (response) => {
      // An order that is opened for review may be past it: the server says so, and the page tells the person.
      const isPast = response.status() === 409 && /\/Order(Detail)?Audit\b/.test(visit.page.url());
      if (response.status() >= 400 && !isPast) refused.push(`${response.status()} ${new URL(response.url()).pathname}`);
    });
    return { ...visit, missing, refused };
  };
  const held = windows.get(userName) ?? open();
  windows.set(userName, held);
  return held;
}

afterEach(async () => {
  for (const window of windows.values()) {
    const { context, faults } = await window;
    await keepEvidence(0, context.pages(), faults);
  }
});
afterAll(() => visits.close());

it('there are pages to look at, each once', () => {
  expect(pages.length).toBeGreaterThan(0);
  expect(new Set(pages.map(({ path }) => path)).size).toBe(pages.length);
});

it('has every route of the specification', () => {
  // Those of the plugins looked at alone, where not all are.
  const sections = new Set(pages.map(({ path }) => path.split('/')[2]));
  const specified = readFileSync(new URL('./support/specified-routes.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n');
  expect(specified.length).toBe(144);
  const offered = new Set(pages.map(({ path }) => path));
  expect(specified.filter((path) => sections.has(path.split('/')[2]) && !offered.has(path))).toEqual([]);
});

it.each(pages)('$path is in order in both themes, at a desk and on a phone', async ({ path }) => {
  const visitor = await visitors.of(path);
  const { page, faults, missing, refused } = await windowOf(visitor, HOME);
  const before = { faults: faults.length, missing: missing.length, refused: refused.length };
  await page.goto(await visitors.address(path, visitor));
  await drawn(page, path);
  await page.locator('main [aria-busy="true"]').first().waitFor({ state: 'detached' });

  const name = menuName(visitor, path);
  await expect.poll(() => page.title()).toBe(name === undefined ? 'Kituo' : `${name} · Kituo`);
  // What stands around a page is the same around all of them: Home is looked at with it.
  expect(await broken(page, path, path === HOME ? undefined : 'main')).toEqual([]);

  await page.setViewportSize(PHONE);
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  await expect.poll(overflow).toBeLessThanOrEqual(0);
  // Below a width lists are cards and filters are folded away: other elements than at a desk.
  if (IS_DEEP) expect(await brokenInWidths(page, path, 'main')).toEqual([]);
  else if (TASTED.has(path)) expect(await brokenAsShown(page, `${path} on a phone`, 'main')).toEqual([]);
  await page.setViewportSize(DESK);

  expect(missing.slice(before.missing)).toEqual([]);
  // What a page asks for by itself is what its person may ask, in the form that the server takes.
  expect(refused.slice(before.refused)).toEqual([]);
  expect(faults.slice(before.faults)).toEqual([]);
});
