import type { performanceReport } from '@kituo/sdk/contracts';
import { approvalMeasures } from '../approval/approval.ts';
import { collectionMeasures } from '../collection/collection.ts';
import { type Derived, type Measure, percent, type Row } from '../engine/source.ts';
import { operationMeasures } from '../operation/operation.ts';
import { ANSWERED } from '../shared/contacts.ts';
import { cents, counted, different, ratio, sharedMeasure, type Words } from '../shared/formulas.ts';

const DAY_OF_SHIFT = `s.user_no || ' ' || (s.starts_at at time zone 'Africa/Nairobi')::date`;
/** Signed in or did something that was recorded during the shift, or an approved correction says so. */
const ATTENDED = `(exists (select from session z where z.user_no = s.user_no and z.started_at < s.ends_at
    and z.last_seen_at > s.starts_at and z.started_at <= q.moment)
  or exists (select from audit_log z where z.user_no = s.user_no and z.happened_at between s.starts_at and s.ends_at
    and z.happened_at <= q.moment)
  or exists (select from work_shift z where z.user_no = s.user_no and z.starts_at = s.starts_at
    and z.decided_attendance = 'DONE' and z.updated_at <= q.moment))`;
const TAKEN = 'not r.is_missed';
const AGAIN = `exists (select from in_call_record n where n.phone = r.phone and n.call_at > r.call_at
  and n.call_at <= r.call_at + interval '7 days' and n.call_at <= q.moment)`;

/** B(receivable) of a case’s bills, as far as it was posted when the case was assigned. */
const OWED_WHEN_ASSIGNED = `coalesce((select sum(p.amount_cents) from case_bill k join posting p on p.bill_no = k.bill_no
  join journal j on j.journal_id = p.journal_id and j.business_date = p.business_date
  where k.case_no = a.case_no and p.account_code like 'RECEIVABLE%' and j.posted_at <= a.assigned_at), 0)`;

const tenth = (value: number) => Math.round(value * 10) / 10;
const derived = ([en, zh]: Words, formula: string, parts: readonly string[], from: Derived['from']): Derived => ({
  en,
  zh,
  formula,
  parts,
  from,
});
const sumOf = (words: Words, formula: string, parts: readonly string[]) =>
  derived(words, formula, parts, (row: Row) => parts.reduce((sum, part) => sum + row.of(part), 0));
/** What scores are made of, counted: what opens in the place of a score. */
const SCORED = [
  'collectedCents',
  'kept',
  'decidedPromises',
  'connected',
  'incoming',
  'loans',
  'decided',
  'overturned',
  'firstUnpaid',
  'callsTaken',
  'feedbackAnswered',
  'daysAttended',
  'disciplinePoints',
];

/** What is measured of people. What another report measures, too, is its own measure. */
export const performanceMeasures: Record<keyof typeof performanceReport.measures, Measure> & Record<string, Measure> = {
  attendancePct: ratio(['Attendance', '出勤率'], 'days attended / days scheduled', 'daysAttended', 'daysScheduled'),
  collectedCents: sharedMeasure(collectionMeasures, 'collectedCents'),
  targetPct: derived(
    ['Of target', '目标完成率'],
    'collected / target of 30 days, by the days of the period',
    ['collectedCents'],
    () => null,
  ),
  personRecoveryPct: ratio(
    ['Recovery', '回收率'],
    'collected / assigned in the period',
    'collectedCents',
    'assignedCents',
  ),
  assignedCents: cents(
    ['Assigned', '分配金额'],
    'assigned',
    'what the bills of cases owed when they were assigned',
    'true',
    OWED_WHEN_ASSIGNED,
  ),
  keptPct: sharedMeasure(collectionMeasures, 'keptPct'),
  connected: counted(
    ['Connected', '接通'],
    'calls',
    'calls with somebody on the line',
    `t.refused_for is null and ${ANSWERED}`,
  ),
  talkMinutes: derived(['Talk time', '通话时长（分）'], 'seconds talked / 60', ['talkSeconds'], (row) =>
    Math.round(row.of('talkSeconds') / 60),
  ),
  incoming: counted(['Incoming', '进件'], 'incomings', 'applications credited to a call', 'true'),
  loans: sharedMeasure(operationMeasures, 'attributedLoans'),
  incomingPer100: derived(
    ['Incoming per 100', '每百接通进件'],
    'incoming / connected x 100',
    ['incoming', 'connected'],
    (row) => percent(row.of('incoming'), row.of('connected')),
  ),
  decided: sharedMeasure(approvalMeasures, 'decided'),
  decisionsPerHour: derived(
    ['Decisions per hour', '每小时审批'],
    'decisions / hours on shift',
    ['decided', 'shiftMinutes'],
    (row) => (row.of('shiftMinutes') === 0 ? null : tenth((row.of('decided') * 60) / row.of('shiftMinutes'))),
  ),
  overturnPct: sharedMeasure(approvalMeasures, 'overturnPct'),
  fpd7Pct: sharedMeasure(approvalMeasures, 'fpd7Pct'),
  handled: sumOf(['Handled', '处理数'], 'calls taken + feedback answered', ['callsTaken', 'feedbackAnswered']),
  inTimePct: sharedMeasure(operationMeasures, 'feedbackInTimePct'),
  onceOnlyPct: ratio(
    ['Solved at once', '一次解决率'],
    'calls with no second call in 7 days / calls',
    'calledOnce',
    'callsTaken',
  ),
  qualityScore: derived(
    ['Quality score', '质检得分'],
    'points of closed inspections / closed inspections',
    ['inspectedPoints', 'inspected'],
    (row) => (row.of('inspected') === 0 ? null : tenth(row.of('inspectedPoints') / row.of('inspected'))),
  ),
  disciplinePoints: {
    ...counted(
      ['Discipline points', '违纪分'],
      'disciplineMoves',
      'points of confirmed records by the day it happened; a revocation in a later month counts in that month',
      'true',
    ),
    value: 'm.points',
  },
  performanceScore: derived(
    ['Score', '绩效得分'],
    '100 x sum of weight x min(value / target, 1.2), target / value where less is better; less discipline points',
    SCORED,
    () => null,
  ),
  rank: derived(['Rank', '排名'], 'by score, within type and category', SCORED, () => null),
  daysAttended: different(
    ['Days attended', '出勤天数'],
    'shifts',
    'scheduled days with a sign-in, an act on record or an approved correction',
    ATTENDED,
    DAY_OF_SHIFT,
  ),
  daysScheduled: different(['Days scheduled', '排班天数'], 'shifts', 'days with a shift', 'true', DAY_OF_SHIFT),
  shiftMinutes: {
    ...counted(['Minutes on shift', '在班分钟'], 'shifts', 'minutes of shifts that have passed', 'true'),
    value: `floor(extract(epoch from least(s.ends_at, q.moment) - s.starts_at) / 60)::bigint`,
    unit: 'MINUTES',
  },
  talkSeconds: {
    ...counted(['Seconds talked', '通话秒数'], 'calls', 'seconds talked', 't.refused_for is null'),
    value: `coalesce((select max(z.talk_seconds) from contact_result z where z.attempt_id = t.attempt_id
      and z.at <= q.moment), 0)`,
  },
  callsTaken: counted(['Calls taken', '接听来电'], 'inCalls', 'calls of customers that were taken', TAKEN),
  calledOnce: counted(
    ['Calls without a second', '无再次来电'],
    'inCalls',
    'of these, without another call within 7 days',
    `${TAKEN} and not ${AGAIN}`,
  ),
  feedbackAnswered: counted(['Feedback answered', '反馈处理'], 'answers', 'feedback that was answered', 'true'),
  inspected: counted(['Inspections', '质检数'], 'inspections', 'inspections that are closed', 'true'),
  inspectedPoints: {
    ...counted(['Points of inspections', '质检总分'], 'inspections', 'points of inspections that are closed', 'true'),
    value: 'i.score::bigint',
  },
  kept: sharedMeasure(collectionMeasures, 'kept'),
  decidedPromises: sharedMeasure(collectionMeasures, 'decidedPromises'),
  overturned: sharedMeasure(approvalMeasures, 'overturned'),
  refused: sharedMeasure(approvalMeasures, 'refused'),
  firstReached: sharedMeasure(approvalMeasures, 'firstReached'),
  firstUnpaid: sharedMeasure(approvalMeasures, 'firstUnpaid'),
  feedbackDue: sharedMeasure(operationMeasures, 'feedbackDue'),
  feedbackInTime: sharedMeasure(operationMeasures, 'feedbackInTime'),
};
