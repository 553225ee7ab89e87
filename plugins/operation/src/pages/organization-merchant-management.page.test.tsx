// @vitest-environment jsdom
import { orgMerchant } from '@kituo/sdk/contracts';
import { renderPage, reply } from '@kituo/sdk/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import { limitsOf } from '../merchants/merchant-fields.ts';
import { OrganizationMerchantManagementPage } from './organization-merchant-management.page.tsx';

const row: orgMerchant.OrgMerchantRow = {
  merchantNo: 'M0001',
  merchantName: 'Haraka',
  companyCode: '14',
  companyName: 'Kituo Ltd',
  orgNo: 'O1',
  orgName: 'Kituo',
  trafficLimits: [{ settledOrderCount: 0, dailyLimit: 100 }],
  registeredToday: 12,
  appliedToday: 30,
  liveOrders: 2,
  orgMerchantStatus: 'ENABLED',
  hasWaitingChange: false,
  version: 3,
  isSandbox: false,
  takesDefaultRules: true,
  allowedActions: ['update', 'trafficLimit', 'copy', 'disable'],
};
const open = () =>
  renderPage(<OrganizationMerchantManagementPage />, {
    at: '/AdminContent/OperationSystem/OrganizationMerchantManagement',
    plugin: { name: 'operation', texts: { en } },
    perms: ['update', 'trafficLimit', 'copy', 'disable'].map((action) => `operation:orgMerchant:${action}`),
    replies: [
      reply(orgMerchant.page, { rows: [row], total: 1, totalIsExact: true }),
      reply(orgMerchant.organizations, [{ orgNo: 'O1', orgName: 'Kituo' }]),
      reply(orgMerchant.limit, { changeNo: 'CH1' }),
      reply(orgMerchant.replay, { bizDate: '2026-11-29', hours: [{ hour: 16, admitted: 3, turnedAway: 9 }] }),
      reply(orgMerchant.disable, { merchantNo: 'M0001' }),
    ],
  });

test('limits are typed one a line, and what is none is no number', () => {
  expect(limitsOf('0: 100\n\n-1：-1')).toEqual([
    { settledOrderCount: 0, dailyLimit: 100 },
    { settledOrderCount: -1, dailyLimit: -1 },
  ]);
  expect(limitsOf('many')[0]?.dailyLimit).toBeNaN();
});

test('limits are submitted for approval', async () => {
  const page = open();
  await screen.findByText('Haraka');
  fireEvent.click((await screen.findAllByText('Traffic limits')).find((one) => one.closest('button')) as HTMLElement);
  const dialog = await screen.findByRole('dialog');
  fireEvent.change(await within(dialog).findByLabelText(/^Traffic limits/), { target: { value: '0: 50\n1: -1' } });
  await within(dialog).findByText(/16:00 · 3 admitted, 9 turned away/);
  fireEvent.change(within(dialog).getByLabelText('Reason'), { target: { value: 'Season' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Submit for approval' }));
  await waitFor(() => {
    expect(page.server.callsOf(orgMerchant.limit)[0]?.request).toEqual({
      merchantNo: 'M0001',
      trafficLimits: [
        { settledOrderCount: 0, dailyLimit: 50 },
        { settledOrderCount: 1, dailyLimit: -1 },
      ],
      reason: 'Season',
    });
  });
});
