import { collectionReport } from '@kituo/sdk/contracts';
import { REACHED, UNPAID } from '../approval/sources.ts';
import { defineReport } from '../engine/define-report.ts';
import { type Measure, percent } from '../engine/source.ts';
import { ANSWERED } from '../shared/contacts.ts';
import { cents as money, counted as count, ratio } from '../shared/formulas.ts';
import { cohortMeasures } from './cohorts.ts';
import { collectors } from './collectors.ts';
import { withExpected } from './expected.ts';
import { OWED_BEFORE_PAYMENTS } from './owed-before-payments.ts';
import { rollMeasures, vintageMeasures } from './rolling.ts';
import { attempts, caseMoves, dueBills, entries, firstBills, levelEntries, loansLent, promises } from './sources.ts';

/** What a bill's receivables moved by its due date: by charges and lending, or by payments. */
const byDueDate = (condition: string, sign: '' | '-') => `coalesce((select ${sign}sum(p.amount_cents) from posting p
  join journal j on j.journal_id = p.journal_id and j.business_date = p.business_date
  where p.bill_no = b.bill_no and p.account_code like 'RECEIVABLE%' and ${condition}
    and p.business_date <= b.due_date and j.posted_at <= q.moment), 0)`;
const APPLIED = `p.account_code like 'RECEIVABLE%' and j.journal_kind = 'APPLICATION'`;
const PRINCIPAL = `p.account_code = 'RECEIVABLE_PRINCIPAL'`;
const CALLED = `t.channel = 'CALL' and t.refused_for is null`;
const COLLECTING = `'COLLECTING'`;

/** B(receivable) of a case’s bills, as far as it was posted when the case moved. */
const OWED_WHEN_MOVED = `coalesce((select sum(p.amount_cents) from case_bill k join posting p on p.bill_no = k.bill_no
  join journal j on j.journal_id = p.journal_id and j.business_date = p.business_date
  where k.case_no = e.case_no and p.account_code like 'RECEIVABLE%' and j.posted_at <= e.at), 0)`;

/** Its measures; other reports that show one take it from here. */
export const collectionMeasures: Readonly<Record<string, Measure>> = {
  dueCents: money(
    ['Due', '到期金额'],
    'dueBills',
    'what bills with a due date in the period owed by it, before payments',
    `b.bill_status <> 'VOID'`,
    byDueDate(OWED_BEFORE_PAYMENTS, ''),
  ),
  onTimePct: ratio(['On time', '按时还款率'], 'allocated by the due date / due', 'onTimeCents', 'dueCents'),
  fpd7Pct: ratio(
    ['FPD7', 'FPD7'],
    'first bills unpaid at DPD 7 / first bills that reached it',
    'firstUnpaid',
    'firstReached',
  ),
  collectedCents: money(
    ['Collected', '催回金额'],
    'entries',
    'C(receivable, APPLICATION) while a case was open, credited as in repayment details',
    `${APPLIED} and pa.case_scope <> 'NONE'`,
    '-p.amount_cents',
  ),
  waivedCents: money(
    ['Waived', '减免'],
    'entries',
    'D(waiver expense)',
    `p.account_code = 'WAIVER_EXPENSE'`,
    'p.amount_cents',
  ),
  waivedPct: {
    en: 'Waived share',
    zh: '减免占比',
    formula: 'waived / (collected + waived)',
    parts: ['waivedCents', 'collectedCents'],
    from: (row) => percent(row.of('waivedCents'), row.of('collectedCents') + row.of('waivedCents')),
  },
  par30Pct: ratio(
    ['PAR 30', 'PAR30'],
    'principal with DPD > 30 today / principal outstanding',
    'lateCents',
    'principalCents',
  ),
  coveragePct: ratio(
    ['Coverage', '跟进覆盖率'],
    'cases with an attempt / cases in collection at the end',
    'contacted',
    'collecting',
  ),
  connectPct: ratio(['Connected', '接通率'], 'answered / calls the gate admitted', 'answered', 'called'),
  keptPct: ratio(['Promises kept', '履约率'], 'kept / (kept + broken), by promise date', 'kept', 'decidedPromises'),
  badDebtIn: count(
    ['Into bad debt', '转坏账'],
    'caseMoves',
    'cases entering the bad-debt pool',
    `e.command = 'enterBadDebt'`,
  ),
  badDebtInCents: money(
    ['Bad debt entered', '转坏账金额'],
    'caseMoves',
    'what the bills of cases entering the bad-debt pool owed then',
    `e.command = 'enterBadDebt'`,
    OWED_WHEN_MOVED,
  ),
  recoveredCents: money(
    ['Recovered', '坏账收回'],
    'entries',
    'C(recovery income)',
    `p.account_code = 'INCOME_RECOVERY'`,
    '-p.amount_cents',
  ),
  onTimeCents: money(
    ['Allocated by the due date', '到期前已还'],
    'dueBills',
    'C(receivable, APPLICATION) by the due date',
    `b.bill_status <> 'VOID'`,
    byDueDate(`j.journal_kind = 'APPLICATION'`, '-'),
  ),
  firstReached: count(['First bills', '首期账单'], 'firstBills', 'first bills that reached DPD 7', REACHED),
  ...rollMeasures,
  ...vintageMeasures,
  ...cohortMeasures,
  firstUnpaid: count(['First bills unpaid', '首期逾期'], 'firstBills', 'of these, unpaid on that day', UNPAID),
  principalCents: {
    ...money(['Principal outstanding', '在贷本金'], 'entries', 'B(principal) at the end', PRINCIPAL, 'p.amount_cents'),
    isStock: true,
  },
  lateCents: {
    ...money(
      ['Principal over 30 days', '逾期30天以上本金'],
      'entries',
      'B(principal) of bills more than 30 days past due as of the moment asked',
      `${PRINCIPAL} and b.due_date < (q.moment at time zone 'Africa/Nairobi')::date - 30`,
      'p.amount_cents',
    ),
    isStock: true,
  },
  contacted: {
    ...count(
      ['Cases with an attempt', '已跟进案件'],
      'attempts',
      'different cases',
      `t.refused_for is null and c.case_status = ${COLLECTING}`,
    ),
    aggregate: 'distinct',
    value: 't.case_no',
  },
  collecting: {
    ...count(['Cases in collection', '在催案件'], 'caseMoves', 'cases in collection at the end', 'true'),
    value: `(e.to_status = ${COLLECTING})::int - coalesce(e.from_status = ${COLLECTING}, false)::int`,
    isStock: true,
  },
  called: count(['Calls admitted', '放行外呼'], 'attempts', 'calls that the contact gate admitted', CALLED),
  answered: count(
    ['Calls answered', '接通'],
    'attempts',
    'calls with somebody on the line',
    `${CALLED} and ${ANSWERED}`,
  ),
  kept: count(['Promises kept', '已履约'], 'promises', 'KEPT', `m.promise_status = 'KEPT'`),
  decidedPromises: count(
    ['Promises decided', '到期承诺'],
    'promises',
    'KEPT + BROKEN',
    `m.promise_status in ('KEPT', 'BROKEN')`,
  ),
};

/** What fell due, what came in, what is late, and by whom. */
export const collection = defineReport({
  name: 'collection',
  title: { en: 'Collection report', zh: '催收报表' },
  endpoints: collectionReport,
  units: collectionReport.measures,
  dimension: 'LEVEL',
  nobody: { en: 'No collector', zh: '无催收员' },
  sources: { dueBills, entries, caseMoves, attempts, promises, firstBills, levelEntries, loansLent },
  measures: collectionMeasures,
  people: collectors,
  finish: withExpected,
});
