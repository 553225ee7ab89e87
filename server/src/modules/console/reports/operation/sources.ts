import type { Source } from '../engine/source.ts';

const EAT = `at time zone 'Africa/Nairobi'`;
const day = (at: string) => `(${at} ${EAT})::date`;

/** What orders are told apart by here: the channel is the one that brought the customer. */
const ofOrder = {
  merchantNo: 'o.merchant_no',
  dimensions: { PRODUCT: 'o.product_no', LOAN_TYPE: 'o.loan_type', CHANNEL: 'o.promotion_channel' },
  filters: {
    productNo: 'o.product_no',
    loanType: 'o.loan_type',
    incomingChannel: 'o.incoming_channel',
    promotionChannel: 'o.promotion_channel',
  },
};
const ofOrderShown = {
  orderNo: 'o.order_no',
  customerNo: 'o.customer_no',
  appliedCents: 'o.applied_cents',
  approvedCents: 'o.approved_cents',
};

/** Orders as traffic brought them: of the funnel and of what channels cost. */
const ofTraffic = { ...ofOrder, trafficChannel: 'o.promotion_channel' };

/** Customers on the day they registered. */
export const registrations: Source = {
  trafficChannel: 'v.channel_code',
  from: `customer c left join channel_event v on v.customer_no = c.customer_no and v.event_kind = 'REGISTRATION'`,
  recordedAt: 'c.created_at',
  day: day('c.created_at'),
  merchantNo: 'c.merchant_no',
  factNo: 'c.customer_no',
  dimensions: { CHANNEL: 'v.channel_code' },
  filters: { promotionChannel: 'v.channel_code' },
  shows: { happenedAt: 'c.created_at', customerNo: 'c.customer_no', result: 'c.account_status' },
};

/** Applications as they were made. */
export const applications: Source = {
  ...ofTraffic,
  from: 'loan_order o',
  recordedAt: 'o.apply_time',
  day: day('o.apply_time'),
  factNo: 'o.order_no',
  shows: { ...ofOrderShown, happenedAt: 'o.apply_time', result: 'o.order_status' },
};

/** Moves of orders. */
export const moves: Source = {
  ...ofTraffic,
  from: 'order_event e join loan_order o on o.order_no = e.order_no',
  recordedAt: 'e.at',
  day: day('e.at'),
  factNo: 'e.event_id',
  shows: { ...ofOrderShown, happenedAt: 'e.at', kind: 'e.command', result: 'e.to_status' },
};

/** Sessions of customers in the app, as its server tells them. */
export const sessions: Source = {
  from: 'app_session x',
  recordedAt: 'x.at',
  day: day('x.at'),
  merchantNo: 'x.merchant_no',
  factNo: 'x.session_id',
  dimensions: { VERSION: 'x.app_version' },
  filters: {},
  shows: { happenedAt: 'x.at', customerNo: 'x.customer_no' },
};

/** What came through acquisition channels, with its cost. */
export const channelEvents: Source = {
  trafficChannel: 'v.channel_code',
  from: 'channel_event v left join loan_order o on o.order_no = v.order_no',
  recordedAt: 'v.at',
  day: 'v.biz_date',
  merchantNo: 'v.merchant_no',
  factNo: 'v.event_id',
  dimensions: { CHANNEL: 'v.channel_code', PRODUCT: 'o.product_no', LOAN_TYPE: 'o.loan_type' },
  filters: { promotionChannel: 'v.channel_code', productNo: 'o.product_no', loanType: 'o.loan_type' },
  shows: { happenedAt: 'v.at', kind: 'v.event_kind', orderNo: 'v.order_no', customerNo: 'v.customer_no' },
};

/** The state of a called customer when they were called, as lists of people to call tell it. */
const CUSTOMER_STATUS = `case when t.customer_no is null then '2'
  when exists (select from loan_order n where n.customer_no = t.customer_no and n.apply_time >= l.created_at
    and n.apply_time <= t.attempted_at) then '1'
  when exists (select from loan_order n where n.customer_no = t.customer_no
    and n.cool_off_until > ${day('t.attempted_at')}) then '3'
  when not exists (select from customer_credit k where k.customer_no = t.customer_no
    and k.credit_status = 'GRANTED') then '4'
  else '0' end`;
const TASK = 'coalesce(m.task_no, i.task_no, g.task_no)';

/** Attempts to reach somebody by any channel, with those that the contact gate refused. */
export const contacts: Source = {
  from: `contact_attempt t
    left join loan_order o on o.order_no = t.order_no
    left join call_made m on m.attempt_id = t.attempt_id
    left join call_entry l on l.entry_id = m.entry_id
    left join lateral (select r.task_no from robot_task_item r
      where r.attempt_id = t.attempt_id or r.follow_up_attempt_id = t.attempt_id limit 1) i on true
    left join lateral (select r.task_no from sms_marketing_recipient r where r.attempt_id = t.attempt_id limit 1) g on true
    left join app_user u on u.user_no = t.user_no`,
  recordedAt: 't.attempted_at',
  day: day('t.attempted_at'),
  merchantNo: 'coalesce(t.merchant_no, o.merchant_no)',
  factNo: 't.attempt_id',
  dimensions: {
    PRODUCT: 'o.product_no',
    LOAN_TYPE: 'o.loan_type',
    CHANNEL: 'o.promotion_channel',
    APP: 'l.app_name',
    CONTACT_CHANNEL: 't.channel',
    PURPOSE: 't.purpose',
    TASK,
    TEMPLATE: 't.template_code',
    LIST_TYPE: 'l.list_type',
    CUSTOMER_STATUS,
    REASON: 't.refused_for',
  },
  filters: {
    productNo: 'o.product_no',
    loanType: 'o.loan_type',
    incomingChannel: 'o.incoming_channel',
    promotionChannel: 'o.promotion_channel',
    appName: 'l.app_name',
    contactChannel: 't.channel',
    taskNo: TASK,
  },
  shows: {
    happenedAt: 't.attempted_at',
    kind: 't.channel',
    orderNo: 't.order_no',
    customerNo: 't.customer_no',
    caseNo: 't.case_no',
    causeNo: TASK,
    staffName: 'u.real_name',
    result: 't.refused_for',
  },
};

/** Disbursed loans that were credited to a call. */
export const attributed: Source = {
  from: `order_attribution a join loan_order o on o.order_no = a.order_no join app_user u on u.user_no = a.user_no`,
  ...ofOrder,
  recordedAt: 'greatest(a.attributed_at, o.lending_time)',
  day: day('o.lending_time'),
  factNo: 'a.order_no',
  dimensions: { ...ofOrder.dimensions, CONTACT_CHANNEL: `'CALL'`, PURPOSE: `'TELEMARKETING'` },
  filters: { ...ofOrder.filters, contactChannel: `'CALL'` },
  shows: { ...ofOrderShown, happenedAt: 'o.lending_time', kind: 'a.attributed_by', staffName: 'u.real_name' },
};

/** Feedback on the day that an answer is due. */
export const feedback: Source = {
  from: `feedback f left join loan_order o on o.order_no = f.order_no left join app_user u on u.user_no = f.handler_user_no`,
  recordedAt: 'f.due_at',
  day: day('f.due_at'),
  merchantNo: 'f.merchant_no',
  factNo: 'f.feedback_no',
  dimensions: { PRODUCT: 'o.product_no', LOAN_TYPE: 'o.loan_type', REASON: 'f.category' },
  filters: { productNo: 'o.product_no', loanType: 'o.loan_type' },
  shows: {
    happenedAt: 'f.created_at',
    kind: 'f.category',
    orderNo: 'f.order_no',
    customerNo: 'f.customer_no',
    staffName: 'u.real_name',
    result: 'f.feedback_status',
  },
};

/** Visits of pages, counted when the page is left; they belong to no merchant. */
export const visits: Source = {
  from: `tracking_event z left join app_user u on u.user_no = z.user_no`,
  recordedAt: 'z.received_at',
  day: day('z.received_at'),
  merchantNo: null,
  factNo: 'z.tracking_id',
  dimensions: { APP: 'z.app_name', VERSION: 'z.app_version', PAGE: 'z.page_name', CHANNEL: 'z.channel' },
  filters: { appName: 'z.app_name' },
  shows: { happenedAt: 'z.received_at', kind: 'z.page_name', staffName: 'u.real_name', causeNo: 'z.app_version' },
};

/** First bills on the day they reached seven days past due, by what brought their customer. */
export const firstBills: Source = {
  ...ofTraffic,
  from: `bill b join loan_order o on o.order_no = b.order_no`,
  recordedAt: `((b.due_date + 8)::timestamp ${EAT})`,
  day: '(b.due_date + 7)',
  factNo: 'b.bill_no',
  shows: { ...ofOrderShown, kind: 'b.bill_status', billNo: 'b.bill_no', result: 'b.actual_date' },
};
