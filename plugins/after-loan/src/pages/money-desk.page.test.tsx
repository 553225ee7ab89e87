// @vitest-environment jsdom
import { balance, flow, loanerAccount, payment, payoutOrder, repayAccount, wallet } from '@kituo/sdk/contracts';
import type { ReplyOf } from '@kituo/sdk/contracts';
import { renderPage, reply } from '@kituo/sdk/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ReactElement } from 'react';
import { expect, test } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import { BalanceManagementPage } from './balance-management.page.tsx';
import { FlowRecordSupplementPage } from './flow-record-supplement.page.tsx';
import { LoanManagementPage } from './loan-management.page.tsx';
import { LoanerManagementPage } from './loaner-management.page.tsx';
import { RepaymentAccountManagementPage } from './repayment-account-management.page.tsx';
import { WalletRecordsPage } from './wallet-records.page.tsx';

const A = '/AdminContent/AfterLoanSystem/';
const open = (page: ReactElement, at: string, perms: readonly string[], replies: Parameters<typeof reply>[]) =>
  renderPage(page, {
    at: A + at,
    plugin: { name: 'after-loan', texts: { en } },
    perms: perms.map((code) => `afterLoan:${code}`),
    replies: replies.map(([endpoint, answer]) => reply(endpoint, answer)),
  });
const one = <Row,>(row: Row) => ({ rows: [row], total: 1, totalIsExact: true });
const AT = '2026-11-20T06:00:00Z';

const money = {
  flowNo: 'FL0000000001',
  merchantNo: 'M0001',
  paymentCode: 'SGR7XK21QP',
  paymentChannel: 'MPESA',
  flowAmountCents: 250_000,
  appliedCents: 0,
  creditCents: 0,
  returnedCents: 0,
  heldCents: 0,
  writableCents: 250_000,
  flowStatus: 'UNMATCHED' as const,
  repayTime: AT,
  orderNo: null,
  payerName: 'Achieng Ouma',
  payerPhone: '25*******001',
  accountReference: 'LO1',
  unmatchedFor: null,
  source: 'CALLBACK' as const,
  ownerUserNo: null,
  ownerName: null,
  receivedAt: AT,
  allowedActions: ['take' as const],
};

test('unmatched money is put on the order that it may belong to, or goes back to its payer', async () => {
  const because: 'SAME_PHONE'[] = ['SAME_PHONE'];
  const candidate = {
    orderNo: 'LO0000000001',
    customerName: 'Achieng Ouma',
    phone: '25*******001',
    payoffCents: 1,
    because,
  };
  const bills: ReplyOf<typeof payment.billsOfOrder> = {
    orderNo: 'LO0000000001',
    orderStatus: 'DISBURSED',
    merchantNo: 'M0001',
    customerNo: 'C1',
    repaymentCode: 'K12345',
    lendingTime: AT,
    collectionScope: 'ORDER',
    creditCents: 0,
    bills: [],
  };
  const page = renderPage(<FlowRecordSupplementPage />, {
    at: `${A}FlowRecordSupplement?tab=unmatched`,
    plugin: { name: 'after-loan', texts: { en } },
    perms: ['afterLoan:writeOff:commit', 'charge:transfer:submit'],
    replies: [
      reply(flow.unmatched, one({ ...money, allowedActions: ['apply' as const], candidates: [candidate] })),
      reply(payment.billsOfOrder, bills),
      reply(payment.flowsOfOrder, { rows: [] }),
    ],
  });
  fireEvent.click(await screen.findByText('SGR7XK21QP'));
  const link = await screen.findByRole('link', { name: 'Return to payer' });
  expect(link.getAttribute('href')).toBe(
    '/AdminContent/ChargeToAnAccountSystem/CashTransferApplyFor?returnFlow=FL0000000001',
  );
  fireEvent.click(screen.getByRole('button', { name: 'Allocate to LO0000000001' }));
  const code = await screen.findByLabelText('Serial number 1');
  expect(code.getAttribute('value')).toBe('SGR7XK21QP');
  expect(page.server.callsOf(payment.billsOfOrder)[0]?.request).toEqual({ orderNo: 'LO0000000001' });
});

test('unmatched money names whom it may belong to, and is taken', async () => {
  const candidate = {
    orderNo: 'LO0000000001',
    customerName: 'Achieng Ouma',
    phone: '25*******001',
    payoffCents: 250_000,
  };
  const page = open(
    <FlowRecordSupplementPage />,
    'FlowRecordSupplement?tab=unmatched',
    ['flow:assign'],
    [[flow.unmatched, one({ ...money, candidates: [{ ...candidate, because: ['SAME_PHONE'] }] })]],
  );
  expect(await screen.findByText('Achieng Ouma')).toBeTruthy();
  expect((await screen.findAllByText('Take')).length).toBeGreaterThan(0);
  page.assertReleases();
});

const order: payoutOrder.PayoutOrderRow = {
  trafficLimit: { settledOrderCount: 1, dailyLimit: 600, admittedToday: 40 },
  orderNo: 'LO0000000001',
  thirdPartyOrderNo: null,
  merchantNo: 'M0001',
  merchantName: 'Kituo Credit',
  customerName: 'Achieng Ouma',
  phone: '25*******001',
  payoutType: 'MOBILE_MONEY',
  payoutAccount: '25*******678',
  approvedAmountCents: 1_200_000,
  actualLoanAmountCents: 1_200_000,
  lendingChannel: 'MPESA_B2C',
  orderStatus: 'DISBURSE_FAILED',
  payoutStatus: 'FAILURE',
  failCode: '2001',
  failReason: 'Initiator wrong',
  holdReason: null,
  attemptCount: 1,
  auditTime: AT,
  lendingTime: null,
  hasWaitingChange: false,
  version: 1,
  allowedActions: ['replay', 'cancel'],
};

test('a failed payout offers its replay to who may send it, and to nobody else', async () => {
  const page = open(<LoanManagementPage />, 'LoanManagement', ['payout:retry'], [[payoutOrder.page, one(order)]]);
  expect(await screen.findByText('Replay')).toBeTruthy();
  expect(screen.getByText('Initiator wrong')).toBeTruthy();
  expect(screen.queryByText('Export')).toBeNull();
  page.assertReleases();
});

const account = {
  accountId: 'A0005',
  accountCode: 'BANK.A0005',
  bankCode: 'MPESA',
  branch: 'Nairobi',
  accountName: 'Float 2',
  accountNo: null,
  shortCode: '700123',
  merchantNos: [],
  merchantNames: [],
  enabled: true,
  hasWaitingChange: false,
  version: 0,
};

test('a payout account can be disabled by who holds its state', async () => {
  const row: loanerAccount.LoanerAccountRow = {
    ...account,
    loanerName: 'Kituo',
    lendingChannel: 'MPESA_B2C',
    lastBalanceCents: null,
    inFlightCents: 0,
    todayPaidCents: 0,
    dailyLimitCents: 1,
    isUsed: false,
    allowedActions: ['disable'],
  };
  const page = open(
    <LoanerManagementPage />,
    'LoanerManagement',
    ['loanerAccount:state'],
    [[loanerAccount.page, one(row)]],
  );
  expect(await screen.findByText('Disable')).toBeTruthy();
  expect(screen.queryByText('Add account')).toBeNull();
  page.assertReleases();
});

test('a receiving account of virtual numbers offers its range', async () => {
  const row: repayAccount.RepayAccountRow = {
    ...account,
    paymentChannel: 'BANK',
    codeRule: 'VIRTUAL',
    minCents: 1,
    maxCents: 2,
    rangeFrom: null,
    rangeTo: null,
    openLinks: 0,
    virtualNumbers: 0,
    isCountExact: true,
    todayReceivedCents: 0,
    unmatchedCents: 0,
    lastFlowTime: null,
    quietMinutes: null,
    usualQuietMinutes: null,
    isSilent: false,
    allowedActions: ['virtualRange'],
  };
  const page = open(
    <RepaymentAccountManagementPage />,
    'RepaymentAccountManagement',
    ['repayAccount:save'],
    [[repayAccount.page, one(row)]],
  );
  expect(await screen.findByText('Virtual range')).toBeTruthy();
  page.assertReleases();
});

test('a stated balance stands beside the books', async () => {
  const row: balance.BalanceRow = {
    accountId: 'MPESA_FLOAT',
    accountCode: 'BANK.MPESA_FLOAT',
    paymentCompany: 'MPESA',
    accountName: 'M-Pesa payout float',
    bankName: 'MPESA',
    lastBalanceCents: 100_00,
    ledgerBalanceCents: 120_00,
    inFlightCents: 0,
    differenceCents: -20_00,
    lowWaterCents: null,
    entryDate: '2026-11-20',
    source: 'MANUAL',
    enteredBy: 'Kamau',
    enteredAt: AT,
    fetchStatus: 'NO_ANSWER',
    fetchFault: null,
    allowedActions: ['enter', 'fetch'],
  };
  const page = open(
    <BalanceManagementPage />,
    'BalanceManagement',
    ['balance:save'],
    [
      [balance.page, one(row)],
      [balance.entryFetch, { asked: 1 }],
    ],
  );
  // The old value stays, and the channel is asked again.
  expect(await screen.findByText('No answer yet')).toBeTruthy();
  fireEvent.click(screen.getByText('Fetch now'));
  const asking = await screen.findByRole('alertdialog');
  fireEvent.click(within(asking).getByRole('button', { name: 'Fetch now' }));
  await waitFor(() => {
    expect(page.server.callsOf(balance.entryFetch)[0]?.request).toEqual({ accountIds: ['MPESA_FLOAT'] });
  });
  await waitFor(() => {
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });
  fireEvent.click(await screen.findByLabelText('More actions for M-Pesa payout float'));
  expect(await screen.findByText('Enter balance')).toBeTruthy();
  // An empty amount is no balance of 0.
  fireEvent.click(screen.getByText('Enter balance'));
  const dialog = await screen.findByRole('dialog');
  fireEvent.change(within(dialog).getByLabelText(/^Date/), { target: { value: '2026-11-20' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() => {
    expect(
      within(dialog)
        .getByLabelText(/^Balance/)
        .getAttribute('aria-invalid'),
    ).toBe('true');
  });
  expect(page.server.callsOf(balance.entrySave)).toEqual([]);
  page.assertReleases();
});

test('a failed withdrawal can be paid again', async () => {
  const row: wallet.WithdrawalRow = {
    withdrawNo: 'WW000000001',
    merchantNo: 'M0001',
    customerNo: 'C1',
    customerName: 'Achieng Ouma',
    phone: '25*******001',
    eWalletAccount: '25*******001',
    amountCents: 300_00,
    feeCents: 0,
    withdrawStatus: 'FAILED',
    failCode: '1',
    failReason: 'Balance insufficient',
    attemptCount: 1,
    cancelReason: null,
    createTime: AT,
    successTime: null,
    version: 0,
    allowedActions: ['retry'],
  };
  const page = open(
    <WalletRecordsPage />,
    'WalletRecords',
    ['walletWithdrawal:retry'],
    [[wallet.withdrawalPage, one(row)]],
  );
  expect(await screen.findByText('Retry')).toBeTruthy();
  page.assertReleases();
});
