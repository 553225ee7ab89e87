import { randomBytes } from 'node:crypto';
import { menu, menuRules, user } from '@kituo/sdk/contracts';
import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { mark, menuOf } from './support/console-page.ts';
import { focused } from './support/keyboard.ts';
import { adminToken, callAs, newAdministrator, newStaff, tokenOf } from './support/staff.ts';
import { station } from './support/station.ts';
import { USERS, Visits } from './support/visits.ts';

const { url } = station();
const visits = new Visits(url);
const MENUS = '/AdminContent/UserSystem/MenuManagement';
const name = `Help ${randomBytes(3).toString('hex')}`;
const made: string[] = [];
afterEach(() => visits.leave());
afterAll(async () => {
  const token = await adminToken(url);
  const { tree } = await callAs(url, token, menu.tree, {});
  for (const { menuNo, version } of tree.filter((entry) => made.includes(entry.menuNo))) {
    await callAs(url, token, menu.remove, { menuNo, version });
  }
  await visits.close();
});
beforeAll(async () => {
  const token = await adminToken(url);
  for (const [place, part] of ['one', 'two'].entries()) {
    const form = { parentMenuNo: null, menuType: 'CATALOGUE', icon: null, perms: null, externalUrl: null } as const;
    const entry = { ...form, menuName: { en: `${name} ${part}` }, sort: 90_000 + place };
    made.push((await callAs(url, token, menu.edit, entry)).menuNo);
  }
});

const rowOf = (page: Page, text: string) => page.getByRole('treegrid').getByRole('row').filter({ hasText: text });
const order = async (): Promise<string[]> => {
  const { tree } = await callAs(url, await adminToken(url), menu.tree, {});
  return tree.map(({ menuNo }) => menuNo).filter((menuNo) => made.includes(menuNo));
};

it('adds a link that is checked beside its field, and reaches a colleague’s menu and leaves it live', async () => {
  const colleague = await newStaff(url);
  const other = await visits.as({ userName: colleague.userName, password: colleague.password });
  const isKept = await mark(other.page);
  const { userName, password } = await newAdministrator(url);
  const { page, faults } = await visits.as({ userName, password, path: MENUS });
  await page.getByRole('button', { name: 'Add entry' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Type').selectOption('EXTERNAL');
  await form.getByLabel('Name: English', { exact: true }).fill(name);
  await form.getByLabel('URL').fill('http://help.kituo.example');
  await form.getByLabel('Sort').fill('0');
  await form.getByRole('button', { name: 'Add entry' }).click();
  await form.getByText('Must start with https://').waitFor();
  await form.getByText('Must be an integer above 0').waitFor();
  await form.getByLabel('URL').fill('https://help.kituo.example/start');
  await form.getByLabel('Sort').fill('80000');
  await form.getByRole('group', { name: 'Preview' }).getByText(name, { exact: true }).waitFor();
  await form.getByRole('button', { name: 'Add entry' }).click();
  await form.waitFor({ state: 'detached' });
  const entry = menuOf(other.page).getByText(name, { exact: true });
  await entry.waitFor();

  await page.getByRole('search').getByLabel('Name').fill(name);
  // Rows are drawn again when the filter holds, and a menu that was open on one of them goes with it.
  await rowOf(page, 'Warnings').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: `More actions for ${name}`, exact: true }).click();
  await page.getByRole('menuitem', { name: 'Disable' }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByText(/Disappears from the menus? of \d+ users?/).waitFor();
  await dialog.getByRole('button', { name: 'Disable' }).click();
  const undo = page.getByRole('button', { name: 'Undo' });
  // Its ten seconds stand still while it has the focus, however long the colleague's menu takes.
  await dialog.waitFor({ state: 'detached' });
  await undo.focus();
  const own = page
    .getByRole('row')
    .filter({ has: page.getByRole('button', { name: `More actions for ${name}`, exact: true }) });
  await own.getByText('Disabled').waitFor();
  await entry.waitFor({ state: 'detached' });
  await undo.click();
  await entry.waitFor();
  expect(await isKept()).toBe(true);
  // A row that was not read again since would be deleted in a version that is gone.
  await own.getByText('Enabled').waitFor();

  await page.getByRole('button', { name: `More actions for ${name}`, exact: true }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete entry' }).click();
  await entry.waitFor({ state: 'detached' });
  expect(faults).toEqual([]);
});

it('moves entries by keys and by drag, each saved as one change, and takes a move back', async () => {
  const { userName, password } = await newAdministrator(url);
  // Room for all rows and the bar that tells where a dragged one would go: a list that scrolls moves under the pointer.
  const context = { viewport: { width: 1440, height: 1400 } };
  const { page } = await visits.as({ userName, password, path: MENUS, context });
  const [one, two] = [rowOf(page, `${name} one`), rowOf(page, `${name} two`)];
  const [first = '', second = ''] = made;
  await two.scrollIntoViewIfNeeded();
  await two.focus();
  await focused(two);
  await page.keyboard.press('Alt+ArrowUp');
  const undo = page.getByRole('button', { name: 'Undo' });
  await undo.focus();
  await page.getByText(`${name} two moved.`).waitFor();
  await expect.poll(order).toEqual([second, first]);
  const onTop = rowOf(page, name).first();
  await onTop.filter({ hasText: 'two' }).waitFor();
  await undo.click();
  await expect.poll(order).toEqual([first, second]);
  // The page, too, has it back: a drag onto the order before would change nothing.
  await onTop.filter({ hasText: 'one' }).waitFor();
  await two.dragTo(one, { targetPosition: { x: 120, y: 4 } });
  await expect.poll(order).toEqual([second, first]);
});

it('a data rule decides which people a colleague sees, from the next look on', async () => {
  const token = await adminToken(url);
  const lead = await newStaff(url, { roleNos: ['R-010'], merchantNos: ['M0001'] });
  const leadToken = await tokenOf(url, lead.userName, lead.password);
  const everybody = { filters: {}, page: 1, pageSize: 20, sort: null } as const;
  const seen = async () => (await callAs(url, leadToken, user.getUserList, everybody)).total;
  expect(await seen()).toBeGreaterThan(1);
  const { page } = await visits.as({ path: MENUS });
  await page.getByRole('search').getByLabel('Page or action').fill(USERS);
  await page.getByRole('button', { name: 'More actions for User management' }).click();
  await page.getByRole('menuitem', { name: 'Data rules' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Data scope: Operations lead').selectOption('SELF');
  await dialog.getByLabel('Preview as').selectOption(lead.userNo);
  await dialog.getByText(/^1 row, \d+ now$/).waitFor();
  await dialog.getByRole('button', { name: 'Save rules' }).click();
  await dialog.waitFor({ state: 'detached' });
  try {
    expect(await seen()).toBe(1);
  } finally {
    const { tree } = await callAs(url, token, menu.tree, {});
    const all = tree.flatMap((entry) => [entry, ...entry.childList]);
    const menuNo = all.find(({ perms }) => perms === USERS)?.menuNo ?? '';
    await callAs(url, token, menuRules.saveDataRules, { menuNo, rules: [] });
  }
  expect(await seen()).toBeGreaterThan(1);
});
