import { collectionReport, type report } from '@kituo/sdk/contracts';
import { defineDictionary, departmentOptions, number, oneOf, text, time, tree } from '@kituo/sdk/page';
import type { ReportKind } from '../parts/report-kind.ts';
import { said } from '../parts/said.ts';
import { peopleOf } from '../parts/report-words.ts';

const DIMENSION = defineDictionary('REPORT_DIMENSION', {
  LEVEL: 'waiting',
  DATE: 'waiting',
  MERCHANT: 'waiting',
  PRODUCT: 'waiting',
  GROUP: 'waiting',
  PERSON: 'waiting',
  LOAN_TYPE: 'waiting',
  CASE_STATUS: 'waiting',
});
const CASE_LEVEL = defineDictionary('CASE_LEVEL', {
  S0: 'waiting',
  S1: 'waiting',
  S2: 'waiting',
  S3: 'attention',
  S4: 'attention',
  S5: 'failed',
});
const CASE_STATUS = defineDictionary('CASE_STATUS', {
  POOL: 'waiting',
  COLLECTING: 'active',
  RETAINED: 'attention',
  BAD_DEBT_POOL: 'failed',
  CLOSED: 'good',
});
const EMPLOYEE_CATEGORY = defineDictionary('EMPLOYEE_CATEGORY', { NEW: 'waiting', OLD: 'waiting' });
const COLLECTION_SCOPE = defineDictionary('COLLECTION_SCOPE', { ORDER: 'waiting', BILL: 'waiting' });

const all = collectionReport.measures;
type Name = keyof typeof all;
const OF_VIEWS: readonly Name[] = [
  'enteredCents',
  'rollPct',
  'recoveryPct',
  'expectedPct',
  'principalDisbursedCents',
  'mob1Pct',
  'mob2Pct',
  'mob3Pct',
  'mob4Pct',
  'mob5Pct',
  'mob6Pct',
  'duePrincipalCents',
];
const isOfCohort = (name: string) => name === 'duePrincipalCents' || name.startsWith('unpaid');
const measuresOf = (isShown: (name: string) => boolean): report.ReportMeasures =>
  Object.fromEntries(Object.entries(all).filter(([name]) => isShown(name)));
const isOfView = (name: string) => (OF_VIEWS as readonly string[]).includes(name) || isOfCohort(name);

const figures: ReportKind = {
  name: 'collection',
  tab: 'figures',
  endpoints: collectionReport,
  measures: measuresOf((name) => !isOfView(name)),
  days: 30,
  chart: { bars: ['dueCents', 'collectedCents'], lines: ['onTimePct'] },
  filters: {
    dimension: oneOf(DIMENSION, { unset: 'LEVEL' }),
    caseLevel: oneOf(CASE_LEVEL),
    deptNo: tree(departmentOptions),
    collectorUserNo: oneOf(peopleOf(collectionReport)),
    caseScope: oneOf(COLLECTION_SCOPE),
    employeeCategory: oneOf(EMPLOYEE_CATEGORY),
    caseStatus: oneOf(CASE_STATUS),
  },
  facts: [
    number('factNo', { width: 120 }),
    said('kind', { width: 150 }),
    number('orderNo'),
    number('billNo'),
    number('caseNo'),
    said('account', { width: 190 }),
    said('component', { width: 140 }),
    text('staffName'),
    said('result', { width: 150 }),
    number('flowNo'),
    number('causeNo'),
    time('happenedAt'),
  ],
};

const OF_LOANS = { dimension: figures.filters['dimension'] ?? oneOf(DIMENSION, { unset: 'LEVEL' }) };

/** The collection report: by level or collector, what rolls from level to level, and how loans of a month age. */
export const collectionKinds: readonly ReportKind[] = [
  figures,
  {
    ...figures,
    tab: 'rollRates',
    always: { view: 'ROLL' },
    initial: { dimension: 'LEVEL' },
    measures: measuresOf((name) => ['enteredCents', 'rollPct', 'recoveryPct', 'expectedPct'].includes(name)),
    filters: { ...OF_LOANS, caseLevel: oneOf(CASE_LEVEL) },
    chart: { bars: ['enteredCents'], lines: ['rollPct', 'recoveryPct'], dashed: ['expectedPct'] },
    days: 90,
  },
  {
    ...figures,
    tab: 'vintages',
    always: { view: 'VINTAGE' },
    initial: { dimension: 'DATE', grain: 'MONTH' },
    measures: measuresOf((name) => name === 'principalDisbursedCents' || name.startsWith('mob')),
    filters: OF_LOANS,
    chart: { bars: ['principalDisbursedCents'], lines: ['mob2Pct', 'mob3Pct'] },
    days: 365,
  },
  {
    ...figures,
    tab: 'cohorts',
    always: { view: 'COHORT' },
    initial: { dimension: 'DATE', grain: 'WEEK' },
    measures: measuresOf(isOfCohort),
    filters: OF_LOANS,
    chart: { heat: collectionReport.COHORT_DAYS.map((dpd) => `unpaid${dpd}Pct`) },
    days: 90,
  },
];
