import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import { businessNo } from '../list.ts';
import { staffCategory, staffType } from './performance-target.ts';
import { reportEndpoints, type ReportMeasures } from './report.ts';

const PAGE = '/AdminContent/ReportSystem/PerformanceReport';

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
  page: PAGE,
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

const scoreLine = z.object({
  measure: z.enum(Object.keys(measures) as [keyof typeof measures, ...(keyof typeof measures)[]]),
  value: z.number(),
  /** Of the period: amounts and counts by its days. */
  target: z.number(),
  weightPct: z.number(),
  /** What it gives of the score, and what it would give more if the target was reached; at 120% of it, if it is reached already. */
  points: z.number(),
  couldAdd: z.number(),
});
export type ScoreLine = z.output<typeof scoreLine>;

export const score = defineEndpoint({
  name: 'performanceReport.score',
  method: 'POST',
  path: 'report/performance/score',
  access: { page: [PAGE] },
  kind: 'query',
  summary:
    'A person’s score line by line, and which line would raise it most. REPORT_QUERY_UNKNOWN, NOT_FOUND without targets or figures',
  request: z.strictObject({ queryId: z.string().check(z.maxLength(4_000)), userNo: businessNo }),
  reply: z.object({
    lines: z.array(scoreLine),
    /** Taken off. */
    disciplinePoints: z.number(),
    score: z.number(),
    /** Null where nothing would raise it. */
    raisesMost: z.nullable(scoreLine.shape.measure),
  }),
});
