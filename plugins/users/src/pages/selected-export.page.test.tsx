// @vitest-environment jsdom
import { change, dept, dictionary, languages, menu, role } from '@kituo/sdk/contracts';
import { renderPage, reply } from '@kituo/sdk/testing';
import type { FakeReply } from '@kituo/sdk/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { type ReactNode } from 'react';
import { expect, test } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import zh from '../../locales/zh.json' with { type: 'json' };
import { DataDictionaryPage } from './data-dictionary.page.tsx';
import { DepartmentManagementPage } from './department-management.page.tsx';
import { MenuManagementPage } from './menu-management.page.tsx';
import { MultiLanguageConfigurationPage } from './multi-language-configuration.page.tsx';
import { RoleManagementPage } from './role-management.page.tsx';

const at = '2026-11-20T08:00:00Z';
const only = <Row,>(row: Row) => ({ rows: [row], total: 1, totalIsExact: true });
const aRole: role.RoleRow = {
  roleNo: 'R-014',
  roleName: 'Night desk',
  remark: null,
  users: 2,
  pages: 1,
  operations: 1,
  sensitive: [],
  pendingChangeNo: null,
  isAdministrator: false,
  version: 4,
  allowedActions: [],
  updatedByName: null,
  updatedAt: at,
};
const aChange: change.ChangeRow = {
  changeNo: 'CH1',
  kind: 'role.update',
  title: 'Change a role',
  subjectNo: 'R-014',
  subjectName: 'Night desk',
  before: null,
  after: {},
  makerUserNo: 'U2',
  makerName: 'Otieno',
  reason: null,
  createdAt: at,
  lapsesAt: null,
  changeState: 'PENDING',
  concerns: [],
  decidedByName: null,
  decidedAt: null,
  decisionReason: null,
  allowedActions: [],
};
const aLanguage: languages.LanguageRow = {
  languageCode: 'sw',
  languageName: 'Kiswahili',
  baseCode: null,
  sort: 2,
  flag: null,
  isDefault: false,
  isEnabled: true,
  coverage: {
    translated: 9,
    total: 12,
  },
  ownTexts: 0,
  userCount: 1,
  fallsBackTo: 'English',
  updatedAt: at,
  updatedByName: null,
  version: 1,
  allowedActions: [],
};
const aMissing = {
  languageCode: 'sw',
  namespace: 'users',
  key: 'user.title',
  original: 'Users',
  seen: 2,
  firstSeenAt: at,
  lastSeenAt: at,
};
const aDepartment: dept.Department = {
  deptNo: 'D4',
  name: 'Finance',
  number: 'D4',
  remark: null,
  leaderUserNo: null,
  leaderName: null,
  isEnabled: true,
  departments: 0,
  members: 2,
  membersBelow: 2,
  version: 3,
  allowedActions: [],
  childList: [],
};
const anEntry: menu.MenuEntry = {
  menuNo: 'N4',
  parentMenuNo: null,
  menuType: 'PAGE',
  menuName: { en: 'Later' },
  perms: '/AdminContent/N4',
  externalUrl: null,
  icon: null,
  sort: 10,
  enabled: true,
  version: 1,
  offer: 'OFFERED',
  offeredBy: null,
  roleNos: [],
  dataRules: 0,
  changeNo: null,
  allowedActions: [],
  childList: [],
};
const aState = {
  id: 3,
  dictType: 'USER_STATUS',
  dictKey: 'NORMAL',
  dictValue: '',
  parentId: null,
  label: { en: 'Active' },
  sort: 1,
  enabled: true,
  tagColour: null,
  remark: '',
  version: 1,
  uses: 40,
  allowedActions: [],
};
const states = {
  dictType: 'USER_STATUS',
  dictName: 'User status',
  codeTableType: 'FLAT' as const,
  isFixed: true,
  count: 1,
  entries: [aState],
};

type Endpoint = Parameters<typeof reply>[0];
interface Case {
  readonly page: ReactNode;
  readonly path: string;
  readonly replies: readonly FakeReply[];
  readonly file: Endpoint;
  readonly name: string;
  readonly id: string;
}
const { role: ofRoles } = change.changeFamilies;
const cases: Readonly<Record<string, Case>> = {
  roles: {
    page: <RoleManagementPage />,
    path: 'RoleManagement',
    replies: [reply(role.page, only(aRole))],
    file: role.exportList,
    name: 'Night desk',
    id: 'R-014',
  },
  changes: {
    page: <RoleManagementPage />,
    path: 'RoleManagement?tab=changes',
    replies: [reply(ofRoles.page, only(aChange))],
    file: change.changeExports.role,
    name: 'Change a role: Night desk',
    id: 'CH1',
  },
  languages: {
    page: <MultiLanguageConfigurationPage />,
    path: 'MultiLanguageConfiguration',
    replies: [reply(languages.list, only(aLanguage))],
    file: languages.exportList,
    name: 'Kiswahili',
    id: 'sw',
  },
  'missing texts': {
    page: <MultiLanguageConfigurationPage />,
    path: 'MultiLanguageConfiguration?tab=missing',
    replies: [
      reply(languages.missingPage, only(aMissing)),
      reply(languages.list, only(aLanguage)),
      reply(languages.textNamespaces, []),
    ],
    file: languages.missingExport,
    name: 'user.title',
    id: 'sw users user.title',
  },
  departments: {
    page: <DepartmentManagementPage />,
    path: 'DepartmentManagement',
    replies: [reply(dept.tree, [aDepartment])],
    file: dept.exportList,
    name: 'Finance',
    id: 'D4',
  },
  'the menu': {
    page: <MenuManagementPage />,
    path: 'MenuManagement',
    replies: [reply(menu.tree, { tree: [anEntry], roles: [] }), reply(menu.unlisted, [])],
    file: menu.exportTree,
    name: 'Later',
    id: 'N4',
  },
  'a dictionary of states': {
    page: <DataDictionaryPage />,
    path: 'DataDictionary',
    replies: [reply(dictionary.tree, [states])],
    file: dictionary.exportEntries,
    name: 'NORMAL',
    id: '3',
  },
};

test.each(Object.keys(cases))('%s: what is selected can be taken away, by who only looks, too', async (what) => {
  const one = cases[what];
  if (one === undefined) throw new Error(what);
  const page = renderPage(one.page, {
    at: `/AdminContent/UserSystem/${one.path}`,
    plugin: { name: 'users', texts: { en, zh } },
    replies: [...one.replies, reply(one.file, { jobNo: 'J1' })],
  });
  fireEvent.click(await screen.findByLabelText(`Select row ${one.name}`));
  const bar = await screen.findByRole('region', { name: 'Selected rows' });
  fireEvent.click(within(bar).getByRole('button', { name: 'Export' }));
  const offers = await screen.findByRole('menu');
  expect(within(offers).getByText('Selected rows (1)')).toBeTruthy();
  fireEvent.click(within(offers).getAllByText('CSV')[0] ?? offers);
  await waitFor(() => {
    expect(page.server.callsOf(one.file)[0]?.request).toMatchObject({ format: 'csv', ids: [one.id] });
  });
});
