import { randomInt } from 'node:crypto';
import { auth, languages } from '@kituo/sdk/contracts';
import type { Page } from 'playwright';
import { afterAll, afterEach, expect, it } from 'vitest';
import { mark } from './support/console-page.ts';
import { adminToken, callAs, newAdministrator } from './support/staff.ts';
import { station } from './support/station.ts';
import { HOME, Visits } from './support/visits.ts';

const { url } = station();
const visits = new Visits(url);
const LANGUAGES = '/AdminContent/UserSystem/MultiLanguageConfiguration';
/** A code that no other test uses. */
const code = `q${[...String(randomInt(100, 1_000))].map((digit) => 'abcdefghij'[Number(digit)]).join('')}`;
afterEach(() => visits.leave());
afterAll(async () => {
  const token = await adminToken(url);
  const request = { filters: { languageCode: code }, page: 1, pageSize: 20, sort: null } as const;
  const row = (await callAs(url, token, languages.list, request)).rows[0];
  if (row?.isEnabled === true) {
    const { languageCode, version } = row;
    await callAs(url, token, languages.stateOperation, { languageCode, version, isEnabled: false });
  }
  await visits.close();
});

/** A picture of more than 1 KB, as a person would have one. */
async function flagOf(page: Page): Promise<Buffer> {
  const address = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    canvas.width = 320;
    canvas.height = 240;
    const brush = canvas.getContext('2d');
    for (let line = 0; line < 240; line += 1) {
      if (brush) brush.fillStyle = `hsl(${(line * 37) % 360} 70% ${30 + ((line * 13) % 50)}%)`;
      brush?.fillRect((line * 7) % 60, line, 260, 1);
    }
    return canvas.toDataURL('image/png');
  });
  return Buffer.from(address.split(',')[1] ?? '', 'base64');
}

it('adds a language with a flag, offers it, and asks before it is taken from who uses it', async () => {
  const { userName, password } = await newAdministrator(url);
  const { page, token, faults } = await visits.as({ userName, password, path: LANGUAGES });
  await page.getByRole('button', { name: 'Add language' }).click();
  const form = page.getByRole('dialog').first();
  await form.getByLabel('Language', { exact: true }).fill('Dholuo');
  await form.getByLabel('Code').fill('zh');
  await form.getByLabel('Sort').fill('0');
  await form.getByRole('button', { name: 'Add language' }).click();
  await form.getByText('Must be an integer above 0').waitFor();
  await form.getByLabel('Sort').fill('70');
  await form.getByRole('button', { name: 'Add language' }).click();
  await form.getByText('Data already exists').waitFor();
  await form.getByLabel('Code').fill(code);
  const buffer = await flagOf(page);
  await form.locator('input[type=file]').setInputFiles({ name: 'flag.png', mimeType: 'image/png', buffer });
  await page.getByRole('slider', { name: 'Zoom' }).fill('1.5');
  await page.getByRole('button', { name: 'Apply' }).click();
  await form.locator('.kp-thumbnail').waitFor();
  await form.getByRole('progressbar').waitFor({ state: 'detached' });
  await form.getByRole('button', { name: 'Add language' }).click();
  await form.waitFor({ state: 'detached' });

  await page.getByRole('search').getByLabel('Code').fill(code);
  // Rows move up when the filter holds, and whoever clicks on one just then misses it.
  const found = page.getByRole('status').getByText('1 result', { exact: true });
  await found.waitFor();
  const choose = async (item: string): Promise<void> => {
    await page.getByRole('button', { name: 'More actions for Dholuo' }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  await choose('Enable');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Enable' }).click();
  await page.getByRole('grid').getByText('Enabled').waitFor();
  const flag = page.getByRole('grid').getByRole('img', { name: code });
  // Pictures of a list are loaded once they come into sight.
  await expect.poll(() => flag.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await callAs(url, token, auth.saveSetting, { language: code });
  await page.reload();
  await found.waitFor();
  await choose('Disable');
  const dialog = page.getByRole('alertdialog');
  await dialog.getByText('1 user switches to English.').waitFor();
  await Promise.all([
    page.getByText('Your language is no longer available. The default is shown.').waitFor(),
    dialog.getByRole('button', { name: 'Disable' }).click(),
  ]);
  await page.getByRole('grid').getByText('Disabled').waitFor();
  expect(faults).toEqual([]);
});

it('a text that is written reaches an open console; one without its placeholder is refused', async () => {
  const reader = await newAdministrator(url);
  const other = await visits.as({ ...reader, path: HOME });
  await callAs(url, other.token, auth.saveSetting, { language: 'ke' });
  await other.page.reload();
  const isKept = await mark(other.page);
  const { userName, password } = await newAdministrator(url);
  const path = `${LANGUAGES}?tab=texts&languageCode=ke`;
  const { page } = await visits.as({ userName, password, path: `${path}&key=menu.filter` });
  const form = page.getByRole('dialog');
  const write = async (key: string, text: string): Promise<void> => {
    await page.getByRole('button', { name: `Edit: ${key}`, exact: true }).click();
    await form.getByLabel('Text', { exact: true }).fill(text);
    await form.getByRole('button', { name: 'Save text' }).click();
  };
  await write('menu.filter', 'Look for a page');
  await other.page.getByPlaceholder('Look for a page').waitFor();
  expect(await isKept()).toBe(true);
  await form.waitFor({ state: 'detached' });
  // A row that was not read again yet would be saved over a version that is gone.
  await page.getByRole('grid').getByRole('row').filter({ hasText: 'Look for a page' }).waitFor();
  await write('menu.filter', '');
  await other.page.getByPlaceholder('Filter the menu').waitFor();
  await form.waitFor({ state: 'detached' });

  await page.goto(`${url}${path}&namespace=users&key=freeze.sessions_other`);
  await write('freeze.sessions_other', 'Vipindi vinaisha sasa.');
  await form.getByText('missing: the text cannot be saved').waitFor();
  await form.locator('[data-invalid]').getByRole('alert').waitFor();
});
