import { operationReport, type report } from '@kituo/sdk/contracts';
import { containing, defineDictionary, dictionaryOptions, money, number, oneOf, text, time } from '@kituo/sdk/page';
import type { ReportKind } from '../parts/report-kind.ts';
import { channelsOf } from '../parts/report-words.ts';
import { said } from '../parts/said.ts';

const all = operationReport.measures;
type Name = keyof typeof all;

const DIMENSION = defineDictionary('REPORT_DIMENSION', {
  DATE: 'waiting',
  CHANNEL: 'waiting',
  MERCHANT: 'waiting',
  PRODUCT: 'waiting',
  LOAN_TYPE: 'waiting',
  CONTACT_CHANNEL: 'waiting',
  PURPOSE: 'waiting',
  TASK: 'waiting',
  TEMPLATE: 'waiting',
  LIST_TYPE: 'waiting',
  CUSTOMER_STATUS: 'waiting',
  REASON: 'waiting',
  APP: 'waiting',
  VERSION: 'waiting',
  PAGE: 'waiting',
});
const CONTACT_CHANNEL_KIND = defineDictionary('CONTACT_CHANNEL_KIND', {
  CALL: 'waiting',
  SMS: 'waiting',
  ROBOT: 'waiting',
});
const OF_ORDERS = {
  dimension: oneOf(DIMENSION, { unset: 'DATE' }),
  incomingChannel: oneOf(dictionaryOptions('INCOMING_CHANNEL', { withRetired: true })),
  promotionChannel: oneOf(channelsOf(operationReport)),
};
const OF_CONTACTS = {
  dimension: oneOf(DIMENSION, { unset: 'DATE' }),
  promotionChannel: oneOf(channelsOf(operationReport)),
  appName: containing({ example: 'Kituo' }),
  contactChannel: oneOf(CONTACT_CHANNEL_KIND),
  taskNo: containing({ example: 'DT00000001' }),
};

function tabOf(
  tab: string,
  first: string,
  names: readonly Name[],
  filters: ReportKind['filters'],
  chart: NonNullable<ReportKind['chart']>,
): ReportKind {
  const measures: report.ReportMeasures = Object.fromEntries(names.map((name) => [name, all[name]]));
  return {
    name: 'operation',
    tab,
    endpoints: operationReport,
    measures,
    days: 30,
    initial: { dimension: first },
    filters,
    chart,
    facts: [
      number('factNo', { width: 120 }),
      said('kind', { width: 150 }),
      number('customerNo'),
      number('orderNo'),
      number('billNo'),
      text('staffName'),
      said('result', { width: 170 }),
      text('causeNo'),
      time('happenedAt'),
      money('appliedCents'),
      money('approvedCents'),
    ],
  };
}

/** The operation report a tab at a time: each shows its measures, by what they are mostly read by. */
export const operationKinds: readonly ReportKind[] = [
  tabOf(
    'funnel',
    'DATE',
    [
      'registered',
      'submitted',
      'approved',
      'disbursed',
      'activeCustomers',
      'submittedPct',
      'approvedPct',
      'disbursedPct',
      'repeatPct',
      'renewPct',
    ],
    OF_ORDERS,
    { steps: ['registered', 'submitted', 'approved', 'disbursed'] },
  ),
  tabOf(
    'channels',
    'CHANNEL',
    [
      'registered',
      'submitted',
      'disbursed',
      'firstLoans',
      'channelCostCents',
      'costPerFirstLoanCents',
      'repeatPct',
      'fpd7Pct',
    ],
    OF_ORDERS,
    { bars: ['channelCostCents'], lines: ['fpd7Pct'] },
  ),
  tabOf(
    'contact',
    'CONTACT_CHANNEL',
    [
      'sent',
      'deliveredPct',
      'dialled',
      'connectedPct',
      'willingPct',
      'optOutPct',
      'gateRefused',
      'contactCostCents',
      'attributedLoans',
      'contactCostPerLoanCents',
    ],
    OF_CONTACTS,
    { bars: ['sent', 'dialled'], lines: ['connectedPct'] },
  ),
  tabOf(
    'service',
    'DATE',
    ['feedbackDue', 'feedbackInTimePct', 'pageMinutes'],
    {
      dimension: oneOf(DIMENSION, { unset: 'DATE' }),
      appName: containing({ example: 'Kituo' }),
    },
    { bars: ['feedbackDue'], lines: ['feedbackInTimePct'] },
  ),
];
