import { randomBytes } from 'node:crypto';
import { change, role, user } from '@kituo/sdk/contracts';
import { afterAll, afterEach, expect, it } from 'vitest';
import { focused, tabTo } from './support/keyboard.ts';
import { adminToken, callAs, newAdministrator, newRoleOf, newStaff, tokenOf } from './support/staff.ts';
import { station } from './support/station.ts';
import { HOME, USERS, Visits } from './support/visits.ts';

const { url } = station();
const visits = new Visits(url);
afterEach(() => visits.leave());
afterAll(() => visits.close());

const ROLES = '/AdminContent/UserSystem/RoleManagement';
const { approve } = change.changeFamilies.role;

const newRole = (second: string) =>
  newRoleOf(url, second, { pages: [USERS.toLowerCase()], codes: ['user:user:export'] });

it('is requested by one person and agreed to by another, by keys alone', async () => {
  const second = await newAdministrator(url);
  const name = `Night desk ${randomBytes(3).toString('hex')}`;
  const { page, faults } = await visits.as({ path: ROLES });
  await page.getByRole('grid').getByRole('rowheader').first().waitFor();
  await tabTo(page, page.getByRole('button', { name: 'Add role' }));
  await page.keyboard.press('Enter');
  const form = page.getByRole('dialog', { name: 'Add role' });
  await form.getByRole('treeitem').first().waitFor();
  const submit = form.getByRole('button', { name: 'Submit for approval' });
  await tabTo(page, form.getByLabel('Role name'));
  await page.keyboard.type(name);
  await tabTo(page, submit, 60);
  await page.keyboard.press('Enter');
  await form.getByText('Choose at least one page').waitFor();

  const search = form.getByRole('searchbox', { name: 'Pages: Search' });
  // The fault takes the focus along, a frame after it is drawn.
  await focused(search);
  await page.keyboard.type('add user');
  const operation = form.getByRole('treeitem', { name: 'Add user' });
  await operation.waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('End');
  await focused(operation);
  await page.keyboard.press('Space');
  await expect.poll(() => operation.getAttribute('aria-checked')).toBe('true');
  const itsPage = form.getByRole('treeitem', { name: 'User management' });
  await expect.poll(() => itsPage.getAttribute('aria-checked')).toBe('mixed');
  await tabTo(page, submit, 60);
  await page.keyboard.press('Enter');
  await page.getByText('Sent for approval. The role is created once approved.').waitFor();

  const there = await visits.as({ ...second, path: `${ROLES}?tab=changes` });
  const waiting = there.page.getByRole('row').filter({ hasText: name });
  await waiting.waitFor();
  await tabTo(there.page, waiting.getByRole('button', { name: /^Review/ }));
  await there.page.keyboard.press('Enter');
  const question = there.page.getByRole('alertdialog');
  await tabTo(there.page, question.getByRole('button', { name: 'Approve' }));
  await there.page.keyboard.press('Enter');
  await there.page.getByText(`${name} approved.`).waitFor();
  // The list of whoever asked follows automatically once it is read.
  await page.getByRole('search').getByLabel('Role name').fill(name);
  await page.getByRole('grid').getByRole('rowheader', { name }).waitFor();
  expect(faults).toEqual([]);
  expect(there.faults).toEqual([]);
});

it('shows whoever asked that somebody else decides, and lets them take it back', async () => {
  const second = await newAdministrator(url);
  const roleNo = await newRole(await tokenOf(url, second.userName, second.password));
  const token = await adminToken(url);
  const { version } = await callAs(url, token, role.info, { roleNo });
  const requested = { roleNo, version, codes: ['user:user:export', 'user:user:add'] };
  await callAs(url, token, role.update, requested);
  const { page } = await visits.as({ path: `${ROLES}?tab=changes` });
  const waiting = page.getByRole('row').filter({ hasText: 'Awaiting approval' }).first();
  await waiting.getByRole('rowheader').click();
  const drawer = page.getByRole('dialog');
  await drawer.getByText('User management: Add user').waitFor();
  expect(await drawer.getByRole('button', { name: 'Review' }).count()).toBe(0);
  await drawer.getByRole('button', { name: 'Withdraw' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).click();
  await page.getByText(/ withdrawn\.$/).waitFor();
  const now = await callAs(url, token, role.info, { roleNo });
  expect([now.codes, now.pendingChangeNo]).toEqual([['user:user:export'], null]);
});

it('takes a permission away from the next call and from the open page', async () => {
  const second = await newAdministrator(url);
  const checker = await tokenOf(url, second.userName, second.password);
  const roleNo = await newRole(checker);
  const holder = await newStaff(url, { roleNos: [roleNo] });
  const { page, token } = await visits.as({ ...holder, path: USERS });
  await page.getByRole('grid').getByRole('rowheader').first().waitFor();
  await page.getByRole('button', { name: 'Export', exact: true }).waitFor();
  // A tab that is out of sight does not ask automatically: what it learns was pushed, however long that took.
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' });
  });
  const change_ = async (requested: { pages?: string[]; codes?: string[] }) => {
    const admin = await adminToken(url);
    const { version } = await callAs(url, admin, role.info, { roleNo });
    const { changeNo = '' } = await callAs(url, admin, role.update, { roleNo, version, ...requested });
    await callAs(url, checker, approve, { changeNo });
  };
  await change_({ codes: [] });
  await page.getByRole('button', { name: 'Export', exact: true }).waitFor({ state: 'detached' });
  await change_({ pages: ['/admincontent/usersystem/datadictionary'] });
  await page.waitForURL(url + HOME);
  const request = { page: 1, pageSize: 20 as const, sort: null, filters: {} };
  await expect(callAs(url, token, user.getUserList, request)).rejects.toThrow(/permission/);
});
