// @vitest-environment jsdom
import { caseRepay, payment, repayment } from '@kituo/sdk/contracts';
import type { ReplyOf } from '@kituo/sdk/contracts';
import { Refusal, renderPage, reply } from '@kituo/sdk/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import zh from '../../locales/zh.json' with { type: 'json' };
import { RepaymentManagementMergePage } from './repayment-management-merge.page.tsx';
import { RepaymentManagementNewPage } from './repayment-management-new.page.tsx';
import { RepaymentManagementPage } from './repayment-management.page.tsx';
import {
  CODES,
  aBill,
  aLoan,
  anApplication,
  plan,
  flows,
  line,
  preview,
  done,
  bills,
} from '../testing/repayment-desk.ts';

test('a payment is put on a bill: split while it is typed, agreed to, committed with what was seen', async () => {
  const page = renderPage(<RepaymentManagementNewPage />, {
    perms: CODES,
    plugin: { name: 'after-loan', texts: { en, zh } },
    replies: [
      bills,
      reply(payment.billsOfOrder, plan),
      reply(payment.flowsOfOrder, flows),
      reply(payment.writeOffPreview, ({ rows }) =>
        JSON.stringify(rows).includes('560000') ? preview({ confirmations: ['SURPLUS_TO_CREDIT'] }) : preview(),
      ),
      reply(payment.writeOffCommit, done),
    ],
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Allocate: B1' }));
  const split = await screen.findByRole('table', { name: 'Split of B1' });
  expect(within(split).getByText('Late fee')).toBeTruthy();
  expect(screen.getByLabelText<HTMLSelectElement>('Type').value).toBe('SETTLE');

  fireEvent.change(screen.getByLabelText('Allocate now 1'), { target: { value: '5,600.00' } });
  const agree = await screen.findByRole('checkbox');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Allocate' }).disabled).toBe(true);
  fireEvent.click(agree);
  fireEvent.click(screen.getByRole('button', { name: 'Allocate' }));
  await waitFor(() => {
    const [sent] = page.server.callsOf(payment.writeOffCommit);
    expect(sent?.request).toMatchObject({
      orderNo: 'LO1',
      billNo: 'B1',
      repayType: 'SETTLE',
      rows: [{ paymentCode: 'SGR1', writeOffAmountCents: 560_000, isrecord: true }],
      acknowledged: ['SURPLUS_TO_CREDIT'],
    });
    expect(sent?.headers['kituo-seen']).toBe('seen-1');
  });
  page.assertReleases();
});

test('the best split is shown before and after, and opens the form with its payments', async () => {
  const loans: repayment.BestSplit['loans'] = [
    {
      orderNo: 'LO1',
      uses: [
        { flowNo: 'FL1', paymentCode: 'SGR1', paymentChannel: 'MPESA', writableCents: 600_000, amountCents: 540_000 },
      ],
      bills: [{ billNo: 'B1', termNo: 1, dueDate: '2026-11-01', beforeCents: 540_000, afterCents: 0 }],
    },
  ];
  const page = renderPage(<RepaymentManagementNewPage />, {
    perms: [...CODES, 'afterLoan:writeOff:commitMulti'],
    plugin: { name: 'after-loan', texts: { en, zh } },
    replies: [
      reply(repayment.billPage, { rows: [{ ...aBill, allowedActions: ['bestSplit'] }], total: 1, totalIsExact: true }),
      reply(repayment.bestSplit, { loans, settledCount: 1, usedCents: 540_000, leftCents: 60_000 }),
      reply(payment.billsOfOrder, plan),
      reply(payment.flowsOfOrder, flows),
      reply(payment.writeOffPreview, preview()),
    ],
  });
  fireEvent.click(await screen.findByRole('button', { name: /^Best split/ }));
  expect(await screen.findByText('Settles 1 bill with KES 5,400.00. KES 600.00 stays unallocated.')).toBeTruthy();
  const table = screen.getByRole('table', { name: 'Bills of LO1' });
  expect(within(table).getByText('Settled')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Apply payments to LO1' }));
  await screen.findByRole('table', { name: 'Split of B1' });
  expect(screen.getByLabelText<HTMLSelectElement>('Type').value).toBe('GENERIC');
  expect(screen.getByLabelText<HTMLInputElement>('Allocate now 1').value).toBe('5400.00');
  await waitFor(() => {
    expect(page.server.callsOf(payment.writeOffPreview).at(-1)?.request).toMatchObject({
      orderNo: 'LO1',
      billNo: null,
      repayType: 'GENERIC',
      rows: [{ paymentCode: 'SGR1', writeOffAmountCents: 540_000 }],
    });
  });
  page.assertReleases();
});

test('a refusal leads to what resolves it: waivers of the order, the payment that we hold', async () => {
  renderPage(<RepaymentManagementNewPage />, {
    perms: CODES,
    plugin: { name: 'after-loan', texts: { en, zh } },
    replies: [
      bills,
      reply(payment.billsOfOrder, plan),
      reply(payment.flowsOfOrder, flows),
      reply(payment.writeOffPreview, ({ rows }) => {
        const typed = JSON.stringify(rows);
        if (typed.includes('520000')) throw new Refusal('DEDUCTION_NEEDED');
        if (typed.includes('510000')) throw new Refusal('SERIAL_REPEATED', { facts: { flowNo: 'FL7' } });
        return preview();
      }),
    ],
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Allocate: B1' }));
  await screen.findByRole('table', { name: 'Split of B1' });
  const type = (value: string) => fireEvent.change(screen.getByLabelText('Allocate now 1'), { target: { value } });
  const leadsTo = async (name: string) => (await screen.findByRole('link', { name })).getAttribute('href');
  type('5200');
  expect(await leadsTo('Waivers of this order')).toBe(
    '/AdminContent/CollectionSystemNew/DeductionAmountManagementNew?orderNo=LO1',
  );
  type('5100');
  expect(await leadsTo('Open payment FL7')).toBe(
    '/AdminContent/AfterLoanSystem/FlowRecordSupplement?tab=flows&flowNo=FL7',
  );
});

test('a refused cell is marked, and what moved is previewed again under a new key', async () => {
  let previews = 0;
  const page = renderPage(<RepaymentManagementNewPage />, {
    perms: CODES,
    plugin: { name: 'after-loan', texts: { en, zh } },
    replies: [
      bills,
      reply(payment.billsOfOrder, plan),
      reply(payment.flowsOfOrder, flows),
      reply(payment.writeOffPreview, ({ rows }) => {
        previews += 1;
        if (JSON.stringify(rows).includes('700000')) {
          throw new Refusal('ABOVE_WRITABLE', { fields: [{ field: 'rows.0.writeOffAmountCents', msg: 'Too much' }] });
        }
        return preview();
      }),
      reply(payment.writeOffCommit, () => {
        throw new Refusal('STATE_MOVED');
      }),
    ],
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Allocate: B1' }));
  await screen.findByRole('table', { name: 'Split of B1' });
  const amount = screen.getByLabelText('Allocate now 1');
  fireEvent.change(amount, { target: { value: '7000' } });
  await screen.findByText('Exceeds the flow’s writable amount');
  expect(amount.getAttribute('aria-invalid')).toBe('true');
  fireEvent.change(amount, { target: { value: '5400' } });
  await waitFor(() => {
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Allocate' }).disabled).toBe(false);
  });
  const before = previews;
  fireEvent.click(screen.getByRole('button', { name: 'Allocate' }));
  await screen.findByText('Something changed since the preview. Please check again.');
  await waitFor(() => {
    expect(previews).toBe(before + 1);
  });
  fireEvent.click(screen.getByRole('button', { name: 'Allocate' }));
  await waitFor(() => {
    const keys = page.server.callsOf(payment.writeOffCommit).map(({ headers }) => headers['idempotency-key']);
    expect(new Set(keys).size).toBe(2);
  });
});

test('a loan’s bill is closed at zero, and its detail quotes the payoffs', async () => {
  const page = renderPage(<RepaymentManagementPage />, {
    perms: CODES,
    plugin: { name: 'after-loan', texts: { en, zh } },
    replies: [
      reply(repayment.orderPage, { rows: [aLoan], total: 1, totalIsExact: true }),
      reply(payment.zeroSettle, { billNo: 'B1', billStatus: 'SETTLED', changeNo: null }),
    ],
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Close at zero: LO1' }));
  const asked = await screen.findByRole('dialog');
  expect(within(asked).getByText('Close this bill and waive KES 14.00?')).toBeTruthy();
  fireEvent.change(within(asked).getByLabelText(/^Reason/), { target: { value: 'KES 14 left' } });
  fireEvent.click(within(asked).getByRole('button', { name: 'Close bill' }));
  await waitFor(() => {
    expect(page.server.callsOf(payment.zeroSettle)[0]?.request).toEqual({ billNo: 'B1', reason: 'KES 14 left' });
  });
});

test('a repayment is rolled back from the overview after its tree was seen, and the sums are proven', async () => {
  const undone: ReplyOf<typeof payment.rollbackSettle> = {
    orderNo: 'LO1',
    inCollection: [],
    cases: [{ caseNo: 'CS1', fromStatus: 'CLOSED', toStatus: 'COLLECTING', fromLevel: 'S1', toLevel: 'S2' }],
    promises: [
      { promiseNo: 'PM1', promisedOn: '2026-12-01', promiseStatus: 'KEPT', amountCents: 100_000, paidCents: 0 },
    ],
    applications: [
      {
        applicationNo: 'AP1',
        flowNo: 'FL1',
        repayType: 'PARTIAL',
        appliedCents: 100_000,
        surplusCents: 0,
        journalIds: [7, 8],
        deductionNos: [],
        couponNos: [],
        reopenedBillNos: [],
        successorBillNo: null,
      },
    ],
  };
  const page = renderPage(<RepaymentManagementMergePage />, {
    perms: CODES,
    plugin: { name: 'after-loan', texts: { en, zh } },
    replies: [
      reply(repayment.mergePage, { rows: [anApplication], total: 1, totalIsExact: true }),
      reply(repayment.mergeSummary, {
        count: 1,
        appliedCents: 100_000,
        surplusCents: 0,
        ledgerCents: 100_000,
        differenceCents: 0,
        applicationNos: [],
      }),
      reply(payment.rollbackPreview, preview({ reply: undone, postings: [line('PRINCIPAL', 100_000)] })),
      reply(payment.rollbackSettle, undone),
    ],
  });
  await screen.findByText(/no difference/);
  fireEvent.click(screen.getByRole('button', { name: 'Undo newest: AP1' }));
  await screen.findByText('Undo 1 write-off, KES 1,000.00? The money returns to its payment.');
  expect(screen.getByText('Bill B1: KES 1,000.00 is owed again')).toBeTruthy();
  expect(screen.getByText('Case CS1 is open again at S2')).toBeTruthy();
  expect(
    screen.getByText(/^Promise PM1 of KES 1,000\.00 by .* stays kept: KES 0\.00 of it is still paid$/),
  ).toBeTruthy();
  fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'wrong bill' } });
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => {
    const [sent] = page.server.callsOf(payment.rollbackSettle);
    expect(sent?.request).toMatchObject({ orderNo: 'LO1', applicationNo: 'AP1', reason: 'wrong bill' });
    expect(sent?.headers['kituo-seen']).toBe('seen-1');
  });
  page.assertReleases();
});

test('the credit of several repayments of both systems is corrected together', async () => {
  const byBill = { ...anApplication, applicationNo: 'AP2', caseScope: 'BILL' as const };
  const page = renderPage(<RepaymentManagementMergePage />, {
    perms: ['collection:attribution:update', 'collectionStage:attribution:update'],
    plugin: { name: 'after-loan', texts: { en, zh } },
    replies: [
      reply(repayment.mergePage, { rows: [anApplication, byBill], total: 2, totalIsExact: true }),
      reply(repayment.mergeSummary, {
        count: 2,
        appliedCents: 200_000,
        surplusCents: 0,
        ledgerCents: 200_000,
        differenceCents: 0,
        applicationNos: [],
      }),
      reply(caseRepay.byOrder.collectors, [{ userNo: 'U000010', realName: 'Otieno', cases: 1 }]),
      reply(caseRepay.byBill.collectors, [{ userNo: 'U000020', realName: 'Wanjiru', cases: 1 }]),
      reply(caseRepay.correctBoth, { changeNo: 'CR1', changeNos: ['CR1', 'CR2'] }),
    ],
  });
  fireEvent.click(await screen.findByRole('checkbox', { name: /AP1/ }));
  fireEvent.click(await screen.findByRole('checkbox', { name: /AP2/ }));
  fireEvent.click(await screen.findByRole('button', { name: 'Correct credit' }));
  const form = await screen.findByRole('dialog', { name: /Credit 2 repayments/ });
  await screen.findByRole('option', { name: 'Otieno' });
  await screen.findByRole('option', { name: 'Wanjiru' });
  fireEvent.change(within(form).getByLabelText('Collector, worked by order'), { target: { value: 'U000010' } });
  fireEvent.change(within(form).getByLabelText('Collector, worked by bill'), { target: { value: 'U000020' } });
  fireEvent.change(within(form).getByLabelText('Reason'), { target: { value: 'They made the call' } });
  fireEvent.click(within(form).getByRole('button', { name: 'Submit for approval' }));
  await waitFor(() => {
    expect(page.server.callsOf(caseRepay.correctBoth)[0]?.request).toEqual({
      applicationNos: ['AP1', 'AP2'],
      orderCollectorUserNo: 'U000010',
      billCollectorUserNo: 'U000020',
      reason: 'They made the call',
    });
  });
  expect(page.server.callsOf(caseRepay.byOrder.collectors)[0]?.request).toEqual({ applicationNos: ['AP1'] });
  expect(page.server.callsOf(caseRepay.byBill.collectors)[0]?.request).toEqual({ applicationNos: ['AP2'] });
});
