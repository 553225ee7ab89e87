import type { Page } from 'playwright';
import { afterAll, afterEach, expect, it } from 'vitest';
import { cancel, escape, stay, walk, type Step } from './support/accessibility.ts';
import { station } from './support/station.ts';
import { USERS, Visits } from './support/visits.ts';

const { url } = station();
const visits = new Visits(url);
afterEach(() => visits.leave());
afterAll(() => visits.close());

const as = (path: string) => visits.as({ path });

const ROLES = '/AdminContent/UserSystem/RoleManagement';
const DEPARTMENTS = '/AdminContent/UserSystem/DepartmentManagement';
const grid = (page: Page) => page.getByRole('grid').getByRole('rowheader').first();

const moreOf = async (page: Page, item: string) => {
  await page.getByRole('button', { name: 'More actions for Achieng Ouma' }).click();
  await page.getByRole('menuitem', { name: item }).click();
};

const usersSteps: readonly Step[] = [
  [
    'filters',
    async (page) => {
      await page.getByRole('button', { name: 'More filters' }).click();
      await page.locator('.kp-more-filters').waitFor();
    },
    escape,
  ],
  [
    'choice',
    async (page) => {
      await page.getByRole('button', { name: /^Department: / }).click();
      await page.getByRole('option', { name: 'Finance' }).waitFor();
    },
    escape,
  ],
  [
    'columns',
    async (page) => {
      await page.getByRole('button', { name: 'Columns' }).click();
      await page.getByText('Reset columns').waitFor();
    },
    escape,
  ],
  [
    'export',
    async (page) => {
      await page.getByRole('button', { name: 'Export', exact: true }).click();
      await page.getByRole('menuitem', { name: 'CSV' }).waitFor();
    },
    escape,
  ],
  [
    'row menu',
    async (page) => {
      await page.getByRole('button', { name: 'More actions for Achieng Ouma' }).click();
      await page.getByRole('menuitem', { name: 'Freeze' }).waitFor();
    },
    escape,
  ],
  [
    'add with messages',
    async (page) => {
      await page.getByRole('button', { name: 'Add user' }).first().click();
      await page.getByRole('dialog').getByRole('button', { name: 'Add user' }).click();
      await page.getByText('Job number format error').waitFor();
    },
    cancel,
  ],
  [
    'edit',
    async (page) => {
      await page.getByRole('button', { name: 'Edit: Achieng Ouma' }).click();
      await page.getByRole('dialog').getByLabel('Extension').waitFor();
    },
    cancel,
  ],
  [
    'freeze',
    async (page) => {
      await moreOf(page, 'Freeze');
      await page.getByText('The user cannot sign in until unfrozen').waitFor();
    },
    cancel,
  ],
  [
    'reset',
    async (page) => {
      await moreOf(page, 'Reset password');
      await page.getByRole('dialog').getByLabel('Reason').waitFor();
    },
    cancel,
  ],
  [
    'detail',
    async (page) => {
      await page.getByRole('row').filter({ hasText: 'Achieng Ouma' }).getByText('Early Collection').click();
      await page.getByRole('dialog', { name: 'Achieng Ouma' }).getByText('KT1005').waitFor();
    },
    async (page) => {
      await escape(page);
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    },
  ],
  [
    'selected',
    async (page) => {
      await page.getByLabel('Select row Achieng Ouma').check();
      await page.getByRole('region', { name: 'Selected rows' }).waitFor();
    },
    stay,
  ],
  [
    'batch',
    async (page) => {
      await page.getByRole('button', { name: 'Change merchants' }).click();
      await page.getByText('Choose merchants to preview the change.').waitFor();
    },
    cancel,
  ],
  [
    'empty',
    async (page) => {
      await page.getByRole('search').getByLabel('Name', { exact: true }).fill('nobody of this name');
      await page.getByText('No matches').waitFor();
    },
    stay,
  ],
];

const dialogGone = (page: Page) => page.getByRole('dialog').waitFor({ state: 'detached' });
const roleSteps: readonly Step[] = [
  [
    'role editor',
    async (page) => {
      await page.getByRole('button', { name: 'Edit: Collector', exact: true }).click();
      await page.getByRole('treeitem', { name: 'Collection by order' }).press('ArrowRight');
      await page.getByRole('button', { name: 'Preview as this role' }).click();
      await page.getByRole('navigation', { name: 'Role menu' }).waitFor();
    },
    cancel,
  ],
  [
    'role',
    async (page) => {
      await page.getByRole('rowheader', { name: 'Collector', exact: true }).click();
      await page.getByRole('tab', { name: 'Shared pages' }).click();
      await page.getByRole('region', { name: 'Shared pages' }).waitFor();
    },
    async (page) => {
      await escape(page);
      await dialogGone(page);
    },
  ],
  [
    'changes of roles',
    async (page) => {
      await page.getByRole('tab', { name: 'Approvals' }).click();
      await page.getByRole('heading', { name: 'Approvals' }).waitFor();
    },
    stay,
  ],
  [
    'company policy',
    async (page) => {
      await page.getByRole('tab', { name: 'Company policy' }).click();
      await page.getByText('At least 10 characters').waitFor();
    },
    stay,
  ],
  [
    'company policy setting',
    async (page) => {
      await page.getByRole('button', { name: 'Edit Password rules' }).click();
      await page.getByRole('dialog').getByText('10 to 64 characters').waitFor();
    },
    cancel,
  ],
];

const department = (page: Page, name: string) => page.getByRole('treegrid').getByRole('row').filter({ hasText: name });
const departmentSteps: readonly Step[] = [
  ['renamed', (page) => department(page, 'Finance').press('F2'), escape],
  [
    'picked up',
    async (page) => {
      await department(page, 'Finance').press('m');
      await page.getByText(/^Moving Finance/).waitFor();
    },
    escape,
  ],
  [
    'move',
    async (page) => {
      await page.getByRole('button', { name: 'More actions for Finance' }).click();
      await page.getByRole('menuitem', { name: 'Move' }).click();
      await page.getByText('The department is already in this position.').waitFor();
    },
    cancel,
  ],
  [
    'department',
    async (page) => {
      await department(page, 'Early Collection').getByText('Kiplagat Cheruiyot').click();
      await page.getByRole('dialog').getByRole('checkbox').first().waitFor();
    },
    async (page) => {
      await escape(page);
      await dialogGone(page);
    },
  ],
  [
    'chart',
    async (page) => {
      await page.getByRole('tab', { name: 'Chart' }).click();
      await page.getByRole('button', { name: /^Finance/ }).waitFor();
    },
    stay,
  ],
];

const SYSTEM = '/AdminContent/UserSystem/';
const menuSteps: readonly Step[] = [
  [
    'menu edit',
    async (page) => {
      await page.getByRole('button', { name: 'Edit: User system' }).click();
      await page.getByRole('dialog').getByRole('group', { name: 'Preview' }).waitFor();
    },
    cancel,
  ],
  [
    'menu state',
    async (page) => {
      await page.getByRole('button', { name: 'More actions for User system' }).click();
      await page.getByRole('menuitem', { name: 'Disable' }).click();
      await page.getByText(/Disappears from the menu/).waitFor();
    },
    cancel,
  ],
  [
    'data rules',
    async (page) => {
      await page.getByRole('search').getByLabel('Page or action').fill(USERS);
      await page.getByRole('button', { name: 'More actions for User management' }).click();
      await page.getByRole('menuitem', { name: 'Data rules' }).click();
      await page.getByLabel('Preview as').waitFor();
    },
    cancel,
  ],
  [
    'menu preview',
    async (page) => {
      await page.getByRole('tab', { name: 'Preview' }).click();
      await page.getByRole('group', { name: 'Preview' }).getByText('Home').waitFor();
    },
    stay,
  ],
];

const dictionarySteps: readonly Step[] = [
  [
    'new dictionary',
    async (page) => {
      await page.getByRole('button', { name: 'Add dictionary' }).click();
      await page.getByRole('dialog').getByLabel('Dictionary key').waitFor();
    },
    cancel,
  ],
  [
    'entry',
    async (page) => {
      await page.getByRole('treegrid').getByText('OLD', { exact: true }).click();
      await page.getByRole('heading', { name: 'Usage' }).waitFor();
    },
    async (page) => {
      await escape(page);
      await dialogGone(page);
    },
  ],
];

const languageSteps: readonly Step[] = [
  [
    'new language',
    async (page) => {
      await page.getByRole('button', { name: 'Add language' }).click();
      await page.getByRole('dialog').getByLabel('Code').waitFor();
    },
    cancel,
  ],
  [
    'texts',
    async (page) => {
      await page.getByRole('tab', { name: 'Texts' }).click();
      await page.getByRole('list', { name: 'Coverage by section' }).getByRole('button').last().click();
      await grid(page).waitFor();
    },
    stay,
  ],
  [
    'text',
    async (page) => {
      await page
        .getByRole('button', { name: /^Edit: / })
        .first()
        .click();
      await page.getByRole('dialog').getByLabel('Text', { exact: true }).waitFor();
    },
    cancel,
  ],
];

// What a page shows at first is looked at on every page (`every-page.e2e.ts`); here is what opens on it.
it('nothing breaks A or AA in user management', async () => {
  const { page } = await as(USERS);
  await grid(page).waitFor();
  expect(await walk(page, usersSteps)).toEqual([]);
});

it('nothing breaks A or AA in role management', async () => {
  const { page } = await as(ROLES);
  await grid(page).waitFor();
  expect(await walk(page, roleSteps)).toEqual([]);
});

it('nothing breaks A or AA in department management', async () => {
  const { page } = await as(DEPARTMENTS);
  await department(page, 'Finance').waitFor();
  expect(await walk(page, departmentSteps)).toEqual([]);
});

it.each([
  ['menus', 'MenuManagement', menuSteps],
  ['the dictionary', 'DataDictionary?dictType=EMPLOYEE_CATEGORY', dictionarySteps],
  ['languages', 'MultiLanguageConfiguration', languageSteps],
])('nothing breaks A or AA in %s', async (_name, path, steps) => {
  const { page } = await as(SYSTEM + path);
  await page.getByRole('grid').or(page.getByRole('treegrid')).getByRole('row').nth(2).waitFor();
  expect(await walk(page, steps)).toEqual([]);
});
