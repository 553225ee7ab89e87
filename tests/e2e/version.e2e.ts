import type { BrowserContext, Page } from 'playwright';
import { afterAll, afterEach, expect, it } from 'vitest';
import { drawn } from './support/console-page.ts';
import { station } from './support/station.ts';
import { HOME, USERS, Visits } from './support/visits.ts';

const { url } = station();
const visits = new Visits(url, { needsNew: true });
afterEach(() => visits.leave());
afterAll(() => visits.close());

const question = (page: Page) => page.getByRole('dialog', { name: 'New version' });
const bar = (page: Page) => page.locator('.k-version-bar[role=status]');

/** Somebody signed in whose clock is ours, before the first poll. */
async function visitor(path: string): Promise<{ context: BrowserContext; page: Page }> {
  const { context, page } = await visits.as({ path: '/Login' });
  await context.clock.install();
  await page.goto(url + path);
  await drawn(page, path);
  return { context, page };
}

/** From now on the server has a release that no page here was loaded with. */
async function release(context: BrowserContext): Promise<void> {
  await context.route(/\/version\.json/, (route) => route.fulfill({ json: { version: 'next' } }));
}

/** The server is back at the version that the pages know, so that a reload finds peace. */
const settle = (context: BrowserContext) => context.unroute(/\/version\.json/);

/** Half a minute: the next look at the version file. */
async function poll(page: Page): Promise<void> {
  const looked = page.waitForResponse(/\/version\.json\?t=\d+/);
  await page.clock.runFor(31_000);
  await looked;
}

it('asks nothing while the version stands or cannot be read', async () => {
  const { context, page } = await visitor(HOME);
  await poll(page);
  await context.route(/\/version\.json/, (route) => route.fulfill({ status: 503 }));
  await poll(page);
  await context.unroute(/\/version\.json/);
  await context.route(/\/version\.json/, (route) => route.abort());
  const failed = page.waitForEvent('requestfailed', (request) => /version\.json/.test(request.url()));
  await page.clock.runFor(31_000);
  await failed;
  expect(await question(page).count()).toBe(0);
});

it('asks in a dialog that neither Escape nor a click beside it dismisses; refreshes at once', async () => {
  const { context, page } = await visitor(HOME);
  await release(context);
  await poll(page);
  await question(page).getByText('The system detected a new version').waitFor();
  await question(page).getByText('Refreshes automatically in 5 minutes.').waitFor();
  await page.keyboard.press('Escape');
  await page.mouse.click(8, 450);
  await page.clock.runFor(1_000);
  expect(await question(page).isVisible()).toBe(true);
  expect(await question(page).getByRole('button').allTextContents()).toEqual([
    'Auto refresh in 5 minutes',
    'Refresh now',
  ]);
  await settle(context);
  const reloaded = page.waitForEvent('load');
  await question(page).getByRole('button', { name: 'Refresh now' }).click();
  await reloaded;
  await drawn(page, HOME);
  expect(await question(page).count()).toBe(0);
});

it('counts five minutes down in a bar and then refreshes', async () => {
  const { context, page } = await visitor(HOME);
  await release(context);
  await poll(page);
  await question(page).getByRole('button', { name: 'Auto refresh in 5 minutes' }).click();
  await bar(page).getByText('in 5 minutes').waitFor();
  expect(await question(page).count()).toBe(0);
  for (const left of ['4 minutes', '3 minutes', '2 minutes', '1 minute']) {
    await page.clock.runFor(60_000);
    await bar(page).getByText(`in ${left}.`).waitFor();
  }
  await settle(context);
  const reloaded = page.waitForEvent('load');
  await page.clock.runFor(60_000);
  await reloaded;
  await drawn(page, HOME);
  expect(await bar(page).count()).toBe(0);
});

it('offers back what was typed, for the same form alone', async () => {
  const { context, page } = await visitor(USERS);
  const open = () => page.getByRole('button', { name: 'Add user' }).first().click();
  await open();
  const name = page.getByRole('dialog').getByLabel('Name', { exact: true });
  await name.fill('Wanjiru half typed');
  await release(context);
  await poll(page);
  // The look that was seen may have been one before the release: only the question tells that it was read.
  await question(page).waitFor();
  await settle(context);
  const reloaded = page.waitForEvent('load');
  await question(page).getByRole('button', { name: 'Refresh now' }).click();
  await reloaded;
  await drawn(page, USERS);
  await open();
  const putBack = page.getByRole('button', { name: 'Restore' });
  await putBack.click();
  await expect.poll(() => name.inputValue()).toBe('Wanjiru half typed');
  // Taken over once, it is not offered again.
  await putBack.waitFor({ state: 'detached' });
});

it('agrees on one countdown between tabs, and each refreshes', async () => {
  const { context, page } = await visitor(HOME);
  const tab = await context.newPage();
  await tab.goto(url + HOME);
  await drawn(tab, HOME);
  await release(context);
  await poll(page);
  // The second tab learns of it from the first, before it looks itself.
  await question(page).waitFor();
  await question(tab).waitFor();
  await Promise.all(
    [page, tab].map((each) => question(each).getByRole('button', { name: 'Auto refresh in 5 minutes' }).click()),
  );
  await page.clock.runFor(120_000);
  await Promise.all([page, tab].map((each) => bar(each).getByText('in 3 minutes').waitFor()));
  await settle(context);
  const reloaded = Promise.all([page, tab].map((each) => each.waitForEvent('load')));
  await page.clock.runFor(181_000);
  await reloaded;
  await Promise.all([drawn(page, HOME), drawn(tab, HOME)]);
});
