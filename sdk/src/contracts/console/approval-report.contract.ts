import * as z from 'zod/mini';
import { businessNo } from '../list.ts';
import { reportEndpoints, type ReportMeasures } from './report.ts';

export const measures = {
  received: 'COUNT',
  machinePassPct: 'PERCENT',
  decided: 'COUNT',
  passPct: 'PERCENT',
  /** Expected pass rate, by merchant and model level, less the own one: above 0 is stricter than the others. */
  strictness: 'POINTS',
  returnPct: 'PERCENT',
  waitMinutesP50: 'MINUTES',
  waitMinutesP90: 'MINUTES',
  handleMinutesP50: 'MINUTES',
  handleMinutesP90: 'MINUTES',
  inTimePct: 'PERCENT',
  leaseExpired: 'COUNT',
  amountRatioPct: 'PERCENT',
  overturnPct: 'PERCENT',
  fpd7Pct: 'PERCENT',
  backlog: 'COUNT',
} as const satisfies ReportMeasures;

const text = z.optional(z.string().check(z.trim(), z.maxLength(64)));

/** Volume, speed and strictness of reviews, and whether the decisions were right. */
export const { query, exportList, drill, drillExport, definitions } = reportEndpoints('approval', {
  page: '/AdminContent/ReportSystem/ApprovalReport',
  dimensions: [
    'DATE',
    'HOUR',
    'PERSON',
    'GROUP',
    'MERCHANT',
    'PRODUCT',
    'MODEL_LEVEL',
    'CHANNEL',
    'REFUSE_CODE',
    'LOAN_TYPE',
  ],
  measures,
  filters: {
    auditorUserNo: z.optional(businessNo),
    deptNo: z.optional(businessNo),
    modelLevel: text,
    dataSource: text,
    incomingChannel: text,
    refuseCode: text,
  },
});
