// @vitest-environment jsdom
import { paymentLink, repayment } from '@kituo/sdk/contracts';
import { renderPage, reply } from '@kituo/sdk/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import zh from '../../locales/zh.json' with { type: 'json' };
import { OrderRepayment } from '../desk/order-repayment.tsx';
import { LinksTab } from '../links/links.tab.tsx';
import { aLoan as lateLoan } from '../testing/repayment-desk.ts';
import { RepaymentManagementPage } from './repayment-management.page.tsx';

const aLoan: repayment.OrderRow = { ...lateLoan, allowedActions: ['repayLink', 'virtualAccount'] };

test('a payment link is made for a loan once one saw what it would pay, and its address is shown to copy', async () => {
  const url = 'https://kituo.example/pay/k202611.1.t4x.AbCd';
  const payable: repayment.OrderRow = { ...aLoan, allowedActions: ['repayLink'] };
  const page = renderPage(<RepaymentManagementPage />, {
    perms: ['afterLoan:repayLink:create'],
    plugin: { name: 'after-loan', texts: { en, zh } },
    replies: [
      reply(repayment.orderPage, { rows: [payable], total: 1, totalIsExact: true }),
      reply(paymentLink.reach, {
        fromCents: 10_000,
        toCents: 540_000,
        surplusCents: 0,
        bills: [
          {
            billNo: 'B1',
            dueDate: '2026-11-01',
            isClaim: false,
            amountCents: 540_000,
            parts: [{ component: 'PRINCIPAL', amountCents: 500_000 }],
          },
        ],
      }),
      reply(paymentLink.create, {
        linkNo: 'PL1',
        url,
        amountCents: 540_000,
        expiresAt: '2026-11-28T20:59:00Z',
        attemptId: 7,
      }),
    ],
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Payment link: LO1' }));
  const asked = await screen.findByRole('dialog');
  expect(await within(asked).findByText('Principal KES 5,000.00')).toBeTruthy();
  expect(await within(asked).findByText('KES 100.00 to KES 5,400.00')).toBeTruthy();
  fireEvent.click(within(asked).getByRole('button', { name: 'Create link' }));
  expect(await screen.findByText(url)).toBeTruthy();
  expect(page.server.callsOf(paymentLink.create)[0]?.request).toEqual({
    orderNo: 'LO1',
    amountCents: 540_000,
    sendSms: true,
    language: 'sw',
  });
});

test('a link is made for the bills through a chosen one, and for what they owe', async () => {
  const payable: repayment.OrderRow = { ...aLoan, allowedActions: ['repayLink'] };
  const owing = (billNo: string, dueDate: string, amountCents: number) => ({
    billNo,
    dueDate,
    isClaim: false,
    amountCents,
    parts: [{ component: 'PRINCIPAL', amountCents }],
  });
  const bills = [owing('B1', '2026-11-01', 200_000), owing('B2', '2026-12-01', 340_000)];
  const page = renderPage(<RepaymentManagementPage />, {
    perms: ['afterLoan:repayLink:create'],
    plugin: { name: 'after-loan', texts: { en, zh } },
    replies: [
      reply(repayment.orderPage, { rows: [payable], total: 1, totalIsExact: true }),
      reply(paymentLink.reach, ({ billNo }) => {
        const reached = billNo === 'B1' ? bills.slice(0, 1) : bills;
        const toCents = reached.reduce((sum, { amountCents }) => sum + amountCents, 0);
        return { fromCents: 10_000, toCents, surplusCents: 0, bills: reached };
      }),
      reply(paymentLink.create, {
        linkNo: 'PL1',
        url: 'https://kituo.example/pay/k1',
        amountCents: 200_000,
        expiresAt: '2026-11-28T20:59:00Z',
        attemptId: 7,
      }),
    ],
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Payment link: LO1' }));
  const asked = await screen.findByRole('dialog');
  const bill = await within(asked).findByLabelText<HTMLSelectElement>(/^Bill/);
  await waitFor(() => {
    expect([...bill.options].map(({ value }) => value)).toContain('B1');
  });
  fireEvent.change(bill, { target: { value: 'B1' } });
  expect(await within(asked).findByText('KES 100.00 to KES 2,000.00')).toBeTruthy();
  await waitFor(() => {
    expect(within(asked).getByLabelText<HTMLInputElement>(/^Amount/).value).toBe('2,000.00');
  });
  fireEvent.click(within(asked).getByRole('button', { name: 'Create link' }));
  await waitFor(() => {
    expect(page.server.callsOf(paymentLink.create)[0]?.request).toMatchObject({ billNo: 'B1', amountCents: 200_000 });
  });
});

test('an account number is issued for a loan', async () => {
  const issued = { orderNo: 'LO1', virtualNo: '7100008', accountName: 'Numbers', shortCode: '600777' };
  const page = renderPage(<RepaymentManagementPage />, {
    perms: ['afterLoan:virtualAccount:create'],
    plugin: { name: 'after-loan', texts: { en, zh } },
    replies: [
      reply(repayment.orderPage, {
        rows: [{ ...aLoan, allowedActions: ['virtualAccount'] }],
        total: 1,
        totalIsExact: true,
      }),
      reply(paymentLink.virtualCreate, issued),
    ],
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Virtual account: LO1' }));
  const asked = await screen.findByRole('alertdialog');
  fireEvent.click(within(asked).getByRole('button', { name: 'Issue number' }));
  await waitFor(() => {
    expect(page.server.callsOf(paymentLink.virtualCreate)[0]?.request).toEqual({ orderNo: 'LO1' });
  });
});

test('an open link of a loan is copied, sent again and revoked with a reason', async () => {
  const row: paymentLink.LinkRow = {
    linkNo: 'PL000000001',
    orderNo: 'LO1',
    billNo: null,
    amountCents: 540_000,
    linkStatus: 'OPEN',
    expiresAt: '2026-11-28T20:59:00Z',
    url: 'https://kituo.example/pay/k202611.1.t4x.AbCd',
    madeByName: 'Wanjiru Kamau',
    createdAt: '2026-11-28T08:00:00Z',
    sentAt: null,
    paidAt: null,
    version: 3,
    lastPrompt: { promptNo: 'PQ1', promptStatus: 'FAILED', paymentCode: null },
    allowedActions: ['linkSend', 'linkRevoke'],
  };
  const page = renderPage(<LinksTab orderNo="LO1" />, {
    perms: ['afterLoan:repayLink:create'],
    plugin: { name: 'after-loan', texts: { en, zh } },
    replies: [
      reply(paymentLink.ofOrder, {
        links: [row, { ...row, linkNo: 'PL2', linkStatus: 'PAID', url: null, lastPrompt: null, allowedActions: [] }],
      }),
      reply(paymentLink.virtualOfOrder, { number: null }),
      reply(paymentLink.revoke, { linkNo: row.linkNo, linkStatus: 'REVOKED' }),
    ],
  });
  expect(await screen.findByText('No number issued yet')).toBeTruthy();
  expect(await screen.findByText(/Request failed/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Revoke' }));
  const asked = await screen.findByRole('dialog');
  fireEvent.change(await within(asked).findByLabelText(/Reason/), { target: { value: 'Wrong amount' } });
  fireEvent.click(within(asked).getByRole('button', { name: 'Revoke' }));
  await waitFor(() => {
    expect(page.server.callsOf(paymentLink.revoke)[0]?.request).toEqual({
      linkNo: row.linkNo,
      version: 3,
      reason: 'Wrong amount',
    });
  });
});

test('a payoff of the next days is sent to the customer', async () => {
  const payoffs = [
    { day: '2026-11-24', payoffCents: 540_000 },
    { day: '2026-11-25', payoffCents: 541_250 },
  ];
  const detail = { row: aLoan, payoffs, coupons: [], deductions: [], rollovers: [] };
  const page = renderPage(<OrderRepayment orderNo="LO1" />, {
    perms: ['afterLoan:repayLink:create'],
    plugin: { name: 'after-loan', texts: { en, zh } },
    replies: [
      reply(repayment.order, detail),
      reply(paymentLink.sendPayoff, { orderNo: 'LO1', day: '2026-11-25', payoffCents: 541_300, attemptId: 7 }),
    ],
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Send: 25 Nov 2026' }));
  const dialog = await screen.findByRole('dialog', { name: 'Send the payoff of 25 Nov 2026 by SMS' });
  expect(dialog.textContent).toContain('KES 5,412.50 settles LO1 that day.');
  fireEvent.click(within(dialog).getByRole('button', { name: 'Send' }));
  await screen.findByText('Payoff of 25 Nov 2026 sent');
  expect(page.server.callsOf(paymentLink.sendPayoff)[0]?.request).toEqual({
    orderNo: 'LO1',
    day: '2026-11-25',
    language: 'sw',
  });
});
