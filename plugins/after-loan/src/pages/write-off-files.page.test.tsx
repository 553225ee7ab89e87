// @vitest-environment jsdom
import {
  flow,
  job,
  merchant,
  payment,
  paymentVisual,
  reconciliation,
  repayAccount,
  repayment,
  route,
} from '@kituo/sdk/contracts';
import { Refusal, renderPage, reply } from '@kituo/sdk/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import { moved } from '../methods/payment-methods.tsx';
import { FlowRecordSupplementPage } from './flow-record-supplement.page.tsx';
import { LoanRoutingPage } from './loan-routing.page.tsx';
import { ReconciliationManagementPage } from './reconciliation-management.page.tsx';
import { RepaymentManagementNewPage } from './repayment-management-new.page.tsx';

const plugin = { name: 'after-loan', texts: { en } };
const none = { rows: [], total: 0, totalIsExact: true };
const aJob = {
  jobNo: 'J1',
  kind: 'payment.writeOffs',
  title: 'Write-offs',
  jobStatus: 'RUNNING' as const,
  total: 10_000,
  done: 0,
  succeeded: 0,
  failed: 0,
  reason: null,
  fileName: null,
  expiresAt: null,
  createdAt: '2026-11-20T08:00:00Z',
  startedAt: null,
  finishedAt: null,
  retryOf: null,
  allowedActions: ['cancel' as const],
};
const choose = (label: string, file: File) =>
  fireEvent.change(within(screen.getByRole('dialog')).getByLabelText(label), { target: { files: [file] } });

test('a file of write-offs goes to the server whole, and its job is followed', async () => {
  const page = renderPage(<RepaymentManagementNewPage />, {
    plugin,
    perms: ['afterLoan:writeOff:import'],
    replies: [
      reply(repayment.billPage, none),
      reply(payment.writeOffFile, { jobNo: 'J1', rows: 10_000 }),
      reply(job.detail, aJob),
      reply(job.items, none),
    ],
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Import' }));
  await screen.findByRole('dialog', { name: 'Allocate payments by file' });
  const dialog = within(screen.getByRole('dialog', { name: 'Allocate payments by file' }));
  choose('File of write-offs', new File(['orderNo\nLO1'], 'rows.csv', { type: 'text/csv' }));
  fireEvent.change(dialog.getByRole('textbox', { name: /Reason/ }), { target: { value: 'Statement of the 20th' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Try and submit' }));
  await screen.findAllByText('Write-offs');
  const [sent] = page.server.callsOf(payment.writeOffFile);
  expect(sent?.request).toEqual({ fileName: 'rows.csv', reason: 'Statement of the 20th' });
  expect(await sent?.bytes?.text()).toBe('orderNo\nLO1');
});

test('a long statement becomes a job', async () => {
  const page = renderPage(<ReconciliationManagementPage />, {
    at: '/AdminContent/AfterLoanSystem/ReconciliationManagement',
    plugin,
    perms: ['afterLoan:reconStatement:import'],
    replies: [
      reply(reconciliation.page, none),
      reply(reconciliation.accounts, [
        { accountId: 'BANK.MPESA_PAYBILL', accountName: 'Paybill 600000', isFetchable: false },
      ]),
      reply(reconciliation.owners, []),
      reply(reconciliation.importStatementFile, { jobNo: 'J2', lines: 50_000 }),
      reply(job.detail, { ...aJob, jobNo: 'J2', kind: 'reconStatements.import', title: 'Import statement' }),
      reply(job.items, none),
    ],
  });
  const [button] = await screen.findAllByRole('button', { name: 'Import statement' });
  if (button) fireEvent.click(button);
  await screen.findByRole('dialog');
  choose('Statement', new File(['x'.repeat(700_000)], 'day.csv', { type: 'text/csv' }));
  expect(page.server.callsOf(reconciliation.importStatement)).toEqual([]);
  expect(screen.getByText(/Long files are matched in the background/)).toBeTruthy();
});

test('the channel fills what it says, or gives a report to pass on', async () => {
  const page = renderPage(<FlowRecordSupplementPage />, {
    at: '/AdminContent/AfterLoanSystem/FlowRecordSupplement?tab=flows',
    plugin,
    perms: ['afterLoan:flow:save'],
    replies: [
      reply(flow.page, none),
      reply(flow.unmatched, none),
      reply(flow.owners, []),
      reply(repayAccount.options, []),
      reply(flow.queryThirdParty, () => {
        throw new Refusal('THIRD_PARTY_FLOW_NOT_FOUND', { facts: { paymentCode: 'SGR1' } });
      }),
    ],
  });
  fireEvent.click(await screen.findByRole('button', { name: en.action.flowSupplement.label }));
  const query = await screen.findByRole<HTMLButtonElement>('button', { name: 'Query channel' });
  // Nobody is asked before order, channel, serial number and account are chosen.
  expect(query.disabled).toBe(true);
  expect(screen.getByText(/Choose order, channel, serial number and account/)).toBeTruthy();
  expect(page.server.callsOf(flow.queryThirdParty)).toEqual([]);
});

test('what the channel says fills amount, payer and time, and nobody types over it', async () => {
  const order = { orderNo: 'LO1', merchantNo: 'M0001', customerName: 'Achieng Otieno', orderStatus: 'DISBURSED' };
  const owed = { repaymentCode: 'K1', lendingTime: null, outstandingCents: 5_000 };
  renderPage(<FlowRecordSupplementPage />, {
    at: '/AdminContent/AfterLoanSystem/FlowRecordSupplement?tab=flows',
    plugin,
    perms: ['afterLoan:flow:save'],
    replies: [
      reply(flow.page, none),
      reply(flow.unmatched, none),
      reply(flow.owners, []),
      reply(flow.checkPhone, { orders: [{ ...order, ...owed }] }),
      reply(repayAccount.options, [{ accountCode: 'BANK.P', accountName: 'Paybill', paymentChannel: 'MPESA' }]),
      reply(flow.queryThirdParty, {
        amountCents: 90_000,
        repayTime: '2026-11-30T08:00:00.000Z',
        payerName: 'Brian Kiptoo',
        payerPhone: '25*******111',
        toldBy: 'QUERY',
      }),
    ],
  });
  fireEvent.click(await screen.findByRole('button', { name: en.action.flowSupplement.label }));
  const form = await screen.findByRole('dialog');
  const type = (label: RegExp, value: string) => {
    fireEvent.change(within(form).getByLabelText(label), { target: { value } });
  };
  type(/^Phone/, '254712345678');
  await within(form).findByRole('option', { name: /LO1/ });
  type(/^Order/, 'LO1');
  type(/^Serial number/, 'QPAYER');
  await within(form).findByRole('option', { name: 'Paybill' });
  type(/^Account/, 'BANK.P');
  fireEvent.click(within(form).getByRole('button', { name: 'Query channel' }));
  const payer = await within(form).findByDisplayValue<HTMLInputElement>('Brian Kiptoo');
  expect(payer.disabled).toBe(true);
  expect(within(form).getByDisplayValue<HTMLInputElement>(/^900(\.00)?$/).disabled).toBe(true);
  expect(within(form).getByText('As the channel has it')).toBeTruthy();
});

test('payment methods are ordered, hidden and submitted with a reason', async () => {
  const page = renderPage(<LoanRoutingPage />, {
    at: '/AdminContent/AfterLoanSystem/LoanRouting?tab=methods',
    plugin,
    perms: ['afterLoan:paymentVisual:update'],
    replies: [
      reply(route.page, none),
      reply(merchant.options, [{ merchantNo: 'M0001', merchantName: 'Haraka', enabled: true }]),
      reply(paymentVisual.visual, {
        merchantNo: 'M0001',
        methods: [
          { method: 'MPESA_PROMPT', isShown: true, isOffered: true },
          { method: 'PAYBILL', isShown: true, isOffered: true },
          { method: 'VIRTUAL_ACCOUNT', isShown: true, isOffered: false },
          { method: 'BANK_TRANSFER', isShown: true, isOffered: false },
        ],
        updatedByName: null,
        updatedAt: null,
        hasPending: false,
      }),
      reply(paymentVisual.save, { changeNo: 'CH1' }),
    ],
  });
  const list = await screen.findByRole('list', { name: 'Order that customers see' });
  expect(within(list).getAllByText('No account')).toHaveLength(2);
  const submit = screen.getByRole<HTMLButtonElement>('button', { name: 'Submit for approval' });
  expect(submit.disabled).toBe(true);
  fireEvent.click(within(list).getByRole('button', { name: 'Up: Paybill' }));
  fireEvent.click(within(list).getByLabelText('M-Pesa prompt'));
  const phone = screen.getByRole('complementary', { name: 'Preview on a phone' });
  expect(
    within(phone)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual(['Paybill']);
  // The last way to pay cannot be hidden.
  fireEvent.click(within(list).getByLabelText('Paybill'));
  expect(submit.disabled).toBe(true);
  fireEvent.click(within(list).getByLabelText('Paybill'));
  fireEvent.click(submit);
  const dialog = await screen.findByRole('dialog', { name: 'Change the payment methods' });
  fireEvent.change(within(dialog).getByRole('textbox', { name: /Reason/ }), { target: { value: 'Fewer prompts' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Submit' }));
  await waitFor(() => {
    expect(page.server.callsOf(paymentVisual.save)[0]?.request).toEqual({
      merchantNo: 'M0001',
      methods: [
        { method: 'PAYBILL', isShown: true },
        { method: 'MPESA_PROMPT', isShown: false },
        { method: 'VIRTUAL_ACCOUNT', isShown: true },
        { method: 'BANK_TRANSFER', isShown: true },
      ],
      reason: 'Fewer prompts',
    });
  });
});

test('a method is moved within the ends', () => {
  const of = (...methods: paymentVisual.PaymentMethod[]) =>
    methods.map((method) => ({ method, isShown: true, isOffered: true }));
  const two = of('PAYBILL', 'MPESA_PROMPT');
  expect(moved(two, 0, 1)).toEqual(of('MPESA_PROMPT', 'PAYBILL'));
  expect(moved(two, 0, 2)).toEqual(two);
});
