import type { BrowserContext, Page } from 'playwright';
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest';
import { drawn, menuLink } from './support/console-page.ts';
import { manifestOf, OperatorsRegistry, packageVariant } from './support/registry-file.ts';
import { station } from './support/station.ts';
import { HOME, USERS, Visits, WARNINGS } from './support/visits.ts';

const server = station();
const { url } = server;
const visits = new Visits(url, { needsNew: true });
const registry = new OperatorsRegistry(server);
const version = registry.plugins().get('users') ?? '';
let manifest = manifestOf('users', version);
beforeEach(() => {
  manifest = manifestOf('users', version);
});
afterEach(() => visits.leave());
afterAll(() => visits.close());

type Part = 'entry' | 'chunk' | 'locale';
const parts: readonly Part[] = ['entry', 'chunk', 'locale'];

/** The address of a file that the page of users cannot do without. */
function addressOf(part: Part): string {
  const index = {
    entry: manifest.entry,
    chunk: manifest.pages[0]?.files[0],
    locale: manifest.pages[0]?.texts?.['en'],
  }[part];
  return `${url}/plugins/users/${version}/${manifest.files[index ?? -1]?.name ?? ''}`;
}

const failure = (page: Page) => page.locator('main .k-failed[role=alert]');
const says = (page: Page, text: string) => failure(page).getByText(text);
const retry = (page: Page) => failure(page).getByRole('button', { name: 'Retry' });

/** Spoils one address until `mend` is called; `asked` counts what came for it. */
async function spoil(
  context: BrowserContext,
  address: string,
  answer: Parameters<BrowserContext['route']>[1],
): Promise<{ asked: () => number; mend: () => Promise<void> }> {
  let asked = 0;
  context.on('request', (request) => {
    if (request.url() === address) asked += 1;
  });
  await context.route(address, answer);
  return { asked: () => asked, mend: () => context.unroute(address) };
}

/** The rest of the console works beside a page that failed. */
async function worksOtherwise(page: Page): Promise<void> {
  await menuLink(page, WARNINGS).click();
  await drawn(page, WARNINGS);
  await menuLink(page, USERS).click();
  await failure(page).waitFor();
  await failure(page).getByRole('link', { name: 'Home' }).click();
  await drawn(page, HOME);
  await menuLink(page, USERS).click();
  await failure(page).waitFor();
}

async function opensOnRetry(page: Page): Promise<void> {
  await retry(page).click();
  await drawn(page, USERS);
  await page.getByRole('grid').waitFor();
  expect(await failure(page).count()).toBe(0);
}

it.each(parts)('tells that the server refused the %s, and opens the page on Retry', async (part) => {
  const { context, page } = await visits.as();
  await drawn(page, HOME);
  const spoilt = await spoil(context, addressOf(part), (route) => route.fulfill({ status: 503 }));
  await menuLink(page, USERS).click();
  await says(page, 'The server refused a file of this page (status 503).').waitFor();
  await says(page, `Section users, version ${version}:`).waitFor();
  await worksOtherwise(page);
  await spoilt.mend();
  const before = spoilt.asked();
  await opensOnRetry(page);
  expect(spoilt.asked()).toBeGreaterThan(before);
});

it.each(parts)('gets over one 503 on the %s of a deep link, at the latest by Retry', async (part) => {
  const { context, page } = await visits.as();
  await drawn(page, HOME);
  let refused = 0;
  await context.route(addressOf(part), async (route) => {
    refused += 1;
    if (refused === 1) await route.fulfill({ status: 503 });
    else await route.continue();
  });
  await page.goto(url + USERS);
  await failure(page).or(page.getByRole('grid')).first().waitFor();
  if ((await failure(page).count()) > 0) await opensOnRetry(page);
  await drawn(page, USERS);
  expect(refused).toBeGreaterThan(1);
});

it.each(parts)('runs nothing of an altered %s and says so', async (part) => {
  const { context, page } = await visits.as();
  await drawn(page, HOME);
  const spoilt = await spoil(context, addressOf(part), async (route) => {
    const response = await route.fetch();
    const text = await response.text();
    const evil = 'globalThis.wasRun = true;';
    await route.fulfill({ response, body: part === 'locale' ? `${text} ` : evil + text });
  });
  await menuLink(page, USERS).click();
  await says(page, 'A file does not match its published version and was not run.').waitFor();
  expect(await page.evaluate(() => 'wasRun' in globalThis)).toBe(false);
  await worksOtherwise(page);
  await spoilt.mend();
  await opensOnRetry(page);
  expect(await page.evaluate(() => 'wasRun' in globalThis)).toBe(false);
});

it.each(parts)('tells that the network was cut under the %s', async (part) => {
  const { context, page } = await visits.as();
  await drawn(page, HOME);
  const spoilt = await spoil(context, addressOf(part), (route) => route.abort('connectionreset'));
  await menuLink(page, USERS).click();
  await says(page, 'The server could not be reached.').waitFor();
  await spoilt.mend();
  await opensOnRetry(page);
});

it('opens a form whose part of the kit was lost, by Retry', async () => {
  const { context, page } = await visits.as({ path: USERS });
  await drawn(page, USERS);
  const late = /\/host\/form-parts\.[\w-]+\.js$/;
  await context.route(late, (route) => route.fulfill({ status: 503 }));
  await page.getByRole('button', { name: 'Add user' }).click();
  const form = page.getByRole('dialog', { name: 'Add user' });
  await form.getByRole('alert').waitFor();
  await context.unroute(late);
  await form.getByRole('button', { name: 'Retry' }).click();
  await form.getByLabel('Login ID').waitFor();
});

it('gives up after 120 seconds without an answer', async () => {
  const { context, page } = await visits.as({ path: '/Login' });
  await page.clock.install();
  await page.goto(url + HOME);
  await drawn(page, HOME);
  const spoilt = await spoil(context, addressOf('entry'), () => undefined);
  const asked = page.waitForRequest(addressOf('entry'));
  // The page's clock goes on while the machine is slow: both moments are told by it, not by what has passed here.
  const now = async () => await page.evaluate(() => Date.now());
  const before = await now();
  await menuLink(page, USERS).click();
  await asked;
  await page.getByRole('progressbar', { name: 'Opening page' }).waitFor();
  const after = await now();
  await page.clock.pauseAt(before + 119_000);
  expect(await failure(page).count()).toBe(0);
  await page.clock.fastForward(1_500 + after - before);
  await says(page, 'No response for 120 seconds.').waitFor();
  await page.clock.resume();
  await spoilt.mend();
  await opensOnRetry(page);
});

it.each([
  {
    what: 'throws',
    told: 'The page stopped due to an error in its code.',
    change: (code: string) => code.replace(/execute:\s*function\s*\(\)\s*\{/, '$&throw new Error("e2e");'),
  },
  {
    what: 'offers no such page',
    told: 'The section is not compatible with this version of Kituo.',
    change: (code: string) => code.replace('UserManagement:', 'Another:'),
  },
])('tells of a published version whose code $what, and takes the earlier one back', async (fault) => {
  const variant = packageVariant('users', { from: version, to: '9.9.9-e2e' }, fault.change);
  try {
    const before = await registry.health();
    registry.change('users', { version: variant.version });
    await registry.until(({ revision }) => revision !== before.revision);
    const { page } = await visits.as();
    await drawn(page, HOME);
    // A document opened at Home names no files of the section until it stands.
    await page.waitForFunction(() => {
      try {
        return System.resolve('@kituo/plugin-users').includes('/9.9.9-e2e/');
      } catch {
        return false;
      }
    });
    await menuLink(page, USERS).click();
    await says(page, fault.told).waitFor();
    await says(page, 'Section users, version 9.9.9-e2e:').waitFor();
    await worksOtherwise(page);
    await registry.restore();
    await page.waitForFunction(() => !System.resolve('@kituo/plugin-users').includes('/9.9.9-e2e/'));
    // There is nothing to lose on a page that failed: nobody has to ask.
    await drawn(page, USERS);
    await page.getByRole('grid').waitFor();
  } finally {
    // The server takes nothing in while a package that the file names is missing.
    await registry.restore();
    variant.remove();
  }
});
