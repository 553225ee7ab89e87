import * as z from 'zod/mini';
import { businessNo } from '../list.ts';
import { reportEndpoints, type ReportMeasures } from './report.ts';

export const measures = {
  registered: 'COUNT',
  submitted: 'COUNT',
  approved: 'COUNT',
  disbursed: 'COUNT',
  activeCustomers: 'COUNT',
  submittedPct: 'PERCENT',
  approvedPct: 'PERCENT',
  disbursedPct: 'PERCENT',
  repeatPct: 'PERCENT',
  renewPct: 'PERCENT',
  channelCostCents: 'CENTS',
  firstLoans: 'COUNT',
  costPerFirstLoanCents: 'CENTS',
  fpd7Pct: 'PERCENT',
  sent: 'COUNT',
  deliveredPct: 'PERCENT',
  dialled: 'COUNT',
  connectedPct: 'PERCENT',
  willingPct: 'PERCENT',
  optOutPct: 'PERCENT',
  gateRefused: 'COUNT',
  contactCostCents: 'CENTS',
  attributedLoans: 'COUNT',
  contactCostPerLoanCents: 'CENTS',
  feedbackDue: 'COUNT',
  feedbackInTimePct: 'PERCENT',
  pageMinutes: 'MINUTES',
} as const satisfies ReportMeasures;

const text = z.optional(z.string().check(z.trim(), z.maxLength(64)));

/** The funnel from registration to the repeat loan, what channels cost, and what each contact brought. */
export const { query, exportList, drill, drillExport, definitions } = reportEndpoints('operation', {
  page: '/AdminContent/ReportSystem/OperationReport',
  dimensions: [
    'DATE',
    'MERCHANT',
    'PRODUCT',
    'LOAN_TYPE',
    'CHANNEL',
    'APP',
    'VERSION',
    'CONTACT_CHANNEL',
    'PURPOSE',
    'TASK',
    'TEMPLATE',
    'LIST_TYPE',
    'CUSTOMER_STATUS',
    'REASON',
    'PAGE',
  ],
  measures,
  filters: {
    incomingChannel: text,
    promotionChannel: text,
    appName: text,
    contactChannel: z.optional(z.enum(['CALL', 'SMS', 'ROBOT'])),
    taskNo: z.optional(businessNo),
  },
});
