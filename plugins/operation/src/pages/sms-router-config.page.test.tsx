// @vitest-environment jsdom
import { config, marketingSmsRoute, merchant, smsAccount, smsRoute } from '@kituo/sdk/contracts';
import { renderPage, reply } from '@kituo/sdk/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import { MarketingSmsRouterConfigPage } from './marketing-sms-router-config.page.tsx';
import { SmsRouterConfigPage } from './sms-router-config.page.tsx';

const value = {
  isEnabled: true,
  accounts: [
    { accountCode: 'MAIN', weight: 70 },
    { accountCode: 'SECOND', weight: 30 },
  ],
  failoverAccountCode: null,
  failoverAfterSeconds: 30,
  dailyCap: -1,
};
const shared = {
  routeNo: 'SR000001',
  merchantNo: null,
  merchantName: null,
  network: null,
  accounts: value.accounts.map((share) => ({ ...share, senderId: 'KITUO' })),
  failoverAccountCode: null,
  failoverAfterSeconds: 30,
  dailyCap: -1,
  sentToday: 12,
  deliveredPercent: 97,
  versionNo: 1,
  hasOpenVersion: false,
  routeStatus: 'ENABLED',
  failoverUntil: null,
  version: 1,
} as const;
const route: smsRoute.SmsRouteRow = {
  ...shared,
  subjectNo: 'ALL_SERVICE_ALL',
  smsKind: 'SERVICE',
  value,
  allowedActions: ['save', 'testSend', 'failover'],
};
const hours = { windowStart: '09:00', windowEnd: '18:00', perPhonePerDay: 1, perPhonePerWeek: 2 };
const marketing: marketingSmsRoute.MarketingRouteRow = {
  ...shared,
  ...hours,
  subjectNo: 'ALL_MARKETING_ALL',
  smsKind: 'MARKETING',
  value: { ...value, ...hours, dailyBudgetCents: 500_000, optOutText: 'STOP to opt out' },
  senderId: 'KITUO',
  optOutPercent: 1,
  costTodayCents: 9_60,
  allowedActions: ['save', 'testSend', 'pause'],
};
const account: smsAccount.AccountRow = {
  accountCode: 'MAIN',
  provider: 'AFRICAS_TALKING',
  senderId: 'KITUO',
  endpointUrl: 'https://api.africastalking.com',
  userName: 'kituo',
  unitPriceCents: 80,
  hasApiKey: true,
  balanceCents: null,
  balanceAt: null,
  routes: 1,
  sentToday: 12,
  costTodayCents: 9_60,
  accountStatus: 'ENABLED',
  hasWaitingChange: false,
  updatedAt: '2026-11-20T08:00:00Z',
  version: 1,
  allowedActions: ['update', 'disable'],
};
const page = <Row,>(row: Row) => ({ rows: [row], total: 1, totalIsExact: true });
const replies = [
  reply(smsAccount.options, [
    { accountCode: 'MAIN', senderId: 'KITUO', servesVerification: true },
    { accountCode: 'SECOND', senderId: 'KITUO2', servesVerification: false },
  ]),
  reply(merchant.options, [{ merchantNo: 'M0001', merchantName: 'Haraka', enabled: true }]),
];
const saved = (subjectNo: string): config.ConfigVersion => ({
  versionId: 'V1',
  configKey: 'sms.route',
  subjectNo,
  title: 'SMS route',
  versionNo: 2,
  versionStatus: 'DRAFT',
  value,
  effectiveFrom: '2026-11-28',
  inForceFrom: null,
  reason: 'Cheaper',
  decisionReason: null,
  makerUserNo: 'U000001',
  makerName: 'Achieng',
  checkerName: null,
  createdAt: '2026-11-28T08:00:00Z',
  updatedAt: '2026-11-28T08:00:00Z',
  version: 1,
  allowedActions: [],
});
const perms = ['smsRouter:save', 'smsAccount:save', 'marketingSmsRouter:save'].map((code) => `operation:${code}`);

test('a route shows its shares, and an edit is a version with all of its accounts', async () => {
  const opened = renderPage(<SmsRouterConfigPage />, {
    at: '/AdminContent/OperationSystem/SmsRouterConfig',
    plugin: { name: 'operation', texts: { en } },
    perms,
    replies: [...replies, reply(smsRoute.page, page(route)), reply(config.save, saved('ALL_SERVICE_ALL'))],
  });
  expect(await screen.findByText(/MAIN 70%/)).toBeTruthy();
  expect(screen.getByText('Unlimited')).toBeTruthy();
  fireEvent.click((await screen.findAllByText('Edit'))[0] ?? document.body);
  const drawer = await screen.findByRole('dialog');
  fireEvent.change(await within(drawer).findByLabelText(/^Weight 1/), { target: { value: '60' } });
  fireEvent.change(within(drawer).getByLabelText(/^Weight 2/), { target: { value: '40' } });
  fireEvent.change(within(drawer).getByLabelText(/^Daily cap/), { target: { value: '5000' } });
  fireEvent.change(within(drawer).getByLabelText(/^Reason/), { target: { value: 'Cheaper' } });
  fireEvent.click(within(drawer).getByRole('button', { name: 'Save draft' }));
  await waitFor(() => {
    expect(opened.server.callsOf(config.save)[0]?.request).toMatchObject({
      configKey: 'sms.route',
      subjectNo: 'ALL_SERVICE_ALL',
      value: {
        accounts: [
          { accountCode: 'MAIN', weight: 60 },
          { accountCode: 'SECOND', weight: 40 },
        ],
        failoverAccountCode: null,
        dailyCap: 5000,
      },
    });
  });
});

test('a marketing route is paused with a reason', async () => {
  const opened = renderPage(<MarketingSmsRouterConfigPage />, {
    at: '/AdminContent/OperationSystem/MarketingSmsRouterConfig',
    plugin: { name: 'operation', texts: { en } },
    perms,
    replies: [
      ...replies,
      reply(marketingSmsRoute.page, page(marketing)),
      reply(marketingSmsRoute.pause, { routeNo: 'SR000001', routeStatus: 'PAUSED' }),
    ],
  });
  expect(await screen.findByText(/MAIN 70%/)).toBeTruthy();
  fireEvent.click(await screen.findByLabelText(/^More actions/));
  fireEvent.click(await screen.findByText('Pause'));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByText('Running tasks wait at once. Nothing is lost.')).toBeTruthy();
  fireEvent.change(within(dialog).getByLabelText(/^Reason/), { target: { value: 'Complaints' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Pause route' }));
  await waitFor(() => {
    expect(opened.server.callsOf(marketingSmsRoute.pause)[0]?.request).toEqual({
      routeNo: 'SR000001',
      version: 1,
      reason: 'Complaints',
    });
  });
});

test('an account keeps its key where none is typed', async () => {
  const opened = renderPage(<SmsRouterConfigPage />, {
    at: '/AdminContent/OperationSystem/SmsRouterConfig?tab=accounts',
    plugin: { name: 'operation', texts: { en } },
    perms,
    replies: [...replies, reply(smsAccount.page, page(account)), reply(smsAccount.save, { changeNo: 'CH1' })],
  });
  expect(await screen.findByText('https://api.africastalking.com')).toBeTruthy();
  fireEvent.click((await screen.findAllByText('Edit'))[0] ?? document.body);
  const drawer = await screen.findByRole('dialog');
  fireEvent.change(await within(drawer).findByLabelText(/^Sender ID/), { target: { value: 'HARAKA' } });
  fireEvent.change(within(drawer).getByLabelText(/^Reason/), { target: { value: 'New name' } });
  fireEvent.click(within(drawer).getByRole('button', { name: 'Submit for approval' }));
  await waitFor(() => {
    expect(opened.server.callsOf(smsAccount.save)[0]?.request).toMatchObject({
      version: 1,
      form: { accountCode: 'MAIN', senderId: 'HARAKA', apiKey: null },
    });
  });
});
