// @vitest-environment jsdom
import { change, dept, user } from '@kituo/sdk/contracts';
import { Refusal, renderPage, reply } from '@kituo/sdk/testing';
import type { FakeReply } from '@kituo/sdk/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import zh from '../../locales/zh.json' with { type: 'json' };
import type { ChangeRow } from '../changes/change-fields.ts';
import { DepartmentManagementPage } from './department-management.page.tsx';

const AT = '/AdminContent/UserSystem/DepartmentManagement';
const CODES = ['user:dept:add', 'user:dept:update', 'user:dept:delete', 'user:change:approve'];

function aDepartment(deptNo: string, name: string, childList: dept.Department[] = []): dept.Department {
  return {
    deptNo,
    name,
    number: deptNo,
    childList,
    remark: null,
    isEnabled: true,
    version: 3,
    leaderUserNo: null,
    leaderName: null,
    departments: childList.length,
    members: 2,
    membersBelow: 5,
    allowedActions: ['update', 'add', 'move', 'delete'],
  };
}
const theTree = () => [
  aDepartment('D1', 'Head Office', [
    aDepartment('D2', 'Collection', [aDepartment('D3', 'Early')]),
    aDepartment('D4', 'Finance'),
  ]),
];
const waiting: ChangeRow = {
  changeNo: 'CH1',
  kind: 'dept.move',
  title: 'Move a department',
  subjectNo: 'D3',
  subjectName: 'Early',
  before: { parent: 'Collection' },
  after: {
    parent: 'Finance',
    people: [
      {
        realName: 'Mumbi',
        effect: 'LOSES',
      },
    ],
    menus: {
      en: ['User management'],
      zh: ['用户管理'],
    },
  },
  makerUserNo: 'U2',
  makerName: 'Otieno',
  reason: 'One team',
  createdAt: '2026-11-20T08:00:00Z',
  lapsesAt: null,
  decidedByName: null,
  decidedAt: null,
  decisionReason: null,
  concerns: [],
  changeState: 'PENDING',
  allowedActions: ['approve', 'reject'],
};

interface Opening {
  readonly at?: string;
  readonly perms?: string[];
  readonly language?: string;
  readonly replies?: FakeReply[];
}
function open(options: Opening = {}) {
  return renderPage(<DepartmentManagementPage />, {
    at: options.at ?? AT,
    language: options.language ?? 'en',
    perms: options.perms ?? CODES,
    plugin: { name: 'users', texts: { en, zh } },
    replies: [
      ...(options.replies ?? []),
      reply(dept.tree, theTree),
      reply(dept.leaders, []),
      reply(dept.movePreview, {
        from: 'Head Office',
        to: 'Finance',
        members: 5,
        peopleTotal: 1,
        people: [
          {
            userNo: 'U9',
            realName: 'Kamau',
            deptName: 'Finance',
            effect: 'GAINS',
          },
        ],
        menus: ['User management'],
      }),
      reply(change.changeFamilies.user.page, { rows: [waiting], total: 1, totalIsExact: true }),
    ],
  });
}
const rowOf = (name: string): HTMLElement => screen.getByRole('rowheader', { name: new RegExp(name) }).closest('tr')!;
const focus = (name: string) => {
  act(() => {
    rowOf(name).focus();
  });
};

test('renames in place; the server’s message stays below the box, and Undo sends the new version', async () => {
  const page = open({
    replies: [
      reply(dept.update, () => {
        throw new Refusal('DEPT_NAME_TAKEN', {
          fields: [{ field: 'name', msg: 'Same-level name repeated' }],
        });
      }),
    ],
  });
  await screen.findByText('Finance');
  focus('Finance');
  fireEvent.keyDown(rowOf('Finance'), { key: 'F2' });
  const box = screen.getByLabelText('New name of Finance');
  fireEvent.change(box, { target: { value: 'Collection' } });
  fireEvent.keyDown(box, { key: 'Enter' });
  expect(await screen.findByText('Same-level name repeated')).toBeTruthy();
  page.server.answer(reply(dept.update, { deptNo: 'D4', version: 4 }));
  fireEvent.change(box, { target: { value: 'Treasury' } });
  fireEvent.keyDown(box, { key: 'Enter' });
  fireEvent.click(await screen.findByText('Undo'));
  await waitFor(() => {
    expect(page.server.callsOf(dept.update).at(-1)?.request).toEqual({
      deptNo: 'D4',
      version: 4,
      name: 'Finance',
    });
  });
});

test('a change by the form is undone whole, and the tree is taken away as it is filtered', async () => {
  const page = open({
    at: `${AT}?name=fin`,
    replies: [reply(dept.update, { deptNo: 'D4', version: 4 }), reply(dept.exportList, { jobNo: 'J1' })],
  });
  fireEvent.click(await screen.findByLabelText('Edit: Finance'));
  const form = await screen.findByRole('dialog');
  fireEvent.change(within(form).getByLabelText(/^Remark/), { target: { value: 'Second floor' } });
  fireEvent.click(within(form).getByRole('button', { name: /^Save/ }));
  fireEvent.click(await screen.findByText('Undo'));
  await waitFor(() => {
    expect(page.server.callsOf(dept.update).map(({ request }) => request)).toEqual([
      expect.objectContaining({ version: 3, name: 'Finance', remark: 'Second floor' }),
      expect.objectContaining({ version: 4, name: 'Finance', remark: null }),
    ]);
  });
  fireEvent.click(screen.getByRole('button', { name: 'Export' }));
  const menu = await screen.findByRole('menu');
  fireEvent.click(within(menu).getByRole('menuitem', { name: /CSV/ }));
  await waitFor(() => {
    expect(page.server.callsOf(dept.exportList)[0]?.request).toEqual({
      format: 'csv',
      filters: { name: 'fin' },
    });
  });
});

test('a move by keys shows who sees more, and says that it waits', async () => {
  const page = open({ replies: [reply(dept.move, { deptNo: 'D2', changeNo: 'CH9' })] });
  await screen.findByText('Collection');
  focus('Collection');
  fireEvent.keyDown(rowOf('Collection'), { key: 'm' });
  fireEvent.keyDown(rowOf('Collection'), { key: 'Enter' });
  expect(screen.getByText('A department cannot be moved into itself')).toBeTruthy();
  focus('Finance');
  fireEvent.keyDown(rowOf('Finance'), { key: 'Enter' });
  const dialog = await screen.findByRole('dialog');
  expect(await within(dialog).findByText('Gain access to the branch: Kamau.')).toBeTruthy();
  expect(within(dialog).getByText('On these pages: User management.')).toBeTruthy();
  fireEvent.click(within(dialog).getByRole('button', { name: 'Submit for approval' }));
  expect(await screen.findByText('Sent for approval. Collection moves once approved.')).toBeTruthy();
  expect(page.server.callsOf(dept.move)[0]?.request).toEqual({ deptNo: 'D2', parentDeptNo: 'D4' });
  page.assertReleases();
});

test('draws nothing that the person may not do', async () => {
  open({
    perms: [],
    replies: [reply(dept.tree, () => [{ ...theTree()[0]!, allowedActions: [] }])],
  });
  await screen.findByText('Head Office');
  expect(screen.queryByText('Add department')).toBeNull();
  expect(within(rowOf('Head Office')).queryByRole('button', { name: /Edit/ })).toBeNull();
  expect(rowOf('Head Office').draggable).toBe(false);
});

test('members lead to user management, filtered', async () => {
  open({
    replies: [reply(user.getUserList, { rows: [], total: 0, totalIsExact: true })],
  });
  fireEvent.click(await screen.findByText('Finance'));
  expect(await screen.findByText('No members yet.')).toBeTruthy();
});

test('the tab Changes shows what waits with before and after, and approves', async () => {
  const page = open({
    at: `${AT}?tab=changes`,
    replies: [
      reply(change.changeFamilies.user.approve, {
        change: { ...waiting, changeState: 'APPROVED', allowedActions: [] },
        result: null,
      }),
    ],
  });
  fireEvent.click(await screen.findByText('Early'));
  const drawer = await screen.findByRole('dialog');
  expect(await within(drawer).findByText('Mumbi · loses access to the branch')).toBeTruthy();
  expect(within(drawer).getByText('User management')).toBeTruthy();
  fireEvent.click(within(drawer).getByText('Review'));
  const asked = await screen.findByRole('alertdialog');
  expect(await within(asked).findByText('One team')).toBeTruthy();
  expect(within(asked).getByText('Mumbi · loses access to the branch')).toBeTruthy();
  fireEvent.click(within(asked).getByText('Approve'));
  await screen.findByText('Move a department: Early approved.');
  expect(page.server.callsOf(change.changeFamilies.user.approve)[0]?.request).toEqual({
    changeNo: 'CH1',
  });
});

test('a request is read in the reader’s language: effects, pages', async () => {
  open({ at: `${AT}?tab=changes`, language: 'zh' });
  fireEvent.click(await screen.findByText('Early'));
  const drawer = await screen.findByRole('dialog');
  expect(await within(drawer).findByText('Mumbi · 将不再可见')).toBeTruthy();
  expect(within(drawer).getByText('用户管理')).toBeTruthy();
});

test('a request that was taken back is said to be', async () => {
  open({
    at: `${AT}?tab=changes`,
    replies: [
      reply(change.changeFamilies.user.page, {
        rows: [{ ...waiting, allowedActions: ['withdraw'] }],
        total: 1,
        totalIsExact: true,
      }),
      reply(change.changeFamilies.user.withdraw, { ...waiting, changeState: 'WITHDRAWN' }),
    ],
  });
  fireEvent.click(await screen.findByLabelText('Withdraw: Move a department: Early'));
  const asked = await screen.findByRole('alertdialog');
  fireEvent.click(within(asked).getByText('Withdraw'));
  expect(await screen.findByText('Move a department: Early withdrawn.')).toBeTruthy();
});

test('a request that is not one’s to decide offers nothing but says why', async () => {
  open({
    at: `${AT}?tab=changes`,
    replies: [
      reply(change.changeFamilies.user.page, {
        rows: [{ ...waiting, allowedActions: [] }],
        total: 1,
        totalIsExact: true,
      }),
    ],
  });
  fireEvent.click(await screen.findByText('Early'));
  expect(await screen.findByText(/Another user must decide this/)).toBeTruthy();
  expect(screen.queryByText('Review')).toBeNull();
});
