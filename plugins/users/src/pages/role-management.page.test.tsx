// @vitest-environment jsdom
import { change, role } from '@kituo/sdk/contracts';
import { Refusal, renderPage, reply } from '@kituo/sdk/testing';
import type { FakeReply } from '@kituo/sdk/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import zh from '../../locales/zh.json' with { type: 'json' };
import { RoleManagementPage } from './role-management.page.tsx';

const AT = '/AdminContent/UserSystem/RoleManagement';
const CODES = ['user:role:add', 'user:role:update', 'user:role:delete', 'user:change:approve'];
const users = '/admincontent/usersystem/usermanagement';

const aRow: role.RoleRow = {
  roleNo: 'R-014',
  roleName: 'Night desk',
  remark: null,
  users: 2,
  pages: 1,
  operations: 1,
  sensitive: ['REVEAL'],
  pendingChangeNo: null,
  isAdministrator: false,
  version: 4,
  updatedByName: 'Wanjiru',
  updatedAt: '2026-11-20T08:00:00Z',
  allowedActions: ['update', 'copy', 'delete'],
};
const waiting: change.ChangeRow = {
  changeNo: 'CH1',
  kind: 'role.update',
  title: 'Change a role',
  subjectNo: 'R-014',
  subjectName: 'Night desk',
  before: { dailyRevealBudget: 0 },
  after: {
    dailyRevealBudget: 5,
    codesAdded: ['user:user:add'],
    people: ['Achieng', 'Brian'],
    conflicts: [
      {
        maker: 'user:user:add',
        checker: 'user:change:approve',
      },
    ],
  },
  makerUserNo: 'U2',
  makerName: 'Otieno',
  reason: null,
  lapsesAt: null,
  createdAt: '2026-11-20T08:00:00Z',
  changeState: 'PENDING',
  concerns: ['U8', 'U9'],
  decidedByName: null,
  decidedAt: null,
  decisionReason: null,
  allowedActions: ['approve', 'reject'],
};
const group: role.SensitiveGroup = {
  isDesensitization: 1,
  revealFields: [],
  dailyRevealBudget: 7,
  addressBookHide: true,
  orderDetailsHide: false,
  unmaskedExport: false,
  deductionCapCents: null,
  mfaRequired: false,
  validateCodeRequired: false,
};
const { pages: _pages, sensitive: _sensitive, ...shared } = aRow;
const info: role.RoleInfo = {
  ...shared,
  dataScope: 'MERCHANTS',
  pages: [users],
  codes: ['user:user:add'],
  sensitive: group,
  conflicts: [],
  history: [],
};
const permission = (
  kind: role.Permission['kind'],
  key: string,
  name: string,
  ...children: role.Permission[]
): role.Permission => ({ kind, key, name, isHeld: key !== 'user:user:salary', children });
const theTree = [
  permission(
    'SECTION',
    'N1',
    'User system',
    permission(
      'PAGE',
      users,
      'User management',
      permission('CODE', 'user:user:add', 'Add user'),
      permission('CODE', 'user:user:salary', 'See salary'),
    ),
  ),
];
const simulation: role.Simulation = {
  menus: [
    {
      menuName: 'User management',
      perms: users,
      externalUrl: null,
      icon: null,
      childList: [],
    },
  ],
  pagesNotOffered: [],
  codes: [],
  dataScope: 'MERCHANTS',
  isMasked: true,
  revealFields: [],
  dailyRevealBudget: 0,
  unmaskedExport: false,
  addressBookHide: true,
  orderDetailsHide: false,
  deductionCapCents: null,
  conflicts: [],
};

const sameMenu = (roleNo: string, roleName: string, codes: string[]) => ({
  roleNo,
  roleName,
  users: 1,
  pages: [users],
  codes,
  sensitive: [],
});

function open(options: { at?: string; perms?: string[]; replies?: FakeReply[] } = {}) {
  return renderPage(<RoleManagementPage />, {
    at: options.at ?? AT,
    perms: options.perms ?? CODES,
    plugin: { name: 'users', texts: { en, zh } },
    replies: [
      ...(options.replies ?? []),
      reply(role.page, { rows: [aRow], total: 1, totalIsExact: true }),
      reply(role.tree, theTree),
      reply(role.info, info),
      reply(role.simulate, simulation),
    ],
  });
}
const item = (name: string) => screen.getByRole('treeitem', { name });
const press = (element: HTMLElement, key: string) => fireEvent.keyDown(element, { key });

async function openForm(): Promise<HTMLElement> {
  fireEvent.click(await screen.findByText('Add role'));
  await screen.findByRole('treeitem', { name: 'User system' });
  return screen.getByRole('dialog');
}

test('permissions are ticked by keys alone; what one does not hold is not given', async () => {
  const { withdraw } = change.changeFamilies.role;
  const page = open({
    replies: [reply(role.save, { roleNo: '', changeNo: 'CH1' }), reply(withdraw, waiting)],
  });
  const dialog = await openForm();
  const section = item('User system');
  act(() => {
    section.focus();
  });
  press(section, 'ArrowRight');
  press(section, 'ArrowDown');
  const userPage = item('User management');
  expect(document.activeElement).toBe(userPage);
  press(userPage, ' ');
  expect(userPage.getAttribute('aria-checked')).toBe('mixed');
  press(userPage, ' ');
  expect(userPage.getAttribute('aria-checked')).toBe('true');
  expect(section.getAttribute('aria-checked')).toBe('true');
  press(userPage, 'ArrowRight');
  expect(item('See salary').getAttribute('aria-disabled')).toBe('true');
  fireEvent.change(within(dialog).getByLabelText('Role name'), {
    target: { value: 'Night desk 2' },
  });
  fireEvent.click(within(dialog).getByText('Submit for approval'));
  expect(await screen.findByText('Sent for approval. The role is created once approved.')).toBeTruthy();
  // Without the code of the sensitive group nothing of it is sent.
  expect(page.server.callsOf(role.save)[0]?.request).toEqual({
    roleName: 'Night desk 2',
    remark: null,
    dataScope: 'MERCHANTS',
    pages: [users],
    codes: ['user:user:add'],
  });
  fireEvent.click(screen.getByText('Withdraw'));
  expect(await screen.findByText('Request withdrawn.')).toBeTruthy();
  expect(page.server.callsOf(withdraw)[0]?.request).toEqual({ changeNo: 'CH1' });
});

test('nothing ticked is said beside the tree, before anything is sent', async () => {
  const page = open();
  const dialog = await openForm();
  fireEvent.change(within(dialog).getByLabelText('Role name'), { target: { value: 'Empty' } });
  fireEvent.click(within(dialog).getByText('Submit for approval'));
  expect(await within(dialog).findByText('Choose at least one page')).toBeTruthy();
  expect(page.server.callsOf(role.save)).toHaveLength(0);
});

test('a name that is taken is beside the name; search finds actions', async () => {
  open({
    replies: [
      reply(role.save, () => {
        throw new Refusal('ROLE_NAME_TAKEN', {
          fields: [{ field: 'roleName', msg: 'This role name is taken.' }],
        });
      }),
    ],
  });
  const dialog = await openForm();
  fireEvent.change(within(dialog).getByLabelText('Pages: Search'), {
    target: { value: 'add user' },
  });
  fireEvent.click(item('Add user'));
  expect(item('User management').getAttribute('aria-checked')).toBe('true');
  fireEvent.change(within(dialog).getByLabelText('Role name'), { target: { value: 'Collector' } });
  fireEvent.click(within(dialog).getByText('Submit for approval'));
  expect(await within(dialog).findByText('This role name is taken.')).toBeTruthy();
});

test('the sensitive group stands apart, for those who may change it, and a draft is previewed', async () => {
  const page = open({
    perms: [...CODES, 'user:role:sensitive'],
    replies: [reply(role.update, { roleNo: 'R-014', version: 4, changeNo: 'CH2' })],
  });
  fireEvent.click(await screen.findByLabelText('Edit: Night desk'));
  const dialog = await screen.findByRole('dialog');
  const budget = within(dialog).getByLabelText('Daily reveal limit');
  fireEvent.change(budget, { target: { value: '1000' } });
  fireEvent.click(within(dialog).getByText('Submit for approval'));
  expect(await within(dialog).findByText('At most 999')).toBeTruthy();
  fireEvent.change(budget, { target: { value: '12' } });
  fireEvent.click(within(dialog).getByText('Preview as this role'));
  expect(await within(dialog).findByText('Values are masked', { selector: 'li' })).toBeTruthy();
  expect(page.server.callsOf(role.simulate)[0]?.request).toMatchObject({
    draft: { pages: [users], codes: ['user:user:add'], dailyRevealBudget: 12 },
  });
  fireEvent.click(within(dialog).getByText('Submit for approval'));
  await waitFor(() => {
    expect(page.server.callsOf(role.update).at(-1)?.request).toMatchObject({
      roleNo: 'R-014',
      version: 4,
      dailyRevealBudget: 12,
      isDesensitization: 1,
    });
  });
});

test('a waiting change shows what comes and goes, whom it concerns, and conflicts', async () => {
  open({
    at: `${AT}?tab=changes`,
    replies: [
      reply(change.changeFamilies.role.page, {
        rows: [waiting],
        total: 1,
        totalIsExact: true,
      }),
    ],
  });
  fireEvent.click(await screen.findByText('Night desk'));
  const drawer = await screen.findByRole('dialog');
  expect(await within(drawer).findByText('User management: Add user')).toBeTruthy();
  expect(within(drawer).getByText('Affects: Achieng, Brian.')).toBeTruthy();
  expect(within(drawer).getByText('1 conflict: the same user could request and approve')).toBeTruthy();
});

test('a waiting change reads in words and shillings, never in codes and cents', async () => {
  const before = { dataScope: 'MERCHANTS', isDesensitization: 1, revealFields: [], deductionCapCents: null };
  const after = {
    dataScope: 'ALL',
    isDesensitization: 0,
    revealFields: ['bankAccount', 'email'],
    deductionCapCents: 250_000,
  };
  open({
    at: `${AT}?tab=changes`,
    replies: [
      reply(change.changeFamilies.role.page, {
        rows: [
          {
            ...waiting,
            before,
            after,
          },
        ],
        total: 1,
        totalIsExact: true,
      }),
    ],
  });
  fireEvent.click(await screen.findByText('Night desk'));
  const drawer = await screen.findByRole('dialog');
  const line = (name: string) =>
    within(within(drawer).getByRole('rowheader', { name }).closest('tr') ?? drawer)
      .getAllByRole('cell')
      .map((cell) => cell.textContent);
  await within(drawer).findByRole('rowheader', { name: 'Data scope' });
  expect(line('Data scope')).toEqual(['Own merchants', 'All merchants']);
  expect(line('Mask personal data')).toEqual(['Yes', 'No']);
  expect(line('Revealable fields')).toEqual(['-', 'Bank account, Email']);
  expect(line('Waiver limit')).toEqual(['-', 'KES 2,500.00']);
});

test('the history of a role reads in words and shillings, too', async () => {
  const made = {
    happenedAt: '2026-11-20T08:00:00Z',
    action: 'role.update',
    byName: 'Wanjiru',
    reason: null,
    before: {
      dataScope: 'MERCHANTS',
      deductionCapCents: null,
    },
    after: {
      dataScope: 'ALL',
      deductionCapCents: 25e4,
      codesAdded: ['user:user:add'],
    },
  };
  open({ at: `${AT}?detail=history`, replies: [reply(role.info, { ...info, history: [made] })] });
  fireEvent.click(await screen.findByText('Night desk'));
  const drawer = await screen.findByRole('dialog', { name: 'Night desk' });
  const line = async (name: RegExp) => (await within(drawer).findByText(name)).textContent;
  expect(await line(/^Waiver limit:/)).toBe('Waiver limit: - KES 2,500.00');
  expect(await line(/^Data scope:/)).toBe('Data scope: Own merchants All merchants');
  expect(await within(drawer).findByText(/User management: Add user/)).toBeTruthy();
});

test('every role stands against the permissions, by section, by search, and where they differ', async () => {
  const page = open({
    at: `${AT}?tab=matrix`,
    replies: [
      reply(role.matrix, [
        { roleNo: 'R-001', roleName: 'Administrator', holds: [users, 'user:user:add'] },
        { roleNo: 'R-014', roleName: 'Night desk', holds: [users] },
      ]),
    ],
  });
  const line = async (name: string) => {
    const head = await screen.findByRole('rowheader', { name });
    return within(head.closest('tr') ?? head).getAllByRole('cell');
  };
  expect((await line('User management')).map((cell) => cell.textContent)).toEqual(['✓', '✓']);
  expect((await line('Add user')).map((cell) => cell.textContent)).toEqual(['✓', '-']);
  fireEvent.click(screen.getByLabelText('Differences only'));
  expect(screen.queryByRole('rowheader', { name: 'User management' })).toBeNull();
  expect(await line('Add user')).toHaveLength(2);
  fireEvent.change(screen.getByLabelText('Find a page or action', { selector: 'input' }), {
    target: { value: 'salary' },
  });
  expect(await screen.findByText(/^No results/)).toBeTruthy();
  page.assertReleases();
});

test('a row leads to roles with the same menu and to the people who hold it', async () => {
  const page = open({
    replies: [
      reply(role.sameMenuRole, {
        roles: [
          { ...sameMenu('R-014', 'Night desk', ['user:user:add']), isSameMenu: true },
          { ...sameMenu('R-015', 'Day desk', []), isSameMenu: true },
        ],
      }),
    ],
  });
  fireEvent.click(await screen.findByLabelText('More actions for Night desk'));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Roles sharing pages' }));
  const drawer = await screen.findByRole('dialog', { name: 'Night desk' });
  expect(await within(drawer).findByRole('columnheader', { name: /Day desk/ })).toBeTruthy();
  // By the names of the tree of permissions, which is an answer of its own.
  await within(drawer).findByRole('rowheader', { name: 'User management: Add user' });
  expect(page.address()).toContain('detail=sameMenu');
});
