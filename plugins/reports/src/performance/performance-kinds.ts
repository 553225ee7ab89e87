import { performanceReport, type performanceTarget, type report } from '@kituo/sdk/contracts';
import {
  type CodesOf,
  containing,
  defineDictionary,
  departmentOptions,
  money,
  number,
  oneOf,
  text,
  time,
  tree,
  yesNo,
} from '@kituo/sdk/page';
import type { ReportKind } from '../parts/report-kind.ts';
import { said } from '../parts/said.ts';
import { scoreBeside } from './score-parts.tsx';
import { peopleOf } from '../parts/report-words.ts';

const all = performanceReport.measures;
type Name = keyof typeof all;

const DIMENSION = defineDictionary('REPORT_DIMENSION', {
  PERSON: 'waiting',
  DATE: 'waiting',
  GROUP: 'waiting',
  PRINCIPAL: 'waiting',
  CATEGORY: 'waiting',
  MERCHANT: 'waiting',
});
const EMPLOYEE_CATEGORY = defineDictionary<CodesOf<typeof performanceTarget.staffCategory>>('EMPLOYEE_CATEGORY', {
  NEW: 'waiting',
  OLD: 'waiting',
});
const whole: Pick<ReportKind, 'name' | 'endpoints' | 'days' | 'about' | 'initial' | 'facts' | 'beside'> = {
  name: 'performance',
  endpoints: performanceReport,
  days: 7,
  about: ['jobNumber', 'deptName'],
  initial: { dimension: 'PERSON' },
  beside: scoreBeside,
  facts: [
    number('factNo', { width: 120 }),
    said('kind', { width: 150 }),
    text('staffName'),
    number('orderNo'),
    number('billNo'),
    number('caseNo'),
    number('customerNo'),
    said('result', { width: 170 }),
    text('causeNo'),
    time('openedAt'),
    time('happenedAt'),
    money('appliedCents'),
  ],
};
const measuresOf = (names: readonly Name[]): report.ReportMeasures =>
  Object.fromEntries(names.map((name) => [name, all[name]]));

function tabOf(tab: string, staffType: performanceTarget.StaffType, names: readonly Name[]): ReportKind {
  return {
    ...whole,
    tab,
    always: { staffType },
    chart: { bars: ['performanceScore'], lines: [] },
    measures: measuresOf(['performanceScore', 'rank', ...names, 'qualityScore', 'disciplinePoints', 'attendancePct']),
    filters: {
      dimension: oneOf(DIMENSION, { unset: 'PERSON' }),
      deptNo: tree(departmentOptions),
      userNo: oneOf(peopleOf(performanceReport)),
      jobNumber: containing(),
      employeeCategory: oneOf(EMPLOYEE_CATEGORY),
      isAiEmployee: yesNo(),
    },
  };
}

/** The performance report a tab for each type of staff. */
export const performanceKinds: readonly ReportKind[] = [
  tabOf('collectors', 'COLLECTOR', ['collectedCents', 'targetPct', 'personRecoveryPct', 'keptPct']),
  tabOf('telemarketers', 'TELEMARKETER', ['connected', 'talkMinutes', 'incoming', 'loans', 'incomingPer100']),
  tabOf('reviewers', 'AUDITOR', ['decided', 'decisionsPerHour', 'overturnPct', 'fpd7Pct']),
  tabOf('serviceStaff', 'SERVICE', ['handled', 'inTimePct', 'onceOnlyPct']),
];

/** One's own figures, all of them. */
export const ownPerformance: ReportKind = {
  ...whole,
  tab: 'figures',
  measures: measuresOf(Object.keys(all).filter((name): name is Name => name in all)),
  filters: { dimension: oneOf(DIMENSION, { unset: 'PERSON' }) },
};
