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
  firstLoansOnly: false,
  landingUrl: 'https://app.example/haraka',
  channelBilling: 'CPI',
  unitPriceCents: 50_00,
  dailyBudgetCents: 5_000_00,
  dailyCap: -1,
  pauseAtOverduePercent: null,
  pausedPercent: null,
  spentTodayCents: 100_00,
  clicksToday: 7,
  costPerRegistrationCents: 50_00,
  costPerOnTimeCents: null,
  clicks: 40,
  registrations: 2,
  applications: 1,
  disbursed: 0,
  firstOverduePercent: null,
};
const sheet = {
  handoverId: 4,
  fromName: 'Mutua',
  toName: 'Otieno',
  reason: 'On leave',
  at: '2026-11-20T08:00:00Z',
  spentCents: 900_00,
  dailyBudgetCents: 5_000_00,
  dailyCap: -1,
  firstOverduePercent: 12,
  acceptedAt: null,
  mayAccept: true,
};
const open = () =>
  renderPage(<LaunchManagementPage />, {
    at: '/AdminContent/OperationSystem/LaunchManagement',
    plugin: { name: 'operation', texts: { en } },
    perms: ['operation:putChannel:save', 'operation:putChannel:enable'],
    replies: [
      reply(putChannel.page, { rows: [row], total: 1, totalIsExact: true }),
      reply(putChannel.owners, [{ userNo: 'U000030', realName: 'Otieno', firstLoanWhitelist: true }]),
      reply(putChannel.save, { ruleId: 'R000001', versionId: 'V2', versionNo: 2, versionStatus: 'PENDING' }),
      reply(putChannel.funnel, { link: '/api/hc/web/noAuth/app/go/abc', days: [], handovers: [sheet] }),
      reply(putChannel.acceptHandover, { handoverId: 4, acceptedAt: '2026-11-21T08:00:00Z' }),
      reply(putChannel.handOver, { moved: 1 }),
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
  expect(await screen.findByText(`${location.origin}/api/hc/web/noAuth/app/go/abc`)).toBeTruthy();
  expect(screen.getByRole('img', { name: 'QR code of Search ads' })).toBeTruthy();
});

test('the successor accepts the sheet of a channel', async () => {
  const page = open();
  fireEvent.click((await screen.findAllByText('Search ads'))[0] ?? document.body);
  expect(await screen.findByText(/Mutua → Otieno/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Accept' }));
  await screen.findByText('You have read the sheet and own the channel from here on.');
  fireEvent.click(screen.getAllByRole('button', { name: 'Accept' }).at(-1) ?? document.body);
  await waitFor(() => {
    expect(page.server.callsOf(putChannel.acceptHandover)[0]?.request).toEqual({ handoverId: 4 });
  });
});

test('a channel is given to another owner, with a reason', async () => {
  open();
  fireEvent.click((await screen.findAllByText('Search ads'))[0] ?? document.body);
  await screen.findByText(/Mutua → Otieno/);
  fireEvent.click(screen.getByRole('button', { name: 'Change owner' }));
  expect(await screen.findByText('Change the owner of Search ads')).toBeTruthy();
});

test('disabling says how many clicks of today it cuts off', async () => {
  open();
  await screen.findByText('Search ads');
  fireEvent.click(screen.getByRole('button', { name: /^More actions/ }));
  fireEvent.click(await screen.findByText('Disable'));
  expect(await screen.findByText('7 clicks today')).toBeTruthy();
});
