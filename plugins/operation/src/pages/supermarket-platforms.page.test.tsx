// @vitest-environment jsdom
import { merchant, partnerPlatform } from '@kituo/sdk/contracts';
import { renderPage, reply } from '@kituo/sdk/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import { SupermarketPlatformsPage } from './supermarket-platforms.page.tsx';

const row: partnerPlatform.PlatformRow = {
  platformCode: 'PesaNow',
  platformName: 'PesaNow Capital',
  merchantNo: 'M0001',
  merchantName: 'Haraka',
  settlementMode: 'CPA',
  licenceNo: 'DCP/01/2025',
  licenceExpiresOn: '2027-06-30',
  isLicenceExpired: false,
  baseUrl: 'https://api.pesanow.example',
  callbackUrl: 'https://api.pesanow.example/kituo',
  ipAllowList: [],
  logo: null,
  logoUrl: null,
  contactEmail: 'se*****@pesanow.example',
  productCount: 1,
  dueThisMonthCents: 12_600_00,
  isCallbackPassed: true,
  lastCallbackAt: null,
  hasKey: true,
  platformStatus: 'ENABLED',
  hasWaitingChange: false,
  version: 2,
  allowedActions: ['update', 'testCallback', 'rotateSecret', 'disable'],
};
const open = (perms: readonly string[]) =>
  renderPage(<SupermarketPlatformsPage />, {
    at: '/AdminContent/OperationSystem/SupermarketPlatforms',
    plugin: { name: 'operation', texts: { en } },
    perms: perms.map((code) => `operation:supermarketPlatform:${code}`),
    replies: [
      reply(partnerPlatform.page, { rows: [row], total: 1, totalIsExact: true }),
      reply(partnerPlatform.detail, {
        row,
        products: [{ marketProductNo: 'MP000001', productName: 'PesaNow Quick', productStatus: 'ON_SHELF' }],
        keys: [],
        callbacks: [],
        statement: [],
        health: { score: 82, callbacks: 4, failedPercent: 25, medianMs: 300, lateDays: 2 },
        history: [],
      }),
      reply(partnerPlatform.disable, { platformCode: 'PesaNow', takenOff: 1 }),
      reply(partnerPlatform.save, { changeNo: 'CH1' }),
      reply(merchant.options, [{ merchantNo: 'M0001', merchantName: 'Haraka', enabled: true }]),
    ],
  });

test('disabling a partner says which products leave the shelf', async () => {
  const page = open(['enable']);
  fireEvent.click((await screen.findAllByText('Disable'))[0] ?? document.body);
  const dialog = await screen.findByRole('dialog');
  expect(await within(dialog).findByText('Leaves the shelf: PesaNow Quick')).toBeTruthy();
  fireEvent.change(within(dialog).getByLabelText('Reason'), { target: { value: 'Contract ended' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Disable platform' }));
  await waitFor(() => {
    expect(page.server.callsOf(partnerPlatform.disable)[0]?.request).toEqual({
      platformCode: 'PesaNow',
      reason: 'Contract ended',
    });
  });
  page.assertReleases();
});

test('an edit submits the version that was read', async () => {
  const page = open(['save']);
  fireEvent.click((await screen.findAllByText('Edit'))[0] ?? document.body);
  const drawer = await screen.findByRole('dialog');
  fireEvent.change(await within(drawer).findByLabelText(/^Contact email/), {
    target: { value: 'settlement@pesanow.example' },
  });
  fireEvent.change(within(drawer).getByLabelText(/^Allowed addresses/), {
    target: { value: '203.0.113.0/24, 1.2.3.4' },
  });
  fireEvent.change(within(drawer).getByLabelText('Reason'), { target: { value: 'Moved' } });
  fireEvent.click(within(drawer).getByRole('button', { name: 'Submit for approval' }));
  await waitFor(() => {
    expect(page.server.callsOf(partnerPlatform.save)[0]?.request).toMatchObject({
      version: 2,
      form: { platformCode: 'PesaNow', licenceExpiresOn: '2027-06-30', ipAllowList: ['203.0.113.0/24', '1.2.3.4'] },
    });
  });
});
