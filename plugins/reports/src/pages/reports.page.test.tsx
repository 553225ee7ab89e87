// @vitest-environment jsdom
import {
  approvalReport,
  collectionReport,
  dept,
  financialReport,
  ledger,
  merchant,
  operationReport,
  performanceReport,
  type report,
} from '@kituo/sdk/contracts';
import { renderPage, reply } from '@kituo/sdk/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import zh from '../../locales/zh.json' with { type: 'json' };
import { ApprovalReportPage } from './approval-report.page.tsx';
import { CollectionReportPage } from './collection-report.page.tsx';
import { OperationReportPage } from './operation-report.page.tsx';
import { PerformanceReportPage } from './performance-report.page.tsx';
import { FinancialReportPage } from './financial-report.page.tsx';

const AS_OF = '2026-11-20T06:00:00.000Z';
const figures = (values: Record<string, number>) => ({
  ...Object.fromEntries(Object.keys(financialReport.measures).map((measure) => [measure, 0])),
  ...values,
});
const total: report.ReportRow = {
  rowKind: 'TOTAL',
  key: '',
  keyName: '',
  isProvisional: false,
  isYoung: false,
  figures: { ...figures({ receivedCents: 1_500_00 }), yieldPct: null },
};
const first: report.ReportRow = {
  rowKind: 'ROW',
  key: '2026-11-19',
  keyName: '2026-11-19',
  isProvisional: true,
  isYoung: false,
  figures: figures({ receivedCents: 1_500_00 }),
};
const meta = {
  asOf: AS_OF,
  closedThrough: '2026-11-18',
  definitionVersion: '1',
  queryId: 'q1',
  period: { from: '2026-11-19', to: '2026-11-19' },
};
const fact: report.ReportFact = {
  factNo: '7-1',
  businessDate: '2026-11-19',
  happenedAt: AS_OF,
  kind: 'RECEIPT',
  orderNo: 'LO1',
  billNo: null,
  caseNo: null,
  customerNo: null,
  flowNo: null,
  account: 'BANK.MPESA_PAYBILL',
  component: null,
  causeNo: 'PF1',
  reversesNo: null,
  staffName: null,
  result: null,
  makerName: null,
  checkerName: null,
  openedAt: null,
  appliedCents: null,
  approvedCents: null,
  overdueDays: null,
  baseCents: null,
  value: 1_500_00,
  unit: 'CENTS',
};
const defined = (measure: string, title: string, parts: string[] = []): report.ReportDefinition => ({
  measure,
  title,
  parts,
  unit: parts.length > 0 ? 'PERCENT' : 'CENTS',
  formula: 'D(bank, RECEIPT)',
  isColumn: true,
});

function open(at: string, perms: readonly string[], language = 'en', rows = 1) {
  return renderPage(<FinancialReportPage />, {
    at: `/AdminContent/ReportSystem/FinancialReport${at}`,
    perms: perms.map((code) => `report:financial:${code}`),
    language,
    plugin: { name: 'reports', texts: { en, zh } },
    replies: [
      reply(financialReport.query, { rows: [total, first], total: rows, totalIsExact: true, ...meta }),
      reply(financialReport.definitions, {
        definitionVersion: '1',
        measures: [defined('receivedCents', 'Received'), defined('yieldPct', 'Yield', ['receivedCents'])],
        products: [],
        people: [],
        channels: [],
      }),
      reply(financialReport.drill, {
        rows: [fact],
        total: 1,
        totalIsExact: true,
        title: 'Received',
        formula: 'D(bank, RECEIPT)',
        unit: 'CENTS',
        figure: 1_500_00,
        rowsFigure: 1_400_00,
        asOf: AS_OF,
      }),
      reply(ledger.trialBalance, { asOf: null, accounts: [], differenceCents: 0, driftedBillNos: [] }),
      reply(merchant.options, []),
    ],
  });
}

test('on paper every measure of every row is in tables as wide as a sheet', async () => {
  const page = open('', []);
  await screen.findByText('Total');
  expect(document.querySelector('.rp-paper')).toBeNull();
  fireEvent(window, new Event('beforeprint'));
  const sheets = [...document.querySelectorAll('.rp-paper')];
  const heads = sheets.flatMap((sheet) => [...sheet.querySelectorAll('thead th:not(:first-child)')]);
  expect(heads).toHaveLength(Object.keys(financialReport.measures).length);
  for (const sheet of sheets) {
    const names = [...sheet.querySelectorAll('tbody th')].map(({ textContent }) => textContent);
    expect(names).toEqual(['Total', '19 Nov 2026 · provisional']);
  }
  expect(sheets.some(({ textContent }) => textContent.includes('1,500.00'))).toBe(true);
  fireEvent(window, new Event('afterprint'));
  expect(document.querySelector('.rp-paper')).toBeNull();
  page.assertReleases();
});

test('figures are always grouped by something: it is named, and "Any" is no choice', async () => {
  const page = open('?dimension=PRODUCT', []);
  const by = await screen.findByLabelText<HTMLSelectElement>('By');
  expect(within(by).queryByRole('option', { name: 'Any' })).toBeNull();
  expect(screen.getByLabelText<HTMLSelectElement>('Group days by').selectedOptions[0]?.textContent).toBe('Day');
  const sent = () => page.server.callsOf(financialReport.query).at(-1)?.request.filters;
  await waitFor(() => {
    expect(sent()).toMatchObject({ dimension: 'PRODUCT' });
  });
  expect(await screen.findByRole('columnheader', { name: /^Product/ })).toBeTruthy();
  fireEvent.change(by, { target: { value: 'DATE' } });
  await waitFor(() => {
    expect(sent()).not.toHaveProperty('dimension');
  });
  expect(by.selectedOptions[0]?.textContent).toBe('Date');
  // The first column is called by what its rows are: days, weeks or months where they are dates.
  expect(await screen.findByRole('columnheader', { name: /^Day/ })).toBeTruthy();
  expect(screen.queryByRole('columnheader', { name: /^Product/ })).toBeNull();
  fireEvent.change(screen.getByLabelText('Group days by'), { target: { value: 'MONTH' } });
  expect(await screen.findByRole('columnheader', { name: /^Month/ })).toBeTruthy();
  page.assertReleases();
});

test('figures say as of when they are true, and two clicks lead to the rows behind one', async () => {
  const page = open('', ['drill']);
  expect(await screen.findByText(/Closed through 18 Nov 2026/)).toBeTruthy();
  const name = await screen.findByText(/19 Nov 2026 · provisional/);
  fireEvent.click(name);
  const drawer = await screen.findByRole('dialog');
  fireEvent.click((await within(drawer).findAllByRole('button', { name: 'Rows of Received' }))[0] ?? drawer);
  expect(await screen.findByText('BANK.MPESA_PAYBILL')).toBeTruthy();
  expect(page.server.callsOf(financialReport.drill)[0]?.request['filters']).toEqual({
    queryId: 'q1',
    measure: 'receivedCents',
    key: '2026-11-19',
  });
  // Rows that come to something else are never shown as if they did not.
  expect(await screen.findByText(/The rows do not add up/)).toBeTruthy();
  page.assertReleases();
});

test('a chart draws the whole period where the table shows a page of it', async () => {
  const page = open('', [], 'en', 30);
  await screen.findByText(/19 Nov 2026/);
  await waitFor(() => {
    expect(page.server.callsOf(financialReport.query).map(({ request }) => request['pageSize'])).toContain(1_000);
  });
  const whole = open('', []);
  await screen.findAllByText(/19 Nov 2026/);
  expect(whole.server.callsOf(financialReport.query).map(({ request }) => request['pageSize'])).not.toContain(1_000);
});

test('who may not open rows sees figures alone, and no trial balance', async () => {
  const page = open('', []);
  fireEvent.click(await screen.findByText(/19 Nov 2026/));
  const drawer = await screen.findByRole('dialog');
  await within(drawer).findByText('Received');
  expect(within(drawer).queryByRole('button', { name: 'Rows of Received' })).toBeNull();
  expect(screen.queryByText('Trial balance')).toBeNull();
  expect(screen.queryByText('Export')).toBeNull();
  page.assertReleases();
});

test('the trial balance is a tab', async () => {
  const page = open('?tab=trialBalance', ['trialBalance'], 'zh');
  expect(await screen.findByText(/差额/)).toBeTruthy();
  page.assertReleases();
});

test('the traffic channel is chosen by its name, found by typing', async () => {
  const page = renderPage(<OperationReportPage />, {
    at: '/AdminContent/ReportSystem/OperationReport',
    plugin: { name: 'reports', texts: { en, zh } },
    replies: [
      reply(operationReport.query, { rows: [], total: 0, totalIsExact: true, ...meta }),
      reply(operationReport.definitions, {
        definitionVersion: '1',
        measures: [],
        products: [],
        people: [],
        channels: [
          { value: 'ORGANIC', label: 'Organic' },
          { value: 'RADIO_1', label: 'Radio spots' },
        ],
      }),
      reply(merchant.options, []),
    ],
  });
  fireEvent.click(await screen.findByRole('button', { name: /^More filters/ }));
  fireEvent.click(await screen.findByRole('button', { name: 'Traffic channel: Any' }));
  fireEvent.change(await screen.findByRole('combobox', { name: /Traffic channel/ }), { target: { value: 'radio' } });
  expect(screen.queryByText('Organic')).toBeNull();
  fireEvent.click(await screen.findByText('Radio spots'));
  await waitFor(() => {
    expect(page.server.callsOf(operationReport.query).at(-1)?.request['filters']).toMatchObject({
      promotionChannel: 'RADIO_1',
    });
  });
  page.assertReleases();
});

test.each([
  { name: 'ApprovalReport', page: <ApprovalReportPage />, endpoints: approvalReport, column: 'Pass rate' },
  { name: 'OperationReport', page: <OperationReportPage />, endpoints: operationReport, column: 'Registered' },
  { name: 'CollectionReport', page: <CollectionReportPage />, endpoints: collectionReport, column: 'Collected' },
])('$name asks for the last 30 days and shows its measures', async ({ name, page, endpoints, column }) => {
  const row: report.ReportRow = {
    rowKind: 'ROW',
    key: 'U1',
    keyName: 'Achieng Otieno',
    isProvisional: false,
    isYoung: false,
    figures: Object.fromEntries(Object.keys(endpoints.measures).map((measure) => [measure, 50])),
  };
  const shown = renderPage(page, {
    at: `/AdminContent/ReportSystem/${name}`,
    plugin: { name: 'reports', texts: { en, zh } },
    replies: [
      reply(endpoints.query, { rows: [row], total: 1, totalIsExact: true, ...meta }),
      reply(endpoints.definitions, { definitionVersion: '1', measures: [], products: [], people: [], channels: [] }),
      reply(merchant.options, []),
      reply(dept.tree, []),
    ],
  });
  await screen.findByText('Achieng Otieno');
  expect((await screen.findAllByText(column)).length).toBeGreaterThan(0);
  expect(shown.server.callsOf(endpoints.query)[0]?.request['filters']).toHaveProperty('period.from');
  shown.assertReleases();
});

test.each([
  { tab: 'rollRates', view: 'ROLL', column: 'Rolled on' },
  { tab: 'vintages', view: 'VINTAGE', column: 'MOB 3' },
  { tab: 'cohorts', view: 'COHORT', column: 'DPD 30' },
])('$tab of the collection report asks for its own measures alone', async ({ tab, view, column }) => {
  const shown = renderPage(<CollectionReportPage />, {
    at: `/AdminContent/ReportSystem/CollectionReport?tab=${tab}`,
    plugin: { name: 'reports', texts: { en, zh } },
    replies: [
      reply(collectionReport.query, { rows: [], total: 0, totalIsExact: true, ...meta }),
      reply(collectionReport.definitions, {
        definitionVersion: '1',
        measures: [],
        products: [],
        people: [],
        channels: [],
      }),
      reply(merchant.options, []),
      reply(dept.tree, []),
    ],
  });
  expect((await screen.findAllByText(column)).length).toBeGreaterThan(0);
  expect(screen.queryByText('Promises kept')).toBeNull();
  expect(shown.server.callsOf(collectionReport.query)[0]?.request['filters']).toMatchObject({ view });
  shown.assertReleases();
});

test('cohorts are drawn with their figures, those that are not that old yet without', async () => {
  const week = { ...first, key: '2026-11-16', keyName: '2026-11-16' };
  const shown = renderPage(<CollectionReportPage />, {
    at: '/AdminContent/ReportSystem/CollectionReport?tab=cohorts',
    plugin: { name: 'reports', texts: { en, zh } },
    replies: [
      reply(collectionReport.query, {
        rows: [{ ...week, figures: { ...week.figures, unpaid0Pct: 37.5, unpaid30Pct: null } }],
        total: 1,
        totalIsExact: true,
        ...meta,
      }),
      reply(collectionReport.definitions, {
        definitionVersion: '1',
        measures: [],
        products: [],
        people: [],
        channels: [],
      }),
      reply(merchant.options, []),
      reply(dept.tree, []),
    ],
  });
  const map = await screen.findByRole('region', { name: 'Principal unpaid by week due and days past due' });
  const cells = within(map)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);
  expect(cells).toContain('37.5%');
  expect(within(map).getByText('37.5%').style.background).toContain('15%');
  shown.assertReleases();
});

test('each tab of the operation report shows its own measures, by what they are mostly read by', async () => {
  const shown = renderPage(<OperationReportPage />, {
    at: '/AdminContent/ReportSystem/OperationReport?tab=channels',
    plugin: { name: 'reports', texts: { en, zh } },
    replies: [
      reply(operationReport.query, { rows: [], total: 0, totalIsExact: true, ...meta }),
      reply(operationReport.definitions, {
        definitionVersion: '1',
        measures: [],
        products: [],
        people: [],
        channels: [],
      }),
      reply(merchant.options, []),
    ],
  });
  expect((await screen.findAllByText('Cost per first loan')).length).toBeGreaterThan(0);
  expect(screen.queryByText('SMS sent')).toBeNull();
  expect(shown.server.callsOf(operationReport.query)[0]?.request['filters']).toMatchObject({ dimension: 'CHANNEL' });
  shown.assertReleases();
});

test.each([
  { perms: [], tab: 'Figures', isSeen: false },
  { perms: ['team', 'target'], tab: 'Collectors', isSeen: true },
])(
  'the performance report shows others and targets to those with the codes: $perms',
  async ({ perms, tab, isSeen }) => {
    const shown = renderPage(<PerformanceReportPage />, {
      at: '/AdminContent/ReportSystem/PerformanceReport',
      perms: perms.map((code) => `report:performance:${code}`),
      plugin: { name: 'reports', texts: { en, zh } },
      replies: [
        reply(performanceReport.query, {
          rows: [
            { ...first, key: 'U1', keyName: 'Achieng Otieno', about: { jobNumber: 'KE01001', deptName: 'Field' } },
          ],
          total: 1,
          totalIsExact: true,
          ...meta,
        }),
        reply(performanceReport.definitions, {
          definitionVersion: '1',
          measures: [],
          products: [],
          people: [],
          channels: [],
        }),
        reply(merchant.options, []),
        reply(dept.tree, []),
      ],
    });
    expect(await screen.findByText('KE01001')).toBeTruthy();
    expect(screen.getByRole('tab', { name: tab })).toBeTruthy();
    expect(screen.queryByRole('tab', { name: 'Targets' }) !== null).toBe(isSeen);
    expect(shown.server.callsOf(performanceReport.query)[0]?.request['filters']).toMatchObject({
      dimension: 'PERSON',
      ...(isSeen && { staffType: 'COLLECTOR' }),
    });
    shown.assertReleases();
  },
);

test('an opened person shows the score line by line, and what would raise it most', async () => {
  const row = { ...first, key: 'U1', keyName: 'Achieng Otieno', figures: { performanceScore: 54, rank: 2 } };
  const shown = renderPage(<PerformanceReportPage />, {
    at: '/AdminContent/ReportSystem/PerformanceReport',
    perms: ['report:performance:team'],
    plugin: { name: 'reports', texts: { en, zh } },
    replies: [
      reply(performanceReport.query, { rows: [row], total: 1, totalIsExact: true, ...meta }),
      reply(performanceReport.definitions, {
        definitionVersion: '1',
        measures: [],
        products: [],
        people: [],
        channels: [],
      }),
      reply(performanceReport.score, {
        lines: [
          { measure: 'collectedCents', value: 40_000_00, target: 100_000_00, weightPct: 60, points: 24, couldAdd: 36 },
          { measure: 'keptPct', value: 75, target: 100, weightPct: 40, points: 30, couldAdd: 10 },
        ],
        disciplinePoints: 2,
        score: 52,
        raisesMost: 'collectedCents',
      }),
      reply(merchant.options, []),
      reply(dept.tree, []),
    ],
  });
  fireEvent.click(await screen.findByText('Achieng Otieno'));
  const drawer = await screen.findByRole('dialog');
  const line = await within(drawer).findByRole('row', { name: /^Collected/ });
  expect(line.textContent).toContain('40,000.00');
  expect(line.textContent).toContain('+36.0');
  expect(within(drawer).getByText('Score 52.0 after 2 discipline points')).toBeTruthy();
  expect(within(drawer).getByText('Largest possible gain: Collected')).toBeTruthy();
  expect(shown.server.callsOf(performanceReport.score)[0]?.request).toEqual({ queryId: 'q1', userNo: 'U1' });
  shown.assertReleases();
});
