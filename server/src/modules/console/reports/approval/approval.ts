import { approvalReport } from '@kituo/sdk/contracts';
import { defineReport } from '../engine/define-report.ts';
import type { Counted, Measure } from '../engine/source.ts';
import { counted as count, ratio, type Words } from '../shared/formulas.ts';
import { applications, firstBills, judged, moves, REACHED, reviews, UNPAID } from './sources.ts';
import { auditors } from './auditors.ts';

const minutes = (words: Words, aggregate: 'p50' | 'p90', formula: string, value: string, where: string): Counted => ({
  ...count(words, 'reviews', formula, where),
  aggregate,
  value: `floor(extract(epoch from ${value}) / 60)::bigint`,
});
const DECIDED = `r.ending in ('PASSED', 'REFUSED', 'RETURNED')`;
const WAIT = [`r.opened_at - r.allotted_at`, `r.opened_at is not null`] as const;
const HANDLE = [`r.ended_at - r.opened_at`, `r.opened_at is not null and ${DECIDED}`] as const;
/** The target of the rules that the order was assigned under. */
const TARGET = `coalesce((select (jsonb_path_query_first(c.config, '$.**.redAfterMinutes'))::text::int
  from order_review_config c where c.order_no = r.order_no order by c.round desc limit 1), 90)`;
/** Waiting for a person: what enters adds one, what leaves takes one. */
const WAITING = `('TO_ALLOCATE', 'PENDING_REVIEW')`;

/** Its measures; other reports that show one take it from here. */
export const approvalMeasures: Record<keyof typeof approvalReport.measures, Measure> & Record<string, Measure> = {
  received: count(['Received', '进件'], 'applications', 'orders entering machine review', 'true'),
  machinePassPct: ratio(
    ['Machine pass', '机审通过率'],
    'passed / machine decisions',
    'machinePassed',
    'machineDecided',
  ),
  decided: count(
    ['Decisions', '审批数'],
    'moves',
    'pass + refuse + return, by a person',
    `e.command in ('pass', 'refuse', 'reject')`,
  ),
  passPct: ratio(['Pass rate', '通过率'], 'pass / (pass + refuse)', 'passed', 'passedOrRefused'),
  strictness: {
    en: 'Strictness',
    zh: '严格度',
    formula:
      'expected pass rate - pass rate, in points; expected: the pass rate of all decisions of the period on the same merchant and model level',
    parts: ['expectedPassBps', 'passed', 'passedOrRefused'],
    from: (row) => {
      const decisions = row.of('passedOrRefused');
      if (decisions === 0) return null;
      return Math.round((row.of('expectedPassBps') - 10_000 * row.of('passed')) / (10 * decisions)) / 10;
    },
  },
  returnPct: ratio(['Return rate', '退回率'], 'return / decisions', 'returned', 'decided'),
  waitMinutesP50: minutes(['Wait P50', '等待P50'], 'p50', 'first opened - assigned, median', ...WAIT),
  waitMinutesP90: minutes(['Wait P90', '等待P90'], 'p90', 'first opened - assigned, 90th percentile', ...WAIT),
  handleMinutesP50: minutes(['Handling P50', '处理P50'], 'p50', 'decided - opened, median', ...HANDLE),
  handleMinutesP90: minutes(['Handling P90', '处理P90'], 'p90', 'decided - opened, 90th percentile', ...HANDLE),
  inTimePct: ratio(['In time', '及时率'], 'decided within the red limit / decided', 'inTime', 'reviewed'),
  leaseExpired: count(
    ['Leases expired', '超时释放'],
    'reviews',
    'assignments that expired undecided',
    `r.ending = 'LAPSED'`,
  ),
  amountRatioPct: ratio(['Amount ratio', '批核率'], 'approved / applied, over passes', 'approvedCents', 'appliedCents'),
  overturnPct: ratio(['Overturned', '翻案率'], 'refusals that passed later / refusals', 'overturned', 'refused'),
  fpd7Pct: ratio(
    ['FPD7', 'FPD7'],
    'first bills unpaid at DPD 7 / first bills that reached it',
    'firstUnpaid',
    'firstReached',
  ),
  backlog: {
    ...count(['Backlog', '积压'], 'moves', 'orders to assign or under review at the end', 'true'),
    value: `(e.to_status in ${WAITING})::int - (e.from_status in ${WAITING})::int`,
    isStock: true,
  },
  machinePassed: count(['Passed by machine', '机审通过'], 'moves', 'machinePass', `e.command = 'machinePass'`),
  machineDecided: count(
    ['Machine decisions', '机审数'],
    'moves',
    'machinePass + machineRefuse',
    `e.command in ('machinePass', 'machineRefuse')`,
  ),
  passed: count(['Passed', '通过'], 'moves', 'pass', `e.command = 'pass'`),
  passedOrRefused: count(
    ['Passed or refused', '通过或拒绝'],
    'moves',
    'pass + refuse',
    `e.command in ('pass', 'refuse')`,
  ),
  expectedPassBps: {
    ...count(
      ['Expected passes (bps)', '预期通过（bps）'],
      'judged',
      'pass rate of the merchant and model level in the period, in basis points, of each pass or refusal',
      'true',
    ),
    value: 'e.pass_bps',
  },
  returned: count(['Returned', '退回'], 'moves', 'return', `e.command = 'reject'`),
  refused: count(['Refused', '拒绝'], 'moves', 'refuse', `e.command = 'refuse'`),
  overturned: count(
    ['Refused, passed later', '拒绝后通过'],
    'moves',
    'refusals followed by a pass',
    `e.command = 'refuse' and exists (select from order_event l where l.order_no = e.order_no and l.command = 'pass'
      and l.event_id > e.event_id and l.at <= q.moment)`,
  ),
  reviewed: count(['Reviews decided', '已审'], 'reviews', 'reviews that ended with a decision', DECIDED),
  inTime: count(
    ['Decided in time', '及时审批'],
    'reviews',
    'decided within the red limit',
    `${DECIDED} and r.ended_at - r.allotted_at <= make_interval(mins => ${TARGET})`,
  ),
  approvedCents: {
    ...count(['Approved', '批准金额'], 'moves', 'approved amounts of passes', `e.command = 'pass'`),
    value: 'coalesce(o.approved_cents, 0)',
    unit: 'CENTS',
  },
  appliedCents: {
    ...count(['Applied', '申请金额'], 'moves', 'applied amounts of passes', `e.command = 'pass'`),
    value: 'o.applied_cents',
    unit: 'CENTS',
  },
  firstReached: count(['First bills', '首期账单'], 'firstBills', 'first bills that reached DPD 7', REACHED),
  firstUnpaid: count(['First bills unpaid', '首期逾期'], 'firstBills', 'of these, unpaid on that day', UNPAID),
};

/** Volume, speed and strictness of reviews, and whether the decisions were right. */
export const approval = defineReport({
  name: 'approval',
  title: { en: 'Approval report', zh: '审批报表' },
  endpoints: approvalReport,
  units: approvalReport.measures,
  dimension: 'PERSON',
  nobody: { en: 'No reviewer', zh: '无审核员' },
  sources: { applications, moves, judged, reviews, firstBills },
  measures: approvalMeasures,
  people: auditors,
});
