import { auth, user } from '@kituo/sdk/contracts';
import type { Page } from 'playwright';
import { afterAll, afterEach, expect, it } from 'vitest';
import { menuLink } from './support/console-page.ts';
import { adminToken, callAs, DEMO_PASSWORD, newStaff, tokenOf } from './support/staff.ts';
import { station } from './support/station.ts';
import { HOME, USERS, Visits, WARNINGS } from './support/visits.ts';

const { url } = station();
const visits = new Visits(url);
afterEach(() => visits.leave());
afterAll(() => visits.close());

const personMenu = (page: Page) => page.getByRole('button', { name: /settings and sign-out/ });
const submit = (page: Page) => page.getByRole('button', { name: 'Sign in', exact: true });
const password = (page: Page) => page.getByLabel('Password', { exact: true });

async function type(page: Page, userName: string, secret: string): Promise<void> {
  await page.getByLabel('User name').fill(userName);
  await password(page).fill(secret);
  await page.keyboard.press('Enter');
}

it('waits for the answer whether there is a check where Enter came sooner', async () => {
  const { context, page } = await visits.blank();
  let answer = () => {};
  const isPressed = new Promise<void>((resolve) => (answer = resolve));
  await context.route(/logon\/slider$/, (route) => void isPressed.then(() => route.continue()));
  await page.goto(`${url}/`);
  await type(page, 'reviewer', DEMO_PASSWORD);
  expect(await page.getByText('Complete the slider check first').count()).toBe(0);
  answer();
  await personMenu(page).waitFor();
});

it('says beside each field what is missing, and goes to the first', async () => {
  const { page } = await visits.blank();
  await page.goto(`${url}/Login`);
  await submit(page).click();
  await page.getByText('Username cannot be empty').waitFor();
  await page.getByText('Password cannot be blank').waitFor();
  await page.locator('input[name=userName]:focus').waitFor();
  await page.getByLabel('User name').fill('admin');
  await submit(page).click();
  await page.locator('input[name=password]:focus').waitFor();
  expect(await page.getByText('Username cannot be empty').count()).toBe(0);
});

it('asks for a code, too, where somebody chooses so, and lets nobody in without it', async () => {
  const someone = await newStaff(url);
  const { page, faults } = await visits.blank();
  await page.goto(`${url}/Login`);
  await page.getByLabel('Also confirm with a code').check();
  await type(page, someone.userName, someone.password);
  await page.getByRole('heading', { name: 'Confirm your identity' }).waitFor();
  await page.getByRole('button', { name: 'Send code' }).click();
  await page.getByText(/^Sent to 25/).waitFor();
  await page.getByLabel('Verification code').fill('12345');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').filter({ hasText: 'six digits' }).waitFor();
  expect(await page.evaluate(() => sessionStorage.getItem('token'))).toBeNull();
  expect(faults).toEqual([]);
});

it('answers a wrong password and an unknown name alike', async () => {
  const someone = await newStaff(url);
  const { page } = await visits.blank();
  await page.goto(`${url}/Login`);
  const fault = page.getByRole('alert').getByText('Incorrect user name or password.');
  await type(page, someone.userName, 'not-the-password');
  await fault.waitFor();
  const refused = page.waitForResponse(/logon\/login/);
  await type(page, 'nobody.knows.me', 'not-the-password');
  expect((await refused).status()).toBe(401);
  await fault.waitFor();
  expect(await page.getByText(/frozen|unknown|no such|not found/i).count()).toBe(0);
});

it('counts down after five failures, and lets in when the time is over', async () => {
  const someone = await newStaff(url);
  const { page } = await visits.blank();
  await page.clock.install();
  await page.goto(`${url}/Login`);
  // With the fifth the time begins to run: the page is ready by then.
  for (let time = 1; time <= 5; time += 1) {
    await expect(tokenOf(url, someone.userName, 'not-the-password')).rejects.toThrow('2001');
  }
  await type(page, someone.userName, someone.password);
  const wait = page.getByRole('alert').getByText(/^Try again in 14:\d\d|15:00$/);
  await wait.waitFor();
  expect(await submit(page).isDisabled()).toBe(true);
  const first = await wait.textContent();
  await page.clock.runFor(2_000);
  // The clock moves at once, what it changes is drawn after.
  await expect.poll(() => wait.textContent()).not.toBe(first);
  await page.clock.runFor('15:00');
  await page.getByText('Try again in').waitFor({ state: 'detached' });
  await expect.poll(() => submit(page).isDisabled()).toBe(false);
});

it('tells of a frozen account only to who knows its password', async () => {
  const someone = await newStaff(url);
  await callAs(url, await adminToken(url), user.frozenUser, { userNo: someone.userNo });
  const { page } = await visits.blank();
  await page.goto(`${url}/Login`);
  await type(page, someone.userName, 'not-the-password');
  await page.getByText('Incorrect user name or password.').waitFor();
  await type(page, someone.userName, someone.password);
  await page.getByText('This account is frozen.').waitFor();
});

it('changes the language before sign-in without losing what was typed', async () => {
  const someone = await newStaff(url);
  const { page } = await visits.blank();
  await page.goto(`${url}/Login`);
  await page.getByLabel('User name').fill(someone.userName);
  await page.getByRole('button', { name: 'Language: English' }).click();
  await page.getByRole('menuitemradio', { name: '中文' }).click();
  await page.getByRole('heading', { name: '登录', exact: true }).waitFor();
  await page.locator('html[lang^=zh]').waitFor();
  expect(await page.locator('input[name=userName]').inputValue()).toBe(someone.userName);
  await page.locator('input[name=password]').fill(someone.password);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /设置/ }).waitFor();
  await page.getByRole('button', { name: /我已阅读/ }).waitFor();
});

it('changes the password: rules turn, this session goes on, the others end', async () => {
  const someone = await newStaff(url);
  const { userName } = someone;
  const { page } = await visits.as({ userName, password: someone.password });
  const { page: elsewhere } = await visits.as({ userName, password: someone.password });
  await personMenu(elsewhere).waitFor();
  await personMenu(page).click();
  await page.getByRole('menuitem', { name: 'Change password' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change password' });
  const old = dialog.getByLabel('Current password');
  const fresh = dialog.getByLabel('New password', { exact: true });
  const again = dialog.getByLabel('Repeat new password');
  await dialog.getByText('At least 10 characters: not met yet').waitFor();
  await fresh.fill(userName);
  await dialog.getByText('Does not contain your user name: not met yet').waitFor();
  await fresh.fill('harbour-Lamp-91');
  await dialog.getByText('At least 10 characters: met').waitFor();
  await dialog.getByText('Does not contain your user name: met').waitFor();
  await again.fill('harbour-Lamp-92');
  await again.blur();
  await dialog.getByText('The two passwords entered are inconsistent').waitFor();
  await again.fill('harbour-Lamp-91');
  await old.fill('not-the-password');
  await page.keyboard.press('Enter');
  await dialog.getByText('Incorrect current password.').waitFor();
  await old.fill(someone.password);
  for (const field of [fresh, again]) await field.fill(someone.password);
  await page.keyboard.press('Enter');
  await dialog.getByText('None of your last 5 passwords: not met yet').waitFor();
  for (const field of [fresh, again]) await field.fill('harbour-Lamp-91');
  await dialog.getByText(/None of your last 5 passwords$/).waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('Password changed. Your other sessions were ended.').waitFor();
  await elsewhere.getByText('Your password was changed elsewhere').waitFor();
  await page.reload();
  await personMenu(page).waitFor();
  await expect(tokenOf(url, userName, someone.password)).rejects.toThrow('2001');
  await tokenOf(url, userName, 'harbour-Lamp-91');
});

it('covers everything until a password set by somebody else is replaced', async () => {
  const someone = await newStaff(url, { mustUpdate: true });
  const { page } = await visits.blank();
  await page.goto(url + WARNINGS);
  await type(page, someone.userName, someone.password);
  const cover = page.getByRole('dialog', { name: 'Choose a new password' });
  await cover.waitFor();
  await page.keyboard.press('Escape');
  expect(await cover.getByRole('button', { name: /close/i }).count()).toBe(0);
  await page.reload();
  await cover.waitFor();
  await page.goto(url + USERS);
  await cover.waitFor();
  await page.goto(url + WARNINGS);
  await cover.waitFor();
  expect(await page.getByRole('grid').count()).toBe(0);
  await cover.getByLabel('Current password').fill(someone.password);
  await cover.getByLabel('New password', { exact: true }).fill('harbour-Lamp-91');
  await cover.getByLabel('Repeat new password').fill('harbour-Lamp-91');
  await page.keyboard.press('Enter');
  await cover.waitFor({ state: 'detached' });
  await page.getByRole('heading', { name: 'Warnings', level: 1 }).waitFor();
});

it('ends every tab at once and says why; signing in again leads back', async () => {
  const someone = await newStaff(url);
  const { userName } = someone;
  const { context, page } = await visits.as({
    userName,
    password: someone.password,
    path: WARNINGS,
  });
  const tab = await context.newPage();
  await tab.goto(url + HOME);
  await Promise.all([personMenu(page).waitFor(), personMenu(tab).waitFor()]);
  const admin = await adminToken(url);
  await callAs(url, admin, user.frozenUser, { userNo: someone.userNo });
  const notice = 'This account was frozen. Contact your administrator.';
  await Promise.all([page.getByText(notice).waitFor(), tab.getByText(notice).waitFor()]);
  await callAs(url, admin, user.unFrozenUser, { userNo: someone.userNo });
  await type(page, userName, someone.password);
  await page.getByRole('heading', { name: 'Warnings', level: 1 }).waitFor();
  expect(new URL(page.url()).pathname).toBe(WARNINGS);
});

it('signs out in every tab and ends the session on the server', async () => {
  const someone = await newStaff(url);
  const { userName } = someone;
  const { context, page, token } = await visits.as({ userName, password: someone.password });
  const tab = await context.newPage();
  await tab.goto(url + HOME);
  await personMenu(tab).waitFor();
  // In a tab behind another one a click waits for frames that are drawn once a second.
  await page.bringToFront();
  await page.getByRole('link', { name: 'Warnings', exact: true }).click();
  await page.getByRole('heading', { name: 'Warnings', level: 1 }).waitFor();
  await personMenu(page).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await submit(page).waitFor();
  await tab.getByText('You signed out.').waitFor();
  await expect(callAs(url, token, auth.sessionList, {})).rejects.toThrow('-10');
  // The way back by the browser's button shows nothing of what was open.
  await page.goBack();
  await submit(page).waitFor();
  expect(await page.getByRole('navigation').count()).toBe(0);
});

it('asks before a half-filled form is lost by leaving', async () => {
  const { page } = await visits.as({ path: HOME });
  await menuLink(page, USERS).click();
  await page.getByRole('button', { name: 'Add user' }).first().click();
  const form = page.getByRole('dialog', { name: 'Add user' });
  const name = form.getByLabel('Name', { exact: true });
  await name.fill('Half filled');
  await page.goBack();
  const question = page.getByRole('dialog', { name: 'Leave without submitting?' });
  await question.getByRole('button', { name: 'Stay' }).click();
  expect(await name.inputValue()).toBe('Half filled');
  // The browser had gone back already, and comes forward again while it asks.
  await expect.poll(() => new URL(page.url()).pathname).toBe(USERS);
  await page.goBack();
  await question.getByRole('button', { name: 'Leave' }).click();
  await page.getByRole('heading', { name: 'Latest warnings' }).waitFor();
  await form.waitFor({ state: 'detached' });
});

it('offers the people of a demonstration: one click signs in', async () => {
  const { page, faults } = await visits.blank();
  await page.goto(`${url}/Login`);
  await page.getByRole('button', { name: /^Otieno Odhiambo.*Loan reviewer/ }).click();
  await personMenu(page).waitFor();
  await page
    .getByText(/Otieno Odhiambo/)
    .first()
    .waitFor();
  expect(faults).toEqual([]);
});
