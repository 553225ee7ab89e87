import { financialReport } from '@kituo/sdk/contracts';
import { containing, defineDictionary, dictionaryOptions, number, oneOf, text, time } from '@kituo/sdk/page';
import type { ReportKind } from '../parts/report-kind.ts';
import { said } from '../parts/said.ts';

const DIMENSION = defineDictionary('REPORT_DIMENSION', {
  DATE: 'waiting',
  MERCHANT: 'waiting',
  PRODUCT: 'waiting',
  CHANNEL: 'waiting',
  COMPONENT: 'waiting',
  LOAN_TYPE: 'waiting',
});
const COMPONENT = defineDictionary('BILL_COMPONENT', {
  LATE_FEE: 'waiting',
  LIQUIDATED_DAMAGES: 'waiting',
  EXTENSION_SERVICE_FEE: 'waiting',
  MANAGEMENT_FEE: 'waiting',
  SERVICE_FEE: 'waiting',
  EXCISE: 'waiting',
  INTEREST: 'waiting',
  PRINCIPAL: 'waiting',
});

export const financialKind: ReportKind = {
  name: 'financial',
  tab: 'figures',
  endpoints: financialReport,
  measures: financialReport.measures,
  days: 30,
  chart: { bars: ['receivedCents', 'disbursedCents'], lines: ['principalOutstandingCents'] },
  filters: {
    dimension: oneOf(DIMENSION, { unset: 'DATE' }),
    lendingChannel: oneOf(dictionaryOptions('LENDING_CHANNEL', { withRetired: true })),
    paymentChannel: containing({ example: 'MPESA' }),
    component: oneOf(COMPONENT),
    account: containing({ example: 'INCOME_INTEREST' }),
  },
  facts: [
    number('factNo', { width: 120 }),
    said('kind', { width: 170 }),
    said('account', { width: 190 }),
    said('component', { width: 140 }),
    number('orderNo'),
    number('billNo'),
    number('flowNo'),
    number('causeNo'),
    number('reversesNo', { width: 110 }),
    text('makerName'),
    text('checkerName'),
    time('happenedAt'),
  ],
};
