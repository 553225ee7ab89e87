// @vitest-environment jsdom
import { config, product } from '@kituo/sdk/contracts';
import { renderPage, reply } from '@kituo/sdk/testing';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import { ProductConfigPage } from './product-config.page.tsx';

const terms: product.ProductTerms = {
  minPrincipalCents: 100_000,
  maxPrincipalCents: 1_000_000,
  termDays: 30,
  installments: 1,
  dailyInterestBps: 10,
  serviceFeeBps: 500,
  managementFeeBps: 0,
  exciseBps: 2_000,
  feeTiming: 'ON_DUE',
  lateFeeBps: 100,
  graceDays: 0,
  extensionRateBps: 50,
  extensionDays: 14,
  maxRollovers: 3,
  extendsFromDueDate: false,
  collectionScope: 'ORDER',
};
const row: product.ProductRow = {
  productNo: 'P0001',
  productName: 'Mwezi 30',
  merchantNo: 'M0001',
  merchantName: 'Haraka',
  status: 'ENABLED',
  versionNo: 1,
  effectiveFrom: '2026-11-01',
  terms,
  repaymentMode: 'SINGLE',
  openVersion: null,
  openOrders: 7,
  version: 1,
  allowedActions: ['save', 'disable'],
};
const draft: config.ConfigVersion = {
  versionId: 'CV1',
  configKey: 'product.terms',
  title: 'Loan product terms',
  subjectNo: 'M0001_P0001',
  versionNo: 2,
  value: { ...terms, serviceFeeBps: 650 },
  effectiveFrom: '2026-12-01',
  inForceFrom: null,
  versionStatus: 'DRAFT',
  makerUserNo: 'U1',
  makerName: 'Wanjiru',
  checkerName: null,
  reason: 'New offer',
  decisionReason: null,
  createdAt: '2026-11-24T08:00:00Z',
  updatedAt: '2026-11-24T08:00:00Z',
  version: 1,
  allowedActions: ['update', 'submit', 'withdraw'],
};

const example: product.LoanExample = {
  principalCents: 1_000_000,
  paidOutCents: 1_000_000,
  repaidCents: 1_090_000,
  totalCostCents: 90_000,
  aprPercent: 185.35,
  bills: [
    {
      termNo: 1,
      dueDate: '2026-12-24',
      principalCents: 1_000_000,
      interestCents: 30_000,
      feesCents: 60_000,
      totalCents: 1_090_000,
    },
  ],
};

function open(perms: string[], allowedActions: product.ProductRow['allowedActions']) {
  return renderPage(<ProductConfigPage />, {
    at: '/AdminContent/OperationSystem/ProductConfig',
    plugin: { name: 'operation', texts: { en } },
    perms,
    replies: [
      reply(product.one, {
        ...row,
        contract: { title: 'Loan agreement', versionNo: 3, languages: ['en', 'sw'] },
      }),
      reply(product.page, { rows: [{ ...row, allowedActions }], total: 1, totalIsExact: true }),
      reply(product.quote, example),
      reply(product.compare, {
        examples: { before: example, after: { ...example, totalCostCents: 120_000, aprPercent: 240.5 } },
        month: {
          orders: 40,
          notOffered: 3,
          dearer: 37,
          cheaper: 0,
          beforeCostCents: 3_600_000,
          afterCostCents: 4_440_000,
        },
      }),
      reply(config.save, draft),
      reply(config.submit, { ...draft, versionStatus: 'PENDING', allowedActions: ['withdraw'] }),
      reply(config.page, { rows: [draft], total: 1, totalIsExact: true }),
      reply(product.disable, { changeNo: 'CH1' }),
    ],
  });
}

test('drafts terms in percent beside a worked example, and offers to submit them', async () => {
  const page = open(['operation:product:save'], ['save', 'disable']);
  fireEvent.click((await screen.findAllByRole('button', { name: /Edit/ }))[0] as HTMLElement);
  await screen.findByText(/APR 185\.35%/);
  fireEvent.change(screen.getByLabelText('Service fee'), { target: { value: '6.5' } });
  fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'New offer' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save draft' }));
  await screen.findByText(/Submit Mwezi 30, version 2 for approval\?/);
  expect(page.server.callsOf(config.save)[0]?.request).toMatchObject({
    configKey: 'product.terms',
    subjectNo: 'M0001_P0001',
    value: { ...terms, serviceFeeBps: 650 },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Submit for approval' }));
  await waitFor(() => {
    expect(page.server.callsOf(config.submit)[0]?.request).toEqual({ versionId: 'CV1', version: 1 });
  });
});

test('drafts equal instalments by the year and month, as new fields alone', async () => {
  const page = open(['operation:product:save'], ['save', 'disable']);
  fireEvent.click((await screen.findAllByRole('button', { name: /Edit/ }))[0] as HTMLElement);
  await screen.findByText(/APR 185\.35%/);
  // Beside the example: the same loan under both terms, and the last month’s loans.
  await screen.findByText('240.50%');
  await screen.findByText(/37 dearer, 0 cheaper/);
  fireEvent.click(screen.getByRole('radio', { name: 'Months' }));
  fireEvent.change(screen.getByLabelText('Term (months)'), { target: { value: '6' } });
  fireEvent.change(screen.getByLabelText('Instalments'), { target: { value: '6' } });
  fireEvent.click(screen.getByRole('radio', { name: 'Equal instalments' }));
  fireEvent.click(screen.getByRole('radio', { name: 'Year' }));
  fireEvent.change(screen.getByLabelText('Interest rate'), { target: { value: '36.25' } });
  fireEvent.click(screen.getByRole('radio', { name: '30/360' }));
  fireEvent.change(screen.getByLabelText(/^Fixed service fee/), { target: { value: '150' } });
  fireEvent.change(screen.getByLabelText(/^Days before first term/), { target: { value: '10' } });
  fireEvent.click(screen.getByRole('checkbox', { name: /^No interest before first term/ }));
  fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'New offer' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save draft' }));
  await screen.findByText(/Submit Mwezi 30, version 2 for approval\?/);
  const value = {
    ...terms,
    termDays: 180,
    termMonths: 6,
    installments: 6,
    interestMethod: 'ANNUITY',
    rateUnit: 'ANNUAL',
    dailyInterestBps: 0,
    interestBps: 3_625,
    dayCount: 'THIRTY_360',
    serviceFeeCents: 15_000,
    startGraceDays: 10,
    isStartGraceFree: true,
  };
  expect(page.server.callsOf(config.save)[0]?.request).toEqual(expect.objectContaining({ value }));
});

test('says before a product is disabled how many loans continue', async () => {
  const page = open(['operation:product:enable'], ['disable']);
  fireEvent.click((await screen.findAllByRole('button', { name: /Disable/ }))[0] as HTMLElement);
  await screen.findByText(/7 open loans continue/);
  fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'Withdrawn' } });
  fireEvent.click(screen.getByRole('button', { name: 'Submit for approval' }));
  await waitFor(() => {
    expect(page.server.callsOf(product.disable)[0]?.request).toEqual({ productNo: 'P0001', reason: 'Withdrawn' });
  });
});

test('shows no button to those without the codes', async () => {
  open([], []);
  await screen.findByText('Mwezi 30');
  expect(screen.queryByRole('button', { name: /Edit|Rename|Disable/ })).toBeNull();
});

test('the details name the contract that applications agree to', async () => {
  open([], []);
  fireEvent.click((await screen.findAllByText('Mwezi 30'))[0] ?? document.body);
  expect(await screen.findByText('Contract: Loan agreement, version 3 (en, sw)')).toBeTruthy();
});
