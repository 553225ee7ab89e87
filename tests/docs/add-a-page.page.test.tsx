// @vitest-environment jsdom
import { job, merchant, user } from '@kituo/sdk/contracts';
import { renderPage, reply, resetFakeHost } from '@kituo/sdk/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { ComponentType } from 'react';
import { afterAll, afterEach, expect, test } from 'vitest';
import { codeBlocks, writeBlocks } from './code-blocks.ts';

afterEach(resetFakeHost);

const folder = writeBlocks(codeBlocks('docs/add-a-page.md'), 'docs-add-a-page-run');
const plugin = join(folder, 'plugins/staff-desk');
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

interface Modules {
  readonly StaffDeskPage: ComponentType;
}
const { StaffDeskPage }: Modules = await import(join(plugin, 'src/pages/staff-desk.page.tsx'));
const { default: en }: { default: object } = await import(join(plugin, 'locales/en.json'));
const { default: zh }: { default: object } = await import(join(plugin, 'locales/zh.json'));
// The document's own test is among these.
await import(join(plugin, 'src/pages/staff-desk.page.test.tsx'));

const row: user.UserRow = {
  userNo: 'U0100',
  userName: 'achieng',
  loginId: 'achieng',
  realName: 'Achieng Otieno',
  deptNo: 'D01',
  deptName: 'Collection',
  orgNo: null,
  orgName: null,
  merchants: [],
  phone: '25*******678',
  email: null,
  extension: null,
  roles: [],
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
  allowedActions: ['freeze'],
};
const aJob: job.JobRow = {
  jobNo: 'J1',
  kind: 'users.merchants',
  title: 'Merchants of users',
  jobStatus: 'RUNNING',
  total: 1,
  done: 0,
  succeeded: 0,
  failed: 0,
  reason: null,
  fileName: null,
  expiresAt: null,
  createdAt: '2026-11-20T08:00:00Z',
  startedAt: null,
  finishedAt: null,
  retryOf: null,
  allowedActions: ['cancel'],
};

function open(perms: readonly string[] = []) {
  return renderPage(<StaffDeskPage />, {
    at: '/AdminContent/UserSystem/StaffDesk',
    perms: ['user:user:freeze', 'user:user:batchUpdate', 'user:user:export', ...perms],
    plugin: { name: 'staff-desk', texts: { en, zh } },
    replies: [
      reply(user.getUserList, { rows: [row], total: 1, totalIsExact: true }),
      reply(user.frozenUser, { sessionsEnded: 1, warningsReturned: 0 }),
      reply(user.batchUpdateMerchantNo, { jobNo: 'J1' }),
      reply(user.exportUserList, { jobNo: 'J2' }),
      reply(merchant.options, [{ merchantNo: 'M1', merchantName: 'Haraka', enabled: true }]),
      reply(job.detail, aJob),
      reply(job.items, { rows: [], total: 0, totalIsExact: true }),
    ],
  });
}

test('filters, freezes, and exports what the filter matches', async () => {
  const page = open();
  await screen.findByText('Achieng Otieno');
  fireEvent.change(screen.getByLabelText('Status'), { target: { value: 'NORMAL' } });
  await waitFor(() => {
    expect(page.address()).toContain('userStatus=NORMAL');
  });
  fireEvent.click(await screen.findByRole('button', { name: /^Freeze/ }));
  const dialog = await screen.findByRole('alertdialog');
  expect(within(dialog).getByText('All sessions will be ended.')).toBeTruthy();
  fireEvent.click(within(dialog).getByRole('button', { name: 'Freeze' }));
  expect(await screen.findByText('Achieng Otieno frozen.')).toBeTruthy();

  fireEvent.click(screen.getByText('Export'));
  fireEvent.click(await screen.findByText('CSV'));
  await waitFor(() => {
    expect(page.server.callsOf(user.exportUserList)[0]?.request).toMatchObject({
      filters: { userStatus: 'NORMAL' },
    });
  });
});

test('moves the selected between merchants by a job with live progress', async () => {
  const page = open();
  fireEvent.click(await screen.findByLabelText('Select row Achieng Otieno'));
  fireEvent.click(screen.getByText('Move'));
  const dialog = await screen.findByRole('dialog');
  fireEvent.click(within(dialog).getByLabelText(/^Merchants/));
  fireEvent.click(await screen.findByRole('option', { name: 'Haraka' }));
  fireEvent.click(within(dialog).getByText('Change 1 users'));
  const strip = await screen.findByRole('region', { name: 'Merchants of users' });
  expect(page.server.callsOf(user.batchUpdateMerchantNo)[0]?.request).toEqual({
    userNos: ['U0100'],
    mode: 'ADD',
    merchantNos: ['M1'],
  });
  page.push({ type: 'job', jobNo: 'J1', status: 'RUNNING', done: 1, total: 1 });
  expect(await within(strip).findByText('1 of 1')).toBeTruthy();
});
