import { impairmentReport } from '@kituo/sdk/contracts';
import { count, defineDictionary, money, number, oneOf, text } from '@kituo/sdk/page';
import type { ReportKind } from '../parts/report-kind.ts';
import { said } from '../parts/said.ts';

const DIMENSION = defineDictionary('REPORT_DIMENSION', {
  STAGE_BUCKET: 'waiting',
  STAGE: 'waiting',
  BUCKET: 'waiting',
  MERCHANT: 'waiting',
  PRODUCT: 'waiting',
  LOAN_TYPE: 'waiting',
});
const IMPAIRMENT_STAGE = defineDictionary('IMPAIRMENT_STAGE', { S1: 'good', S2: 'attention', S3: 'failed' });
const IMPAIRMENT_BUCKET = defineDictionary('IMPAIRMENT_BUCKET', {
  D0: 'waiting',
  D1_30: 'waiting',
  D31_60: 'waiting',
  D61_89: 'waiting',
  D90_179: 'waiting',
  D180: 'waiting',
});

/** Stages and provision of running loans on the period's last day, and what moved since its beginning. */
export const impairmentKind: ReportKind = {
  name: 'impairment',
  codesOf: 'financial',
  tab: 'impairment',
  endpoints: impairmentReport,
  measures: impairmentReport.measures,
  days: 30,
  chart: { bars: ['grossCents', 'provisionCents'], lines: ['coveragePct'] },
  initial: { dimension: 'STAGE_BUCKET' },
  isWithoutDays: true,
  filters: {
    dimension: oneOf(DIMENSION, { unset: 'STAGE_BUCKET' }),
    stage: oneOf(IMPAIRMENT_STAGE),
    bucket: oneOf(IMPAIRMENT_BUCKET),
  },
  facts: [
    number('orderNo'),
    said('kind', { width: 110 }),
    count('overdueDays', { width: 110 }),
    money('baseCents'),
    said('result', { width: 260 }),
    text('causeNo', { width: 140 }),
    number('customerNo'),
  ],
};
