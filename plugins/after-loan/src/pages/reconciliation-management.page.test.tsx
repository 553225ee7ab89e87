// @vitest-environment jsdom
import { payoutClaim, reconciliation } from '@kituo/sdk/contracts';
import { renderPage, reply } from '@kituo/sdk/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import { ReconciliationManagementPage } from './reconciliation-management.page.tsx';

const AT = '/AdminContent/AfterLoanSystem/ReconciliationManagement';
const plugin = { name: 'after-loan', texts: { en } };
const one = <Row,>(row: Row) => ({ rows: [row], total: 1, totalIsExact: true });

const day: reconciliation.ReconDay = {
  runId: 'RD00000001',
  businessDate: '2026-11-20',
  accountId: 'BANK.MPESA_PAYBILL',
  accountName: 'Paybill 600000',
  paymentCompany: 'MPESA',
  statementTotalCents: 250_000,
  ourTotalCents: 0,
  diffCents: 250_000,
  matchedCount: 0,
  diffCount: 1,
  reconStatus: 'DIFFERENT',
  closedBy: null,
  version: 1,
  allowedActions: ['match'],
};
const difference: reconciliation.Difference = {
  diffId: 'DF000000001',
  runId: day.runId,
  businessDate: day.businessDate,
  accountName: day.accountName,
  diffType: 'MISSING_HERE',
  serial: 'SGR7XK21QP',
  statementCents: 250_000,
  ourCents: null,
  happenedAt: '2026-11-20T06:00:00Z',
  details: 'Pay Bill',
  flowNo: null,
  attemptNo: null,
  proposedWay: null,
  proposedTimes: 0,
  proposedReason: null,
  ownerUserNo: null,
  ownerName: null,
  allowedActions: ['resolve'],
};

test('a day with differences is matched again, and not closed', async () => {
  const page = renderPage(<ReconciliationManagementPage />, {
    at: AT,
    plugin,
    perms: ['afterLoan:reconStatement:import', 'afterLoan:reconDay:close'],
    replies: [
      reply(reconciliation.page, one(day)),
      reply(reconciliation.accounts, []),
      reply(reconciliation.owners, []),
    ],
  });
  expect(await screen.findByText('Match again')).toBeTruthy();
  expect(screen.getByText('Import statement')).toBeTruthy();
  expect(screen.queryByText('Close day')).toBeNull();
  page.assertReleases();
});

test('a statement is fetched of an account that can be asked', async () => {
  const page = renderPage(<ReconciliationManagementPage />, {
    at: AT,
    plugin,
    perms: ['afterLoan:reconStatement:import'],
    replies: [
      reply(reconciliation.page, one(day)),
      reply(reconciliation.accounts, [
        { accountId: 'BANK.MPESA_PAYBILL', accountName: 'Paybill 600000', isFetchable: true },
        { accountId: 'BANK.CASH', accountName: 'Cash', isFetchable: false },
      ]),
      reply(reconciliation.owners, []),
      reply(reconciliation.fetchStatement, { jobNo: 'J1' }),
    ],
  });
  fireEvent.click(await screen.findByText('Fetch statement'));
  const form = await screen.findByRole('dialog');
  const account = within(form).getByLabelText<HTMLSelectElement>(/^Account/);
  await waitFor(() => {
    expect([...account.options].map(({ text }) => text)).toEqual(['Choose…', 'Paybill 600000']);
  });
  page.assertReleases();
});

test('a difference is resolved with a reason, its effect said before', async () => {
  const page = renderPage(<ReconciliationManagementPage />, {
    at: `${AT}?tab=differences&runId=RD00000001`,
    plugin,
    perms: ['afterLoan:reconDifference:resolve'],
    replies: [
      reply(reconciliation.differencePage, one(difference)),
      reply(reconciliation.accounts, []),
      reply(reconciliation.owners, []),
      reply(reconciliation.resolve, { changeNo: 'CH1' }),
    ],
  });
  fireEvent.click(await screen.findByText('Resolve'));
  expect(await screen.findByText(/Record SGR7XK21QP as received/)).toBeTruthy();
  fireEvent.change(screen.getByRole('textbox', { name: /Reason/ }), { target: { value: 'As stated' } });
  fireEvent.click(screen.getByText('Submit for approval'));
  await waitFor(() => {
    expect(page.server.callsOf(reconciliation.resolve)[0]?.request).toEqual({
      diffId: 'DF000000001',
      reason: 'As stated',
    });
  });
  expect(page.server.callsOf(reconciliation.differencePage)[0]?.request['filters']).toEqual({ runId: 'RD00000001' });
  page.assertReleases();
});

test('a difference opens with what the books posted for its payment', async () => {
  const lines = [
    { accountCode: 'BANK.MPESA_PAYBILL', accountName: 'Paybill', amountCents: 250_000 },
    { accountCode: 'SUSPENSE', accountName: 'Suspense', amountCents: -250_000 },
  ];
  const at = { businessDate: '2026-11-20', postedAt: '2026-11-20T06:00:00Z', reversesId: null };
  const page = renderPage(<ReconciliationManagementPage />, {
    at: `${AT}?tab=differences`,
    plugin,
    perms: [],
    replies: [
      reply(reconciliation.differencePage, one({ ...difference, diffType: 'MISSING_THERE', flowNo: 'FL1' })),
      reply(reconciliation.accounts, []),
      reply(reconciliation.owners, []),
      reply(reconciliation.differenceJournals, {
        diffId: 'DF000000001',
        journals: [{ journalId: 1, journalKind: 'RECEIPT', ...at, lines }],
      }),
    ],
  });
  fireEvent.click(await screen.findByText('SGR7XK21QP'));
  const posted = await screen.findByRole('table', { name: 'Journals' });
  expect(within(posted).getByText('Suspense')).toBeTruthy();
  page.assertReleases();
});

test('a repeated line is counted as another movement, and money paid twice is claimed back', async () => {
  const open = (row: Partial<reconciliation.Difference>) =>
    renderPage(<ReconciliationManagementPage />, {
      at: `${AT}?tab=differences`,
      plugin,
      perms: ['afterLoan:reconDifference:resolve'],
      replies: [
        reply(reconciliation.differencePage, one({ ...difference, ...row })),
        reply(reconciliation.accounts, []),
        reply(reconciliation.owners, []),
        reply(reconciliation.resolve, { changeNo: 'CH1' }),
      ],
    });
  const repeated = open({ diffType: 'TWICE', allowedActions: ['resolve', 'count'] });
  fireEvent.click(await screen.findByLabelText('More actions for SGR7XK21QP'));
  fireEvent.click(await screen.findByText('Count separately'));
  expect(await screen.findByText(/Both lines are separate movements/)).toBeTruthy();
  fireEvent.change(screen.getByRole('textbox', { name: /Reason/ }), { target: { value: 'Paid two times' } });
  fireEvent.click(screen.getByText('Submit for approval'));
  await waitFor(() => {
    expect(repeated.server.callsOf(reconciliation.resolve)[0]?.request).toEqual({
      diffId: 'DF000000001',
      reason: 'Paid two times',
      isAnother: true,
    });
  });
  repeated.assertReleases();
  // What was done three times is proposed with its reason, and still asked for.
  const learnt = { proposedWay: 'reverse' as const, proposedTimes: 3, proposedReason: 'Never arrived' };
  const proposed = open({ diffType: 'MISSING_THERE', flowNo: 'FL1', ...learnt });
  expect(await screen.findByText('Reverse payment')).toBeTruthy();
  fireEvent.click(await screen.findByText('Resolve'));
  expect(await screen.findByText(/Resolved this way 3 times before/)).toBeTruthy();
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: /Reason/ }).value).toBe('Never arrived');
  expect(screen.getByText('Ask channel')).toBeTruthy();
  expect(proposed.server.callsOf(reconciliation.resolve)).toEqual([]);
  proposed.assertReleases();
  const twice = open({ diffType: 'PAID_TWICE', statementCents: -90_000, attemptNo: 'PO1' });
  fireEvent.click(await screen.findByText('Resolve'));
  expect(await screen.findByText(/Claim SGR7XK21QP back from the payee/)).toBeTruthy();
  expect(screen.getByText('KES 900.00')).toBeTruthy();
  twice.assertReleases();
  // Of a payout of which too much left, the surplus alone.
  const tooMuch = open({ diffType: 'AMOUNT', statementCents: -90_000, ourCents: -85_000, attemptNo: 'PO1' });
  fireEvent.click(await screen.findByText('Resolve'));
  expect(await screen.findByText(/Claim what left too much with SGR7XK21QP back/)).toBeTruthy();
  expect(screen.getByText('KES 50.00')).toBeTruthy();
  tooMuch.assertReleases();
});

test('a claim on a payee is cleared with a payment, the payee’s own named', async () => {
  const claim: payoutClaim.PayoutClaim = {
    claimNo: 'PC000000001',
    claimStatus: 'OPEN',
    attemptNo: 'PO1',
    subjectNo: 'LO1',
    serial: 'SGR7XK21QP-2',
    runId: day.runId,
    accountName: day.accountName,
    merchantNo: 'M0001',
    payeeName: 'Achieng Ouma',
    payeePhone: '2547*****111',
    amountCents: 90_000,
    clearedCents: 0,
    outstandingCents: 90_000,
    happenedAt: '2026-11-20T06:00:00Z',
    claimedAt: '2026-11-21T06:00:00Z',
    makerName: 'Mary',
    checkerName: 'John',
    repayments: [],
    allowedActions: ['clear'],
  };
  const payment = { flowNo: 'FL1', paymentCode: 'SGR8', writableCents: 90_000, payerName: null, isPayees: true };
  const page = renderPage(<ReconciliationManagementPage />, {
    at: `${AT}?tab=claims`,
    plugin,
    perms: ['afterLoan:reconDifference:resolve'],
    replies: [
      reply(payoutClaim.page, one(claim)),
      reply(payoutClaim.payments, [payment]),
      reply(payoutClaim.clear, { changeNo: 'CH1' }),
    ],
  });
  fireEvent.click(await screen.findByText('Clear with payment'));
  const dialog = await screen.findByRole('dialog');
  await screen.findByRole('option', { name: /SGR8 · KES 900.00/ });
  fireEvent.change(within(dialog).getByLabelText(/^Payment number/), { target: { value: 'FL1' } });
  fireEvent.change(within(dialog).getByRole('textbox', { name: /Reason/ }), { target: { value: 'Paid back' } });
  fireEvent.click(within(dialog).getByText('Submit for approval'));
  await waitFor(() => {
    expect(page.server.callsOf(payoutClaim.clear)[0]?.request).toEqual({
      claimNo: 'PC000000001',
      flowNo: 'FL1',
      reason: 'Paid back',
    });
  });
  page.assertReleases();
});

test('the columns of an account are saved as typed, one amount column or two', async () => {
  const account: reconciliation.ColumnsRow = {
    accountId: 'BANK.COOP',
    accountName: 'Collections',
    paymentCompany: 'BANK',
    serialTitle: 'Tran ID',
    timeTitle: 'Tran Date',
    detailsTitle: 'Particulars',
    paidInTitle: null,
    withdrawnTitle: null,
    amountTitle: 'Amount',
    dateOrder: 'DMY',
    updatedByName: 'Mary',
    updatedAt: '2026-11-20T06:00:00Z',
    allowedActions: ['save'],
  };
  const page = renderPage(<ReconciliationManagementPage />, {
    at: `${AT}?tab=columns`,
    plugin,
    perms: ['afterLoan:reconStatement:import'],
    replies: [
      reply(reconciliation.columnsPage, one(account)),
      reply(reconciliation.accounts, []),
      reply(reconciliation.owners, []),
      reply(reconciliation.columnsSave, { accountId: 'BANK.COOP' }),
    ],
  });
  fireEvent.click(await screen.findByText('Set columns'));
  fireEvent.change(await screen.findByRole('textbox', { name: /Reference column/ }), { target: { value: 'Ref' } });
  fireEvent.click(screen.getByText('Save'));
  await waitFor(() => {
    expect(page.server.callsOf(reconciliation.columnsSave)[0]?.request).toEqual({
      accountId: 'BANK.COOP',
      serialTitle: 'Ref',
      timeTitle: 'Tran Date',
      dateOrder: 'DMY',
      detailsTitle: 'Particulars',
      paidInTitle: '',
      withdrawnTitle: '',
      amountTitle: 'Amount',
    });
  });
  page.assertReleases();
});
