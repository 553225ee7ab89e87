import { mfa, user } from '@kituo/sdk/contracts';
import type { Page } from 'playwright';
import { afterAll, afterEach, expect, it } from 'vitest';
import { codeOf, wrongCode } from '../../server/src/modules/staff/auth/testing/authenticator.ts';
import { broken } from './support/accessibility.ts';
import { drawn } from './support/console-page.ts';
import { adminToken, callAs, newStaff, tokenOf, type NewStaff } from './support/staff.ts';
import { station } from './support/station.ts';
import { HOME, Visits } from './support/visits.ts';

const { url } = station();
const visits = new Visits(url);
afterEach(() => visits.leave());
afterAll(() => visits.close());

const personMenu = (page: Page) => page.getByRole('button', { name: /settings and sign-out/ });
const codeField = (page: Page) => page.getByLabel('Security code');
const verify = (page: Page) => page.getByRole('button', { name: 'Verify' });
const keyOf = async (page: Page) => ((await page.locator('.k-qr-key code').textContent()) ?? '').replaceAll(' ', '');

async function typePassword(page: Page, { userName, password }: NewStaff): Promise<void> {
  await page.goto(`${url}/Login`);
  // Where the cursor stands is where the page is ready for typing.
  await page.locator('input[name=userName]:focus').waitFor();
  await page.getByLabel('User name').fill(userName);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
}

async function paste(page: Page, text: string): Promise<void> {
  await codeField(page).focus();
  await codeField(page).evaluate((field, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', pasted);
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

/** Somebody whose authenticator was bound over the API; its first code is used up. */
async function boundStaff() {
  const person = await newStaff(url);
  const token = await tokenOf(url, person.userName, person.password);
  const offer = await callAs(url, token, mfa.qr, { password: person.password });
  const code = { qrId: offer.qrId, securityCode: codeOf(offer.secret) };
  const { recoveryCodes } = await callAs(url, token, mfa.bind, code);
  return { person, token, key: offer.secret, recoveryCodes };
}

it('binds at sign-in after a reset: five misses blur the code, a new one is bound, codes are kept', async () => {
  const { person, key } = await boundStaff();
  const { userNo } = person;
  const { page, faults } = await visits.blank();
  await typePassword(page, person);
  await codeField(page).waitFor();
  await callAs(url, await adminToken(url), user.resetMFA, { userNo, reason: 'Lost the phone' });
  await codeField(page).fill(codeOf(key, 1));
  await page.keyboard.press('Enter');
  await page.getByText('This step expired or was replaced. Sign in again.').waitFor();
  await page.getByRole('button', { name: 'Back to sign-in' }).click();
  await typePassword(page, person);
  // Looked for before all else: it runs from its first second on.
  await page
    .getByRole('timer')
    .filter({ hasText: /(10:00|09:5\d)/ })
    .waitFor();
  await page.getByRole('heading', { name: 'Set up authenticator' }).waitFor();
  await page.getByRole('img', { name: `QR code for ${person.userName}` }).waitFor();
  expect(await broken(page, 'offer')).toEqual([]);

  await page.evaluate(() => window.dispatchEvent(new Event('blur')));
  await page.getByText('Hidden while this window is inactive').waitFor();
  expect(await page.locator('.k-qr-key code').count()).toBe(0);
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));

  const first = await keyOf(page);
  for (const left of [4, 3, 2, 1, 0]) {
    await codeField(page).fill(wrongCode(first));
    await verify(page).click();
    await page.getByText(`Attempts left: ${left}.`).waitFor();
  }
  expect(await verify(page).isDisabled()).toBe(true);
  expect(await page.locator('.k-qr-hidden').count()).toBe(1);
  await page.getByRole('button', { name: 'Refresh QR code' }).click();
  await expect.poll(() => page.locator('.k-qr-hidden').count()).toBe(0);
  const second = await keyOf(page);
  expect(second).not.toBe(first);
  await paste(page, codeOf(second).replace(/(...)/, '$1 '));

  await page.getByRole('heading', { name: 'Save your recovery codes' }).waitFor();
  expect(await page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').count()).toBe(10);
  expect(await broken(page, 'recovery codes')).toEqual([]);
  await page.getByRole('button', { name: 'I saved them' }).click();
  await personMenu(page).waitFor();
  expect(faults).toEqual([]);
});

it('signs in with a pasted code, or with a recovery code, which works once', async () => {
  const { person, key, recoveryCodes } = await boundStaff();
  const { page, faults } = await visits.blank();
  await typePassword(page, person);
  await codeField(page).waitFor();
  // The cursor stands where typing starts.
  await expect.poll(() => codeField(page).evaluate((field) => field === document.activeElement)).toBe(true);
  expect(await broken(page, 'code')).toEqual([]);
  await page.keyboard.type('12');
  await page.keyboard.press('Enter');
  await page.getByText('The code has six digits').waitFor();
  await paste(page, codeOf(key, 1));
  await personMenu(page).waitFor();

  const [recoveryCode = ''] = recoveryCodes;
  for (const isFirst of [true, false]) {
    const { page: other } = await visits.blank();
    await typePassword(other, person);
    await other.getByRole('button', { name: 'Use a recovery code' }).click();
    await other.getByLabel('Recovery code').fill(recoveryCode.toUpperCase());
    await other.keyboard.press('Enter');
    if (isFirst) await other.getByText('9 recovery codes left.').waitFor();
    else await other.getByText('Not one of your unused recovery codes.').waitFor();
  }
  expect(faults).toEqual([]);
});

it('renews in the settings after the password; the new authenticator signs in', async () => {
  const { person, key } = await boundStaff();
  const { page, faults } = await visits.blank();
  await typePassword(page, person);
  await paste(page, codeOf(key, 1));
  await drawn(page, HOME);
  await personMenu(page).click();
  await page.getByRole('menuitem', { name: 'Settings' }).click();
  const drawer = page.getByRole('dialog', { name: 'Settings' });
  await drawer.getByText('10 recovery codes left.').waitFor();
  await drawer.getByRole('button', { name: 'Renew authenticator' }).click();
  const question = page.getByRole('dialog', { name: 'Renew the authenticator?' });
  await question.getByText('Your current authenticator stops working once').waitFor();
  await question.getByRole('button', { name: 'Continue' }).click();

  const dialog = page.getByRole('dialog', { name: 'Set up authenticator' });
  await dialog.getByLabel('Your password').fill('not-the-password');
  await page.keyboard.press('Enter');
  await dialog.getByText('Incorrect current password.').waitFor();
  await dialog.getByLabel('Your password').fill(person.password);
  await page.keyboard.press('Enter');
  await dialog.locator('.k-qr-key code').waitFor();
  expect(await broken(page, 'renewal')).toEqual([]);
  const renewed = await keyOf(page);
  await codeField(page).fill(codeOf(renewed));
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'I saved them' }).click();
  await drawer.getByText('10 recovery codes left.').waitFor();

  const { page: other } = await visits.blank();
  await typePassword(other, person);
  await codeField(other).fill(codeOf(renewed, 1));
  await other.keyboard.press('Enter');
  await personMenu(other).waitFor();
  expect(faults).toEqual([]);
});
