// @vitest-environment jsdom
import {
  abTest,
  collectionReport,
  financialReport,
  impairmentReport,
  merchant,
  operationReport,
  type report,
  reportSchedule,
} from '@kituo/sdk/contracts';
import { renderPage, reply } from '@kituo/sdk/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import { CollectionReportPage } from './collection-report.page.tsx';
import { FinancialReportPage } from './financial-report.page.tsx';
import { OperationReportPage } from './operation-report.page.tsx';

const plugin = { name: 'reports', texts: { en } };
const AS_OF = '2026-11-20T06:00:00.000Z';
const meta = {
  asOf: AS_OF,
  closedThrough: '2026-11-18',
  definitionVersion: '2',
  queryId: 'q1',
  period: { from: '2026-10-21', to: '2026-11-19' },
};
const row: report.ReportRow = {
  rowKind: 'ROW',
  key: 'S3 D90_179',
  keyName: 'Stage 3 · 90–179 days',
  isProvisional: false,
  isYoung: false,
  figures: { grossCents: 2_000_00, provisionCents: 1_500_00, ratedCents: 1_500_00, loans: 1 },
};
const fact: report.ReportFact = {
  factNo: 'LO1-CLOSING',
  businessDate: '2026-11-19',
  happenedAt: null,
  kind: 'CLOSING',
  orderNo: 'LO1',
  billNo: null,
  caseNo: null,
  customerNo: 'C1',
  flowNo: null,
  account: null,
  component: null,
  causeNo: 'WORSENED',
  reversesNo: null,
  staffName: null,
  makerName: null,
  checkerName: null,
  openedAt: null,
  appliedCents: null,
  approvedCents: null,
  overdueDays: 92,
  baseCents: 2_000_00,
  result: 'Stage 3',
  value: 1_500_00,
  unit: 'CENTS',
};
const nothing = { rows: [], total: 0, totalIsExact: true };

test('the provision of a stage opens its loans', async () => {
  const page = renderPage(<FinancialReportPage />, {
    at: '/AdminContent/ReportSystem/FinancialReport?tab=impairment',
    perms: ['report:financial:drill'],
    plugin,
    replies: [
      reply(financialReport.query, { ...nothing, ...meta }),
      reply(impairmentReport.query, { rows: [row], total: 1, totalIsExact: true, ...meta }),
      reply(impairmentReport.definitions, {
        definitionVersion: '2',
        products: [],
        people: [],
        channels: [],
        measures: [
          {
            measure: 'provisionCents',
            unit: 'CENTS',
            title: 'Provision',
            formula: 'x',
            parts: ['ratedCents'],
            isColumn: true,
          },
          {
            measure: 'ratedCents',
            unit: 'CENTS',
            title: 'Provision of loans',
            formula: 'x',
            parts: [],
            isColumn: false,
          },
        ],
      }),
      reply(impairmentReport.drill, {
        rows: [fact],
        total: 1,
        totalIsExact: true,
        title: 'Provision of loans',
        formula: 'x',
        unit: 'CENTS',
        figure: 1_500_00,
        rowsFigure: 1_500_00,
        asOf: AS_OF,
      }),
      reply(merchant.options, []),
    ],
  });
  fireEvent.click(await screen.findByText('Stage 3 · 90–179 days'));
  const drawer = await screen.findByRole('dialog');
  fireEvent.click(await within(drawer).findByRole('button', { name: 'Rows of Provision of loans' }));
  expect(await screen.findByText('LO1')).toBeTruthy();
  expect(page.server.callsOf(impairmentReport.drill)[0]?.request['filters']).toEqual({
    queryId: 'q1',
    measure: 'ratedCents',
    key: 'S3 D90_179',
  });
  expect(screen.queryByRole('tab', { name: 'Loss rates' })).toBeNull();
  page.assertReleases();
});

test('a report is scheduled as it is filtered, to people who may export it', async () => {
  const page = renderPage(<CollectionReportPage />, {
    at: '/AdminContent/ReportSystem/CollectionReport?dimension=PERSON&asOf=2026-11-20',
    perms: ['report:collection:export'],
    plugin,
    replies: [
      reply(collectionReport.query, { ...nothing, ...meta }),
      reply(collectionReport.definitions, {
        definitionVersion: '2',
        measures: [],
        products: [],
        people: [],
        channels: [],
      }),
      reply(merchant.options, []),
      reply(reportSchedule.recipients, [
        { reportName: 'collection', value: 'U000016', label: 'Wanjiru Kamau' },
        { reportName: 'approval', value: 'U000017', label: 'Otieno Ouma' },
      ]),
      reply(reportSchedule.save, { scheduleNo: 'RS000001', version: 1, nextRunAt: AS_OF }),
    ],
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Schedule' }));
  const drawer = await screen.findByRole('dialog');
  fireEvent.change(await within(drawer).findByLabelText('Name'), { target: { value: 'Collectors' } });
  fireEvent.change(within(drawer).getByLabelText('Frequency'), { target: { value: 'MONTHLY' } });
  fireEvent.change(await within(drawer).findByLabelText('Day of the month'), { target: { value: '5' } });
  expect(within(drawer).queryByLabelText('Weekday')).toBeNull();
  fireEvent.click(within(drawer).getByLabelText('Recipients'));
  fireEvent.click(await screen.findByText('Wanjiru Kamau'));
  expect(screen.queryByText('Otieno Ouma')).toBeNull();
  fireEvent.click(within(drawer).getByRole('button', { name: 'Schedule' }));
  await waitFor(() => {
    expect(page.server.callsOf(reportSchedule.save)[0]?.request).toEqual({
      scheduleName: 'Collectors',
      reportName: 'collection',
      reportSpan: 'LAST_7_DAYS',
      reportFrequency: 'MONTHLY',
      weekday: null,
      monthDay: 5,
      hour: 7,
      fileFormat: 'xlsx',
      filters: { dimension: 'PERSON' },
      recipientUserNos: ['U000016'],
    });
  });
});

test('schedules say what became of the last run; who may not export has no such tab', async () => {
  const schedule: reportSchedule.ScheduleRow = {
    scheduleNo: 'RS000001',
    scheduleName: 'Collectors',
    reportName: 'collection',
    reportSpan: 'YESTERDAY',
    reportFrequency: 'DAILY',
    weekday: null,
    monthDay: null,
    hour: 7,
    fileFormat: 'csv',
    filters: {},
    recipients: [{ userNo: 'U1', realName: 'Wanjiru' }],
    scheduleState: 'ACTIVE',
    nextRunAt: AS_OF,
    lastRunAt: AS_OF,
    sentCount: 0,
    preparing: 0,
    version: 3,
    allowedActions: ['update', 'pause', 'delete'],
    faults: [{ realName: 'Wanjiru', sendFault: 'NO_RIGHT' }],
  };
  const open = (perms: string[]) =>
    renderPage(<CollectionReportPage />, {
      at: '/AdminContent/ReportSystem/CollectionReport?tab=schedules',
      perms,
      plugin,
      replies: [
        reply(collectionReport.query, { ...nothing, ...meta }),
        reply(collectionReport.definitions, {
          definitionVersion: '2',
          measures: [],
          products: [],
          people: [],
          channels: [],
        }),
        reply(merchant.options, []),
        reply(reportSchedule.page, { rows: [schedule], total: 1, totalIsExact: true }),
      ],
    });
  const page = open(['report:collection:export']);
  expect(await screen.findByText('Wanjiru: No permission')).toBeTruthy();
  page.assertReleases();
  open([]);
  await screen.findByRole('tab', { name: 'Figures' });
  expect(screen.queryByRole('tab', { name: 'Schedules' })).toBeNull();
});

test('an experiment says its verdict in a sentence, with the interval of each variant', async () => {
  const experiment: abTest.ExperimentRow = {
    experimentNo: 'SMS_VARIANT:SM000000001',
    experimentKind: 'SMS_VARIANT',
    experimentName: 'Come back',
    merchantNo: 'M0001',
    merchantName: 'Haraka',
    experimentState: 'ENDED',
    startedAt: AS_OF,
    endedAt: AS_OF,
    windowDays: 7,
  };
  const guard = { of: 1_000, did: 10, ratePct: 1, pValue: null };
  const variant = (over: Partial<abTest.VariantResult>): abTest.VariantResult => ({
    variant: 'HOLD_OUT',
    variantName: '',
    isControl: true,
    sharePct: 50,
    assigned: 1_000,
    n: 1_000,
    waiting: 0,
    converted: 100,
    ratePct: 10,
    diffPct: null,
    liftPct: null,
    interval95: null,
    pValue: null,
    verdict: null,
    optOut: guard,
    complaints: guard,
    firstUnpaid: guard,
    ...over,
  });
  renderPage(<OperationReportPage />, {
    at: '/AdminContent/ReportSystem/OperationReport?tab=abTests',
    perms: ['report:abTest:view'],
    plugin,
    replies: [
      reply(operationReport.query, { ...nothing, ...meta }),
      reply(abTest.page, { rows: [experiment], total: 1, totalIsExact: true }),
      reply(abTest.query, {
        ...experiment,
        asOf: AS_OF,
        plannedN: 400,
        daysLeft: 0,
        splitPValue: 0.9,
        days: [],
        variants: [
          variant({}),
          variant({
            variant: 'A',
            variantName: 'A · Hello',
            isControl: false,
            converted: 150,
            ratePct: 15,
            diffPct: 5,
            liftPct: 50,
            interval95: { low: 2.1, high: 7.9 },
            pValue: 0.001,
            verdict: 'BETTER',
            complaints: { of: 1_000, did: 40, ratePct: 4, pValue: 0.0001 },
            optOut: { of: 1_000, did: 5, ratePct: 0.5, pValue: 0.0001 },
          }),
        ],
      }),
      reply(abTest.drill, {
        rows: [{ customerNo: 'C000001', exposedAt: AS_OF, convertedAt: AS_OF, isCounted: true }],
        total: 1,
        totalIsExact: true,
      }),
      reply(merchant.options, []),
    ],
  });
  fireEvent.click(await screen.findByText('Come back'));
  const drawer = await screen.findByRole('dialog');
  expect(
    await within(drawer).findByText('A · Hello is better than Hold-out by +5.0 points, 95% interval +2.1 to +7.9.'),
  ).toBeTruthy();
  // Worse than the control beyond chance, and better: only the first is marked.
  expect(within(drawer).getByText('worse, p = 0.0001').closest('td')?.textContent).toContain('4.0%');
  fireEvent.click(within(drawer).getByRole('button', { name: 'Customers of A · Hello' }));
  expect(await within(drawer).findByText(/C000001/)).toBeTruthy();
});
