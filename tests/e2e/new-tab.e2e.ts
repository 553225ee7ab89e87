import type { Page } from 'playwright';
import { afterAll, afterEach, expect, it } from 'vitest';
import { menuLink } from './support/console-page.ts';
import { DEMO_PASSWORD, newStaff } from './support/staff.ts';
import { station } from './support/station.ts';
import { HOME, USERS, Visits, WARNINGS } from './support/visits.ts';

const { url } = station();
const visits = new Visits(url);
afterEach(() => visits.leave());
afterAll(() => visits.close());

const personMenu = (page: Page) => page.getByRole('button', { name: /settings and sign-out/ });
const submit = (page: Page) => page.getByRole('button', { name: 'Sign in', exact: true });
const tokenOf = (page: Page) => page.evaluate(() => sessionStorage.getItem('token'));

/** Signed in by hand: no script puts a token into tabs that are opened afterwards. */
async function signedIn(userName: string, password: string): Promise<Page> {
  const { page } = await visits.blank();
  await page.goto(`${url}${HOME}`);
  await page.getByLabel('User name').fill(userName);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await personMenu(page).waitFor();
  return page;
}

it('a tab opened from the menu is signed in, under the same session, and signing out ends both', async () => {
  const page = await signedIn('admin', DEMO_PASSWORD);
  const opened = page.context().waitForEvent('page');
  await menuLink(page, USERS).click({ modifiers: ['Control'] });
  const tab = await opened;
  await tab.getByRole('heading', { name: 'User management', level: 1 }).waitFor();
  expect(new URL(tab.url()).pathname).toBe(USERS);
  expect(await tokenOf(tab)).toBe(await tokenOf(page));
  await personMenu(tab).click();
  await tab.getByRole('menuitem', { name: 'Sign out' }).click();
  await submit(tab).waitFor();
  await page.getByText('You signed out.').waitFor();
  const later = await page.context().newPage();
  await later.goto(`${url}${HOME}`);
  await submit(later).waitFor();
});

it('a password changed in one tab keeps the other tabs of the session', async () => {
  const someone = await newStaff(url);
  const page = await signedIn(someone.userName, someone.password);
  const tab = await page.context().newPage();
  await tab.goto(`${url}${WARNINGS}`);
  await personMenu(tab).click();
  await tab.getByRole('menuitem', { name: 'Change password' }).click();
  const dialog = tab.getByRole('dialog', { name: 'Change password' });
  await dialog.getByLabel('Current password').fill(someone.password);
  await dialog.getByLabel('New password', { exact: true }).fill('harbour-Lamp-91');
  await dialog.getByLabel('Repeat new password').fill('harbour-Lamp-91');
  await tab.keyboard.press('Enter');
  await tab.getByText('Password changed. Your other sessions were ended.').waitFor();
  await expect.poll(async () => await tokenOf(page)).toBe(await tokenOf(tab));
  await page.reload();
  await personMenu(page).waitFor();
});

it('the cookie alone signs nobody in, and at the sign-in page somebody else may', async () => {
  const page = await signedIn('admin', DEMO_PASSWORD);
  const second = await page.context().newPage();
  await second.goto(`${url}/Login`);
  await submit(second).waitFor();
  await page.goto('about:blank');
  await second.goto(`${url}${HOME}`);
  await submit(second).waitFor();
});
