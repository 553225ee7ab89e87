import { readFile } from 'node:fs/promises';
import { user } from '@kituo/sdk/contracts';
import type { Download, Locator, Page } from 'playwright';
import { afterAll, afterEach, expect, it } from 'vitest';
import { effectsRun, focused, focusedOver, tabTo } from './support/keyboard.ts';
import { adminToken, callAs, newStaff, tokenOf, type NewStaff } from './support/staff.ts';
import { connectToStation } from './support/station-database.ts';
import { station } from './support/station.ts';
import { heldToast } from './support/toasts.ts';
import { USERS, Visits } from './support/visits.ts';
import { readCsv, readWorkbook } from './support/workbook.ts';

const { url, dataDir } = station();
const visits = new Visits(url);
afterEach(() => visits.leave());
afterAll(() => visits.close());

const query = (page: Page) => new URL(page.url()).searchParams;
const rowOf = (page: Page, name: string) => page.getByRole('grid').getByRole('row').filter({ hasText: name });

/** The list with just the people of this name. */
async function listOf(page: Page, name: string, count = 1): Promise<Locator> {
  await page.getByRole('search').getByLabel('Name', { exact: true }).fill(name);
  // Of all people there may be 21, 22 or 102: the whole text counts.
  await page
    .getByRole('status')
    .getByText(new RegExp(`^${count} results?$`))
    .waitFor();
  await rowOf(page, name).first().waitFor();
  return rowOf(page, name);
}

async function openAction(page: Page, person: NewStaff, action: string): Promise<void> {
  await page.getByRole('button', { name: `More actions for ${person.realName}` }).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}

/** The link of the last reset, as the outbox keeps it in demonstration. */
async function resetLinkOf(userNo: string): Promise<string> {
  const database = await connectToStation(dataDir);
  const { rows } = await database.query<{ body: string }>(
    "SELECT body FROM message WHERE user_no = $1 AND kind = 'password.resetLink'",
    [userNo],
  );
  await database.end();
  const [link = ''] = /\/Login#once=[\w-]+/.exec(rows.at(-1)?.body ?? '') ?? [];
  return url + link;
}

/** The message that stands at a field. */
const faultAt = (form: Locator, label: string) =>
  form
    .locator('.kp-field')
    .filter({ has: form.page().locator('label', { hasText: new RegExp(`^${label}`) }) })
    .getByRole('alert');

async function choose(page: Page, control: Locator, label: string, option: string): Promise<void> {
  await control.click();
  await page.getByRole('combobox', { name: `Search: ${label}` }).fill(option);
  await page.getByRole('option', { name: option }).first().click();
}

it('keeps every kind of filter in the address, but no name', async () => {
  const someone = await newStaff(url);
  const { page, faults } = await visits.as({ path: USERS });
  await listOf(page, someone.realName);
  expect(page.url()).not.toMatch(/Zuri|realName/);
  await page.getByRole('search').getByLabel('Status').selectOption('NORMAL');
  await choose(page, page.getByRole('button', { name: /^Department: / }), 'Department', 'Collection');
  await page.getByRole('button', { name: /^More filters/ }).click();
  const more = page.locator('.kp-more-filters');
  await more.getByLabel('Job number').fill(someone.jobNumber);
  await more.getByLabel('MFA set up').selectOption({ label: 'No' });
  await more.getByLabel('Employment status').selectOption({ label: 'On the job' });
  await choose(page, page.getByRole('button', { name: /^Role: / }), 'Role', 'Collector');
  await choose(page, page.getByRole('button', { name: /^Merchant: / }), 'Merchant', 'Haraka');
  await page.keyboard.press('Escape');
  await expect
    .poll(() => Object.fromEntries(query(page)))
    .toMatchObject({
      userStatus: 'NORMAL',
      deptNo: 'D0005',
      jobNumber: someone.jobNumber,
      employeeStatus: 'ON_THE_JOB',
      roleNo: 'R-005',
      merchantNo: 'M0001',
      mfaBound: 'false',
    });
  await page.reload();
  await page.getByRole('status').getByText('1 result', { exact: true }).waitFor();
  expect(await rowOf(page, someone.realName).count()).toBe(1);
  await page.getByRole('button', { name: 'Remove filter Job number' }).click();
  await expect.poll(() => query(page).has('jobNumber')).toBe(false);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect.poll(() => [...query(page)]).toEqual([]);
  expect(faults).toEqual([]);
});

it('sorts and turns pages, and says so in the address', async () => {
  const { page } = await visits.as({ path: USERS });
  const names = page.getByRole('grid').getByRole('rowheader');
  await names.first().waitFor();
  const head = page.getByRole('columnheader', { name: /^User name/ });
  expect(await head.getAttribute('aria-sort')).toBe('ascending');
  await head.getByRole('button', { name: 'User name' }).click();
  await expect.poll(() => query(page).get('sort')).toBe('-userName');
  await expect.poll(() => names.first().textContent()).toBe('zawadi.mwakio');
  expect(await head.getAttribute('aria-sort')).toBe('descending');
  await page.getByRole('button', { name: 'next' }).click();
  await expect.poll(() => query(page).get('page')).toBe('2');
  await expect.poll(() => names.first().textContent()).not.toBe('zawadi.mwakio');
  await page.getByLabel('Items per page').selectOption('50');
  await expect.poll(() => query(page).get('size')).toBe('50');
  await expect.poll(() => names.count()).toBeGreaterThan(20);
  await page.goBack();
  await expect.poll(() => query(page).get('size')).toBe(null);
});

it('says beside each field what is wrong, then adds and shows the one-time password once', async () => {
  const { page } = await visits.as({ path: USERS });
  await page.getByRole('button', { name: 'Add user' }).first().click();
  const form = page.getByRole('dialog', { name: 'Add user' });
  const send = form.getByRole('button', { name: 'Add user' });
  await form.getByLabel('Job number').fill('12345');
  await form.getByLabel('Phone').fill('0712');
  await send.click();
  await faultAt(form, 'Name').getByText('Content cannot be blank').waitFor();
  await faultAt(form, 'User name').getByText('Content cannot be blank').waitFor();
  await faultAt(form, 'Login ID').getByText('Content cannot be blank').waitFor();
  await faultAt(form, 'Job number').getByText('Job number format error').waitFor();
  await faultAt(form, 'Phone').getByText('254 plus 9 digits').waitFor();
  await focused(form.getByLabel('Name', { exact: true }));
  const mark = Math.random().toString(36).slice(2, 8);
  const realName = `Zola Test ${mark}`;
  await form.getByLabel('Name', { exact: true }).fill(realName);
  await form.getByLabel('User name').fill(`e2e.${mark}`);
  await form.getByLabel('Login ID').fill('collector');
  await form.getByLabel('Job number').fill(`A${mark.replace(/[^a-z]/g, 'x')}1`);
  await form.getByLabel('Phone').fill('0712345678');
  await form.getByRole('button', { name: 'Use 254712345678' }).click();
  await send.click();
  await faultAt(form, 'Login ID').getByText('This login ID is taken.').waitFor();
  expect(await form.getByLabel('Phone').inputValue()).toBe('254712345678');
  await form.getByLabel('Login ID').fill(`e2e.${mark}`);
  await send.click();
  const delivery = page.getByRole('dialog', { name: 'One-time password' });
  const secret = (await delivery.locator('code').textContent()) ?? '';
  await tokenOf(url, `e2e.${mark}`, secret);
  await delivery.getByRole('button', { name: 'Done' }).click();
  await delivery.waitFor({ state: 'detached' });
  await listOf(page, realName);
  expect(await page.getByText(secret).count()).toBe(0);
});

it('edits, and refuses to write over what somebody else changed', async () => {
  const someone = await newStaff(url);
  const { page } = await visits.as({ path: USERS });
  const row = await listOf(page, someone.realName);
  await row.getByRole('button', { name: 'Edit' }).click();
  const form = page.getByRole('dialog', { name: `Edit ${someone.realName}` });
  await form.getByLabel('Extension').fill('x');
  await form.getByRole('button', { name: 'Save changes' }).click();
  await faultAt(form, 'Extension').getByText('2 to 6 digits').waitFor();
  await form.getByLabel('Extension').fill('4711');
  await form.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText(`${someone.realName} saved.`).waitFor();
  await row.getByText('4711', { exact: true }).waitFor();
  await row.getByRole('button', { name: 'Edit' }).click();
  await form.getByLabel('Extension').fill('4712');
  const token = await adminToken(url);
  const { userNo } = someone;
  const { version } = await callAs(url, token, user.getUpdateUserInfo, { userNo });
  await callAs(url, token, user.updateUser, { userNo, version, extension: '4799' });
  await form.getByRole('button', { name: 'Save changes' }).click();
  await form.getByRole('alert').getByText('Changed by someone else meanwhile').waitFor();
  const after = await callAs(url, token, user.getUpdateUserInfo, { userNo });
  expect(after.extension).toBe('4799');
});

it('freezes with the facts named, ends the session at once, and takes it back', async () => {
  const someone = await newStaff(url);
  const there = await visits.as({ userName: someone.userName, password: someone.password });
  const { page } = await visits.as({ path: USERS });
  const row = await listOf(page, someone.realName);
  await openAction(page, someone, 'Freeze');
  const question = page.getByRole('alertdialog', { name: `Freeze ${someone.realName}?` });
  await question.getByText('1 session will be ended.').waitFor();
  await question.getByRole('button', { name: 'Freeze' }).click();
  const done = await heldToast(page, `${someone.realName} frozen. Sessions ended: 1.`);
  await there.page.getByText('This account was frozen. Contact your administrator.').waitFor();
  await row.getByText('Frozen').waitFor();
  await done.getByRole('button', { name: 'Undo' }).click();
  await row.getByText('Normal').waitFor();
  await openAction(page, someone, 'Freeze');
  await question.getByText('No open sessions.').waitFor();
  await question.getByRole('button', { name: 'Freeze' }).click();
  await row.getByText('Frozen').waitFor();
  await openAction(page, someone, 'Unfreeze');
  const back = page.getByRole('alertdialog', { name: `Unfreeze ${someone.realName}?` });
  await back.getByRole('button', { name: 'Unfreeze' }).click();
  await row.getByText('Normal').waitFor();
  await tokenOf(url, someone.userName, someone.password);
});

it('resets password and authenticator with a reason', async () => {
  const someone = await newStaff(url);
  const database = await connectToStation(dataDir);
  await database.query('UPDATE app_user SET mfa_bound = true WHERE user_no = $1', [someone.userNo]);
  await database.end();
  const { page } = await visits.as({ path: USERS });
  await listOf(page, someone.realName);
  await openAction(page, someone, 'Reset password');
  const form = page.getByRole('dialog', { name: `Reset password of ${someone.realName}?` });
  await form.getByRole('button', { name: 'Reset password' }).click();
  await faultAt(form, 'Reason').getByText('Content cannot be blank').waitFor();
  await form.getByLabel('Reason').fill('Forgot it on leave');
  await form.getByRole('button', { name: 'Reset password' }).click();
  await page.getByText(/^A one-time link was sent to 25\*+\d{3}.$/).waitFor();
  await expect(tokenOf(url, someone.userName, someone.password)).rejects.toThrow('2001');
  const there = await visits.blank();
  await there.page.goto(await resetLinkOf(someone.userNo));
  await there.page.getByRole('button', { name: 'Sign in' }).click();
  await there.page.getByRole('dialog', { name: 'Choose a new password' }).waitFor();
  expect(there.page.url()).not.toContain('once');
  await openAction(page, someone, 'Reset MFA');
  const mfa = page.getByRole('dialog', { name: `Reset MFA of ${someone.realName}?` });
  await mfa.getByText('1 session will be ended.').waitFor();
  await mfa.getByLabel('Reason').fill('New phone');
  await mfa.getByRole('button', { name: 'Reset MFA' }).click();
  await page.getByText(`${someone.realName}’s MFA reset. Sessions ended: 1.`).waitFor();
});

it('adds, removes and replaces merchants of several people after a preview', async () => {
  const family = `Batch ${Math.random().toString(36).slice(2, 9)}`;
  const one = await newStaff(url, { realName: `${family} One` });
  await newStaff(url, { realName: `${family} Two`, merchantNos: ['M0001', 'M0002'] });
  const { page } = await visits.as({ path: USERS });
  const rows = await listOf(page, family, 2);
  const dialog = page.getByRole('dialog', { name: 'Change merchants: 2 selected' });
  const change = async (mode: string, merchant: string, preview: string) => {
    await page.getByLabel('Select all rows on this page').check();
    await page.getByRole('button', { name: 'Change merchants' }).click();
    await dialog.getByText('Choose merchants to preview the change.').waitFor();
    await dialog.getByText(mode, { exact: true }).click();
    await choose(page, dialog.getByRole('button', { name: /^Merchants: / }), 'Merchants', merchant);
    await page.keyboard.press('Escape');
    await dialog.getByText(preview).waitFor();
  };
  const send = async () => {
    await dialog.getByRole('button', { name: 'Change merchants' }).click();
    await dialog.waitFor({ state: 'hidden' });
    const strip = page.getByRole('region', { name: 'User merchants' });
    await strip.getByRole('button', { name: 'Show results' }).click();
    const panel = page.getByRole('dialog', { name: 'User merchants' });
    await panel.getByText('2 of 2').waitFor();
    await panel.getByText(`${family} Two`).waitFor();
    await panel.getByRole('button', { name: 'Close' }).last().click();
    await panel.waitFor({ state: 'hidden' });
  };
  await change('Add', 'Jirani', 'Changed: 1 · unchanged: 1 · failed: 0');
  await dialog
    .getByText(/Haraka Mkopo → .*Jirani Credit/)
    .first()
    .waitFor();
  await send();
  await change('Remove', 'Haraka', 'Changed: 2 · unchanged: 0 · failed: 0');
  await send();
  await rows.first().getByText('Jirani Credit').waitFor();
  await change('Replace', 'Soko', 'Changed: 2 · unchanged: 0 · failed: 0');
  await send();
  await rows.first().getByText('Soko Advance').waitFor();
  const { userNo } = one;
  const info = await callAs(url, await adminToken(url), user.getUpdateUserInfo, { userNo });
  expect(info.merchants.map(({ merchantNo }) => merchantNo)).toEqual(['M0003']);
  expect(await page.getByRole('region', { name: 'Selected rows' }).count()).toBe(0);
});

it('imports people from a file whose faulty cells are fixed in place, and tells what became of each row', async () => {
  const mark = Math.random().toString(36).slice(2, 8);
  const { page } = await visits.as({ path: USERS });
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Import users' });
  const coming = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Template · CSV' }).click();
  expect((await coming).suggestedFilename()).toBe('users-import-template.csv');
  const row = (name: string, phone: string, loginId = `${name}.${mark}`) => [
    `${name}.${mark}`,
    loginId,
    `${name} ${mark}`,
    phone,
    `${name.slice(0, 1)}1${mark}`,
    'M0001',
  ];
  const lines = [
    ['User name', 'Login ID', 'Name', 'Phone', 'Job number', 'Merchant numbers'],
    row('amina', '254712345678'),
    row('baraka', '0712'),
    row('chege', '254712345680', `amina.${mark}`),
  ];
  const buffer = Buffer.from(lines.map((cells) => cells.join(',')).join('\r\n'));
  await dialog.getByLabel('Choose a file').setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer });
  const phone = dialog.getByLabel('Row 2, Phone');
  expect(await phone.getAttribute('aria-invalid')).toBe('true');
  await phone.fill('254712345679');
  await phone.press('Tab');
  // Another row of the same file holds this login id already.
  const loginId = dialog.getByLabel('Row 3, Login id');
  await dialog.getByText('Duplicate of row 1.').waitFor();
  await loginId.fill(`chege.${mark}`);
  await loginId.press('Tab');
  await dialog.getByText('No invalid rows').waitFor();
  await newStaff(url, { loginId: `chege.${mark}`, mustUpdate: true });
  await dialog.getByRole('button', { name: 'Import 3 rows' }).click();
  const panel = page.getByRole('dialog', { name: 'Import of users' });
  // What somebody took meanwhile fails by its row; the others are in.
  await panel.getByText('Partially done').waitFor();
  await panel.getByText('This login ID is taken.').waitFor();
  const failed = page.waitForEvent('download');
  await panel.getByRole('button', { name: 'Download failed rows' }).click();
  const book = readWorkbook(await bytesOf(await failed));
  expect(book.flat()).toContain(`chege ${mark}`);
  expect(book).toHaveLength(2);
  await panel.getByRole('button', { name: 'Close' }).last().click();
  // Closing, it gives the focus back: not while the name is typed.
  await panel.waitFor({ state: 'detached' });
  await listOf(page, mark, 2);
});

const bytesOf = async (download: Download) => readFile(await download.path());

it('exports what is filtered and what is selected, masked, with no formula', async () => {
  const family = `Export ${Math.random().toString(36).slice(2, 9)}`;
  const trap = `=HYPERLINK("x") ${family}`;
  const calm = await newStaff(url, { realName: `${family} Calm` });
  await newStaff(url, { realName: trap });
  const { page } = await visits.as({ path: USERS });
  await listOf(page, family, 2);
  const download = async (heading: string, format: string) => {
    await page.getByRole('button', { name: 'Export', exact: true }).first().click();
    const menu = page.getByRole('menu');
    await menu.getByText(heading).waitFor();
    const items = await menu.getByRole('menuitem').count();
    // Selected rows come first, where there are any.
    const which = heading.startsWith('Selected') || items === 2 ? 0 : 1;
    const coming = page.waitForEvent('download');
    await menu.getByRole('menuitem', { name: format }).nth(which).click();
    await menu.waitFor({ state: 'hidden' });
    return bytesOf(await coming);
  };
  const csv = (await download('All matching rows (2)', 'CSV')).toString('utf8');
  const [head = [], ...people] = readCsv(csv.replace(/^\uFEFF/, ''));
  const column = (name: string) => people.map((cells) => cells[head.indexOf(name)]).sort();
  expect(column('Name')).toEqual([`'${trap}`, `${family} Calm`].sort());
  for (const phone of column('Phone')) expect(phone).toMatch(/^25\*{7}\d{3}$/);
  await page.getByLabel(`Select row ${calm.realName}`).check();
  const book = readWorkbook(await download('Selected rows (1)', 'Excel'));
  expect(book).toHaveLength(2);
  expect(book[1]).toContain(calm.realName);
  expect(book[1]?.some((cell) => /^25\*{7}\d{3}$/.test(cell))).toBe(true);
  const all = readWorkbook(await download('All matching rows (2)', 'Excel'));
  expect(all.flat()).toContain(`'${trap}`);
});

it('shows one account beside the list with what can be done with it', async () => {
  const someone = await newStaff(url);
  const { page } = await visits.as({ path: USERS });
  const row = await listOf(page, someone.realName);
  await row.getByText('Early Collection').click();
  const detail = page.getByRole('dialog', { name: someone.realName });
  await detail.getByText(someone.jobNumber).waitFor();
  expect(await detail.getByRole('button').allTextContents()).toEqual(
    expect.arrayContaining(['Edit', 'Freeze', 'Reset password']),
  );
  await focusedOver(page);
  await page.keyboard.press('Escape');
  await detail.waitFor({ state: 'hidden' });
});

it('lets the operations lead look, and nothing else', async () => {
  const { page } = await visits.as({ userName: 'operator', path: USERS });
  const row = rowOf(page, 'Achieng Ouma');
  await row.waitFor();
  for (const name of ['Add user', 'Export', 'Edit', 'More actions']) {
    // The menu has entries such as Temporary credit.
    expect(await page.getByRole('main').getByRole('button', { name }).count()).toBe(0);
  }
  expect(await page.getByRole('grid').getByRole('checkbox').count()).toBe(0);
  expect(await page.getByText('Basic salary').count()).toBe(0);
  await row.getByText('Achieng Ouma').click();
  const detail = page.getByRole('dialog', { name: 'Achieng Ouma' });
  await detail.getByText('KT1005').waitFor();
  expect(await detail.getByRole('button').allTextContents()).not.toContain('Freeze');
  // Who serves another merchant is not among the people to look up.
  expect(await rowOf(page, 'Kariuki Maina').count()).toBe(0);
});

it('is worked by keyboard alone', async () => {
  const someone = await newStaff(url);
  const { page } = await visits.as({ path: USERS });
  await page.getByRole('grid').getByRole('rowheader').first().waitFor();
  await effectsRun(page);
  await page.keyboard.press('/');
  await page.keyboard.type(someone.realName);
  await page.keyboard.press('Enter');
  await page.getByRole('status').getByText('1 result', { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('j');
  const row = rowOf(page, someone.realName);
  await focused(row);
  await page.keyboard.press('x');
  await page.getByRole('region', { name: 'Selected rows' }).getByText('1 selected').waitFor();
  await page.keyboard.press('x');
  await page.keyboard.press('Enter');
  const detail = page.getByRole('dialog', { name: someone.realName });
  await detail.getByText(someone.jobNumber).waitFor();
  await focusedOver(page);
  await page.keyboard.press('Escape');
  await detail.waitFor({ state: 'hidden' });
  await focused(row);
  const edit = row.getByRole('button', { name: 'Edit' });
  await tabTo(page, edit);
  await page.keyboard.press('Enter');
  const form = page.getByRole('dialog', { name: `Edit ${someone.realName}` });
  await form.getByLabel('Extension').waitFor();
  await tabTo(page, form.getByLabel('Extension'));
  await page.keyboard.type('2468');
  await page.keyboard.press('Enter');
  await row.getByText('2468', { exact: true }).waitFor();
  await focused(edit);
});
