// @vitest-environment jsdom
import { loanLimit } from '@kituo/sdk/contracts';
import { renderPage, reply } from '@kituo/sdk/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import { MerchantLoanAmountManagementPage } from './merchant-loan-amount-management.page.tsx';

const row: loanLimit.LimitRow = {
  subjectNo: 'M0001_FIRST',
  merchantNo: 'M0001',
  merchantName: 'Haraka',
  companyCode: '14',
  loanType: 'FIRST',
  limit: {
    minAmountCents: 100_000,
    maxAmountCents: 5_000_000,
    dailyAmountLimitCents: -1,
    dailyOrderLimit: 40,
    alertPercent: 80,
  },
  usedTodayCents: 900_000,
  usedOrders: 3,
  usedPercent: 7,
  reachedAt: '2026-11-30T14:00:00Z',
  limitStatus: 'PAUSED',
  pauseReason: 'Float check',
  fundsCents: 5_000_000_00,
  otherDailyCents: 0,
  waitingOrders: 4,
  waitingCents: 1_200_000,
  readyOrders: 2,
  openVersion: null,
  allowedActions: ['save', 'resume'],
};

function open(rows: loanLimit.LimitRow[]) {
  return renderPage(<MerchantLoanAmountManagementPage />, {
    at: '/AdminContent/OperationSystem/MerchantLoanAmountManagement',
    plugin: { name: 'operation', texts: { en } },
    perms: ['operation:loanLimit:save'],
    replies: [
      reply(loanLimit.page, { rows, total: rows.length, totalIsExact: true }),
      reply(loanLimit.resume, { limitStatus: 'OPEN', waitingOrders: 2 }),
      reply(loanLimit.scalePreview, [
        {
          subjectNo: row.subjectNo,
          merchantName: row.merchantName,
          loanType: row.loanType,
          usedTodayCents: row.usedTodayCents,
          before: row.limit,
          after: row.limit && { ...row.limit, dailyOrderLimit: 32 },
          asksApproval: false,
          fault: null,
        },
      ]),
      reply(loanLimit.scaleMany, { jobNo: 'J1' }),
    ],
  });
}

test('says how many orders go out before lending is resumed', async () => {
  const page = open([{ ...row, allowedActions: ['resume'] }]);
  expect(await screen.findAllByText('Unlimited')).toHaveLength(1);
  fireEvent.click((await screen.findAllByRole('button', { name: /Resume/ }))[0] as HTMLElement);
  await screen.findByText('2 waiting orders go out now, oldest first.');
  fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'Float is there' } });
  fireEvent.click(screen.getByRole('button', { name: 'Resume' }));
  await waitFor(() => {
    expect(page.server.callsOf(loanLimit.resume)[0]?.request).toEqual({
      merchantNo: 'M0001',
      loanType: 'FIRST',
      reason: 'Float is there',
    });
  });
});

test('says in the form what of today is used already', async () => {
  open([{ ...row, allowedActions: ['save'] }]);
  fireEvent.click((await screen.findAllByRole('button', { name: /Edit/ }))[0] as HTMLElement);
  await screen.findByText(/9,000\.00 already used today/);
  const daily = screen.getByLabelText('Daily limit');
  expect((daily as HTMLInputElement).value).toContain('-1');
});

test('leaves an open version to its versions', async () => {
  open([{ ...row, openVersion: { versionNo: 2, versionStatus: 'PENDING', effectiveFrom: '2026-12-01' } }]);
  await screen.findByText('Haraka');
  expect(screen.queryByRole('button', { name: /Edit/ })).toBeNull();
});

test('shows what scaling does to each limit before it is sent', async () => {
  const page = open([row]);
  fireEvent.click(await screen.findByRole('checkbox', { name: /Haraka/ }));
  fireEvent.click(await screen.findByRole('button', { name: 'Scale' }));
  const form = within(await screen.findByRole('dialog', { name: 'Scale 1 limit' }));
  fireEvent.change(form.getByLabelText(/^Percentage/), { target: { value: '80' } });
  expect(await form.findByText('Orders a day: 40 → 32')).toBeTruthy();
  expect(form.getByText('Applies without approval')).toBeTruthy();
  fireEvent.change(form.getByLabelText('Reason'), { target: { value: 'Low season' } });
  fireEvent.click(form.getByRole('button', { name: 'Scale' }));
  await waitFor(() => {
    expect(page.server.callsOf(loanLimit.scaleMany)[0]?.request).toMatchObject({
      subjectNos: ['M0001_FIRST'],
      percent: 80,
      scaledParts: ['dailyAmountLimitCents', 'dailyOrderLimit'],
      reason: 'Low season',
    });
  });
});
