import * as z from 'zod/mini';
import { impairmentBucket, impairmentStage } from './loss-rates.ts';
import { reportEndpoints, type ReportMeasures } from './report.ts';

export const measures = {
  loans: 'COUNT',
  grossCents: 'CENTS',
  provisionCents: 'CENTS',
  coveragePct: 'PERCENT',
  openingGrossCents: 'CENTS',
  openingProvisionCents: 'CENTS',
  newProvisionCents: 'CENTS',
  worsenedProvisionCents: 'CENTS',
  improvedProvisionCents: 'CENTS',
  remeasuredProvisionCents: 'CENTS',
  repaidProvisionCents: 'CENTS',
  chargedOffProvisionCents: 'CENTS',
  movementCheckCents: 'CENTS',
} as const satisfies ReportMeasures;

/**
 * IFRS 9 stages and expected credit losses of running loans: on the period's last day, and what moved since the day
 * before its first. A row's key is the loan's stage or bucket on the side that is counted.
 */
export const { query, exportList, drill, drillExport, definitions } = reportEndpoints('impairment', {
  page: '/AdminContent/ReportSystem/FinancialReport',
  codesOf: 'financial',
  dimensions: ['STAGE_BUCKET', 'STAGE', 'BUCKET', 'MERCHANT', 'PRODUCT', 'LOAN_TYPE'],
  measures,
  filters: {
    stage: z.optional(impairmentStage),
    bucket: z.optional(impairmentBucket),
  },
});
