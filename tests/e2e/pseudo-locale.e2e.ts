import { afterAll, expect, it } from 'vitest';
import { IS_DEEP } from '../support/depth.ts';
import { drawn } from './support/console-page.ts';
import { listedPages, Visitors } from './support/page-list.ts';
import { station } from './support/station.ts';
import { speakPseudo, unwordedOf } from './support/unworded.ts';
import { HOME, Visits, type Visit } from './support/visits.ts';

// Every page in the pseudo-locale, whose texts are longer and stand in brackets: what a page says without them comes
// from no locale file, and what does not fit is cut in a language that needs more room. `npm test` takes a taste.
const TASTE = 24;

/** What of a page is data beside its tables: an order's name, announcements. */
const DATA_OF: Readonly<Record<string, string>> = {
  [HOME]: 'article',
  '/AdminContent/OrderDetailAudit/OrderDetail': 'h1',
  '/AdminContent/OrderDetailAudit/OrderAudit': 'h1',
};

const server = station();
const visitors = new Visitors(server.url);
const visits = new Visits(server.url);
const listed = listedPages(server);
const pages = IS_DEEP ? listed : listed.filter((_, place) => place % TASTE === 0);
/** One window a person. */
const windows = new Map<string, Promise<Visit>>();
afterAll(() => visits.close());

it.each(pages)('$path has no text but those of its locale, and none is cut', async ({ path }) => {
  const visitor = await visitors.of(path);
  const { userName } = visitor;
  const window = windows.get(userName) ?? visits.as({ userName, path: HOME });
  windows.set(userName, window);
  const { page } = await window;
  await page.goto(await visitors.address(path, visitor));
  await drawn(page, path);
  await page.locator('main [aria-busy="true"]').first().waitFor({ state: 'detached' });
  await speakPseudo(page);
  expect(await unwordedOf(page, DATA_OF[path])).toEqual({ untranslated: [], cut: [] });
});
