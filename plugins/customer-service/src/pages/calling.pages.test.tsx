// @vitest-environment jsdom
import { callTask, merchant, notLoggedList } from '@kituo/sdk/contracts';
import { renderPage, reply } from '@kituo/sdk/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import { CallingAssignmentsPage } from './calling-assignments.page.tsx';
import { ListLibraryManagePage } from './list-library-manage.page.tsx';

const SECTION = '/AdminContent/CustomerServiceSystem/';
const plugin = { name: 'customer-service', texts: { en } };
const row: notLoggedList.NotLoggedRow = {
  entryId: 'LE000000001',
  merchantNo: 'M0001',
  merchantName: 'Kituo Credit',
  phone: '2547*****678',
  customerName: 'Njeri',
  batchNo: 'LB00000001',
  appName: 'Kituo',
  listType: 'DORMANT',
  registeredAt: null,
  lastLoginAt: null,
  notLoggedDays: 40,
  loanType: 'REPEAT',
  creditRemainingCents: 150_000,
  listStatus: 'ASSIGNED',
  followStatus: 'FOLLOWING',
  willingness: null,
  callPersonUserNo: 'U000007',
  callPersonName: 'Achieng',
  callCount: 0,
  nextCallAt: null,
  createdAt: '2026-11-20T06:00:00Z',
  allowedActions: ['recall'],
};
const gate = { isAllowed: true, text: null, nextAllowedAt: null };

test('an entry goes back into the pool with a reason', async () => {
  const page = renderPage(<ListLibraryManagePage />, {
    at: `${SECTION}ListLibraryManage`,
    perms: ['customerService:notLoggedList:query', 'customerService:notLoggedList:distribute'],
    plugin,
    replies: [
      reply(notLoggedList.page, { rows: [row], total: 1, totalIsExact: true }),
      reply(notLoggedList.detail, { row, gate, followUps: [], calls: [], assignments: [] }),
      reply(notLoggedList.recall, { entryId: row.entryId, listStatus: 'POOL' }),
      reply(notLoggedList.tree, []),
      reply(merchant.options, []),
    ],
  });
  fireEvent.click(await screen.findByRole('button', { name: /^Recall: / }));
  const dialog = await screen.findByRole('dialog');
  fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: 'On leave' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Recall' }));
  await waitFor(() => {
    expect(page.server.callsOf(notLoggedList.recall)[0]?.request).toEqual({
      entryId: 'LE000000001',
      reason: 'On leave',
    });
  });
});

test('a task says what its calls are for', async () => {
  renderPage(<CallingAssignmentsPage />, {
    at: `${SECTION}CallingAssignments`,
    perms: ['customerService:notLoggedList:query', 'customerService:notLoggedList:dialTasks'],
    plugin,
    replies: [
      reply(callTask.callingTasks.page, { rows: [], total: 0, totalIsExact: true }),
      reply(notLoggedList.tree, []),
      reply(merchant.options, []),
    ],
  });
  fireEvent.click(await screen.findByRole('button', { name: 'New task' }));
  const form = await screen.findByRole('dialog');
  expect(within(form).getByRole('radio', { name: 'Marketing' })).toBeTruthy();
  expect(within(form).queryByLabelText('Target')).toBeNull();
});

test('selected entries become a dial task of their merchant', async () => {
  const { callingTasks } = callTask;
  const page = renderPage(<ListLibraryManagePage />, {
    at: `${SECTION}ListLibraryManage`,
    perms: ['customerService:notLoggedList:query', 'customerService:notLoggedList:dialTasks'],
    plugin,
    replies: [
      reply(notLoggedList.page, { rows: [row], total: 1, totalIsExact: true }),
      reply(notLoggedList.tree, [
        {
          deptName: 'Service',
          callPersonTreeResDtoList: [{ userNo: 'U000007', realName: 'Achieng', open: 1, places: 4, isOnShift: true }],
        },
      ]),
      reply(merchant.options, [{ merchantNo: 'M0001', merchantName: 'Kituo Credit', enabled: true }]),
      reply(callingTasks.save, { taskNo: 'DT00000001', entryCount: 1, version: 1 }),
    ],
  });
  fireEvent.click(await screen.findByRole('checkbox', { name: /2547\*{5}678/ }));
  fireEvent.click(await screen.findByRole('button', { name: 'New dial task' }));
  const form = await screen.findByRole('dialog', { name: 'Dial task of 1 entry' });
  expect(within(form).queryByLabelText(/Batch/)).toBeNull();
  fireEvent.change(within(form).getByLabelText(/^Task/), { target: { value: 'Come back' } });
  fireEvent.click(within(form).getByRole('button', { name: /^People/ }));
  fireEvent.click(await screen.findByRole('option', { name: /Achieng/ }));
  fireEvent.change(within(form).getByLabelText(/^From/), { target: { value: '2026-12-01' } });
  fireEvent.change(within(form).getByLabelText(/^Until/), { target: { value: '2026-12-05' } });
  fireEvent.click(within(form).getByRole('button', { name: 'Save' }));
  await waitFor(() => {
    expect(page.server.callsOf(callingTasks.save)[0]?.request).toMatchObject({
      merchantNo: 'M0001',
      source: { entryIds: ['LE000000001'] },
      userNos: ['U000007'],
    });
  });
});

test('a task shows its progress by hour and its entries', async () => {
  const { callingTasks } = callTask;
  const task: callTask.TaskRow = {
    taskNo: 'DT00000001',
    merchantNo: 'M0001',
    merchantName: 'Kituo Credit',
    taskName: 'Come back',
    taskStatus: 'RUNNING',
    pausedFor: null,
    purpose: 'SERVICE',
    source: { batchNo: 'LB00000001' },
    marketingTargetName: null,
    entryCount: 1,
    dialledCount: 1,
    connectedCount: 1,
    willingCount: 0,
    loggedInCount: 0,
    gateRefusedCount: 0,
    userNos: ['U000007'],
    callerNames: ['Achieng'],
    dialMode: 'CLICK',
    callChannel: null,
    hoursFrom: '09:00',
    hoursTo: '18:00',
    maxAttempts: 3,
    retryMinutes: 60,
    script: null,
    scriptTag: null,
    scriptTagName: null,
    validFrom: '2026-11-20',
    validTo: '2026-11-30',
    createdByName: 'Brian',
    createdAt: '2026-11-20T06:00:00Z',
    version: 1,
    allowedActions: [],
  };
  const entry = {
    entryId: 'LE000000001',
    phone: '2547*****678',
    itemStatus: 'DONE',
    attempts: 2,
    willingness: 'NO_DEMAND',
    workedByName: 'Achieng',
    workedAt: '2026-11-21T07:00:00Z',
  } as const;
  renderPage(<CallingAssignmentsPage />, {
    at: `${SECTION}CallingAssignments`,
    perms: ['customerService:notLoggedList:query'],
    plugin,
    replies: [
      reply(callingTasks.page, { rows: [task], total: 1, totalIsExact: true }),
      reply(callingTasks.detail, {
        row: task,
        people: [],
        hours: [{ hour: 10, called: 2, connected: 1 }],
        followUps: [],
      }),
      reply(callingTasks.entries, { rows: [entry], total: 1, totalIsExact: true }),
      reply(notLoggedList.tree, []),
      reply(merchant.options, []),
    ],
  });
  fireEvent.click(await screen.findByText('Come back'));
  expect(await screen.findByText('10:00: 2 called · 1 connected')).toBeTruthy();
  expect(await screen.findByText(/2 calls · Achieng/)).toBeTruthy();
});
