import * as z from 'zod/mini';
import { businessNo } from '../list.ts';
import { staffCategory, staffType } from './performance-target.ts';
import { reportEndpoints, type ReportMeasures } from './report.ts';

export const measures = {
  attendancePct: 'PERCENT',
  collectedCents: 'CENTS',
  targetPct: 'PERCENT',
  personRecoveryPct: 'PERCENT',
  keptPct: 'PERCENT',
  connected: 'COUNT',
  talkMinutes: 'MINUTES',
  incoming: 'COUNT',
  loans: 'COUNT',
  incomingPer100: 'POINTS',
  decided: 'COUNT',
  decisionsPerHour: 'POINTS',
  overturnPct: 'PERCENT',
  fpd7Pct: 'PERCENT',
  handled: 'COUNT',
  inTimePct: 'PERCENT',
  onceOnlyPct: 'PERCENT',
  qualityScore: 'POINTS',
  disciplinePoints: 'COUNT',
  performanceScore: 'POINTS',
  rank: 'COUNT',
} as const satisfies ReportMeasures;

/** What people achieved and where they are within their type and category; one's own without `:team`. */
export const { query, exportList, drill, drillExport, definitions } = reportEndpoints('performance', {
  page: '/AdminContent/ReportSystem/PerformanceReport',
  dimensions: ['PERSON', 'DATE', 'GROUP', 'PRINCIPAL', 'CATEGORY', 'MERCHANT'],
  measures,
  filters: {
    staffType: z.optional(staffType),
    deptNo: z.optional(businessNo),
    userNo: z.optional(businessNo),
    jobNumber: z.optional(z.string().check(z.trim(), z.maxLength(64))),
    employeeCategory: z.optional(staffCategory),
    isAiEmployee: z.optional(z.boolean()),
  },
});
