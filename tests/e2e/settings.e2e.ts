import type { Page } from 'playwright';
import { afterAll, afterEach, expect, it } from 'vitest';
import { drawn, menuLink } from './support/console-page.ts';
import { focused } from './support/keyboard.ts';
import { newAdministrator } from './support/staff.ts';
import { station } from './support/station.ts';
import { HOME, USERS, Visits, WARNINGS } from './support/visits.ts';

const { url } = station();
const visits = new Visits(url);
afterEach(() => visits.leave());
afterAll(() => visits.close());

/** A person of one's own at Home: settings are kept with the person. */
async function somebody(width = 1440, height = 900) {
  const { userName, password } = await newAdministrator(url);
  const context = { viewport: { width, height } };
  const visit = await visits.as({ userName, password, context });
  await visit.page.locator('.home-tile').first().waitFor();
  return { ...visit, userName, password };
}

async function openSettings(page: Page): Promise<void> {
  await page.getByRole('button', { name: /settings and sign-out/ }).click();
  await page.getByRole('menuitem', { name: 'Settings' }).click();
  await page.getByRole('dialog', { name: 'Settings' }).getByText('This session').waitFor();
}

it('shows each choice at once, takes it back, and follows to another browser', async () => {
  const { page, userName, password } = await somebody();
  const isDark = () => page.evaluate(() => document.querySelector('.bp6-dark') !== null);
  await openSettings(page);
  const drawer = page.getByRole('dialog', { name: 'Settings' });
  await drawer.getByText('Dark', { exact: true }).click();
  await expect.poll(isDark).toBe(true);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(isDark).toBe(false);
  await drawer.getByText('中文', { exact: true }).click();
  await page.getByRole('button', { name: '撤销' }).click();
  await drawer.getByRole('heading', { name: 'Appearance' }).waitFor();
  await drawer.getByText('Dark', { exact: true }).click();
  await drawer.getByText('Top', { exact: true }).click();
  await expect.poll(() => page.locator('nav.k-cross').count()).toBe(1);
  // Shown before it is stored: the other browser reads what the server answered for.
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('kituo_unsent_settings'))).toBe(null);
  await page.keyboard.press('Escape');
  const there = await visits.as({ userName, password });
  await there.page.locator('nav.k-cross').waitFor();
  await there.page.locator('.bp6-dark').first().waitFor();
});

it('ends another session of one’s own after asking', async () => {
  const { page, userName, password } = await somebody();
  const there = await visits.as({ userName, password });
  await there.page.locator('.home-tile').first().waitFor();
  await openSettings(page);
  await page.getByRole('dialog', { name: 'Settings' }).getByRole('button', { name: 'End session' }).click();
  const question = page.getByRole('dialog', { name: 'End session' });
  await question.getByText('Unsaved work in it will be lost.').waitFor();
  await question.getByRole('button', { name: 'End session' }).click();
  await there.page.getByText('You ended this session from another one.').waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'End session' }).count()).toBe(0);
});

it('finds pages by a few letters, and shows the keys', async () => {
  const { page } = await somebody();
  await page.keyboard.press('Control+k');
  const box = page.getByRole('combobox', { name: 'Find a page' });
  await focused(box);
  await page.keyboard.type('zzzz');
  await page.getByText('No page matches “zzzz”').waitFor();
  await box.fill('warn');
  await page.keyboard.press('Enter');
  await page.waitForURL((address) => address.pathname === WARNINGS);
  await page.getByRole('grid').waitFor();
  await page.keyboard.press('Control+k');
  await focused(box);
  await page.keyboard.press('Escape');
  // Until the box is gone, it takes what is typed.
  await box.waitFor({ state: 'detached' });
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await sheet.getByText('Find a page').waitFor();
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  // Both at once: the second counts for a moment only.
  await Promise.all([page.keyboard.press('g'), page.keyboard.press('u')]);
  await focused(page.getByRole('navigation', { name: 'Pages' }).locator('[data-section="User system"]'));
});

it('filters, pins and folds the menu', async () => {
  const { page } = await somebody();
  const menu = page.getByRole('navigation', { name: 'Pages' });
  await menu.getByRole('link', { name: 'Warnings' }).waitFor();
  // What lies out of sight is drawn a moment later.
  await menu.locator('[data-section="User system"]').waitFor({ state: 'attached' });
  const all = await menu.getByRole('link').count();
  await menu.getByRole('searchbox').fill('warn');
  await expect.poll(() => menu.getByRole('link').allTextContents()).toEqual(['Warnings']);
  await page.keyboard.press('Escape');
  await expect.poll(() => menu.getByRole('link').count()).toBe(all);
  await menu.getByRole('button', { name: 'Pin Warnings' }).click();
  await menu.getByRole('region', { name: 'Pinned' }).getByRole('link', { name: 'Warnings' }).waitFor();
  const stored = page.waitForResponse(/setting\/save/);
  await page.getByRole('button', { name: 'Collapse navigation' }).click();
  await stored;
  await expect.poll(async () => (await menu.boundingBox())?.width ?? 999).toBeLessThanOrEqual(57);
  await page.reload();
  await page.getByRole('button', { name: 'Expand navigation' }).click();
  await menu.getByRole('region', { name: 'Pinned' }).waitFor();
});

it('lays the menu across the top at 1260 pixels without forgetting the choice', async () => {
  const { page } = await somebody(1260);
  await page.locator('nav.k-cross').waitFor();
  await page.locator('nav.k-cross').getByRole('button', { name: 'User system' }).click();
  await page.locator(`.k-cross-list a[href="${USERS}"]`).click();
  await drawn(page, USERS);
  await openSettings(page);
  await page.getByText('At 1260 px or less').waitFor();
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.locator('nav.k-nav').waitFor();
});

it('is a drawer, cards and one column on a phone', async () => {
  const { page } = await somebody(390, 844);
  await page.getByRole('button', { name: 'Expand navigation' }).click();
  await menuLink(page, USERS).click();
  await page.getByRole('navigation', { name: 'Pages' }).first().waitFor();
  await page.getByText('Achieng Ouma').first().waitFor();
  expect(await page.locator('.k-nav-drawer').count()).toBe(0);
  expect(await page.getByRole('grid').count()).toBe(0);
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(await overflow()).toBeLessThanOrEqual(0);
  await page.goto(url + HOME);
  await page.locator('.home-tile').first().waitFor();
  expect(await overflow()).toBeLessThanOrEqual(0);
});
