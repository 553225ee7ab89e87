import * as z from 'zod/mini';
import { caseStatus } from '../collections/collection.ts';
import { businessNo } from '../list.ts';
import { staffCategory } from './performance-target.ts';
import { reportEndpoints, type ReportMeasures } from './report.ts';

/** Days past due at which a cohort of due bills is looked at. */
export const COHORT_DAYS = [0, 3, 7, 15, 30, 60, 90] as const;

export const measures = {
  dueCents: 'CENTS',
  onTimePct: 'PERCENT',
  fpd7Pct: 'PERCENT',
  collectedCents: 'CENTS',
  waivedCents: 'CENTS',
  waivedPct: 'PERCENT',
  par30Pct: 'PERCENT',
  coveragePct: 'PERCENT',
  connectPct: 'PERCENT',
  keptPct: 'PERCENT',
  badDebtIn: 'COUNT',
  badDebtInCents: 'CENTS',
  recoveredCents: 'CENTS',
  enteredCents: 'CENTS',
  rollPct: 'PERCENT',
  recoveryPct: 'PERCENT',
  expectedPct: 'PERCENT',
  principalDisbursedCents: 'CENTS',
  mob1Pct: 'PERCENT',
  mob2Pct: 'PERCENT',
  mob3Pct: 'PERCENT',
  mob4Pct: 'PERCENT',
  mob5Pct: 'PERCENT',
  mob6Pct: 'PERCENT',
  duePrincipalCents: 'CENTS',
  unpaid0Pct: 'PERCENT',
  unpaid3Pct: 'PERCENT',
  unpaid7Pct: 'PERCENT',
  unpaid15Pct: 'PERCENT',
  unpaid30Pct: 'PERCENT',
  unpaid60Pct: 'PERCENT',
  unpaid90Pct: 'PERCENT',
} as const satisfies ReportMeasures;

/** What fell due, what came in, what is late, and by whom. */
export const { query, exportList, drill, drillExport, definitions } = reportEndpoints('collection', {
  page: '/AdminContent/ReportSystem/CollectionReport',
  dimensions: ['DATE', 'LEVEL', 'MERCHANT', 'PRODUCT', 'GROUP', 'PERSON', 'LOAN_TYPE', 'CASE_STATUS'],
  measures,
  filters: {
    /**
     * ROLL: what enters each level and rolls on. VINTAGE: loans by the months since they were disbursed.
     * COHORT: what fell due together, by what is unpaid so many days later.
     */
    view: z.optional(z.enum(['ROLL', 'VINTAGE', 'COHORT'])),
    caseLevel: z.optional(z.enum(['S0', 'S1', 'S2', 'S3', 'S4', 'S5'])),
    deptNo: z.optional(businessNo),
    collectorUserNo: z.optional(businessNo),
    caseScope: z.optional(z.enum(['ORDER', 'BILL'])),
    employeeCategory: z.optional(staffCategory),
    /** Of the case when it happened: RETAINED shows what retained cases bring. */
    caseStatus: z.optional(caseStatus),
  },
});
