// @vitest-environment jsdom
import {
  callList,
  callOption,
  callTask,
  followApproval,
  marketingBlacklist,
  merchant,
  view,
} from '@kituo/sdk/contracts';
import { Refusal, renderPage, reply } from '@kituo/sdk/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import { DialTaskPage } from './dial-task.page.tsx';
import { TeleMarketingBlackListPage } from './tele-marketing-black-list.page.tsx';

const SECTION = '/AdminContent/TelemarketingSystem/';
const plugin = { name: 'telemarketing', texts: { en } };
const some = <Row,>(row: Row) => ({ rows: [row], total: 1, totalIsExact: true });
const { dialTasks } = callTask;

const task: callTask.TaskRow = {
  taskNo: 'DT00000001',
  merchantNo: 'M0001',
  merchantName: 'Kituo Credit',
  taskName: 'Morning',
  taskStatus: 'RUNNING',
  pausedFor: null,
  purpose: 'MARKETING',
  source: {},
  marketingTargetName: null,
  entryCount: 3,
  dialledCount: 0,
  connectedCount: 0,
  willingCount: 0,
  loggedInCount: 0,
  gateRefusedCount: 0,
  userNos: ['U000006'],
  callerNames: ['Mutua'],
  dialMode: 'CLICK',
  callChannel: null,
  hoursFrom: '09:00',
  hoursTo: '18:00',
  maxAttempts: 3,
  retryMinutes: 60,
  script: 'Good morning',
  scriptTag: null,
  scriptTagName: null,
  validFrom: '2026-11-20',
  validTo: '2026-11-30',
  createdByName: 'Achieng',
  createdAt: '2026-11-20T06:00:00Z',
  version: 0,
  allowedActions: ['work'],
};
const gate = { isAllowed: true, text: null, nextAllowedAt: null };
const lease: callTask.Lease = {
  entryId: 'LE000000001',
  leasedUntil: '2026-11-20T06:10:00Z',
  phone: '2547*****678',
  customerName: null,
  listTypeName: 'New leads',
  marketingTargetName: 'First loan',
  recommendedProductName: null,
  recommendedAmountCents: null,
  willingness: null,
  callCount: 0,
  isOwn: true,
  gate,
  followUps: [],
  calls: [
    {
      id: '2',
      at: '2026-11-20T06:00:00Z',
      userName: 'Mutua',
      outcome: 'SENT',
      talkSeconds: null,
      callChannel: 'EXTENSION',
    },
    {
      id: '1',
      at: '2026-11-19T06:00:00Z',
      userName: 'Mutua',
      outcome: 'NO_ANSWER',
      talkSeconds: 0,
      callChannel: 'BROWSER',
    },
  ],
};

test('an entry is taken, called and labelled by its key; a shut gate says why', async () => {
  const shut = { isAllowed: false, text: 'Outside contact hours', nextAllowedAt: '2026-11-21T05:00:00Z' };
  const page = renderPage(<DialTaskPage />, {
    at: `${SECTION}DialTask`,
    perms: ['telemarketing:call:dial', 'telemarketing:followUp:save'],
    plugin,
    replies: [
      reply(dialTasks.page, some(task)),
      reply(dialTasks.next, { lease, waiting: 3 }),
      reply(dialTasks.dial, { attemptId: null, callNo: null, gate: shut }),
      reply(dialTasks.follow, { listStatus: 'POOL' }),
      reply(dialTasks.smsTexts, [{ value: 'ST000000001', label: 'Apply today · en' }]),
      reply(dialTasks.sms, { isSent: true, gate }),
      reply(callList.tree, []),
      reply(callOption.targets, []),
      reply(callOption.listTypes, []),
    ],
  });
  fireEvent.click(await screen.findByRole('button', { name: /^Work: / }));
  fireEvent.click(await screen.findByRole('button', { name: 'Next entry' }));
  expect(await screen.findByText('2547*****678')).toBeTruthy();
  expect(screen.getByText('No answer')).toBeTruthy();
  expect(screen.getByText(/In progress/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Call' }));
  expect(await screen.findByText('Outside contact hours')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Send SMS' }));
  const form = await screen.findByRole('dialog', { name: /Send an SMS to 2547/ });
  await within(form).findByRole('option', { name: 'Apply today · en' });
  fireEvent.change(within(form).getByLabelText(/^Template/), { target: { value: 'ST000000001' } });
  fireEvent.click(within(form).getByRole('button', { name: 'Send' }));
  await waitFor(() => {
    expect(page.server.callsOf(dialTasks.sms)[0]?.request).toEqual({
      entryId: 'LE000000001',
      taskNo: 'DT00000001',
      templateNo: 'ST000000001',
    });
  });
  await screen.findByText('SMS sent.');
  const save = screen.getByRole('button', { name: 'Save and next' });
  expect(save).toHaveProperty('disabled', true);
  // Wherever the focus is: after a call it is nowhere.
  fireEvent.keyDown(document.body, { key: '4' });
  expect(document.activeElement).toBe(screen.getByLabelText('Content'));
  fireEvent.change(screen.getByLabelText('Content'), { target: { value: 'Not now' } });
  fireEvent.click(save);
  await waitFor(() => {
    expect(page.server.callsOf(dialTasks.follow)[0]?.request).toEqual({
      entryId: 'LE000000001',
      taskNo: 'DT00000001',
      willingness: 'NO_DEMAND',
      content: 'Not now',
      doNotCall: false,
    });
  });
  await waitFor(() => {
    expect(page.server.callsOf(dialTasks.next)).toHaveLength(2);
  });
});

test('an entry that was lost is taken again with what was typed, and its owner asks to keep it', async () => {
  const page = renderPage(<DialTaskPage />, {
    at: `${SECTION}DialTask`,
    perms: ['telemarketing:call:dial', 'telemarketing:followUp:save', 'telemarketing:followApproval:apply'],
    plugin,
    replies: [
      reply(dialTasks.page, some(task)),
      reply(dialTasks.next, { lease, waiting: 3 }),
      reply(dialTasks.follow, () => {
        throw new Refusal('CALL_LEASE_LOST');
      }),
      reply(followApproval.apply, { applyNo: 'FA00000001', approvalStatus: 'PENDING' }),
      reply(callList.tree, []),
      reply(callOption.targets, []),
      reply(callOption.listTypes, []),
    ],
  });
  fireEvent.click(await screen.findByRole('button', { name: /^Work: / }));
  fireEvent.click(await screen.findByRole('button', { name: 'Next entry' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Keep customer' }));
  const why = await screen.findByRole('dialog', { name: 'Keep customer: why?' });
  fireEvent.change(within(why).getByRole('textbox'), { target: { value: 'Comes on Friday' } });
  fireEvent.click(within(why).getByRole('button', { name: 'Submit for approval' }));
  await waitFor(() => {
    expect(page.server.callsOf(followApproval.apply)[0]?.request).toEqual({
      applyType: 'KEEP',
      entryId: 'LE000000001',
      reason: 'Comes on Friday',
    });
  });
  fireEvent.click(await screen.findByRole('button', { name: '4 No demand' }));
  fireEvent.change(screen.getByLabelText('Content'), { target: { value: 'A long talk' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save and next' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Take again' }));
  await waitFor(() => {
    expect(page.server.callsOf(dialTasks.next)[1]?.request).toEqual({ taskNo: 'DT00000001', entryId: 'LE000000001' });
  });
  expect(screen.getByLabelText('Content')).toHaveProperty('value', 'A long talk');
});

test('whoever approves a deletion reads the new consent', async () => {
  const row: marketingBlacklist.BlacklistRow = {
    blacklistNo: 'MB00000001',
    phone: '2547*****678',
    customerName: null,
    blacklistReason: 'OPT_OUT',
    channels: ['CALL'],
    blacklistSource: 'AGENT',
    rowStatus: 'DELETE_PENDING',
    expireAt: null,
    remark: null,
    createdByName: 'Mutua',
    createdAt: '2026-11-20T06:00:00Z',
    deleteRequestedByName: 'Mutua',
    deleteReason: 'Agreed again',
    allowedActions: ['approve', 'keep'],
  };
  renderPage(<TeleMarketingBlackListPage />, {
    at: `${SECTION}TeleMarketingBlackList`,
    perms: ['telemarketing:blacklist:approve'],
    plugin,
    replies: [
      reply(marketingBlacklist.page, some(row)),
      reply(marketingBlacklist.detail, {
        row,
        vouchers: [{ attachId: 'AT000001', fileName: 'consent.jpg' }],
        history: [],
      }),
      reply(callList.tree, []),
    ],
  });
  fireEvent.click(await screen.findByRole('button', { name: /^Approve deletion: / }));
  const ask = await screen.findByRole('alertdialog');
  expect(within(ask).getByText('Agreed again')).toBeTruthy();
  expect(await within(ask).findByRole('button', { name: 'consent.jpg' })).toBeTruthy();
});

test('a task keeps the saved view that it was made of, and others of the list are offered', async () => {
  const savedFilter = { viewName: 'Willing in Nairobi', filters: { willingness: 'WILLING' as const } };
  const draft = { ...task, taskStatus: 'DRAFT' as const, source: { savedFilter }, allowedActions: ['update' as const] };
  const other: view.SavedView = {
    viewId: 'view-of-the-list-1',
    viewName: 'Callable now',
    filters: { callableNow: 'true' },
    filterId: null,
    hasHiddenFilters: false,
    sort: null,
    layout: null,
    pageSize: null,
    isOwn: true,
    ownerName: 'Achieng',
    sharedWith: [],
    isDefault: false,
    updatedAt: '2026-11-20T06:00:00Z',
    version: 0,
    allowedActions: [],
  };
  const personal = { ...other, viewId: 'view-of-the-list-2', viewName: 'Of one phone', filterId: 'a-personal-filter' };
  const page = renderPage(<DialTaskPage />, {
    at: `${SECTION}DialTask`,
    perms: ['telemarketing:dialTask:save'],
    plugin,
    replies: [
      reply(dialTasks.page, some(draft)),
      reply(dialTasks.save, { taskNo: draft.taskNo, entryCount: 3, version: 1 }),
      reply(view.page, { views: [other, personal], defaultViewId: null, layout: null, shareableRoles: [] }),
      reply(merchant.options, []),
      reply(callList.tree, []),
      reply(callOption.targets, []),
      reply(callOption.listTypes, []),
      reply(callOption.scriptTags, []),
    ],
  });
  fireEvent.click(await screen.findByRole('button', { name: /^Edit: / }));
  const form = await screen.findByRole('dialog');
  expect(await within(form).findByText('Willing in Nairobi')).toBeTruthy();
  fireEvent.click(within(form).getByRole('button', { name: 'Save' }));
  await waitFor(() => {
    expect(page.server.callsOf(dialTasks.save)[0]?.request).toMatchObject({ source: { savedFilter } });
  });
  const ofList = { page: `${SECTION}ListLibraryManagement`, list: 'callList.page' };
  expect(page.server.callsOf(view.page).map(({ request }) => request)).toContainEqual(ofList);
});

test('a number is checked before the form asks for more', async () => {
  const page = renderPage(<TeleMarketingBlackListPage />, {
    at: `${SECTION}TeleMarketingBlackList`,
    perms: ['telemarketing:blacklist:save'],
    plugin,
    replies: [
      reply(marketingBlacklist.page, { rows: [], total: 0, totalIsExact: true }),
      reply(marketingBlacklist.check, { customerName: null, isListed: false, entries: 2 }),
      reply(marketingBlacklist.save, { blacklistNo: 'MB00000001', abandoned: 2 }),
      reply(callList.tree, []),
    ],
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Add' }));
  const form = await screen.findByRole('dialog');
  expect(within(form).getByText('Please check the phone number first')).toBeTruthy();
  fireEvent.change(within(form).getByLabelText('Phone'), { target: { value: '254712345678' } });
  expect(await within(form).findByText(/2 live entries will be abandoned/)).toBeTruthy();
  fireEvent.click(within(form).getByRole('button', { name: 'Add' }));
  await waitFor(() => {
    expect(page.server.callsOf(marketingBlacklist.save)[0]?.request).toEqual({
      phone: '254712345678',
      blacklistReason: 'OPT_OUT',
      channels: ['CALL', 'SMS', 'ROBOT'],
      expireOn: null,
      remark: null,
    });
  });
});
