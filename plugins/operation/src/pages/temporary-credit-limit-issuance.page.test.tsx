// @vitest-environment jsdom
import { merchant, temporaryCredit } from '@kituo/sdk/contracts';
import { renderPage, reply } from '@kituo/sdk/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import { phonesOf } from '../credits/phones-of.ts';
import { TemporaryCreditLimitIssuancePage } from './temporary-credit-limit-issuance.page.tsx';

const row: temporaryCredit.TaskRow = {
  taskNo: 'TC1',
  taskName: 'School fees',
  merchantNo: 'M0001',
  merchantName: 'Haraka',
  customers: 40,
  amountCents: 300_000,
  totalAmountCents: 12_000_000,
  validDays: 14,
  effectiveOn: '2026-11-24',
  expiresOn: '2026-12-07',
  holdsOut: false,
  reason: 'January terms',
  makerName: 'Wanjiru',
  auditorName: null,
  auditRemark: null,
  taskStatus: 'PENDING',
  granted: 0,
  failed: 0,
  createdAt: '2026-11-24T08:00:00Z',
  version: 1,
  allowedActions: ['approve', 'reject'],
};

function open(perms: string[]) {
  return renderPage(<TemporaryCreditLimitIssuancePage />, {
    at: '/AdminContent/OperationSystem/TemporaryCreditLimitIssuance',
    plugin: { name: 'operation', texts: { en } },
    perms: perms.map((code) => `operation:temporaryCreditTask:${code}`),
    replies: [
      reply(temporaryCredit.taskPage, { rows: [row], total: 1, totalIsExact: true }),
      reply(temporaryCredit.taskCheck, {
        checked: 'mark',
        eligible: 1,
        levels: [{ modelLevel: 'B', customers: 1 }],
        unknown: [],
        faults: [{ customerNo: 'C2', phone: '25*****002', error: 'CREDIT_OVERDUE', text: 'A bill is overdue' }],
      }),
      reply(temporaryCredit.task, { row, items: [], comparison: null, levels: [{ modelLevel: null, customers: 40 }] }),
      reply(temporaryCredit.taskCreate, { taskNo: 'TC2', taskStatus: 'PENDING' }),
      reply(temporaryCredit.taskAuditMany, { jobNo: 'J1' }),
      reply(temporaryCredit.taskAudit, { taskNo: 'TC1', taskStatus: 'APPROVED', granted: 39, failed: 1 }),
      reply(merchant.options, [{ merchantNo: 'M0001', merchantName: 'Haraka', enabled: true }]),
    ],
  });
}

test('reads numbers one a line or separated by commas, each once', () => {
  expect(phonesOf('254712000001,254712000002\n254712000001，254712000003 ')).toEqual([
    '254712000001',
    '254712000002',
    '254712000003',
  ]);
});

test('decides with the exposure in view', async () => {
  const page = open(['audit']);
  fireEvent.click((await screen.findAllByRole('button', { name: /Review/ }))[0] as HTMLElement);
  const dialog = await screen.findByRole('alertdialog');
  await within(dialog).findByText('40 customers, KES 120,000.00 in total');
  fireEvent.click(within(dialog).getByRole('button', { name: /Approve/ }));
  await waitFor(() => {
    expect(page.server.callsOf(temporaryCredit.taskAudit)[0]?.request).toEqual({ taskNo: 'TC1', isApproved: true });
  });
});

test('checks numbers before a task is created', async () => {
  open(['create']);
  fireEvent.click((await screen.findAllByRole('button', { name: /Add task/ }))[0] as HTMLElement);
  await screen.findByText('Please check the phone number first');
  const check = screen.getByRole('button', { name: 'Check numbers' });
  expect((check as HTMLButtonElement).disabled).toBe(true);
});

test('keeps granted limits from those without their code', async () => {
  open([]);
  await screen.findByText('School fees');
  expect(screen.queryByRole('tab', { name: 'Granted limits' })).toBeNull();
  expect(screen.queryByRole('button', { name: /Review|Add task/ })).toBeNull();
});

test('decides many with their exposure in view', async () => {
  const page = open(['audit']);
  fireEvent.click(await screen.findByRole('checkbox', { name: /School fees/ }));
  fireEvent.click(await screen.findByRole('button', { name: 'Approve' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  await dialog.findByText('40 customers, KES 120,000.00 in total');
  fireEvent.click(dialog.getByRole('button', { name: 'Approve' }));
  await waitFor(() => {
    expect(page.server.callsOf(temporaryCredit.taskAuditMany)[0]?.request).toEqual({
      taskNos: ['TC1'],
      isApproved: true,
    });
  });
});
