import type { Source } from '../engine/source.ts';

const EAT = `at time zone 'Africa/Nairobi'`;

/** Of a case at a moment. */
const statusOf = (caseNo: string, at: string) => `(select x.to_status from case_event x
  where x.case_no = ${caseNo} and x.at <= ${at} order by x.event_id desc limit 1)`;

/** `o` is the loan, `u` the collector of the fact. */
const ofLoan = (level: string, scope: string, status = 'null::text') => ({
  merchantNo: 'o.merchant_no',
  dimensions: {
    LEVEL: level,
    PRODUCT: 'o.product_no',
    GROUP: 'u.dept_no',
    PERSON: 'u.user_no',
    LOAN_TYPE: 'o.loan_type',
    CASE_STATUS: status,
  },
  filters: {
    productNo: 'o.product_no',
    loanType: 'o.loan_type',
    caseLevel: level,
    deptNo: 'u.dept_no',
    collectorUserNo: 'u.user_no',
    caseScope: scope,
    employeeCategory: 'u.employee_category',
    caseStatus: status,
  },
});
const NOBODY = 'left join app_user u on false';

/** Bills by due date. */
export const dueBills: Source = {
  ...ofLoan('null::text', 'o.collection_scope'),
  from: `bill b join loan_order o on o.order_no = b.order_no ${NOBODY}`,
  recordedAt: 'o.lending_time',
  day: 'b.due_date',
  factNo: 'b.bill_no',
  shows: { kind: 'b.bill_status', orderNo: 'b.order_no', billNo: 'b.bill_no', result: 'b.actual_date' },
};

/** Receivables and expenses of bills, with whom a payment is credited to. */
export const entries: Source = {
  ...ofLoan('pa.level_at_repay', 'pa.case_scope', statusOf('pa.case_no', 'j.posted_at')),
  from: `posting p
    join journal j on j.journal_id = p.journal_id and j.business_date = p.business_date
    join bill b on b.bill_no = p.bill_no
    join loan_order o on o.order_no = b.order_no
    left join lateral (select a.* from payment_application a where a.order_no = b.order_no
      and coalesce(j.reverses_id, j.journal_id) = any(a.journal_ids) limit 1) pa on true
    left join app_user u on u.user_no = pa.collector_user_no`,
  recordedAt: 'j.posted_at',
  isClosedByDay: true,
  day: 'p.business_date',
  factNo: `p.journal_id || '-' || p.line_no`,
  shows: {
    happenedAt: 'j.posted_at',
    kind: 'j.journal_kind',
    orderNo: 'b.order_no',
    billNo: 'p.bill_no',
    caseNo: 'pa.case_no',
    flowNo: 'pa.flow_no',
    account: 'p.account_code',
    component: 'p.component',
    causeNo: 'pa.application_no',
    reversesNo: 'j.reverses_id',
    staffName: 'u.real_name',
  },
};

/** What cases went through. */
export const caseMoves: Source = {
  ...ofLoan('e.case_level', 'c.case_scope', 'e.to_status'),
  from: `case_event e join collection_case c on c.case_no = e.case_no join loan_order o on o.order_no = c.order_no
    left join app_user u on u.user_no = c.collector_user_no`,
  recordedAt: 'e.at',
  day: `(e.at ${EAT})::date`,
  factNo: 'e.event_id',
  shows: {
    happenedAt: 'e.at',
    kind: 'e.command',
    orderNo: 'c.order_no',
    caseNo: 'e.case_no',
    staffName: 'u.real_name',
    result: 'e.to_status',
  },
};

/** Attempts to reach somebody about a case. */
export const attempts: Source = {
  ...ofLoan('c.case_level', 'c.case_scope', statusOf('c.case_no', 't.attempted_at')),
  from: `contact_attempt t join collection_case c on c.case_no = t.case_no join loan_order o on o.order_no = c.order_no
    left join app_user u on u.user_no = t.user_no`,
  recordedAt: 't.attempted_at',
  day: `(t.attempted_at ${EAT})::date`,
  factNo: 't.attempt_id',
  shows: {
    happenedAt: 't.attempted_at',
    kind: 't.channel',
    orderNo: 'c.order_no',
    caseNo: 't.case_no',
    staffName: 'u.real_name',
    result: 't.refused_for',
  },
};

/** Promises by the day that they were for. */
export const promises: Source = {
  ...ofLoan('m.case_level', 'c.case_scope', statusOf('c.case_no', 'm.decided_at')),
  from: `promise_to_pay m join collection_case c on c.case_no = m.case_no join loan_order o on o.order_no = m.order_no
    left join app_user u on u.user_no = m.made_by`,
  recordedAt: 'm.decided_at',
  day: 'm.promised_on',
  factNo: 'm.promise_no',
  shows: {
    happenedAt: 'm.decided_at',
    kind: 'm.promise_channel',
    orderNo: 'm.order_no',
    caseNo: 'm.case_no',
    staffName: 'u.real_name',
    result: 'm.promise_status',
    appliedCents: 'm.amount_cents',
  },
};

/** First bills on the day they reached seven days past due. */
export const firstBills: Source = {
  ...dueBills,
  recordedAt: `((b.due_date + 8)::timestamp ${EAT})`,
  day: '(b.due_date + 7)',
};

/** Bills on the day they enter a level by days past due; the last level has no next. */
export const levelEntries: Source = {
  ...ofLoan('l.level', 'o.collection_scope'),
  from: `bill b join loan_order o on o.order_no = b.order_no cross join (values ('S0', -3, 1), ('S1', 1, 8),
    ('S2', 8, 16), ('S3', 16, 31), ('S4', 31, 61), ('S5', 61, null)) l(level, starts_at, next_at) ${NOBODY}`,
  recordedAt: `((b.due_date + l.starts_at)::timestamp ${EAT})`,
  day: '(b.due_date + l.starts_at)',
  factNo: `b.bill_no || ' ' || l.level`,
  shows: { kind: 'l.level', orderNo: 'b.order_no', billNo: 'b.bill_no', result: 'b.actual_date' },
};

/** Loans on the day they were disbursed. */
export const loansLent: Source = {
  ...ofLoan('null::text', 'o.collection_scope'),
  from: `loan_order o ${NOBODY}`,
  recordedAt: 'o.lending_time',
  day: `(o.lending_time ${EAT})::date`,
  factNo: 'o.order_no',
  shows: { happenedAt: 'o.lending_time', kind: 'o.order_status', orderNo: 'o.order_no' },
};
