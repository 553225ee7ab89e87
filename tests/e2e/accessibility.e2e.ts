import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { menuLink } from './support/console-page.ts';
import { newAdministrator, newStaff } from './support/staff.ts';
import { station } from './support/station.ts';
import { HOME, USERS, Visits, WARNINGS, type VisitOptions } from './support/visits.ts';

const { url } = station();
const visits = new Visits(url);
afterEach(() => visits.leave());
afterAll(() => visits.close());

const ROLES = '/AdminContent/UserSystem/RoleManagement';
const DEPARTMENTS = '/AdminContent/UserSystem/DepartmentManagement';
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** What colours decide. Names, roles and order are the same in either theme: light proves them. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** Every broken A or AA rule of what is on screen, as `screen: rule: element`. */
async function broken(page: Page, screen: string): Promise<string[]> {
  // Colours in the middle of a transition are nobody's choice.
  // One that is cancelled on the way is over, too.
  // One without an end, as of a bar while something loads, is waited for by nobody.
  await page.evaluate(() => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    return Promise.allSettled(ending.map((each) => each.finished)).then(() => undefined);
  });
  // Legacy mode stays in the page: the other opens a blank window for each run.
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  const axe = new AxeBuilder({ page }).setLegacyMode();
  const { violations } = await (
    isDark ? axe.withRules(COLOUR_RULES) : axe.withTags(RULES)
  ).analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ html, failureSummary = '' }) =>
        `${screen}: ${id}: ${html.slice(0, 160)} ${failureSummary.split('\n')[1] ?? ''}`,
    ),
  );
}

const grid = (page: Page) => page.getByRole('grid').getByRole('rowheader').first();
const escape = (page: Page) => page.keyboard.press('Escape');

/** What opens on a page, one after the other: its name, how it opens, how it closes. */
type Step = readonly [
  screen: string,
  open: (page: Page) => Promise<void>,
  close: (page: Page) => Promise<void>,
];

async function walk(page: Page, steps: readonly Step[]): Promise<string[]> {
  const found: string[] = [];
  for (const [screen, open, close] of steps) {
    await open(page);
    found.push(...(await broken(page, screen)));
    await close(page);
  }
  return found;
}

const stay = () => Promise.resolve();
const cancel = async (page: Page) => {
  await page
    .getByRole('dialog')
    .or(page.getByRole('alertdialog'))
    .getByRole('button', { name: 'Cancel', exact: true })
    .click();
  await page.locator('.bp6-overlay-backdrop').waitFor({ state: 'detached' });
};
const moreOf = async (page: Page, item: string) => {
  await page.getByRole('button', { name: 'More actions for Achieng Ouma' }).click();
  await page.getByRole('menuitem', { name: item }).click();
};

const usersSteps: readonly Step[] = [
  ['list', (page) => grid(page).waitFor(), stay],
  ['filters', async (page) => {
    await page.getByRole('button', { name: 'More filters' }).click();
    await page.locator('.kp-more-filters').waitFor();
  }, escape],
  ['choice', async (page) => {
    await page.getByRole('button', { name: /^Department: / }).click();
    await page.getByRole('option', { name: 'Finance' }).waitFor();
  }, escape],
  ['columns', async (page) => {
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByText('Restore the original columns').waitFor();
  }, escape],
  ['export', async (page) => {
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await page.getByRole('menuitem', { name: 'CSV' }).waitFor();
  }, escape],
  ['row menu', async (page) => {
    await page.getByRole('button', { name: 'More actions for Achieng Ouma' }).click();
    await page.getByRole('menuitem', { name: 'Freeze' }).waitFor();
  }, escape],
  ['add with messages', async (page) => {
    await page.getByRole('button', { name: 'Add user' }).first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Add user' }).click();
    await page.getByText('Job number format error').waitFor();
  }, cancel],
  ['edit', async (page) => {
    await page.getByRole('button', { name: 'Edit: Achieng Ouma' }).click();
    await page.getByRole('dialog').getByLabel('Extension').waitFor();
  }, cancel],
  ['freeze', async (page) => {
    await moreOf(page, 'Freeze');
    await page.getByText('Signing in stops working').waitFor();
  }, cancel],
  ['reset', async (page) => {
    await moreOf(page, 'Reset password');
    await page.getByRole('dialog').getByLabel('Reason').waitFor();
  }, cancel],
  ['detail', async (page) => {
    await page.getByRole('row').filter({ hasText: 'Achieng Ouma' }).getByText('Early Collection').click();
    await page.getByRole('dialog', { name: 'Achieng Ouma' }).getByText('KT1005').waitFor();
  }, async (page) => {
    await escape(page);
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }],
  ['selected', async (page) => {
    await page.getByLabel('Select row Achieng Ouma').check();
    await page.getByRole('region', { name: 'Selected rows' }).waitFor();
  }, stay],
  ['batch', async (page) => {
    await page.getByRole('button', { name: 'Change merchants' }).click();
    await page.getByText('Choose merchants to see what changes.').waitFor();
  }, cancel],
  ['empty', async (page) => {
    await page.getByRole('search').getByLabel('Name', { exact: true }).fill('nobody of this name');
    await page.getByText('Nothing matches these filters').waitFor();
  }, stay],
]; // prettier-ignore

const dialogGone = (page: Page) => page.getByRole('dialog').waitFor({ state: 'detached' });
const roleSteps: readonly Step[] = [
  ['roles', (page) => grid(page).waitFor(), stay],
  ['role editor', async (page) => {
    await page.getByRole('button', { name: 'Edit: Collector', exact: true }).click();
    await page.getByRole('treeitem', { name: 'Collection by order' }).press('ArrowRight');
    await page.getByRole('button', { name: 'Preview as this role' }).click();
    await page.getByRole('navigation', { name: 'Menu of holders' }).waitFor();
  }, cancel],
  ['role', async (page) => {
    await page.getByRole('rowheader', { name: 'Collector', exact: true }).click();
    await page.getByRole('tab', { name: 'Same menu' }).click();
    await page.getByRole('region', { name: 'Same menu' }).waitFor();
  }, async (page) => {
    await escape(page);
    await dialogGone(page);
  }],
  ['changes of roles', async (page) => {
    await page.getByRole('tab', { name: 'Changes' }).click();
    await page.getByRole('heading', { name: 'Changes' }).waitFor();
  }, stay],
]; // prettier-ignore

const department = (page: Page, name: string) =>
  page.getByRole('treegrid').getByRole('row').filter({ hasText: name });
const departmentSteps: readonly Step[] = [
  ['departments', (page) => department(page, 'Finance').waitFor(), stay],
  ['renamed', (page) => department(page, 'Finance').press('F2'), escape],
  ['picked up', async (page) => {
    await department(page, 'Finance').press('m');
    await page.getByText(/^Moving Finance/).waitFor();
  }, escape],
  ['move', async (page) => {
    await page.getByRole('button', { name: 'More actions for Finance' }).click();
    await page.getByRole('menuitem', { name: 'Move' }).click();
    await page.getByText('The department stands there already.').waitFor();
  }, cancel],
  ['department', async (page) => {
    await department(page, 'Early Collection').getByText('Kiplagat Cheruiyot').click();
    await page.getByRole('dialog').getByRole('checkbox').first().waitFor();
  }, async (page) => {
    await escape(page);
    await dialogGone(page);
  }],
  ['chart', async (page) => {
    await page.getByRole('tab', { name: 'Chart' }).click();
    await page.getByRole('button', { name: /^Finance/ }).waitFor();
  }, stay],
]; // prettier-ignore

const SYSTEM = '/AdminContent/UserSystem/';
const menuSteps: readonly Step[] = [
  ['menus', (page) => page.getByRole('treegrid').getByRole('row').nth(2).waitFor(), stay],
  ['menu edit', async (page) => {
    await page.getByRole('button', { name: 'Edit: User system' }).click();
    await page.getByRole('dialog').getByRole('group', { name: 'Preview' }).waitFor();
  }, cancel],
  ['menu state', async (page) => {
    await page.getByRole('button', { name: 'More actions for User system' }).click();
    await page.getByRole('menuitem', { name: 'Disable' }).click();
    await page.getByText(/leaves the menu of/).waitFor();
  }, cancel],
  ['data rules', async (page) => {
    await page.getByRole('search').getByLabel('Page or operation').fill(USERS);
    await page.getByRole('button', { name: 'More actions for User management' }).click();
    await page.getByRole('menuitem', { name: 'Data rules' }).click();
    await page.getByLabel('Preview as').waitFor();
  }, cancel],
  ['menu preview', async (page) => {
    await page.getByRole('tab', { name: 'Preview' }).click();
    await page.getByRole('group', { name: 'Preview' }).getByText('Home').waitFor();
  }, stay],
]; // prettier-ignore

const dictionarySteps: readonly Step[] = [
  ['dictionary', (page) => page.getByRole('treegrid').getByText('OLD', { exact: true }).waitFor(), stay],
  ['new dictionary', async (page) => {
    await page.getByRole('button', { name: 'Add dictionary' }).click();
    await page.getByRole('dialog').getByLabel('Dictionary key').waitFor();
  }, cancel],
  ['entry', async (page) => {
    await page.getByRole('treegrid').getByText('OLD', { exact: true }).click();
    await page.getByText('Where it is used').waitFor();
  }, async (page) => {
    await escape(page);
    await dialogGone(page);
  }],
]; // prettier-ignore

const languageSteps: readonly Step[] = [
  ['languages of the house', (page) => grid(page).waitFor(), stay],
  ['new language', async (page) => {
    await page.getByRole('button', { name: 'Add language' }).click();
    await page.getByRole('dialog').getByLabel('Code').waitFor();
  }, cancel],
  ['texts', async (page) => {
    await page.getByRole('tab', { name: 'Texts' }).click();
    await page.getByRole('list', { name: 'Coverage by section' }).getByRole('button').last().click();
    await grid(page).waitFor();
  }, stay],
  ['text', async (page) => {
    await page.getByRole('button', { name: /^Write: / }).first().click();
    await page.getByRole('dialog').getByLabel('Text', { exact: true }).waitFor();
  }, cancel],
]; // prettier-ignore

const shellSteps: readonly Step[] = [
  ['home', (page) => page.getByRole('heading', { name: 'Newest warnings' }).waitFor(), stay],
  ['palette', async (page) => {
    await page.keyboard.press('Control+k');
    await page.getByRole('option').first().waitFor();
  }, escape],
  ['shortcuts', async (page) => {
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  }, escape],
  ['person menu', async (page) => {
    await page.getByRole('button', { name: /settings and sign-out/ }).click();
    await page.getByRole('menuitem', { name: 'Settings' }).waitFor();
  }, stay],
  ['settings', async (page) => {
    await page.getByRole('menuitem', { name: 'Settings' }).click();
    await page.getByText('This session').first().waitFor();
  }, escape],
  ['messages', async (page) => {
    await page.getByRole('button', { name: /open warning/ }).click();
    await page.getByRole('heading', { name: 'Last messages' }).or(page.getByText('Last messages')).first().waitFor();
  }, escape],
  ['change password', async (page) => {
    await page.getByRole('button', { name: /settings and sign-out/ }).click();
    await page.getByRole('menuitem', { name: 'Change password' }).click();
    await page.getByLabel('New password', { exact: true }).fill('short');
    await page.getByText('At least 10 characters').waitFor();
  }, escape],
]; // prettier-ignore

const warningSteps: readonly Step[] = [
  ['warnings', (page) => grid(page).waitFor(), stay],
  ['warning', async (page) => {
    await page.getByRole('row').nth(1).getByRole('gridcell').nth(2).click();
    await page.getByRole('dialog').getByText('What to do').waitFor();
  }, async (page) => {
    await escape(page);
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }],
  ['hand over', async (page) => {
    await page.getByRole('button', { name: /^More actions/ }).first().click();
    await page.getByRole('menuitem', { name: 'Hand over', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Hand over' }).waitFor();
  }, cancel],
  ['resolve with a message', async (page) => {
    await page.getByRole('button', { name: /^More actions/ }).first().click();
    await page.getByRole('menuitem', { name: 'Resolve', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Resolve' }).click();
    await page.getByText('Content cannot be blank').first().waitFor();
  }, cancel],
  ['several at once', async (page) => {
    await page.getByLabel(/^Select row/).first().check();
    await page.getByRole('region', { name: 'Selected rows' }).getByRole('button', { name: 'Resolve' }).click();
    await page.getByRole('dialog').getByLabel('Note').waitFor();
  }, cancel],
]; // prettier-ignore

describe.each(['light', 'dark'] as const)('in %s, nothing breaks A or AA', (colorScheme) => {
  const as = (path: string, options: VisitOptions = {}) =>
    visits.as({ ...options, path, context: { colorScheme, ...options.context } });

  it('on the sign-in page, with its messages', async () => {
    const { page } = await visits.blank({ colorScheme });
    await page.goto(`${url}/Login`);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByText('Password cannot be blank').waitFor();
    const found = await broken(page, 'sign-in');
    await page.getByRole('button', { name: /^Language/ }).click();
    await page.getByRole('menuitemradio').first().waitFor();
    found.push(...(await broken(page, 'languages')));
    expect(found).toEqual([]);
  });

  it('on Home and in the shell', async () => {
    const { page } = await as(HOME);
    expect(await walk(page, shellSteps)).toEqual([]);
  });

  it('in user management', async () => {
    const { page } = await as(USERS);
    expect(await walk(page, usersSteps)).toEqual([]);
  });

  it('in role management', async () => {
    const { page } = await as(ROLES);
    expect(await walk(page, roleSteps)).toEqual([]);
  });

  it('in department management', async () => {
    const { page } = await as(DEPARTMENTS);
    expect(await walk(page, departmentSteps)).toEqual([]);
  });

  it.each([
    ['menus', 'MenuManagement', menuSteps],
    ['the dictionary', 'DataDictionary?dictType=EMPLOYEE_CATEGORY', dictionarySteps],
    ['languages', 'MultiLanguageConfiguration', languageSteps],
  ])('in %s', async (_name, path, steps) => {
    const { page } = await as(SYSTEM + path);
    expect(await walk(page, steps)).toEqual([]);
  });

  it('among the warnings', async () => {
    const { page } = await as(WARNINGS);
    expect(await walk(page, warningSteps)).toEqual([]);
  });

  it('before an announcement and a forced change of password', async () => {
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

  it('where a page failed, and where a new version waits', async () => {
    const { context, page } = await as(HOME);
    await page.getByRole('heading', { name: 'Newest warnings' }).waitFor();
    await context.route(/\/plugins\/users\/.*\.js$/, (route) => route.fulfill({ status: 503 }));
    await menuLink(page, USERS).click();
    await page.getByRole('button', { name: 'Retry' }).waitFor();
    const found = await broken(page, 'failed page');
    const next = await as(HOME);
    await next.context.route(/version\.json/, (route) =>
      route.fulfill({ json: { version: 'next' } }),
    );
    await next.page.clock.install();
    await next.page.reload();
    await next.page.getByRole('heading', { name: 'Newest warnings' }).waitFor();
    await next.page.clock.runFor(31_000);
    await next.page.getByRole('dialog', { name: 'New version' }).waitFor();
    found.push(...(await broken(next.page, 'version dialog')));
    expect(found).toEqual([]);
  });

  it.each([1260, 390])('at %d pixels, in Chinese', async (width) => {
    const { userName, password } = await newAdministrator(url);
    const person = { userName, password, language: 'zh' } as const;
    const { page } = await as(USERS, { ...person, context: { viewport: { width, height: 844 } } });
    await page.getByText('Achieng Ouma').first().waitFor();
    const found = await broken(page, 'users');
    if (width === 390) {
      await page.locator('.k-bar button').first().click();
      await page.getByRole('navigation').first().waitFor();
      found.push(...(await broken(page, 'menu drawer')));
    }
    await page.goto(url + HOME);
    await page.locator('.home-tile').first().waitFor();
    found.push(...(await broken(page, 'home')));
    expect(found).toEqual([]);
  });
});
