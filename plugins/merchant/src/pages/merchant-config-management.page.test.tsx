// @vitest-environment jsdom
import { dictionary, merchant, merchantService } from '@kituo/sdk/contracts';
import { renderPage, reply } from '@kituo/sdk/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import zh from '../../locales/zh.json' with { type: 'json' };
import { MerchantConfigManagementPage } from './merchant-config-management.page.tsx';

const row: merchantService.ServiceRow = {
  merchantNo: 'M0001',
  merchantName: 'Kituo Credit',
  companyName: 'Kituo Ltd',
  services: ['SMS'],
  billingModel: 'PREPAID',
  balanceCents: 965_00,
  creditLineCents: 0,
  alarmAtCents: 1_000_00,
  maturityCode: null,
  maturityName: null,
  isBelowAlarm: true,
  consumedTodayCents: 35_00,
  callbackUrl: 'https://merchant.example/hook',
  isCallbackPassed: true,
  callbackFailingSince: null,
  ipAllowList: ['203.0.113.0/24'],
  contactPhone: '25*******678',
  contactEmail: 'ops@merchant.example',
  hasKey: true,
  lastCallAt: null,
  serviceStatus: 'ENABLED',
  version: 3,
  allowedActions: ['rotateKey', 'update', 'testCallback', 'disable'],
};

const event: merchantService.EventRow = {
  eventNo: 'ME0000000042',
  event: 'order.acquired',
  subjectNo: 'LO0000000007',
  merchantNo: 'M0001',
  merchantName: 'Kituo Credit',
  deliveryStatus: 'FAILED',
  queuedAt: '2026-11-24T06:00:00Z',
  attempts: 9,
  nextAttemptAt: null,
  deliveredAt: null,
  fault: 'HTTP 503',
  allowedActions: ['resend'],
};
const attempt = { tookMs: 41, url: 'https://merchant.example/hook', replyStatus: 503, fault: 'HTTP 503' };
const attempts = [
  { ...attempt, attemptNo: 2, sentAt: event.queuedAt, replyExcerpt: 'Down', requestedByName: 'Achieng Otieno' },
  { ...attempt, attemptNo: 1, sentAt: event.queuedAt, replyExcerpt: null, requestedByName: null },
];

const open = (perms: readonly string[], tab = 'accounts') =>
  renderPage(<MerchantConfigManagementPage />, {
    at: `/AdminContent/MerchantSystem/MerchantConfigManagement?tab=${tab}`,
    perms: perms.map((code) => `merchant:config:${code}`),
    plugin: { name: 'merchant', texts: { en, zh } },
    replies: [
      reply(merchantService.page, { rows: [row], total: 1, totalIsExact: true }),
      reply(merchantService.rotateKey, { keyId: 'MK00000002', secret: 'kmk_shown_once' }),
      reply(merchantService.save, { changeNo: 'CH1' }),
      reply(dictionary.getSelectOptionRespDtos, [{ dictKey: 'SMS', label: 'SMS', tagColour: null, enabled: true }]),
      reply(merchant.options, []),
      reply(merchantService.eventPage, { rows: [event], total: 1, totalIsExact: true }),
      reply(merchantService.eventDetail, { row: event, body: '{}', attempts }),
      reply(merchantService.resendEvent, { eventNo: event.eventNo, deliveryStatus: 'QUEUED' }),
    ],
  });

test('a new key is shown once', async () => {
  const page = open(['rotateKey']);
  await screen.findByText('Kituo Credit');
  fireEvent.click((await screen.findAllByText('Rotate key'))[0] ?? document.body);
  const dialog = await screen.findByRole('dialog');
  fireEvent.change(await within(dialog).findByLabelText('Reason'), { target: { value: 'Yearly' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Create key' }));
  expect(await screen.findByText('kmk_shown_once')).toBeTruthy();
  page.assertReleases();
});

test('an account is edited, its addresses typed with commas', async () => {
  const page = open(['save']);
  fireEvent.click((await screen.findAllByText('Edit'))[0] ?? document.body);
  const drawer = await screen.findByRole('dialog');
  const list = await within(drawer).findByLabelText(/^Allowed addresses/);
  fireEvent.change(list, { target: { value: '203.0.113.0/24, 198.51.100.7' } });
  fireEvent.change(within(drawer).getByLabelText(/^Contact phone/), { target: { value: '254712345678' } });
  fireEvent.change(within(drawer).getByLabelText('Reason'), { target: { value: 'Moved' } });
  fireEvent.click(within(drawer).getByRole('button', { name: 'Submit for approval' }));
  await waitFor(() => {
    expect(page.server.callsOf(merchantService.save)[0]?.request).toMatchObject({
      merchantNo: 'M0001',
      version: 3,
      ipAllowList: ['203.0.113.0/24', '198.51.100.7'],
      alarmAtCents: 1_000_00,
      maturityCode: null,
    });
  });
  page.assertReleases();
});

test('the log of an event shows each attempt, and what failed is resent', async () => {
  const page = open(['save'], 'deliveries');
  fireEvent.click(await screen.findByText('ME0000000042'));
  const drawer = await screen.findByRole('dialog');
  const said = /Attempt 2 · .* · HTTP 503 · 41 ms · resent by Achieng Otieno/;
  await waitFor(() => {
    expect(within(drawer).getAllByRole('listitem')[0]?.textContent).toMatch(said);
  });
  expect(within(drawer).getByText('Down')).toBeTruthy();
  fireEvent.click(within(drawer).getByRole('button', { name: 'Resend' }));
  const dialog = await screen.findByRole('alertdialog');
  fireEvent.click(within(dialog).getByRole('button', { name: 'Resend' }));
  await waitFor(() => {
    expect(page.server.callsOf(merchantService.resendEvent)[0]?.request).toEqual({ eventNo: 'ME0000000042' });
  });
  page.assertReleases();
});
