// @vitest-environment jsdom
import { autoCancel, merchant, route } from '@kituo/sdk/contracts';
import { renderPage, reply } from '@kituo/sdk/testing';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import { LoanRoutingPage } from './loan-routing.page.tsx';

const row: route.RouteRow = {
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
  ruleName: 'Day and night',
  productNos: [],
  productNames: [],
  payoutType: 'MOBILE_MONEY',
  minAmountCents: 0,
  maxAmountCents: null,
  fromTime: '00:00',
  toTime: '23:59',
  entries: [
    { accountId: 'A0001', weight: 60, dailyLimitCents: null, floorCents: 100_000 },
    { accountId: 'A0002', weight: 40, dailyLimitCents: null, floorCents: null },
  ],
  failOverCodes: ['2001'],
  autoSend: true,
  entryNames: ['Float 60%', 'Float 2 40%'],
  resting: [],
  successPercent: 97,
  medianSeconds: 12,
};
const found = { considered: 9, matched: 4, amountCents: 1_200_000, matchedInForce: 9, items: [], dryRunToken: 'token' };
const replayed = { unrouted: 2, successPercent: 96, medianSeconds: 8, costCents: 52_000 };

test('a strategy is simulated over last week and sent with its accounts in order', async () => {
  const page = renderPage(<LoanRoutingPage />, {
    at: '/AdminContent/AfterLoanSystem/LoanRouting',
    plugin: { name: 'after-loan', texts: { en } },
    perms: ['afterLoan:route:save', 'afterLoan:route:state'],
    replies: [
      reply(route.page, { rows: [row], total: 1, totalIsExact: true }),
      reply(route.accounts, [
        { accountId: 'A0001', accountName: 'Float', enabled: true, payoutType: 'MOBILE_MONEY' },
        { accountId: 'A0002', accountName: 'Float 2', enabled: true, payoutType: 'MOBILE_MONEY' },
      ]),
      reply(autoCancel.products, []),
      reply(merchant.options, [
        { merchantNo: 'M0001', merchantName: 'Haraka', enabled: true, type: 'SELF_OPERATED' } as never,
      ]),
      reply(route.dryRun, { ...found, replayed }),
    ],
  });
  expect(await screen.findByText(/Float 60%/)).toBeTruthy();
  fireEvent.click(screen.getByText('Edit'));
  fireEvent.click(await screen.findByText('Simulate'));
  expect(await screen.findByText(/4 would take this route/)).toBeTruthy();
  await screen.findByText('By the last results of its accounts: 96% succeed, median 8 s, channel charges KES 520.00');
  await screen.findByText('2 orders would be held: no strategy takes their amounts or hours.');
  await waitFor(() => {
    expect(page.server.callsOf(route.dryRun)[0]?.request).toMatchObject({
      merchantNo: 'M0001',
      ruleId: 'R000001',
      value: { entries: row.entries, failOverCodes: ['2001'], autoSend: true, maxAmountCents: null },
    });
  });
  page.assertReleases();
});

test('a strategy of five accounts keeps all of them when it is edited', async () => {
  const accounts = [1, 2, 3, 4, 5].map((no) => `A000${no}`);
  const entries = accounts.map((accountId) => ({ accountId, weight: 20, dailyLimitCents: null, floorCents: null }));
  const page = renderPage(<LoanRoutingPage />, {
    at: '/AdminContent/AfterLoanSystem/LoanRouting',
    plugin: { name: 'after-loan', texts: { en } },
    perms: ['afterLoan:route:save'],
    replies: [
      reply(route.page, { rows: [{ ...row, entries }], total: 1, totalIsExact: true }),
      reply(
        route.accounts,
        accounts.map((accountId) => ({
          accountId,
          accountName: `Float ${accountId}`,
          enabled: true,
          payoutType: 'MOBILE_MONEY' as const,
        })),
      ),
      reply(autoCancel.products, []),
      reply(merchant.options, []),
      reply(route.dryRun, found),
    ],
  });
  fireEvent.click(await screen.findByText('Edit'));
  expect(await screen.findByText('Account 5')).toBeTruthy();
  fireEvent.click(await screen.findByText('Simulate'));
  await waitFor(() => {
    expect(page.server.callsOf(route.dryRun)[0]?.request).toMatchObject({ value: { entries } });
  });
});

test('a strategy for bank accounts offers bank accounts alone', async () => {
  renderPage(<LoanRoutingPage />, {
    at: '/AdminContent/AfterLoanSystem/LoanRouting',
    plugin: { name: 'after-loan', texts: { en } },
    perms: ['afterLoan:route:save'],
    replies: [
      reply(route.page, { rows: [row], total: 1, totalIsExact: true }),
      reply(route.accounts, [
        { accountId: 'A0001', accountName: 'Float', enabled: true, payoutType: 'MOBILE_MONEY' },
        { accountId: 'A0003', accountName: 'Equity', enabled: true, payoutType: 'BANK' },
      ]),
      reply(autoCancel.products, []),
      reply(merchant.options, []),
    ],
  });
  fireEvent.click(await screen.findByText('Edit'));
  const first = async () => (await screen.findAllByLabelText<HTMLSelectElement>('Payout account'))[0];
  const offered = async () => [...((await first())?.options ?? [])].map(({ text }) => text);
  await waitFor(async () => {
    expect(await offered()).toContain('Float');
  });
  fireEvent.click(screen.getByRole('radio', { name: 'Bank account' }));
  await waitFor(async () => {
    expect(await offered()).toContain('Equity');
  });
  expect(await offered()).not.toContain('Float');
});

test('what a strategy sent is told by account and code of failure, and opens to its attempts', async () => {
  const failed = { accountCode: 'BANK.FLOAT2', attemptStatus: 'FAILED', failCode: '2001' } as const;
  const group = { ...failed, accountName: 'Float 2', attempts: 3, amountCents: 900_000 };
  const page = renderPage(<LoanRoutingPage />, {
    at: '/AdminContent/AfterLoanSystem/LoanRouting?detail=attempts',
    plugin: { name: 'after-loan', texts: { en } },
    perms: [],
    replies: [
      reply(route.page, { rows: [row], total: 1, totalIsExact: true }),
      reply(merchant.options, []),
      reply(autoCancel.products, []),
      reply(route.attempts, ({ of }) => ({
        groups: [group],
        rows: of
          ? [
              {
                attemptNo: 'PO1',
                orderNo: 'LO0000000007',
                amountCents: 300_000,
                failReason: 'Initiator',
                createdAt: '2026-11-20T08:00:00.000Z',
              },
            ]
          : [],
      })),
    ],
  });
  fireEvent.click(await screen.findByText('Day and night'));
  expect(await screen.findByText('Failed · 2001')).toBeTruthy();
  expect(screen.getByText('3 attempts')).toBeTruthy();
  fireEvent.click(screen.getByText('Float 2'));
  expect(await screen.findByText('LO0000000007')).toBeTruthy();
  expect(page.server.callsOf(route.attempts).at(-1)?.request).toEqual({ ruleId: 'R000001', of: failed });
  page.assertReleases();
});

test('who enables a strategy again is told what it sends', async () => {
  const off: route.RouteRow = { ...row, ruleStatus: 'DISABLED', isEnabled: false, allowedActions: ['enable'] };
  renderPage(<LoanRoutingPage />, {
    at: '/AdminContent/AfterLoanSystem/LoanRouting',
    plugin: { name: 'after-loan', texts: { en } },
    perms: ['afterLoan:route:state'],
    replies: [
      reply(route.page, { rows: [off], total: 1, totalIsExact: true }),
      reply(autoCancel.products, []),
      reply(merchant.options, []),
    ],
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Enable: Day and night' }));
  expect(await screen.findByText('Sends M-Pesa loans from Float 60%, Float 2 40%.')).toBeTruthy();
});
