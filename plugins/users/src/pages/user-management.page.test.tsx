// @vitest-environment jsdom
import { change, dept, dictionary, reveal, role, user } from '@kituo/sdk/contracts';
import { Refusal, renderPage, reply } from '@kituo/sdk/testing';
import type { FakeHostOptions, FakeReply } from '@kituo/sdk/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import zh from '../../locales/zh.json' with { type: 'json' };
import type { UserRow } from '../users/user-types.ts';
import { UserManagementPage } from './user-management.page.tsx';

const AT = '/AdminContent/UserSystem/UserManagement';
const ADMIN = [
  'user:user:add',
  'user:user:update',
  'user:user:freeze',
  'user:user:unfreeze',
  'user:user:batchUpdate',
  'user:user:resetPassword',
  'user:user:resetMfa',
  'user:user:export',
];

function aRow(part: Partial<UserRow> = {}): UserRow {
  return {
    userNo: 'U0100',
    userName: 'achieng',
    loginId: 'achieng',
    realName: 'Achieng Otieno',
    deptNo: 'D01',
    deptName: 'Collection',
    orgNo: null,
    orgName: null,
    merchants: [{ merchantNo: 'M001', merchantName: 'Kituo Credit' }],
    phone: '254712345678',
    email: null,
    extension: null,
    roles: [{ roleNo: 'R01', roleName: 'Collector' }],
    userStatus: 'NORMAL',
    jobNumber: 'KE1001',
    employeeStatus: 'ON_THE_JOB',
    employeeCategory: 'NEW',
    internalExternal: 'INTERNAL',
    mfaBound: false,
    mustUpdatePassword: false,
    lastSignInAt: null,
    createdAt: '2026-01-05T08:00:00Z',
    version: 1,
    allowedActions: ['update', 'freeze', 'resetPassword'],
    ...part,
  };
}
const aPurpose = { dictKey: 'CALL', label: 'To call', tagColour: null, enabled: true };
const rows = [aRow(), aRow({ userNo: 'U0101', userName: 'brian', realName: 'Brian Kamau' })];

function open(options: FakeHostOptions & { replies?: readonly FakeReply[] } = {}) {
  return renderPage(<UserManagementPage />, {
    at: AT,
    perms: ADMIN,
    plugin: { name: 'users', texts: { en, zh } },
    ...options,
    replies: [
      ...(options.replies ?? []),
      reply(user.getUserList, { rows, total: 45, totalIsExact: true }),
      reply(dept.tree, []),
      reply(role.list, []),
      reply(user.getOrganization, []),
      reply(user.getCompanyCodeList, []),
      reply(user.freezePreview, {
        userNo: 'U0100',
        realName: 'Achieng Otieno',
        sessions: 2,
        assignedWarnings: 1,
        records: [{ personnelKind: 'COLLECTOR', open: 31 }],
        isSelf: false,
        isLastAdministrator: false,
      }),
    ],
  });
}

describe('the list', () => {
  test('takes filters, sort and page from the address and writes them back', async () => {
    const page = open({ at: `${AT}?userStatus=FROZEN&sort=-realName&page=2&size=20` });
    await screen.findByText('Achieng Otieno');
    expect(page.server.callsOf(user.getUserList)[0]?.request).toMatchObject({
      filters: { userStatus: 'FROZEN' },
      page: 2,
      pageSize: 20,
      sort: { field: 'realName', direction: 'desc' },
    });
    fireEvent.change(screen.getByLabelText('Status'), { target: { value: 'NORMAL' } });
    await waitFor(() => {
      expect(page.address()).toContain('userStatus=NORMAL');
    });
    expect(page.address()).not.toContain('page=2');
  });

  test('never writes a name into the address', async () => {
    const page = open();
    await screen.findByText('Achieng Otieno');
    const name = screen.getByLabelText('Name');
    fireEvent.change(name, { target: { value: 'Otieno' } });
    fireEvent.keyDown(name, { key: 'Enter' });
    await waitFor(() => {
      expect(page.server.callsOf(user.getUserList).at(-1)?.request['filters']).toEqual({
        realName: 'Otieno',
      });
    });
    expect(page.address()).toMatch(/saved=/);
    expect(page.address()).not.toContain('Otieno');
  });

  test('masks phones for those with masking on', async () => {
    open({ user: { isDesensitization: 1 } });
    expect((await screen.findAllByText('25*******678'))[0]).toBeTruthy();
    expect(screen.queryByText('254712345678')).toBeNull();
  });

  test('keeps the selection while pages are turned', async () => {
    const page = open();
    fireEvent.click(await screen.findByLabelText('Select row Brian Kamau'));
    fireEvent.click(screen.getByText('next'));
    await waitFor(() => {
      expect(page.address()).toContain('page=2');
    });
    expect(screen.getByText('1 selected')).toBeTruthy();
    fireEvent.change(screen.getByLabelText('Status'), { target: { value: 'FROZEN' } });
    await waitFor(() => {
      expect(screen.queryByText('1 selected')).toBeNull();
    });
  });

  test('draws no action that the person or the row does not allow', async () => {
    const page = open({ perms: [] });
    await screen.findByText('Achieng Otieno');
    expect(screen.queryByText('Add user')).toBeNull();
    expect(screen.queryByText('Edit')).toBeNull();
    expect(screen.queryByText('Export')).toBeNull();
    page.assertReleases();
  });

  test('says what failed and reads again', async () => {
    const page = open({
      replies: [
        reply(user.getUserList, () => {
          throw new Refusal('UNAVAILABLE');
        }),
      ],
    });
    const alert = await screen.findByRole('alert');
    page.server.answer(reply(user.getUserList, { rows, total: 2, totalIsExact: true }));
    fireEvent.click(within(alert).getByText('Retry'));
    expect(await screen.findByText('Brian Kamau')).toBeTruthy();
  });
});

test('one account beside the list: masked contacts can be shown, and what the person looked at is told', async () => {
  const masked = { phone: '25*******678', email: 'ac****ng@kituo.example' };
  const info = { ...aRow(masked), companyCode: '14', isContactShown: false };
  const shown = {
    revealId: 'V1',
    happenedAt: '2026-11-20T08:00:00Z',
    userNo: 'U0100',
    realName: 'Achieng',
    kind: 'user.phone',
    title: 'Phone of a user',
    field: 'phone',
    subjectNo: 'U0007',
    purpose: 'CALL',
    note: null,
    outcome: 'SHOWN' as const,
  };
  open({
    replies: [
      reply(user.getUpdateUserInfo, info),
      reply(reveal.show, { value: '254712345678', left: 4 }),
      reply(reveal.ofUser, { rows: [shown], total: 1, totalIsExact: true }),
      reply(dictionary.getSelectOptionRespDtos, [aPurpose]),
      reply(dictionary.getEnabledNotEnabledOptionRespDtos, [aPurpose]),
    ],
  });
  fireEvent.click((await screen.findAllByText('Collection'))[0] ?? document.body);
  const drawer = await screen.findByRole('dialog', { name: 'Achieng Otieno' });
  expect(await within(drawer).findByText('ac****ng@kituo.example')).toBeTruthy();
  const [phone = drawer, ...others] = within(drawer).getAllByLabelText('Show');
  expect(others).toHaveLength(1);
  fireEvent.click(phone);
  const form = await screen.findByRole('form', { name: 'Show unmasked value' });
  await within(form).findByText('To call');
  fireEvent.click(within(form).getByText('Show'));
  expect(await within(drawer).findByText('254712345678')).toBeTruthy();
  fireEvent.click(within(drawer).getByRole('tab', { name: 'Reveals' }));
  expect(await within(drawer).findByText('Phone of a user · U0007')).toBeTruthy();
  expect(await within(drawer).findByText(/To call/)).toBeTruthy();
});

describe('commands', () => {
  async function chooseFromMenu(name: string, item: string): Promise<void> {
    fireEvent.click(await screen.findByLabelText(`More actions for ${name}`));
    fireEvent.click(await screen.findByText(item));
  }

  test('name the facts before freezing, refresh just the row, and offer Undo', async () => {
    const page = open({
      replies: [reply(user.frozenUser, { sessionsEnded: 2, warningsReturned: 1 })],
    });
    await chooseFromMenu('Achieng Otieno', 'Freeze');
    const dialog = await screen.findByRole('alertdialog');
    expect(await within(dialog).findByText('2 sessions will be ended.')).toBeTruthy();
    expect(within(dialog).getByText(/^31 cases await reassignment/)).toBeTruthy();
    page.server.answer(
      reply(user.getUserList, {
        rows: [
          aRow({ userStatus: 'FROZEN', allowedActions: ['unfreeze'] }),
          aRow({ userNo: 'U0101', realName: 'Somebody Else' }),
        ],
        total: 45,
        totalIsExact: true,
      }),
      reply(user.unFrozenUser, { userStatus: 'NORMAL' }),
    );
    fireEvent.click(within(dialog).getByText('Freeze'));
    expect(await screen.findByText('Unfreeze')).toBeTruthy();
    expect(screen.getByText('Brian Kamau')).toBeTruthy();
    fireEvent.click(screen.getByText('Undo'));
    await waitFor(() => {
      expect(page.server.callsOf(user.unFrozenUser)).toHaveLength(1);
    });
  });

  test('say of an unfreeze what it leaves as it is', async () => {
    const frozen = aRow({ userStatus: 'FROZEN', allowedActions: ['unfreeze'] });
    open({ replies: [reply(user.getUserList, { rows: [frozen], total: 1, totalIsExact: true })] });
    fireEvent.click(await screen.findByRole('button', { name: 'Unfreeze: Achieng Otieno' }));
    const dialog = await screen.findByRole('alertdialog');
    expect(within(dialog).getByText(/Personnel records are unfrozen on their own pages\.$/)).toBeTruthy();
  });

  test('show the server’s message beside its field and send the same key again', async () => {
    const page = open({
      replies: [
        reply(user.resetPwd, () => {
          throw new Refusal('BAD_REQUEST', { fields: [{ field: 'reason', msg: 'Say more' }] });
        }),
      ],
    });
    await chooseFromMenu('Achieng Otieno', 'Reset password');
    const dialog = await screen.findByRole('dialog');
    const submit = within(dialog).getByRole('button', { name: 'Reset password' });
    fireEvent.click(submit);
    expect(await within(dialog).findByText('Content cannot be blank')).toBeTruthy();
    expect(page.server.callsOf(user.resetPwd)).toHaveLength(0);

    fireEvent.change(within(dialog).getByLabelText('Reason'), { target: { value: 'lost' } });
    fireEvent.click(submit);
    expect(await within(dialog).findByText('Say more')).toBeTruthy();
    fireEvent.click(submit);
    await waitFor(() => {
      expect(page.server.callsOf(user.resetPwd)).toHaveLength(2);
    });
    const keys = page.server.callsOf(user.resetPwd).map((one) => one.headers['idempotency-key']);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(new Set(keys).size).toBe(1);
  });
});

test('a waiting change of rights names roles, merchants and places', async () => {
  const waiting: change.ChangeRow = {
    changeNo: 'CH1',
    kind: 'user.update',
    title: 'Change a user’s rights',
    subjectNo: 'U0100',
    subjectName: 'Achieng Otieno',
    before: {
      roleNos: ['R01'],
      merchantNos: [],
      deptNo: null,
      internalExternal: 'INTERNAL',
    },
    after: {
      roleNos: ['R01', 'R99'],
      merchantNos: ['M001'],
      deptNo: 'D01',
      internalExternal: 'EXTERNAL',
    },
    makerUserNo: 'U2',
    makerName: 'Otieno',
    reason: null,
    createdAt: '2026-11-20T08:00:00Z',
    lapsesAt: null,
    changeState: 'PENDING',
    concerns: [],
    decidedByName: null,
    decidedAt: null,
    decisionReason: null,
    allowedActions: [],
  };
  const merchant = { merchantNo: 'M001', merchantName: 'Kituo Credit', orgName: null };
  open({
    at: `${AT}?tab=changes`,
    bootstrap: { fullPaths: [AT.toLowerCase()] },
    replies: [
      reply(change.changeFamilies.user.page, { rows: [waiting], total: 1, totalIsExact: true }),
      reply(role.list, [
        { roleNo: 'R01', roleName: 'Collector', remark: null, isDesensitization: 1, isGrantable: true },
      ]),
      reply(user.getCompanyCodeList, [{ companyName: 'Kituo', companyCode: '14', childList: [merchant] }]),
      reply(dept.tree, [
        {
          deptNo: 'D01',
          name: 'Collection',
          number: 'D01',
          remark: null,
          leaderUserNo: null,
          leaderName: null,
          isEnabled: true,
          departments: 0,
          members: 1,
          membersBelow: 1,
          version: 1,
          allowedActions: [],
          childList: [],
        },
      ]),
    ],
  });
  fireEvent.click(await screen.findByText('Achieng Otieno'));
  const drawer = await screen.findByRole('dialog');
  // A role that is gone meanwhile keeps its number.
  expect(await within(drawer).findByText('Collector, R99')).toBeTruthy();
  expect(await within(drawer).findByText('Kituo Credit')).toBeTruthy();
  expect(await within(drawer).findByText('Collection')).toBeTruthy();
  expect(within(drawer).getByText('External')).toBeTruthy();
});

test('both languages have the same texts', () => {
  const keysOf = (texts: object, above = ''): string[] =>
    Object.entries(texts).flatMap(([key, value]) =>
      typeof value === 'object' && value !== null
        ? keysOf(value, `${above}${key}.`)
        : [`${above}${key.replace(/_(zero|one|other)$/, '')}`],
    );
  expect(new Set(keysOf(zh))).toEqual(new Set(keysOf(en)));
});
