// @vitest-environment jsdom
import { merchant, putChannel } from '@kituo/sdk/contracts';
import { renderPage, reply } from '@kituo/sdk/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import { LaunchManagementPage } from './launch-management.page.tsx';

const row: putChannel.PutChannelRow = {
  ruleId: 'R000001',
  merchantNo: 'M0001',
  merchantName: 'Haraka',
  subjectNo: 'M0001_R000001',
  ruleStatus: 'ENABLED',
  isEnabled: true,
  hasPending: false,
  versionNo: 1,
  effectiveFrom: '2026-11-20',
  lastRunAt: null,
  lastRunItems: null,
  version: 1,
  allowedActions: ['update', 'disable'],
  ruleName: 'Search ads',
  channelCode: 'SEARCH_1',
  mediaPlatform: 'GOOGLE',
  ownerUserNo: 'U000030',
  ownerName: 'Otieno',
  landingUrl: 'https://app.example/haraka',
  channelBilling: 'CPI',
  unitPriceCents: 50_00,
  dailyBudgetCents: 5_000_00,
  dailyCap: -1,
  spentTodayCents: 100_00,
  clicks: 40,
  registrations: 2,
  applications: 1,
  disbursed: 0,
  firstOverduePercent: null,
};
const open = () =>
  renderPage(<LaunchManagementPage />, {
    at: '/AdminContent/OperationSystem/LaunchManagement',
    plugin: { name: 'operation', texts: { en } },
    perms: ['operation:putChannel:save', 'operation:putChannel:enable'],
    replies: [
      reply(putChannel.page, { rows: [row], total: 1, totalIsExact: true }),
      reply(putChannel.owners, [{ userNo: 'U000030', realName: 'Otieno' }]),
      reply(putChannel.save, { ruleId: 'R000001', versionId: 'V2', versionNo: 2, versionStatus: 'PENDING' }),
      reply(putChannel.funnel, { link: '/noAuth/app/channel/abc', days: [] }),
      reply(merchant.options, [{ merchantNo: 'M0001', merchantName: 'Haraka', enabled: true }]),
    ],
  });

test('a cap is typed with its minus, and a new price is a version', async () => {
  const page = open();
  expect(await screen.findByText('Unlimited')).toBeTruthy();
  fireEvent.click((await screen.findAllByText('Edit'))[0] ?? document.body);
  const drawer = await screen.findByRole('dialog');
  fireEvent.change(await within(drawer).findByLabelText(/^Unit price/), { target: { value: '60' } });
  fireEvent.change(within(drawer).getByLabelText('Reason'), { target: { value: 'New contract' } });
  fireEvent.click(within(drawer).getByRole('button', { name: 'Submit for approval' }));
  await waitFor(() => {
    expect(page.server.callsOf(putChannel.save)[0]?.request).toMatchObject({
      ruleId: 'R000001',
      value: { unitPriceCents: 60_00, dailyCap: -1, channelCode: 'SEARCH_1' },
    });
  });
});

test('the detail has the link', async () => {
  open();
  fireEvent.click((await screen.findAllByText('Search ads'))[0] ?? document.body);
  expect(await screen.findByText('/noAuth/app/channel/abc')).toBeTruthy();
});
