import type { Locator, Page } from 'playwright';
import { afterAll, afterEach, expect, it } from 'vitest';
import { focused } from './support/keyboard.ts';
import { newAdministrator } from './support/staff.ts';
import { station } from './support/station.ts';
import { USERS, Visits } from './support/visits.ts';

const { url } = station();
const visits = new Visits(url);
afterEach(() => visits.leave());
afterAll(() => visits.close());

const grid = (page: Page) => page.getByRole('grid', { name: 'User management' });
const head = (page: Page, name: string) => grid(page).getByRole('columnheader', { name: new RegExp(`^${name}`) });
const titles = (page: Page) => grid(page).locator('thead .kp-head-title').allTextContents();

/** A person of their own, so that what others left of the list does not show. */
async function open(): Promise<Page> {
  const person = await newAdministrator(url);
  const { page } = await visits.as({ ...person, path: USERS });
  await grid(page).getByRole('rowheader').first().waitFor();
  return page;
}

/** Presses on one thing, moves to another in steps, lets go. */
async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
  // Waits until it stands still: what comes above the grid moves it down.
  await from.hover({ position: { x: 12, y: 12 } });
  const end = await to.boundingBox();
  if (end === null) throw new Error('nothing to drag to');
  await page.mouse.down();
  await page.mouse.move(end.x + end.width - 16, end.y + end.height / 2, { steps: 6 });
  await page.mouse.up();
}

it('moves, widens and freezes columns by pointer, and keeps them over a reload', async () => {
  const page = await open();
  expect((await titles(page)).slice(0, 3)).toEqual(['User name', 'Name', 'Status']);
  await drag(page, head(page, 'User name'), head(page, 'Status'));
  await expect.poll(async () => (await titles(page)).slice(0, 3)).toEqual(['Name', 'Status', 'User name']);
  // A drag is no click: the sort is what it was.
  expect(page.url()).not.toContain('sort=');

  const edge = head(page, 'Name').getByRole('separator');
  const before = (await head(page, 'Name').boundingBox())?.width ?? 0;
  await edge.hover({ position: { x: 4, y: 8 } });
  const at = await edge.boundingBox();
  await page.mouse.down();
  await page.mouse.move((at?.x ?? 0) + 64, (at?.y ?? 0) + 8, { steps: 4 });
  await page.mouse.up();
  await expect.poll(async () => (await head(page, 'Name').boundingBox())?.width).toBe(before + 60);

  await head(page, 'Status').hover();
  await head(page, 'Status').getByRole('button', { name: 'Column menu' }).click();
  await page.getByRole('menuitem', { name: 'Freeze up to this column' }).click();
  await page.reload();
  await grid(page).getByRole('rowheader').first().waitFor();
  expect((await titles(page)).slice(0, 3)).toEqual(['Name', 'Status', 'User name']);
  const place = async () => (await head(page, 'Status').boundingBox())?.x;
  const there = await place();
  await page.locator('.kp-scroll').evaluate((scroller) => {
    scroller.scrollLeft = 600;
  });
  await expect.poll(place).toBe(there);
});

it('marks a rectangle by pointer and copies it', async () => {
  const page = await open();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const rows = grid(page).getByRole('row');
  const cell = (row: number, column: number) => rows.nth(row).locator(`[data-cell="${column}"]`);
  await drag(page, cell(1, 1), cell(3, 2));
  await page.getByText('3 × 2 cells marked').waitFor();
  // The drag ended on a row that a click would open.
  expect(await page.getByRole('dialog').count()).toBe(0);
  await page.keyboard.press('Control+c');
  await page.getByText('6 cells copied').waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  const lines = copied.split('\n').map((line) => line.split('\t'));
  expect(lines).toHaveLength(3);
  expect(lines[2]).toEqual([await cell(3, 1).textContent(), await cell(3, 2).textContent()]);
});

it('grows a rectangle from where the keyboard stands by Shift and a click', async () => {
  const page = await open();
  const rows = grid(page).getByRole('row');
  const cell = (row: number, column: number) => rows.nth(row).locator(`[data-cell="${column}"]`);
  await page.keyboard.press('j');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await focused(cell(1, 1));
  await cell(3, 2).click({ modifiers: ['Shift'], position: { x: 4, y: 4 } });
  await page.getByText('3 × 2 cells marked').waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
  expect(await page.evaluate(() => getSelection()?.toString())).toBe('');
  await cell(2, 1).click({ modifiers: ['Shift'], position: { x: 4, y: 4 } });
  await page.getByText('2 × 1 cells marked').waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => grid(page).locator('.kp-marked').count()).toBe(0);
  // A press alone marks nothing and opens the row.
  await cell(2, 2).click({ position: { x: 4, y: 4 } });
  await page.getByRole('dialog').waitFor();
});

it('leaves a column where it was when its drag is given up, and widens it under a finger', async () => {
  const page = await open();
  await head(page, 'User name').hover({ position: { x: 12, y: 12 } });
  const to = await head(page, 'Status').boundingBox();
  await page.mouse.down();
  await page.mouse.move((to?.x ?? 0) + (to?.width ?? 0) - 16, (to?.y ?? 0) + 12, { steps: 4 });
  await grid(page).locator('.kp-drop-after').waitFor();
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await grid(page).locator('.kp-drop-after').waitFor({ state: 'detached' });
  expect((await titles(page)).slice(0, 3)).toEqual(['User name', 'Name', 'Status']);

  const edge = await head(page, 'Name').getByRole('separator').boundingBox();
  const before = (await head(page, 'Name').boundingBox())?.width ?? 0;
  const touch = await page.context().newCDPSession(page);
  const [x, y] = [(edge?.x ?? 0) + 4, (edge?.y ?? 0) + 8];
  const finger = (type: 'touchStart' | 'touchMove' | 'touchEnd', at: number | null) =>
    touch.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: at === null ? [] : [{ x: at, y }],
    });
  await finger('touchStart', x);
  for (const by of [20, 40, 60]) await finger('touchMove', x + by);
  await finger('touchEnd', null);
  await expect.poll(async () => (await head(page, 'Name').boundingBox())?.width).toBe(before + 60);
});

it('goes from head to cells to controls and back by keyboard alone', async () => {
  const page = await open();
  const row = grid(page).getByRole('row').nth(2);
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await focused(row);
  await page.keyboard.press('ArrowRight');
  await focused(row.locator('[data-cell="0"]'));
  await page.keyboard.press('Enter');
  await focused(row.getByRole('checkbox'));
  await page.keyboard.press('Space');
  await page.getByRole('region', { name: 'Selected rows' }).getByText('1 selected').waitFor();
  await page.keyboard.press('Escape');
  await focused(row.locator('[data-cell="0"]'));
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await focused(head(page, 'Actions'));
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await focused(head(page, 'User name').getByRole('button', { name: 'User name' }));
  await page.keyboard.press('Enter');
  await expect.poll(() => page.url()).toContain('sort=-userName');
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await sheet.getByText('Mark cells').waitFor();
});

it('opens with a view of one’s own after a reload, and a new tab finds its people', async () => {
  const page = await open();
  await page.getByRole('search').getByLabel('Name', { exact: true }).fill('Achieng');
  await expect.poll(() => new URL(page.url()).searchParams.get('saved')).toMatch(/^[\w-]{16,}$/);
  await page.getByRole('status').getByText('1 result', { exact: true }).waitFor();
  const views = page.getByRole('navigation', { name: 'Views of this list' });
  await views.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Save as new view…' }).click();
  await page.getByLabel('View name').fill('One collector');
  await page.getByRole('button', { name: 'Save view' }).click();
  await views.getByRole('button', { name: 'One collector' }).waitFor();
  await views.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Set as default' }).click();
  await page.getByText('“One collector” is now the default view.').waitFor();
  expect(page.url()).not.toContain('Achieng');

  await page.goto(`${url}${USERS}`);
  await page.getByRole('status').getByText('1 result', { exact: true }).waitFor();
  const { searchParams } = new URL(page.url());
  expect(await grid(page).getByRole('rowheader').count()).toBe(1);
  // Without the tab's own memory the server says who they are.
  await page.evaluate(() => {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith('kituo.filter.')) sessionStorage.removeItem(key);
  });
  await page.reload();
  await page.getByRole('status').getByText('1 result', { exact: true }).waitFor();
  const name = page.getByRole('search').getByLabel('Name', { exact: true });
  await expect.poll(() => name.inputValue()).toBe('Achieng');
  expect(new URL(page.url()).searchParams.get('saved')).toBe(searchParams.get('saved'));
});

it('moves nothing when rows are ticked', async () => {
  const page = await open();
  const rows = grid(page).getByRole('rowheader');
  const places = async () => [await rows.first().boundingBox(), await rows.nth(3).boundingBox()];
  const before = await places();
  await grid(page).getByRole('checkbox').nth(1).check();
  await grid(page).getByRole('checkbox').nth(2).check();
  await page.getByText(/2 selected/).waitFor();
  expect(await places()).toEqual(before);
});
