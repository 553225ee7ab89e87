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
  isBelowAlarm: true,
  consumedTodayCents: 35_00,
  callbackUrl: 'https://merchant.example/hook',
  isCallbackPassed: true,
  ipAllowList: ['203.0.113.0/24'],
  contactPhone: '25*******678',
  contactEmail: 'ops@merchant.example',
  hasKey: true,
  lastCallAt: null,
  serviceStatus: 'ENABLED',
  version: 3,
  allowedActions: ['rotateKey', 'update', 'testCallback', 'disable'],
};

const open = (perms: readonly string[]) =>
  renderPage(<MerchantConfigManagementPage />, {
    at: '/AdminContent/MerchantSystem/MerchantConfigManagement',
    perms: perms.map((code) => `merchant:config:${code}`),
    plugin: { name: 'merchant', texts: { en, zh } },
    replies: [
      reply(merchantService.page, { rows: [row], total: 1, totalIsExact: true }),
      reply(merchantService.rotateKey, { keyId: 'MK00000002', secret: 'kmk_shown_once' }),
      reply(merchantService.save, { changeNo: 'CH1' }),
      reply(dictionary.getSelectOptionRespDtos, [{ dictKey: 'SMS', label: 'SMS', tagColour: null, enabled: true }]),
      reply(merchant.options, []),
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
    });
  });
  page.assertReleases();
});
