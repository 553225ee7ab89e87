import type { Page } from 'playwright';
import { afterAll, afterEach, expect, it } from 'vitest';
import { broken, cancel, escape, stay, walk, type Step } from './support/accessibility.ts';
import { menuLink } from './support/console-page.ts';
import { newAdministrator, newStaff } from './support/staff.ts';
import { station } from './support/station.ts';
import { HOME, USERS, Visits, WARNINGS, type VisitOptions } from './support/visits.ts';
import { newWarning } from './support/warnings.ts';

const { url, dataDir } = station();
const visits = new Visits(url);
afterEach(() => visits.leave());
afterAll(() => visits.close());

const as = (path: string, options: VisitOptions = {}) => visits.as({ ...options, path });

/** The next key is for the page: the dialog has to be gone. */
const closed = async (page: Page) => {
  await escape(page);
  await page.getByRole('dialog').waitFor({ state: 'detached' });
};
const warningOf = (page: Page, subject: string) => page.getByRole('grid').getByRole('row').filter({ hasText: subject });
const shellSteps: readonly Step[] = [
  [
    'palette',
    async (page) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('option').first().waitFor();
    },
    closed,
  ],
  [
    'shortcuts',
    async (page) => {
      await page.keyboard.press('?');
      await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    },
    closed,
  ],
  [
    'person menu',
    async (page) => {
      await page.getByRole('button', { name: /settings and sign-out/ }).click();
      await page.getByRole('menuitem', { name: 'Settings' }).waitFor();
    },
    stay,
  ],
  [
    'settings',
    async (page) => {
      await page.getByRole('menuitem', { name: 'Settings' }).click();
      await page.getByText('This session').first().waitFor();
    },
    closed,
  ],
  [
    'messages',
    async (page) => {
      await page.getByRole('button', { name: /open warning/ }).click();
      await page
        .getByRole('heading', { name: 'Recent messages' })
        .or(page.getByText('Recent messages'))
        .first()
        .waitFor();
    },
    escape,
  ],
  [
    'change password',
    async (page) => {
      await page.getByRole('button', { name: /settings and sign-out/ }).click();
      await page.getByRole('menuitem', { name: 'Change password' }).click();
      await page.getByLabel('New password', { exact: true }).fill('short');
      await page.getByText('At least 10 characters').waitFor();
    },
    escape,
  ],
];

/** With a warning of one's own: what others did with theirs says what may be done with the first. */
const warningSteps = (subject: string): readonly Step[] => [
  [
    'warning',
    async (page) => {
      await warningOf(page, subject).getByRole('gridcell').nth(2).click();
      await page.getByRole('dialog').getByText('Runbook').waitFor();
    },
    closed,
  ],
  [
    'hand over',
    async (page) => {
      await warningOf(page, subject)
        .getByRole('button', { name: /^More actions/ })
        .click();
      await page.getByRole('menuitem', { name: 'Assign', exact: true }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Assign' }).waitFor();
    },
    cancel,
  ],
  [
    'resolve with a message',
    async (page) => {
      await warningOf(page, subject)
        .getByRole('button', { name: /^More actions/ })
        .click();
      await page.getByRole('menuitem', { name: 'Resolve', exact: true }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Resolve' }).click();
      await page.getByText('Content cannot be blank').first().waitFor();
    },
    cancel,
  ],
  [
    'several at once',
    async (page) => {
      await page.getByLabel(`Select row ${subject}`).check();
      await page.getByRole('region', { name: 'Selected rows' }).getByRole('button', { name: 'Resolve' }).click();
      await page.getByRole('dialog').getByLabel('Note').waitFor();
    },
    cancel,
  ],
];

it('nothing breaks A or AA on the sign-in page, with its messages', async () => {
  const { page } = await visits.blank();
  await page.goto(`${url}/Login`);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByText('Password cannot be blank').waitFor();
  const found = await broken(page, 'sign-in');
  await page.getByRole('button', { name: /^Language/ }).click();
  await page.getByRole('menuitemradio').first().waitFor();
  found.push(...(await broken(page, 'languages')));
  expect(found).toEqual([]);
});

it('nothing breaks A or AA on Home and in the shell', async () => {
  const { page } = await as(HOME);
  await page.getByRole('heading', { name: 'Latest warnings' }).waitFor();
  expect(await walk(page, shellSteps)).toEqual([]);
});

it('nothing breaks A or AA among the warnings', async () => {
  const subject = `Balance looked at ${Date.now()}`;
  await newWarning(dataDir, subject);
  const { page } = await as(WARNINGS);
  await warningOf(page, subject).waitFor();
  expect(await walk(page, warningSteps(subject))).toEqual([]);
});

it('nothing breaks A or AA before an announcement and a forced change of password', async () => {
  const person = await newStaff(url);
  const { userName, password } = person;
  const { page } = await as(HOME, { userName, password, keepsAnnouncements: true });
  await page.getByRole('button', { name: 'I have read this' }).waitFor();
  const found = await broken(page, 'announcement');
  const forced = await newStaff(url, { mustUpdate: true });
  const there = await as(HOME, { userName: forced.userName, password: forced.password });
  await there.page.getByRole('dialog', { name: 'Choose a new password' }).waitFor();
  found.push(...(await broken(there.page, 'forced change')));
  expect(found).toEqual([]);
});

it('nothing breaks A or AA where a page failed, and where a new version waits', async () => {
  const { context, page } = await as(HOME);
  await page.getByRole('heading', { name: 'Latest warnings' }).waitFor();
  await context.route(/\/plugins\/users\/.*\.js$/, (route) => route.fulfill({ status: 503 }));
  await menuLink(page, USERS).click();
  await page.getByRole('button', { name: 'Retry' }).waitFor();
  const found = await broken(page, 'failed page');
  const next = await as(HOME);
  await next.context.route(/version\.json/, (route) => route.fulfill({ json: { version: 'next' } }));
  await next.page.clock.install();
  await next.page.reload();
  await next.page.getByRole('heading', { name: 'Latest warnings' }).waitFor();
  await next.page.clock.runFor(31_000);
  await next.page.getByRole('dialog', { name: 'New version' }).waitFor();
  found.push(...(await broken(next.page, 'version dialog')));
  expect(found).toEqual([]);
});

it.each([1260, 390])('nothing breaks A or AA at %d pixels, in Chinese', async (width) => {
  const { userName, password } = await newAdministrator(url);
  const person = { userName, password, language: 'zh' } as const;
  const { page } = await as(USERS, { ...person, context: { viewport: { width, height: 844 } } });
  await page.getByText('Achieng Ouma').first().waitFor();
  const found = await broken(page, 'users');
  if (width === 390) {
    await page.locator('.k-bar button').first().click();
    await page.locator('.k-nav-drawer').getByRole('navigation').waitFor();
    found.push(...(await broken(page, 'menu drawer')));
  }
  await page.goto(url + HOME);
  await page.locator('.home-tile').first().waitFor();
  found.push(...(await broken(page, 'home')));
  expect(found).toEqual([]);
});
