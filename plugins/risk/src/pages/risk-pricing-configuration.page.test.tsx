// @vitest-environment jsdom
import { config, job, merchant, priceBacktest, riskPricing } from '@kituo/sdk/contracts';
import { renderPage, reply } from '@kituo/sdk/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import { RiskPricingConfigurationPage } from './risk-pricing-configuration.page.tsx';

const cell: riskPricing.PriceCell = {
  productNo: 'PR000001',
  modelLevel: null,
  settledOrderCount: -1,
  dailyInterestBps: 10,
  serviceFeeBps: 300,
  minLimitCents: 100_000,
  maxLimitCents: 1_500_000,
  stepUpBps: 0,
};
const row: riskPricing.PriceRow = {
  ...cell,
  cellId: 'CV1_0001',
  pricingCode: 'M0001',
  merchantName: 'Haraka',
  productName: 'Haraka 14',
  batchNo: 'PB000000001',
  versionId: 'CV1',
  versionNo: 1,
  effectiveFrom: '2026-11-20',
  versionStatus: 'IN_FORCE',
  allowedActions: ['save'],
};
const batch: riskPricing.BatchRow = {
  batchNo: 'PB000000001',
  merchantNo: 'M0001',
  merchantName: 'Haraka',
  jobNo: 'J1',
  fileName: 'rates.xlsx',
  rows: 2,
  failedRows: 0,
  importResult: 'SUCCESS',
  fault: null,
  versionId: 'CV1',
  versionNo: 1,
  versionStatus: 'IN_FORCE',
  makerName: 'Achieng Otieno',
  checkerName: 'Mwangi Kariuki',
  createdAt: '2026-11-20T06:00:00Z',
  allowedActions: ['rollback'],
};
const version: config.ConfigVersion = {
  versionId: 'CV2',
  configKey: 'risk.pricing',
  title: 'Risk prices',
  subjectNo: 'M0001',
  versionNo: 2,
  value: { cells: [cell] },
  effectiveFrom: '2026-12-01',
  inForceFrom: null,
  versionStatus: 'PENDING',
  makerUserNo: 'U1',
  makerName: 'Achieng Otieno',
  checkerName: null,
  reason: 'Cheaper for A',
  decisionReason: null,
  createdAt: '2026-11-20T06:00:00Z',
  updatedAt: '2026-11-20T06:00:00Z',
  version: 1,
  allowedActions: ['approve', 'reject'],
};
const { dailyInterestBps, serviceFeeBps, minLimitCents, maxLimitCents, stepUpBps } = cell;
const before = { dailyInterestBps, serviceFeeBps, minLimitCents, maxLimitCents, stepUpBps };
const product = {
  productNo: 'PR000001',
  productName: 'Haraka 14',
  merchantNo: 'M0001',
  merchantName: 'Haraka',
  minPrincipalCents: 50_000,
  maxPrincipalCents: 1_500_000,
  dailyInterestBps: 20,
  serviceFeeBps: 1_000,
};

const tried: priceBacktest.BacktestResult = {
  jobNo: 'JB1',
  jobStatus: 'SUCCESS',
  versionNo: 2,
  againstVersionNo: 1,
  fromDay: '2026-10-21',
  toDay: '2026-11-19',
  days: 30,
  daysDone: 30,
  startedByName: 'Achieng Otieno',
  startedAt: '2026-11-20T06:00:00Z',
  isCurrent: true,
  isOpen: true,
  considered: 12,
  payMoreCustomers: 3,
  cells: [
    {
      productNo: 'PR000001',
      productName: 'Haraka 14',
      modelLevel: 'A',
      settledOrderCount: 1,
      orders: 12,
      oldInterestBps: 10,
      newInterestBps: 12,
      oldFeeBps: 300,
      newFeeBps: 300,
      oldIncomeCents: 100_000,
      newIncomeCents: 120_000,
      oldLossCents: 50_000,
      newLossCents: 40_000,
      payMoreCustomers: 3,
      payMoreCents: 6_000,
      aboveMaximum: 2,
      belowMinimum: 0,
      cappedByProduct: 0,
    },
  ],
};

const open = (at: string, perms: readonly string[], result = tried) =>
  renderPage(<RiskPricingConfigurationPage />, {
    at: `/AdminContent/RiskControlSystem/RiskPricingConfiguration${at}`,
    perms: perms.map((code) => `risk:pricing:${code}`),
    plugin: { name: 'risk', texts: { en } },
    replies: [
      reply(merchant.options, [{ merchantNo: 'M0001', merchantName: 'Haraka', enabled: true }]),
      reply(riskPricing.page, { rows: [row], total: 1, totalIsExact: true }),
      reply(riskPricing.products, [product]),
      reply(riskPricing.detail, {
        pricingCode: 'M0001',
        merchantName: 'Haraka',
        versionNo: 1,
        effectiveFrom: '2026-11-20',
        cells: [cell],
      }),
      reply(riskPricing.save, { versionId: 'CV2', versionNo: 2, versionStatus: 'PENDING' }),
      reply(riskPricing.batchPage, { rows: [batch], total: 1, totalIsExact: true }),
      reply(riskPricing.rollback, { versionId: 'CV3', versionNo: 3, versionStatus: 'PENDING' }),
      reply(config.page, { rows: [version], total: 1, totalIsExact: true }),
      reply(priceBacktest.result, result),
      reply(priceBacktest.start, { jobNo: 'JB1' }),
      reply(job.detail, {
        jobNo: 'JB1',
        kind: 'riskPrices.backtest',
        title: 'Backtest of risk prices',
        jobStatus: 'RUNNING',
        total: 30,
        done: 12,
        succeeded: 12,
        failed: 0,
        reason: null,
        fileName: null,
        expiresAt: null,
        createdAt: '2026-11-20T06:00:00Z',
        startedAt: '2026-11-20T06:00:00Z',
        finishedAt: null,
        retryOf: null,
        allowedActions: ['cancel'],
      }),
      reply(riskPricing.compare, {
        versionNo: 2,
        againstVersionNo: 1,
        unchanged: 3,
        changes: [
          {
            productNo: 'PR000001',
            productName: 'Haraka 14',
            modelLevel: 'A',
            settledOrderCount: 1,
            before,
            after: { ...before, dailyInterestBps: 7 },
          },
        ],
      }),
    ],
  });

test('opens with the prices in force, and submits a matrix that was changed cell by cell', async () => {
  const page = open('', ['save']);
  fireEvent.click((await screen.findAllByText('Edit'))[0] ?? document.body);
  expect(page.server.callsOf(riskPricing.page)[0]?.request['filters']).toEqual({ versionStatus: 'IN_FORCE' });
  const drawer = await screen.findByRole('dialog');
  const rate = await within(drawer).findByLabelText('Interest a day (%)');
  fireEvent.change(rate, { target: { value: '0,5x' } });
  fireEvent.blur(rate);
  expect(within(drawer).getByText('A number such as 8 or 0.15')).toBeTruthy();
  fireEvent.change(rate, { target: { value: '0.08' } });
  fireEvent.blur(rate);
  expect(within(drawer).queryByText('A number such as 8 or 0.15')).toBeNull();
  fireEvent.change(within(drawer).getByLabelText('Reason'), { target: { value: 'Cheaper' } });
  fireEvent.click(within(drawer).getByRole('button', { name: 'Submit for approval' }));
  await waitFor(() => {
    expect(page.server.callsOf(riskPricing.save)[0]?.request).toMatchObject({
      merchantNo: 'M0001',
      value: { cells: [{ ...cell, dailyInterestBps: 8 }] },
      reason: 'Cheaper',
    });
  });
  expect(screen.queryByText('Import')).toBeNull();
  page.assertReleases();
});

test('an approver reads each cell as it was and as it would be', async () => {
  const page = open('?tab=versions', ['audit']);
  fireEvent.click((await screen.findAllByRole('button', { name: /Review/ }))[0] ?? document.body);
  const dialog = await screen.findByRole('alertdialog');
  expect(await within(dialog).findByText('0.07%')).toBeTruthy();
  expect(within(dialog).getByText('0.1%')).toBeTruthy();
  expect(within(dialog).getByText(/1 price changed, 3 unchanged/)).toBeTruthy();
  page.assertReleases();
});

test('a rollback shows what it would undo before it is submitted with a reason', async () => {
  const page = open('?tab=batches', ['rollback']);
  fireEvent.click((await screen.findAllByText('Roll back'))[0] ?? document.body);
  const dialog = await screen.findByRole('dialog');
  const undone = await within(dialog).findByText('0.07%');
  expect(undone.tagName).toBe('DEL');
  fireEvent.change(within(dialog).getByLabelText('Reason'), { target: { value: 'Too cheap' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Submit for approval' }));
  await waitFor(() => {
    expect(page.server.callsOf(riskPricing.rollback)[0]?.request).toEqual({
      batchNo: 'PB000000001',
      reason: 'Too cheap',
    });
  });
  page.assertReleases();
});

test('an approver reads beside the cells what past loans would have brought and who would pay more', async () => {
  const page = open('?tab=versions', ['audit']);
  fireEvent.click((await screen.findAllByRole('button', { name: /Review/ }))[0] ?? document.body);
  const dialog = await screen.findByRole('alertdialog');
  expect(await within(dialog).findByText(/12 loans: planned income KES 1,000.00 now/)).toBeTruthy();
  expect(within(dialog).getByText('3 (KES 20.00 each)')).toBeTruthy();
  expect(within(dialog).getByText('2 above the maximum')).toBeTruthy();
  expect(within(dialog).queryByText(/changed since/)).toBeNull();
  page.assertReleases();
});

test('a version to come is tried for days that are chosen, and an old result is said to be old', async () => {
  const page = open('?tab=versions', ['save'], { ...tried, isCurrent: false });
  fireEvent.click(await screen.findByLabelText(/^More actions for/));
  fireEvent.click(await screen.findByText('Backtest'));
  const dialog = await screen.findByRole('dialog');
  fireEvent.click(await within(dialog).findByRole('button', { name: 'Run' }));
  await waitFor(() => {
    expect(page.server.callsOf(priceBacktest.start)[0]?.request).toMatchObject({ versionId: 'CV2', version: 1 });
  });
  fireEvent.click((await screen.findAllByText('M0001'))[0] ?? document.body);
  expect(await screen.findByText(/changed since. Run the backtest again/)).toBeTruthy();
  page.assertReleases();
});
