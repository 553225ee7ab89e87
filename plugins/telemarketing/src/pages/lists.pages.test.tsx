// @vitest-environment jsdom
import { abandonedList, callImport, callList, callOption, userGroup } from '@kituo/sdk/contracts';
import { renderPage, reply } from '@kituo/sdk/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import { AbandonedListLibraryManagementPage } from './abandoned-list-library-management.page.tsx';
import { BaseTypeOptionPage } from './base-type-option.page.tsx';
import { ImportRecordPage } from './import-record.page.tsx';
import { ListLibraryManagementPage } from './list-library-management.page.tsx';

const SECTION = '/AdminContent/TelemarketingSystem/';
const plugin = { name: 'telemarketing', texts: { en } };
const some = <Row,>(row: Row) => ({ rows: [row], total: 1, totalIsExact: true });

const entry: callList.EntryRow = {
  entryId: 'LE000000001',
  merchantNo: 'M0001',
  merchantName: 'Kituo Credit',
  phone: '2547*****678',
  batchNo: 'LB00000001',
  listType: 'LEAD',
  listTypeName: 'New leads',
  marketingTarget: 'FIRST_LOAN',
  marketingTargetName: 'First loan',
  listStatus: 'ASSIGNED',
  followStatus: 'FOLLOWING',
  customerStatus: '2',
  willingness: 'UNCLEAR',
  recommendedProductNo: null,
  recommendedProductName: null,
  recommendedAmountCents: 500_000,
  userGroupNo: null,
  telemarketerUserNo: 'U000006',
  telemarketerName: 'Mutua Musyoka',
  callCount: 1,
  lastCallAt: null,
  nextCallAt: null,
  expireAt: null,
  createdAt: '2026-11-20T06:00:00Z',
  allowedActions: ['distribute', 'updateTarget', 'recall', 'abandon'],
};

test('an entry is taken back with a reason, and its drawer says whether it may be called', async () => {
  const gate = { isAllowed: false, text: 'This person has not agreed to be contacted', nextAllowedAt: null };
  const page = renderPage(<ListLibraryManagementPage />, {
    at: `${SECTION}ListLibraryManagement`,
    perms: ['telemarketing:list:distribute', 'telemarketing:list:update', 'telemarketing:list:import'],
    plugin,
    replies: [
      reply(callList.page, some(entry)),
      reply(callList.detail, { row: entry, gate, followUps: [], calls: [], assignments: [] }),
      reply(callList.recall, { entryId: entry.entryId, listStatus: 'POOL' }),
      reply(callOption.targets, [{ value: 'FIRST_LOAN', label: 'First loan' }]),
      reply(callOption.listTypes, []),
      reply(callList.tree, []),
    ],
  });
  await screen.findByText('2547*****678');
  // Counted for what is shown.
  expect(await screen.findByText('1 may be called now')).toBeTruthy();
  const asked = page.server.callsOf(callList.page).map(({ request }) => request);
  expect(asked).toContainEqual(expect.objectContaining({ filters: expect.objectContaining({ callableNow: true }) }));
  expect(screen.queryByRole('menuitem', { name: 'Abandon' })).toBeNull();
  fireEvent.click(screen.getByText('2547*****678'));
  expect(await screen.findByText('This person has not agreed to be contacted')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Recall' }));
  const dialog = await screen.findByRole('dialog', { name: /Recall 2547/ });
  fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: 'On leave' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Recall' }));
  await waitFor(() => {
    expect(page.server.callsOf(callList.recall)[0]?.request).toEqual({ entryId: 'LE000000001', reason: 'On leave' });
  });
});

test('a user group is checked before its people are listed', async () => {
  const page = renderPage(<ListLibraryManagementPage />, {
    at: `${SECTION}ListLibraryManagement`,
    perms: ['telemarketing:circlePeople:import'],
    plugin,
    replies: [
      reply(callList.page, some(entry)),
      reply(callList.circleImport, { jobNo: 'J000000001' }),
      reply(userGroup.check, {
        userGroupNo: 'UG00000001',
        groupName: 'Settled',
        merchantNo: 'M0001',
        size: 12,
        optedIn: 9,
        duplicates: 2,
        drops: [{ reason: 'NO_CONSENT', people: 3 }],
        sample: [],
        checkToken: 'T1',
      }),
      reply(callOption.targets, [{ value: 'FIRST_LOAN', label: 'First loan' }]),
      reply(callOption.listTypes, [{ value: 'LEAD', label: 'New leads' }]),
      reply(callList.tree, []),
    ],
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Import user group' }));
  const drawer = await screen.findByRole('dialog');
  fireEvent.change(await within(drawer).findByLabelText('User group'), { target: { value: 'UG00000001' } });
  fireEvent.click(within(drawer).getByRole('button', { name: 'Check' }));
  expect(await within(drawer).findByText(/12 people, 9 may be contacted · 2 duplicates merged/)).toBeTruthy();
  await within(drawer).findByRole('option', { name: 'New leads' });
  fireEvent.change(within(drawer).getByLabelText('List type'), { target: { value: 'LEAD' } });
  fireEvent.change(within(drawer).getByLabelText('Target'), { target: { value: 'FIRST_LOAN' } });
  fireEvent.click(within(drawer).getByRole('button', { name: 'Import' }));
  await waitFor(() => {
    expect(page.server.callsOf(callList.circleImport)[0]?.request).toEqual({
      userGroupNo: 'UG00000001',
      checkToken: 'T1',
      listType: 'LEAD',
      marketingTarget: 'FIRST_LOAN',
      recommendedProductNo: null,
      recommendedAmountCents: null,
    });
  });
});

test('an abandoned entry is recycled for the same target unless another is chosen', async () => {
  const { allowedActions: _, listStatus: _status, ...facts } = entry;
  const row: abandonedList.AbandonedRow = {
    ...facts,
    abandonReason: 'MAX_ATTEMPTS',
    recycleCount: 0,
    recyclableAt: '2026-11-20T06:00:00Z',
    abandonedByName: null,
    lastTelemarketerName: null,
    abandonedAt: '2026-11-20T06:00:00Z',
    allowedActions: ['recycle'],
  };
  const page = renderPage(<AbandonedListLibraryManagementPage />, {
    at: `${SECTION}AbandonedListLibraryManagement`,
    perms: ['telemarketing:list:recycle'],
    plugin,
    replies: [
      reply(abandonedList.page, some(row)),
      reply(abandonedList.recycle, { entryId: entry.entryId, listStatus: 'POOL' }),
      reply(callOption.targets, []),
      reply(callOption.listTypes, []),
      reply(callList.tree, []),
    ],
  });
  fireEvent.click(await screen.findByRole('button', { name: /^Recycle: / }));
  const form = await screen.findByRole('dialog');
  fireEvent.click(within(form).getByRole('button', { name: 'Recycle' }));
  await waitFor(() => {
    expect(page.server.callsOf(abandonedList.recycle)[0]?.request).toEqual({ entryId: 'LE000000001', remark: null });
  });
});

test('withdrawing a batch says how much goes and how much stays', async () => {
  const row: callImport.ImportRow = {
    importNo: 'LI00000001',
    importType: 'FILE',
    merchantNo: 'M0001',
    merchantName: 'Kituo Credit',
    batchNo: 'LB00000001',
    listType: 'LEAD',
    listTypeName: 'New leads',
    marketingTargetName: 'First loan',
    userGroupNo: null,
    fileName: 'leads.csv',
    fileHash: 'ab'.repeat(32),
    totalCount: 5,
    successCount: 3,
    failCount: 2,
    importResult: 'PARTIAL_SUCCESS',
    operatorName: 'Achieng',
    startedAt: '2026-11-20T06:00:00Z',
    finishedAt: '2026-11-20T06:01:00Z',
    withdrawnAt: null,
    allowedActions: ['withdraw'],
  };
  const detail = {
    row,
    failures: [],
    called: 1,
    converted: 0,
    abandoned: 0,
    withdrawable: 2,
    sources: [],
    history: [],
  };
  const page = renderPage(<ImportRecordPage />, {
    at: `${SECTION}ImportRecord`,
    perms: ['telemarketing:list:import'],
    plugin,
    replies: [
      reply(callImport.page, some(row)),
      reply(callImport.detail, detail),
      reply(callImport.withdraw, { importNo: row.importNo, removed: 2, kept: 1 }),
      reply(callOption.listTypes, []),
      reply(callList.tree, []),
    ],
  });
  fireEvent.click(await screen.findByRole('button', { name: /^Withdraw batch: / }));
  const form = await screen.findByRole('dialog');
  expect(await within(form).findByText('2 entries that were never called are removed. 1 stay.')).toBeTruthy();
  fireEvent.change(within(form).getByRole('textbox'), { target: { value: 'Wrong file' } });
  fireEvent.click(within(form).getByRole('button', { name: 'Withdraw' }));
  await waitFor(() => {
    expect(page.server.callsOf(callImport.withdraw)[0]?.request).toEqual({
      importNo: 'LI00000001',
      reason: 'Wrong file',
    });
  });
});

test('a willingness keeps its code; its delay and words change', async () => {
  const row: callOption.OptionRow = {
    optionId: '7',
    optionType: 'WILLINGNESS',
    code: 'UNCLEAR',
    name: 'Unclear',
    optionNames: { en: 'Unclear', zh: '不明确' },
    sort: 2,
    rule: { retryDelayHours: 48 },
    status: 'ENABLED',
    remark: null,
    usedCount: 3,
    updatedByName: null,
    updatedAt: '2026-11-20T06:00:00Z',
    version: 0,
    allowedActions: ['update'],
  };
  const page = renderPage(<BaseTypeOptionPage />, {
    at: `${SECTION}BaseTypeOption`,
    perms: ['telemarketing:option:save'],
    plugin,
    replies: [reply(callOption.page, some(row)), reply(callOption.save, { optionId: '7', version: 1 })],
  });
  fireEvent.click(await screen.findByRole('button', { name: /^Edit: / }));
  const form = await screen.findByRole('dialog');
  expect(within(form).queryByLabelText('Code')).toBeNull();
  fireEvent.change(within(form).getByLabelText(/Hours until the next call/), { target: { value: '72' } });
  fireEvent.click(within(form).getByRole('button', { name: 'Save' }));
  await waitFor(() => {
    expect(page.server.callsOf(callOption.save)[0]?.request).toMatchObject({
      optionId: '7',
      version: 0,
      code: 'UNCLEAR',
      rule: { retryDelayHours: 72 },
    });
  });
});
