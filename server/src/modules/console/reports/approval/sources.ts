import type { Source } from '../engine/source.ts';

const EAT = `at time zone 'Africa/Nairobi'`;

/** What orders are told apart by; `u` is the person of the fact. */
const ofOrder = (at: string, refuseCode: string) => ({
  merchantNo: 'o.merchant_no',
  dimensions: {
    HOUR: `to_char(${at} ${EAT}, 'HH24:00')`,
    PERSON: 'u.user_no',
    GROUP: 'u.dept_no',
    PRODUCT: 'o.product_no',
    MODEL_LEVEL: 'o.model_level',
    CHANNEL: 'o.incoming_channel',
    REFUSE_CODE: refuseCode,
    LOAN_TYPE: 'o.loan_type',
  },
  filters: {
    productNo: 'o.product_no',
    loanType: 'o.loan_type',
    auditorUserNo: 'u.user_no',
    deptNo: 'u.dept_no',
    modelLevel: 'o.model_level',
    dataSource: 'o.data_source',
    incomingChannel: 'o.incoming_channel',
    refuseCode,
  },
});

/** Applications as they came in. */
export const applications: Source = {
  ...ofOrder('o.apply_time', 'null::text'),
  from: 'loan_order o left join app_user u on false',
  recordedAt: 'o.apply_time',
  day: `(o.apply_time ${EAT})::date`,
  factNo: 'o.order_no',
  shows: {
    happenedAt: 'o.apply_time',
    orderNo: 'o.order_no',
    result: 'o.order_status',
    appliedCents: 'o.applied_cents',
    approvedCents: 'o.approved_cents',
  },
};

const REFUSED = `case when e.command in ('refuse', 'machineRefuse') then o.refuse_code end`;

/** Moves of orders, each by whom and when. */
export const moves: Source = {
  ...ofOrder('e.at', REFUSED),
  from: `order_event e join loan_order o on o.order_no = e.order_no left join app_user u on u.user_no = e.user_no`,
  recordedAt: 'e.at',
  day: `(e.at ${EAT})::date`,
  factNo: 'e.event_id',
  shows: {
    happenedAt: 'e.at',
    kind: 'e.command',
    orderNo: 'o.order_no',
    causeNo: REFUSED,
    staffName: 'u.real_name',
    result: 'e.to_status',
    appliedCents: 'o.applied_cents',
    approvedCents: 'o.approved_cents',
  },
};

/** Passes and refusals of the period, each with the pass rate of its merchant and model level. */
export const judged: Source = {
  ...moves,
  isOfPeriod: true,
  from: `lateral (
      with d as materialized (
        select e.event_id, e.order_no, e.user_no, e.at, e.command, e.to_status, o.merchant_no, o.model_level
        from order_event e join loan_order o on o.order_no = e.order_no
        where e.command in ('pass', 'refuse') and e.at <= q.moment and e.at >= q.from_day::timestamp ${EAT}
          and e.at < (q.to_day + 1)::timestamp ${EAT}),
      rates as (select merchant_no, model_level,
          round(10000.0 * count(*) filter (where command = 'pass') / count(*))::bigint as pass_bps
        from d group by 1, 2)
      select d.event_id, d.order_no, d.user_no, d.at, d.command, d.to_status, r.pass_bps
      from d join rates r on r.merchant_no = d.merchant_no and r.model_level is not distinct from d.model_level) e
    join loan_order o on o.order_no = e.order_no left join app_user u on u.user_no = e.user_no`,
};

/** Times that an order was under review by somebody, counted when they ended. */
export const reviews: Source = {
  ...ofOrder('r.ended_at', `case when r.ending = 'REFUSED' then o.refuse_code end`),
  from: `order_allotment r join loan_order o on o.order_no = r.order_no
    left join app_user u on u.user_no = r.auditor_user_no`,
  recordedAt: 'r.ended_at',
  day: `(r.ended_at ${EAT})::date`,
  factNo: 'r.allotment_id',
  shows: {
    happenedAt: 'r.ended_at',
    kind: 'r.ending',
    orderNo: 'o.order_no',
    staffName: 'u.real_name',
    openedAt: 'r.opened_at',
    appliedCents: 'o.applied_cents',
    approvedCents: 'o.approved_cents',
  },
};

/** First bills on the day they reached seven days past due. */
export const firstBills: Source = {
  ...ofOrder('b.due_date', 'null::text'),
  from: `bill b join loan_order o on o.order_no = b.order_no left join app_user u on u.user_no = o.reviewer_user_no`,
  recordedAt: `((b.due_date + 8)::timestamp ${EAT})`,
  day: '(b.due_date + 7)',
  factNo: 'b.bill_no',
  shows: {
    kind: 'b.bill_status',
    orderNo: 'b.order_no',
    billNo: 'b.bill_no',
    staffName: 'u.real_name',
    result: 'b.actual_date',
  },
};

/** Which first bills count, and which of them were unpaid on that day. */
export const REACHED = `b.term_no = 1 and b.predecessor_bill_no is null and b.bill_status <> 'VOID'`;
export const UNPAID = `${REACHED} and (b.actual_date is null or b.actual_date > b.due_date + 7)`;
