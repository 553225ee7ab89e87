import { warning } from '@kituo/sdk/contracts';
import type { Page } from 'playwright';
import { afterAll, afterEach, expect, it } from 'vitest';
import { drawn } from './support/console-page.ts';
import { effectsRun } from './support/keyboard.ts';
import { adminToken, callAs, newAdministrator, newStaff, tokenOf } from './support/staff.ts';
import { station } from './support/station.ts';
import { HOME, USERS, Visits, WARNINGS } from './support/visits.ts';
import { newWarning } from './support/warnings.ts';

const { url, dataDir } = station();
const visits = new Visits(url);
afterEach(() => visits.leave());
afterAll(() => visits.close());

const tile = (page: Page, name: string) => page.locator('.home-tile').filter({ hasText: name });

const rowOf = (page: Page, subject: string) => page.getByRole('grid').getByRole('row').filter({ hasText: subject });

it('is covered by an announcement until it is confirmed, once', async () => {
  const { userName, password } = await newStaff(url);
  const { page } = await visits.as({ userName, password, keepsAnnouncements: true });
  await page.getByRole('heading', { name: 'New hours for customer contact' }).waitFor();
  expect(await page.locator('.home-tile').count()).toBe(0);
  await page.reload();
  const greeting = page.getByRole('heading', { name: /^Good / });
  await page.getByRole('button', { name: 'I have read this' }).click();
  await greeting.waitFor();
  await page.reload();
  await greeting.waitFor();
  expect(await page.getByRole('button', { name: 'I have read this' }).count()).toBe(0);
  const notice = page.getByRole('article').filter({ hasText: 'M-Pesa maintenance tonight' });
  await notice.getByRole('button', { name: 'Collapse announcement' }).click();
  await notice.getByText('Payouts sent during this time').waitFor({ state: 'detached' });
});

it('opens tiles by click and by number, and arranges them by keyboard', async () => {
  const { userName, password } = await newAdministrator(url);
  const { page, faults } = await visits.as({ userName, password });
  await tile(page, 'Frozen users').click();
  await page.waitForURL((address) => address.pathname === USERS && /FROZEN/.test(address.search));
  await page.goBack();
  await drawn(page, HOME);
  await tile(page, 'Urgent warnings').waitFor();
  await effectsRun(page);
  await page.keyboard.press('1');
  await page.waitForURL((address) => address.pathname === WARNINGS);
  await page.goto(url + HOME);
  await tile(page, 'Open warnings').focus();
  await page.keyboard.press('Alt+ArrowLeft');
  await page.getByText('Open warnings moved to position 1').waitFor();
  await page.reload();
  await expect.poll(() => page.locator('.home-tile').first().textContent()).toContain('Open warnings');
  expect(faults).toEqual([]);
});

it('takes on, hands over, snoozes and resolves a warning', async () => {
  const subject = `Balance low ${Date.now()}`;
  await newWarning(dataDir, subject);
  const { userName, password, realName } = await newAdministrator(url);
  const { page, faults } = await visits.as({ userName, password, path: WARNINGS });
  const row = rowOf(page, subject);
  const act = async (name: string) => {
    await row.getByRole('button', { name: /^More actions/ }).click();
    await page.getByRole('menuitem', { name, exact: true }).click();
  };
  await row.getByRole('button', { name: /^Acknowledge/ }).click();
  const taking = page.getByRole('dialog', { name: 'Acknowledge this warning' });
  await taking.getByRole('button', { name: 'Acknowledge' }).click();
  await row.getByText('Acknowledged').waitFor();
  await row.getByText(realName).waitFor();
  await act('Assign');
  const handing = page.getByRole('dialog', { name: 'Assign this warning to a colleague' });
  await handing.getByRole('button', { name: /^Colleague: / }).click();
  await page.getByRole('combobox', { name: 'Search: Colleague' }).fill('Wanjiru Kamau');
  await page.getByRole('listbox').getByRole('option', { name: 'Wanjiru Kamau' }).click();
  await handing.getByRole('button', { name: 'Assign' }).click();
  await row.getByText('Wanjiru Kamau').waitFor();
  await act('Snooze');
  await page.getByRole('dialog').getByRole('button', { name: 'Snooze' }).click();
  await page.locator('.ks-toast').filter({ hasText: 'Snoozed' }).waitFor();
  await row.getByRole('button', { name: /^Resolve/ }).click();
  const resolving = page.getByRole('dialog', { name: 'Resolve this warning' });
  await resolving.getByRole('button', { name: 'Resolve' }).click();
  await resolving.getByRole('alert').getByText('Content cannot be blank').waitFor();
  await resolving.getByLabel('Note').fill('Topped up by the treasury');
  await resolving.getByRole('button', { name: 'Resolve' }).click();
  await row.getByText('Resolved').waitFor();
  await row.getByText(subject).click();
  await page.getByRole('dialog').getByText('Topped up by the treasury').first().waitFor();
  expect(faults).toEqual([]);
});

it('says who was quicker where a warning is resolved already', async () => {
  const subject = `Balance low ${Date.now()}`;
  const warningNo = await newWarning(dataDir, subject);
  const { userName, password } = await newAdministrator(url);
  const { page } = await visits.as({ userName, password, path: WARNINGS });
  await rowOf(page, subject)
    .getByRole('button', { name: /^More actions/ })
    .click();
  await page.getByRole('menuitem', { name: 'Resolve', exact: true }).click();
  await page.getByRole('dialog').getByLabel('Note').fill('Mine');
  const note = 'Theirs';
  await callAs(url, await adminToken(url), warning.resolve, { warningNos: [warningNo], note });
  await page.getByRole('dialog').getByRole('button', { name: 'Resolve' }).click();
  await page
    .getByText(/[Rr]esolved by Wanjiru Kamau/)
    .first()
    .waitFor();
  const token = await tokenOf(url, userName, password);
  const { history } = await callAs(url, token, warning.detail, { warningNo });
  expect(history.map((entry) => entry.note)).toContain('Theirs');
  expect(history.map((entry) => entry.note)).not.toContain('Mine');
});

declare global {
  interface Window {
    kituoStream?: { open(): void; cut(): void };
  }
}

/** In the page: its stream of events finds no network until it is opened, and when it is cut. */
function standInForTheStream(): void {
  const ask = window.fetch;
  let cable: AbortController | null = null;
  window.kituoStream = {
    open() {
      cable = new AbortController();
    },
    cut() {
      cable?.abort();
      cable = null;
    },
  };
  window.fetch = async (input, init = {}) => {
    if (!String(input).includes('/user/events')) return ask(input, init);
    if (cable === null) throw new TypeError('no network');
    const signals = [cable.signal, ...(init.signal ? [init.signal] : [])];
    return ask(input, { ...init, signal: AbortSignal.any(signals) });
  };
}

it('counts open warnings at the bell, as they come and go', async () => {
  // Somebody to whom no other warning of this console is addressed: those come and go as they please.
  const { userName, password } = await newStaff(url);
  const warningNo = await newWarning(dataDir, `Balance low ${Date.now()}`, userName);
  const secondNo = await newWarning(dataDir, `Balance lower ${Date.now()}`, userName);
  await newWarning(dataDir, `Balance lowest ${Date.now()}`, userName);
  const { page } = await visits.as({ userName, password, path: '/version.json' });
  const standIn = await page.addInitScript(standInForTheStream);
  await page.goto(url + HOME);
  await standIn.dispose();
  const bell = page.getByRole('button', { name: /^\d+ open warnings?$/ });
  const count = async () => Number.parseInt((await bell.getAttribute('aria-label')) ?? '', 10);
  const resolve = async (no: string) =>
    void (await callAs(url, await adminToken(url), warning.resolve, {
      warningNos: [no],
      note: 'Topped up by the treasury',
    }));
  await expect.poll(count).toBe(3);
  // Counted, and not yet told anything.
  await resolve(warningNo);
  await page.evaluate(() => window.kituoStream?.open());
  await expect.poll(count).toBe(2);
  await page.evaluate(() => window.kituoStream?.cut());
  await resolve(secondNo);
  await page.evaluate(() => window.kituoStream?.open());
  await expect.poll(count).toBe(1);
  await bell.click();
  await page.getByRole('link', { name: /^All warnings \d+ open/ }).click();
  await page.waitForURL((address) => address.pathname === WARNINGS);
});
