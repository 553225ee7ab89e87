import type { Page } from 'playwright';
import { afterAll, afterEach, expect, it } from 'vitest';
import { SECTION_CONTAINERS } from '../../host/src/routing/routes.ts';
import { drawn, mark, menuLink, pluginRequests } from './support/console-page.ts';
import { DEMO_PASSWORD } from './support/staff.ts';
import { station } from './support/station.ts';
import { HOME, USERS, Visits, WARNINGS } from './support/visits.ts';

const { url } = station();
const visits = new Visits(url);
afterEach(() => visits.leave());
afterAll(() => visits.close());

const pathOf = (page: Page) => new URL(page.url()).pathname;
const signInTitle = (page: Page) => page.getByRole('heading', { name: 'Sign in', level: 1 });
const refusal = (page: Page) => page.locator('.ks-toast-warning', { hasText: 'You do not have access to that page.' });

async function type(page: Page, userName: string): Promise<void> {
  await page.getByLabel('User name').fill(userName);
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await page.keyboard.press('Enter');
}

it.each(['/', '/Index/Login', '/index/login/', '/Nonsense', '/a/b/c', '/AdminContentX/Home'])(
  'leads %s to Login where nobody is signed in',
  async (path) => {
    const { page, faults } = await visits.blank();
    await page.goto(url + path);
    await signInTitle(page).waitFor();
    expect(pathOf(page)).toBe('/Login');
    expect(faults).toEqual([]);
  },
);

it('leads unknown paths to Login for who is signed in, too, and offers the way on', async () => {
  const { page } = await visits.as();
  await drawn(page, HOME);
  for (const path of ['/Index/Login', '/Nonsense/Of/All/Sorts']) {
    await page.goto(url + path);
    await signInTitle(page).waitFor();
    expect(pathOf(page)).toBe('/Login');
  }
  await page.getByRole('button', { name: 'Continue' }).click();
  await drawn(page, HOME);
});

it('leads every bare container to Home', async () => {
  const { page, faults } = await visits.as();
  await drawn(page, HOME);
  expect(SECTION_CONTAINERS.length).toBeGreaterThanOrEqual(15);
  for (const path of ['/AdminContent', '/admincontent/usersystem/']) {
    await page.goto(url + path);
    await drawn(page, HOME);
  }
  // Whether by a document or on the way, the same guard decides; a document a container would take a while.
  await page.goto(url + WARNINGS);
  await drawn(page, WARNINGS);
  for (const section of SECTION_CONTAINERS) {
    await page.evaluate((path) => {
      history.pushState(null, '', path);
      window.dispatchEvent(new PopStateEvent('popstate'));
    }, `/AdminContent/${section}`);
    await drawn(page, HOME);
    await page.goBack();
    await drawn(page, WARNINGS);
  }
  expect(await refusal(page).count()).toBe(0);
  expect(faults).toEqual([]);
});

it('leads a page that is not permitted to Home and says so', async () => {
  const { context, page } = await visits.as({ userName: 'collector' });
  await drawn(page, HOME);
  const asked = pluginRequests(context);
  for (const path of [USERS, USERS.toUpperCase(), '/AdminContent/NoSuchPage']) {
    await page.goto(url + path, { waitUntil: 'commit' });
    // It stands for three seconds, which Home may take as well.
    await Promise.all([refusal(page).waitFor(), drawn(page, HOME)]);
  }
  expect([...asked].filter((path) => path.startsWith('/plugins/users'))).toEqual([]);
});

it('asks who has no token to sign in, and then opens the page that was requested', async () => {
  const { context, page } = await visits.blank();
  const asked = pluginRequests(context);
  await page.goto(`${url}${WARNINGS}?warningLevel=URGENT`);
  await signInTitle(page).waitFor();
  expect(pathOf(page)).toBe('/Login');
  expect([...asked]).toEqual([]);
  await type(page, 'service');
  await page.getByRole('heading', { name: 'Warnings', level: 1 }).waitFor();
  expect(pathOf(page) + new URL(page.url()).search).toBe(`${WARNINGS}?warningLevel=URGENT`);
});

it('opens Home where the page requested is not permitted to who signed in', async () => {
  const { page } = await visits.blank();
  await page.goto(url + USERS);
  await signInTitle(page).waitFor();
  await type(page, 'traffic');
  await drawn(page, HOME);
});

it('goes back and forward through pages, each under its own title, without a reload', async () => {
  const { page, faults } = await visits.as();
  await drawn(page, HOME);
  const stays = await mark(page);
  // The title of the tab follows what is drawn.
  const titled = async (path: string, title: string) => {
    await drawn(page, path);
    await menuLink(page, path).and(page.locator('[aria-current=page]')).waitFor();
    await expect.poll(() => page.title()).toBe(`${title} · Kituo`);
  };
  await titled(HOME, 'Home');
  await menuLink(page, USERS).click();
  await titled(USERS, 'User management');
  await menuLink(page, WARNINGS).click();
  await titled(WARNINGS, 'Warnings');
  await page.goBack();
  await titled(USERS, 'User management');
  await page.goBack();
  await titled(HOME, 'Home');
  await page.goForward();
  await page.goForward();
  await titled(WARNINGS, 'Warnings');
  expect(await stays()).toBe(true);
  expect(faults).toEqual([]);
});
