// @vitest-environment jsdom
import { merchant, testUser, verificationCode } from '@kituo/sdk/contracts';
import { renderPage, reply } from '@kituo/sdk/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import { VerificationCodeManagementPage } from './verification-code-management.page.tsx';

const row: verificationCode.VerificationCodeRow = {
  codeNo: 'VC000000001',
  phone: '25*******678',
  codePurpose: 'REGISTER',
  code: '******',
  sentAt: '2026-11-28T08:00:00Z',
  expiresAt: '2026-11-28T08:05:00Z',
  channel: 'SMS',
  network: 'SAFARICOM',
  accountName: 'AT_ONE',
  deliveryStatus: 'FAILED',
  attempts: 1,
  status: 'EXPIRED',
  merchantName: 'Haraka',
  version: 2,
  allowedActions: ['resend'],
};
const open = (perms: readonly string[], search = '') =>
  renderPage(<VerificationCodeManagementPage />, {
    at: `/AdminContent/OperationSystem/VerificationCodeManagement${search}`,
    plugin: { name: 'operation', texts: { en } },
    perms: perms.map((code) => `operation:${code}`),
    replies: [
      reply(verificationCode.arrivals, [
        { network: 'SAFARICOM', sent: 12, delivered: 9, failed: 1, medianSeconds: 6, slowSeconds: 40 },
      ]),
      reply(verificationCode.page, { rows: [row], total: 1, totalIsExact: true }),
      reply(verificationCode.detail, {
        row,
        address: '41.90.0.1',
        city: 'Nakuru',
        userName: null,
        usedAt: null,
        sends: [
          {
            sentAt: row.sentAt,
            channel: 'SMS',
            deliveryStatus: 'FAILED',
            fault: 'AbsentSubscriber',
            sentByName: null,
            hops: [
              {
                at: row.sentAt,
                accountCode: 'AT_ONE',
                routeNo: 'SR000001',
                outcome: 'SENT',
                fault: null,
                delivery: 'FAILED',
              },
            ],
          },
        ],
        history: [],
      }),
      reply(verificationCode.resend, {
        codeNo: 'VC000000002',
        isNew: true,
        channel: 'SMS',
        expiresAt: '2026-11-28T08:15:00Z',
      }),
      reply(testUser.page, { rows: [], total: 0, totalIsExact: true }),
      reply(testUser.save, { changeNo: 'CH1' }),
      reply(merchant.options, [{ merchantNo: 'M0001', merchantName: 'Haraka', enabled: true }]),
    ],
  });

test('a code that is over is replaced by a new one, to the masked number that the question names', async () => {
  const page = open(['verificationCode:resend']);
  fireEvent.click((await screen.findAllByText('Resend'))[0] ?? document.body);
  const dialog = await screen.findByRole('alertdialog');
  expect(within(dialog).getByText(/A new code is sent to 25\*+678/)).toBeTruthy();
  fireEvent.click(within(dialog).getByRole('button', { name: 'Send code' }));
  await waitFor(() => {
    expect(page.server.callsOf(verificationCode.resend)[0]?.request).toEqual({ codeNo: 'VC000000001', version: 2 });
  });
  page.assertReleases();
});

test('the detail has each time it was sent, and no way to read a code that is over', async () => {
  open(['verificationCode:resend', 'verificationCode:reveal']);
  fireEvent.click((await screen.findAllByText(row.phone))[0] ?? document.body);
  expect(await screen.findByText(/AbsentSubscriber/)).toBeTruthy();
  expect(screen.getByText(/41\.90\.0\.1/)).toBeTruthy();
  expect(screen.getByText(/AT_ONE \(SR000001\)/)).toBeTruthy();
  expect(await screen.findByText(/9 of 12 delivered, 1 failed, half within 6 s/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Show/ })).toBeNull();
});

test('a test user is submitted for approval', async () => {
  const page = open(['testUser:save'], '?tab=testUsers');
  fireEvent.click((await screen.findAllByText('Add test user'))[0] ?? document.body);
  const drawer = await screen.findByRole('dialog');
  fireEvent.change(await within(drawer).findByLabelText(/^Phone/), { target: { value: '254700000001' } });
  fireEvent.change(within(drawer).getByLabelText(/^Fixed code/), { target: { value: '12345' } });
  fireEvent.click(within(drawer).getByRole('button', { name: 'Submit for approval' }));
  expect(await within(drawer).findByText('6 digits')).toBeTruthy();
  expect(page.server.callsOf(testUser.save)).toEqual([]);
});
