import { firstBills as billsOfOrders, moves as movesOfOrders } from '../approval/sources.ts';
import { entries as entriesOfCases, promises as promisesOfCases } from '../collection/sources.ts';
import type { Source } from '../engine/source.ts';
import { attributed as attributedLoans, feedback as feedbackDue } from '../operation/sources.ts';

const EAT = `at time zone 'Africa/Nairobi'`;
const day = (at: string) => `(${at} ${EAT})::date`;

/** The kind of work that somebody is measured by: what they do now, and came to last. */
export const STAFF_TYPE = `(select k.personnel_kind from personnel k where k.user_no = u.user_no
  and k.personnel_kind <> 'TRAFFIC' order by k.personnel_status desc, k.joined_at desc, k.personnel_kind limit 1)`;
const PRINCIPAL = `(select k.principal_user_no from personnel k where k.user_no = u.user_no
  and k.principal_user_no is not null order by k.personnel_status desc, k.joined_at desc limit 1)`;

/** What facts of a person `u` are told apart by. */
const ofPerson = {
  dimensions: {
    PERSON: 'u.user_no',
    GROUP: 'u.dept_no',
    PRINCIPAL,
    CATEGORY: 'u.employee_category',
  },
  filters: {
    staffType: STAFF_TYPE,
    deptNo: 'u.dept_no',
    userNo: 'u.user_no',
    jobNumber: 'u.job_number',
    employeeCategory: 'u.employee_category',
    isAiEmployee: `coalesce((select bool_or(k.is_ai_employee) from personnel k where k.user_no = u.user_no), false)`,
  },
};
const ofOrder = {
  dimensions: ofPerson.dimensions,
  filters: { ...ofPerson.filters, productNo: 'o.product_no', loanType: 'o.loan_type' },
};

/** Payments that were credited to a collector, and what they promised: the facts of the collection report. */
const { isClosedByDay: _kept, ...facts } = entriesOfCases;
export const entries: Source = { ...facts, ...ofOrder };
export const promises: Source = { ...promisesOfCases, ...ofOrder };
/** Decisions and first bills of reviewers: the facts of the approval report. */
export const moves: Source = { ...movesOfOrders, ...ofOrder };
export const firstBills: Source = { ...billsOfOrders, ...ofOrder };
/** Loans that calls brought, and feedback that fell due: the facts of the operation report. */
export const attributed: Source = { ...attributedLoans, ...ofOrder };
export const feedback: Source = { ...feedbackDue, ...ofOrder };

/** Shifts that began; they are of the merchants that the person works for. */
export const shifts: Source = {
  ...ofPerson,
  from: 'personnel_shift s join app_user u on u.user_no = s.user_no',
  recordedAt: 's.starts_at',
  day: day('s.starts_at'),
  merchantNo: null,
  merchantNos: 'u.merchant_nos',
  factNo: `s.user_no || ' ' || to_char(s.starts_at ${EAT}, 'YYYY-MM-DD HH24:MI')`,
  shows: { happenedAt: 's.starts_at', staffName: 'u.real_name', openedAt: 's.ends_at' },
};

/** Cases on the day they were assigned to somebody, with what their bills owed then. */
export const assigned: Source = {
  ...ofOrder,
  from: `case_assignment a join collection_case c on c.case_no = a.case_no
    join loan_order o on o.order_no = c.order_no join app_user u on u.user_no = a.user_no`,
  recordedAt: 'a.assigned_at',
  day: day('a.assigned_at'),
  merchantNo: 'o.merchant_no',
  factNo: 'a.assignment_id',
  shows: {
    happenedAt: 'a.assigned_at',
    kind: 'a.case_level',
    orderNo: 'c.order_no',
    caseNo: 'a.case_no',
    staffName: 'u.real_name',
    result: 'c.case_status',
  },
};

/** Calls of people's lists and tasks. */
export const calls: Source = {
  ...ofPerson,
  from: `call_made m join contact_attempt t on t.attempt_id = m.attempt_id join app_user u on u.user_no = m.user_no`,
  recordedAt: 't.attempted_at',
  day: day('t.attempted_at'),
  merchantNo: 't.merchant_no',
  factNo: 't.attempt_id',
  shows: {
    happenedAt: 't.attempted_at',
    kind: 't.purpose',
    orderNo: 't.order_no',
    customerNo: 't.customer_no',
    causeNo: 'm.task_no',
    staffName: 'u.real_name',
    result: 't.refused_for',
  },
};

/** Applications credited to a call. */
export const incomings: Source = {
  ...ofOrder,
  from: 'order_attribution a join loan_order o on o.order_no = a.order_no join app_user u on u.user_no = a.user_no',
  recordedAt: 'greatest(a.attributed_at, o.apply_time)',
  day: day('o.apply_time'),
  merchantNo: 'o.merchant_no',
  factNo: 'a.order_no',
  shows: {
    happenedAt: 'o.apply_time',
    kind: 'a.attributed_by',
    orderNo: 'o.order_no',
    customerNo: 'o.customer_no',
    staffName: 'u.real_name',
    result: 'o.order_status',
    appliedCents: 'o.applied_cents',
  },
};

/** Calls that customers made and somebody took. */
export const inCalls: Source = {
  ...ofPerson,
  from: 'in_call_record r join app_user u on u.user_no = r.agent_user_no',
  recordedAt: 'r.call_at',
  day: day('r.call_at'),
  merchantNo: 'r.merchant_no',
  factNo: 'r.record_no',
  shows: {
    happenedAt: 'r.call_at',
    kind: 'r.reason_type',
    orderNo: 'r.order_no',
    customerNo: 'r.customer_no',
    staffName: 'u.real_name',
    result: 'r.resolve_status',
  },
};

/** Feedback on the day it was answered. */
export const answers: Source = {
  ...ofPerson,
  from: 'feedback f join app_user u on u.user_no = f.handler_user_no',
  recordedAt: 'f.processed_at',
  day: day('f.processed_at'),
  merchantNo: 'f.merchant_no',
  factNo: 'f.feedback_no',
  shows: {
    happenedAt: 'f.processed_at',
    kind: 'f.category',
    orderNo: 'f.order_no',
    customerNo: 'f.customer_no',
    staffName: 'u.real_name',
    result: 'f.result',
  },
};

/** Closed results of inspections, on the day that was inspected. */
export const inspections: Source = {
  ...ofPerson,
  from: 'inspection i join app_user u on u.user_no = i.user_no',
  // Closed by the decision about an appeal, or when the days for one were over.
  recordedAt: `case when i.inspection_status = 'CLOSED' then coalesce(i.decided_at, i.appeal_due_at) end`,
  day: day('i.happened_at'),
  merchantNo: 'i.merchant_no',
  factNo: 'i.inspection_no',
  shows: {
    happenedAt: 'i.happened_at',
    kind: 'i.source_type',
    orderNo: 'i.order_no',
    customerNo: 'i.customer_no',
    caseNo: 'i.case_no',
    staffName: 'u.real_name',
    result: 'i.inspection_status',
  },
};

/**
 * Points of discipline records: given on the day that it happened once confirmed, and taken off again by a revocation.
 * A revocation in a later month counts in that month, so that a month that is over stays as it was paid by.
 */
export const disciplineMoves: Source = {
  ...ofPerson,
  from: `discipline_record r join app_user u on u.user_no = r.user_no cross join lateral (values
    ('CONFIRMED', r.happened_on, r.confirmed_at, r.points),
    ('REVOKED', case when date_trunc('month', r.happened_on::timestamp)
      = date_trunc('month', ${day('r.revoked_at')}::timestamp) then r.happened_on else ${day('r.revoked_at')} end,
      r.revoked_at, -r.points)) m (kind, counted_on, at, points)`,
  recordedAt: 'm.at',
  day: 'm.counted_on',
  merchantNo: null,
  merchantNos: 'u.merchant_nos',
  factNo: `r.record_no || ' ' || m.kind`,
  shows: {
    happenedAt: 'm.at',
    kind: 'r.discipline_type',
    causeNo: 'r.record_no',
    staffName: 'u.real_name',
    result: 'm.kind',
  },
};
