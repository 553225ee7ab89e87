// @vitest-environment jsdom
import { change, menu, menuRules } from '@kituo/sdk/contracts';
import { Refusal, renderPage, reply } from '@kituo/sdk/testing';
import type { FakeReply } from '@kituo/sdk/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import zh from '../../locales/zh.json' with { type: 'json' };
import { MenuManagementPage } from './menu-management.page.tsx';

const ADMIN = ['user:menu:edit', 'user:menu:delete', 'user:menu:state', 'user:menu:dataRule'];

function entry(part: Partial<menu.MenuEntry> & { menuNo: string }): menu.MenuEntry {
  return {
    parentMenuNo: null,
    menuType: 'PAGE',
    menuName: { en: part.menuNo },
    perms: `/AdminContent/${part.menuNo}`,
    externalUrl: null,
    icon: null,
    sort: 10,
    enabled: true,
    version: 1,
    offer: 'OFFERED',
    offeredBy: { plugin: 'users', version: '0.1.0' },
    roleNos: ['R01'],
    dataRules: 0,
    changeNo: null,
    allowedActions: ['update', 'addBelow', 'state', 'dataRule'],
    childList: [],
    ...part,
  };
}
const people = entry({ menuNo: 'N2', menuName: { en: 'People', zh: '人员' } });
const tree = [
  entry({
    menuNo: 'N1',
    menuType: 'CATALOGUE',
    menuName: { en: 'System', zh: '系统' },
    perms: null,
    offer: null,
    offeredBy: null,
    childList: [
      { ...people, parentMenuNo: 'N1' },
      entry({ menuNo: 'N3', menuName: { en: 'Old page' }, parentMenuNo: 'N1', sort: 20, offer: 'MISSING' }),
    ],
  }),
  entry({ menuNo: 'N4', menuName: { en: 'Later' }, sort: 20, enabled: false, offer: 'OFF' }),
];
const page = {
  plugin: 'alpha',
  version: '1.0.0',
  path: '/AdminContent/Alpha',
  menuName: { en: 'Alpha', zh: '阿尔法' },
  parentMenuNo: 'N1',
};

function open(replies: readonly FakeReply[] = [], perms = ADMIN, language = 'en') {
  return renderPage(<MenuManagementPage />, {
    at: '/AdminContent/UserSystem/MenuManagement',
    perms,
    language,
    plugin: { name: 'users', texts: { en, zh } },
    replies: [
      ...replies,
      reply(menu.tree, { tree, roles: [{ roleNo: 'R01', roleName: 'Tester' }] }),
      reply(menu.unlisted, [page]),
    ],
  });
}
async function choose(name: string, item: string): Promise<void> {
  fireEvent.click(await screen.findByLabelText(`More actions for ${name}`));
  fireEvent.click(await screen.findByRole('menuitem', { name: item }));
}
const rowOf = (name: string) => {
  const row = screen.getByText(name).closest('tr');
  if (row === null) throw new Error(`no row ${name}`);
  return row;
};

test('marks entries whose section is off or missing; a filter opens the branch', async () => {
  open();
  expect(await screen.findByText('Later')).toBeTruthy();
  expect(within(rowOf('Later')).getByText('Plugin disabled')).toBeTruthy();
  expect(screen.queryByText('Old page')).toBeNull();
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'old' } });
  expect(await screen.findByText('Old page')).toBeTruthy();
  expect(within(rowOf('Old page')).getByText('Missing')).toBeTruthy();
});

test('a page of a section is taken over with the names that it brings', async () => {
  const shown = open([reply(menu.edit, { menuNo: 'N9' })]);
  fireEvent.click(await screen.findByRole('button', { name: 'Add pages: Alpha' }));
  const form = await screen.findByRole('dialog');
  fireEvent.click(within(form).getByRole('button', { name: 'Add entry' }));
  await waitFor(() => {
    expect(shown.server.callsOf(menu.edit)).toHaveLength(1);
  });
  expect(shown.server.callsOf(menu.edit)[0]?.request).toMatchObject({
    menuType: 'PAGE',
    perms: '/AdminContent/Alpha',
    parentMenuNo: 'N1',
    sort: 30,
    menuName: { en: 'Alpha', zh: '阿尔法' },
  });
});

describe('an entry', () => {
  test('shows the refusal of an unknown page beside its field, and its level as it is typed', async () => {
    const msg = 'Unknown page: the entry would not be shown';
    open([
      reply(menu.edit, () => {
        throw new Refusal('MENU_PERMS_UNKNOWN', { fields: [{ field: 'perms', msg }] });
      }),
    ]);
    fireEvent.click(await screen.findByRole('button', { name: 'Edit: Later' }));
    const form = await screen.findByRole('dialog');
    const preview = within(form).getByRole('group', { name: 'Preview' });
    fireEvent.change(within(form).getByLabelText('Name: en'), { target: { value: 'Sooner' } });
    expect(await within(preview).findByText('Sooner')).toBeTruthy();
    fireEvent.click(within(form).getByRole('button', { name: 'Save entry' }));
    expect(await within(form).findByText(msg)).toBeTruthy();
  });

  test('says whose menu changes before it is disabled, and can be put back', async () => {
    const shown = open([
      reply(menu.updateStatePreview, { entries: 1, pages: 1, people: 41, signedIn: 3 }),
      reply(menu.updateState, { changed: 1 }),
    ]);
    await choose('System', 'Disable');
    const dialog = await screen.findByRole('alertdialog');
    expect(await within(dialog).findByText('Disappears from the menus of 41 users.')).toBeTruthy();
    fireEvent.click(within(dialog).getByRole('button', { name: 'Disable' }));
    fireEvent.click(await screen.findByText('Undo'));
    await waitFor(() => {
      expect(shown.server.callsOf(menu.updateState).map((call) => call.request)).toEqual([
        { menuNos: ['N1'], enabled: false },
        { menuNos: ['N1'], enabled: true },
      ]);
    });
  });

  test('moved by one place is one change of its level, and Undo puts it back', async () => {
    const shown = open([reply(menu.reorder, { moved: 2 })]);
    await screen.findByText('Later');
    fireEvent.focus(rowOf('Later'));
    fireEvent.keyDown(rowOf('Later'), { key: 'ArrowUp', altKey: true });
    fireEvent.click(await screen.findByText('Undo'));
    await waitFor(() => {
      expect(shown.server.callsOf(menu.reorder).map((call) => call.request)).toEqual([
        { levels: [{ parentMenuNo: null, menuNos: ['N4', 'N1'] }] },
        { levels: [{ parentMenuNo: null, menuNos: ['N1', 'N4'] }] },
      ]);
    });
  });
});

test('a move made while a colleague added an entry is made on what stands now', async () => {
  let isAdded = false;
  const added = entry({ menuNo: 'N5', sort: 15 });
  const roles = [{ roleNo: 'R01', roleName: 'Tester' }];
  const [first, last] = tree;
  const shown = open([
    reply(menu.tree, () => ({
      tree: [first, ...(isAdded ? [added] : []), last].filter((one) => one !== undefined),
      roles,
    })),
    reply(menu.reorder, () => {
      if (isAdded) return { moved: 3 };
      isAdded = true;
      throw new Refusal('STALE');
    }),
  ]);
  await screen.findByText('Later');
  fireEvent.focus(rowOf('Later'));
  fireEvent.keyDown(rowOf('Later'), { key: 'ArrowUp', altKey: true });
  expect(await screen.findByText('Later moved.')).toBeTruthy();
  expect(shown.server.callsOf(menu.reorder).map((call) => call.request)).toEqual([
    { levels: [{ parentMenuNo: null, menuNos: ['N4', 'N1'] }] },
    { levels: [{ parentMenuNo: null, menuNos: ['N4', 'N1', 'N5'] }] },
  ]);
});

test('an entry opens beside the tree with what a narrow window leaves out', async () => {
  open();
  fireEvent.click(await screen.findByText('Later'));
  const drawer = await screen.findByRole('dialog', { name: 'Later' });
  expect(within(drawer).getByText('/AdminContent/N4')).toBeTruthy();
  expect(within(drawer).getByText('Tester')).toBeTruthy();
  fireEvent.click(within(drawer).getByRole('button', { name: 'Edit' }));
  expect(await screen.findByRole('dialog', { name: /Later/ })).toBeTruthy();
  expect(await screen.findByLabelText('Name: en')).toBeTruthy();
});

test('data rules are simulated as a person before they are saved', async () => {
  const shown = open([
    reply(menuRules.dataRules, {
      menuNo: 'N4',
      maskable: ['realName'],
      rowScopes: ['ALL', 'MERCHANTS', 'SELF'],
      changeNo: null,
      people: [{ userNo: 'U1', realName: 'Amina' }],
      rules: [
        { roleNo: 'R01', roleName: 'Tester', roleScope: 'MERCHANTS', people: 2, rowScope: null, maskedFields: [] },
      ],
    }),
    reply(menuRules.dataRulesPreview, {
      holdsPage: true,
      roles: [{ roleName: 'Tester', rowScope: 'SELF' }],
      maskedFields: ['realName'],
      rowsNow: 12,
      rowsThen: 1,
      sample: [{ no: 'U1', name: 'Amina' }],
    }),
    reply(menuRules.saveDataRules, { changed: 0, changeNo: 'CH0000001' }),
  ]);
  await choose('Later', 'Data rules');
  const dialog = await screen.findByRole('dialog');
  const scope = await within(dialog).findByLabelText('Data scope: Tester');
  expect(within(scope).queryByText('Own department')).toBeNull();
  fireEvent.change(scope, { target: { value: 'SELF' } });
  fireEvent.click(within(dialog).getByLabelText('Name: Tester'));
  fireEvent.change(within(dialog).getByLabelText('Preview as'), { target: { value: 'U1' } });
  expect(await within(dialog).findByText('1 row, 12 now')).toBeTruthy();
  fireEvent.click(within(dialog).getByRole('button', { name: 'Save rules' }));
  expect(await screen.findByText(/apply once approved/)).toBeTruthy();
  expect(shown.server.callsOf(menuRules.saveDataRules)[0]?.request).toEqual({
    menuNo: 'N4',
    rules: [{ roleNo: 'R01', rowScope: 'SELF', maskedFields: ['realName'] }],
  });
});

test('a rule that the page does not keep is told beside it', async () => {
  const msg = 'Rows of this page belong to no user';
  open([
    reply(menuRules.dataRules, {
      menuNo: 'N4',
      maskable: [],
      rowScopes: ['ALL', 'MERCHANTS'],
      changeNo: null,
      people: [],
      rules: [{ roleNo: 'R01', roleName: 'Tester', roleScope: 'ALL', people: 2, rowScope: 'SELF', maskedFields: [] }],
    }),
    reply(menuRules.saveDataRules, () => {
      throw new Refusal('ROW_SCOPE_NOT_HERE', { fields: [{ field: 'rules.0.rowScope', msg }] });
    }),
  ]);
  await choose('Later', 'Data rules');
  const dialog = await screen.findByRole('dialog');
  const scope = await within(dialog).findByLabelText('Data scope: Tester');
  expect(
    within(scope)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['No rule: All rows', 'All rows', 'Own merchants', 'Own rows']);
  fireEvent.change(scope, { target: { value: 'MERCHANTS' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Save rules' }));
  expect(await within(dialog).findByText(msg)).toBeTruthy();
  expect(scope.getAttribute('aria-invalid')).toBe('true');
});

test('rules that wait are told by role and in words', async () => {
  const rules = { rowScope: 'SELF', maskedFields: ['customerName', 'phone'] };
  const waiting: change.ChangeRow = {
    changeNo: 'CH1',
    kind: 'menu.dataRules',
    title: 'Data rules of a page',
    subjectNo: 'N2',
    subjectName: 'People',
    before: { 'Night desk': null },
    after: { 'Night desk': rules },
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
    allowedActions: ['approve', 'reject'],
  };
  const rows = { rows: [waiting], total: 1, totalIsExact: true };
  open([reply(change.changeFamilies.menu.page, rows)]);
  fireEvent.click(await screen.findByRole('tab', { name: 'Approvals' }));
  fireEvent.click(await screen.findByText('People'));
  const drawer = await screen.findByRole('dialog');
  const head = await within(drawer).findByRole('rowheader', { name: 'Night desk' });
  const cells = within(head.closest('tr') ?? head).getAllByRole('cell');
  expect(cells.map(({ textContent }) => textContent)).toEqual(['-', 'Own rows · Customer, Phone']);
});

test('without the codes nothing can be changed', async () => {
  open([], []);
  expect(await screen.findByText('Later')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Add entry' })).toBeNull();
  expect(screen.queryByText(/has no menu entry/)).toBeNull();
});

test('the whole menu is previewed in Chinese, without what opens nothing', async () => {
  const shown = open([], ADMIN, 'zh');
  fireEvent.click(await screen.findByRole('tab', { name: '预览' }));
  expect(await screen.findByText('人员')).toBeTruthy();
  expect(screen.queryByText('Old page')).toBeNull();
  shown.assertReleases();
});
