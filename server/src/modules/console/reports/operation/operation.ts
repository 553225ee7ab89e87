import { operationReport } from '@kituo/sdk/contracts';
import { channelNames } from '../../../parties/put-channels/index.ts';
import { defineReport } from '../engine/define-report.ts';
import type { Measure } from '../engine/source.ts';
import { REACHED, UNPAID } from '../approval/sources.ts';
import { ANSWERED, DELIVERED } from '../shared/contacts.ts';
import { cents, centsEach, counted, different, ratio, type Words } from '../shared/formulas.ts';
import {
  applications,
  attributed,
  channelEvents,
  contacts,
  feedback,
  firstBills,
  moves,
  registrations,
  sessions,
  visits,
} from './sources.ts';

/** A step that comes within a week of the one before, as far as it is known at the moment asked about. */
const withinWeek = (later: string, earlier: string) =>
  `${later} >= ${earlier} and ${later} <= ${earlier} + interval '7 days' and ${later} <= q.moment`;
const PASSED = `e.command = 'pass'`;
const DISBURSED = `e.to_status = 'DISBURSED' and e.from_status in ('DISBURSING', 'DISBURSE_FAILED')`;
const laterMove = (where: string, since: string) => `exists (select from order_event n where n.order_no = o.order_no
  and ${where.replaceAll('e.', 'n.')} and ${withinWeek('n.at', since)})`;
const SETTLED = `e.to_status = 'CLOSED'`;
const RENEWED = `${SETTLED} and exists (select from order_event n join loan_order p on p.order_no = n.order_no
  where p.customer_no = o.customer_no and n.to_status = 'DISBURSED' and n.from_status in ('DISBURSING', 'DISBURSE_FAILED')
    and n.at > e.at and n.at <= e.at + interval '30 days' and n.at <= q.moment)`;
/** What a disbursed loan costs where its channel is paid by loans: the price in force when it was disbursed. */
const LOAN_PRICE = `channel_loan_price(o.promotion_channel, e.at)`;

const SENT = `t.channel = 'SMS' and t.refused_for is null`;
const DIALLED = `t.channel in ('CALL', 'ROBOT') and t.refused_for is null`;
const WAS_REACHED = `((${SENT} and ${DELIVERED}) or (${DIALLED} and ${ANSWERED}))`;
const WILLING = `(exists (select from contact_result s where s.attempt_id = t.attempt_id and s.at <= q.moment
    and s.willingness = 'WILLING')
  or exists (select from call_follow_up s where s.entry_id = m.entry_id and s.user_no = m.user_no
    and s.at >= m.at and s.at <= m.at + interval '1 day' and s.at <= q.moment and s.willingness = 'WILLING'))`;
const OPTED_OUT = `(exists (select from contact_block s where s.phone = t.phone and s.block_kind = 'OPT_OUT'
    and ${withinWeek('s.set_at', 't.attempted_at')})
  or exists (select from marketing_blacklist s where s.phone = t.phone and s.blacklist_reason = 'OPT_OUT'
    and ${withinWeek('s.created_at', 't.attempted_at')}))`;

const customers = (words: Words, formula: string, where: string) =>
  different(words, 'moves', formula, where, 'o.customer_no');

/** Its measures; other reports that show one take it from here. */
export const operationMeasures: Record<keyof typeof operationReport.measures, Measure> & Record<string, Measure> = {
  registered: counted(['Registered', '注册'], 'registrations', 'customers registered', 'true'),
  submitted: different(
    ['Submitted', '进件客户'],
    'applications',
    'different customers who applied',
    'true',
    'o.customer_no',
  ),
  approved: customers(['Approved', '通过客户'], 'different customers with an approved application', PASSED),
  disbursed: customers(['Disbursed', '放款客户'], 'different customers with a disbursed loan', DISBURSED),
  activeCustomers: different(
    ['Active customers', '活跃客户'],
    'sessions',
    'different customers with a session in the app',
    'true',
    'x.customer_no',
  ),
  submittedPct: ratio(
    ['Registered to submitted', '注册至进件'],
    'applied within 7 days / registered',
    'submittedSoon',
    'registered',
  ),
  approvedPct: ratio(
    ['Submitted to approved', '进件至通过'],
    'approved within 7 days / submitted',
    'approvedSoon',
    'submitted',
  ),
  disbursedPct: ratio(
    ['Approved to disbursed', '通过至放款'],
    'disbursed within 7 days / approved',
    'disbursedSoon',
    'approved',
  ),
  repeatPct: ratio(['Repeat loans', '复贷率'], 'repeat loans / loans disbursed', 'repeatLoans', 'loans'),
  renewPct: ratio(['Renewed', '续贷率'], 'borrowed again within 30 days / customers who settled', 'renewed', 'settled'),
  channelCostCents: {
    en: 'Channel cost',
    zh: '渠道成本',
    formula: 'registrations and applications at their price + loans at the price when disbursed',
    parts: ['eventCostCents', 'loanCostCents'],
    from: (row) => row.of('eventCostCents') + row.of('loanCostCents'),
  },
  firstLoans: counted(
    ['First loans', '首贷数'],
    'moves',
    'first loans disbursed',
    `${DISBURSED} and o.loan_type = 'FIRST'`,
  ),
  costPerFirstLoanCents: {
    en: 'Cost per first loan',
    zh: '首贷单均成本',
    formula: 'channel cost / first loans',
    parts: ['eventCostCents', 'loanCostCents', 'firstLoans'],
    from: (row) =>
      row.of('firstLoans') === 0
        ? null
        : Math.round((row.of('eventCostCents') + row.of('loanCostCents')) / row.of('firstLoans')),
  },
  fpd7Pct: ratio(
    ['FPD7', 'FPD7'],
    'first bills unpaid at DPD 7 / first bills that reached it',
    'firstUnpaid',
    'firstReached',
  ),
  sent: counted(['SMS sent', '短信发送'], 'contacts', 'SMS that the contact gate admitted', SENT),
  deliveredPct: ratio(['Delivered', '送达率'], 'delivered / sent', 'delivered', 'sent'),
  dialled: counted(
    ['Dialled', '外呼'],
    'contacts',
    'calls by staff and robots that the contact gate admitted',
    DIALLED,
  ),
  connectedPct: ratio(['Connected', '接通率'], 'answered / dialled', 'answered', 'dialled'),
  willingPct: ratio(['Willing', '意愿率'], 'willing / answered', 'willing', 'answered'),
  optOutPct: ratio(['Opt-outs', '退订率'], 'opted out within 7 days / delivered or answered', 'optedOut', 'reached'),
  gateRefused: counted(
    ['Refused by the gate', '拦截'],
    'contacts',
    'attempts that the contact gate refused',
    't.refused_for is not null',
  ),
  contactCostCents: cents(
    ['Contact cost', '触达成本'],
    'contacts',
    'what gateways charged for the attempts',
    't.refused_for is null',
    `coalesce((select sum(s.cost_cents) from contact_result s where s.attempt_id = t.attempt_id and s.at <= q.moment), 0)`,
  ),
  attributedLoans: counted(
    ['Loans from calls', '电销放款'],
    'attributed',
    'disbursed loans credited to a call',
    'o.lending_time is not null',
  ),
  contactCostPerLoanCents: centsEach(
    ['Contact cost per loan', '单笔放款触达成本'],
    'contact cost / loans from calls',
    'contactCostCents',
    'attributedLoans',
  ),
  feedbackDue: counted(['Feedback due', '到期反馈'], 'feedback', 'feedback whose answer fell due', 'true'),
  feedbackInTimePct: ratio(
    ['Feedback in time', '反馈及时率'],
    'processed by the due time / due',
    'feedbackInTime',
    'feedbackDue',
  ),
  pageMinutes: {
    en: 'Minutes on pages',
    zh: '页面停留（分）',
    formula: 'time between opening and leaving pages',
    parts: ['pageSeconds'],
    from: (row) => Math.round(row.of('pageSeconds') / 60),
  },
  submittedSoon: different(
    ['Registered, applied within 7 days', '7天内进件'],
    'registrations',
    'of the registered, those who applied within 7 days',
    `exists (select from loan_order n where n.customer_no = c.customer_no and ${withinWeek('n.apply_time', 'c.created_at')})`,
    'c.customer_no',
  ),
  approvedSoon: different(
    ['Submitted, approved within 7 days', '7天内通过'],
    'applications',
    'of the customers who applied, those approved within 7 days',
    laterMove(PASSED, 'o.apply_time'),
    'o.customer_no',
  ),
  disbursedSoon: customers(
    ['Approved, disbursed within 7 days', '7天内放款'],
    'of the approved customers, those disbursed within 7 days',
    `${PASSED} and ${laterMove(DISBURSED, 'e.at')}`,
  ),
  loans: counted(['Loans disbursed', '放款笔数'], 'moves', 'loans disbursed', DISBURSED),
  repeatLoans: counted(
    ['Repeat loans', '复贷笔数'],
    'moves',
    'repeat loans disbursed',
    `${DISBURSED} and o.loan_type = 'REPEAT'`,
  ),
  settled: customers(['Customers who settled', '结清客户'], 'different customers who settled a loan', SETTLED),
  renewed: customers(['Borrowed again', '再借客户'], 'of these, who borrowed again within 30 days', RENEWED),
  eventCostCents: cents(
    ['Cost of registrations and applications', '注册与进件成本'],
    'channelEvents',
    'registrations and applications at the price of the moment',
    'v.cost_cents > 0',
    'v.cost_cents',
  ),
  loanCostCents: cents(
    ['Cost of loans', '放款成本'],
    'moves',
    'disbursed loans of channels paid by loans, at the price in force',
    `${DISBURSED} and o.promotion_channel is not null`,
    LOAN_PRICE,
  ),
  delivered: counted(['SMS delivered', '短信送达'], 'contacts', 'SMS that arrived', `${SENT} and ${DELIVERED}`),
  answered: counted(['Answered', '接通'], 'contacts', 'calls with somebody on the line', `${DIALLED} and ${ANSWERED}`),
  willing: counted(
    ['Willing', '有意愿'],
    'contacts',
    'answered calls labelled willing',
    `${DIALLED} and ${ANSWERED} and ${WILLING}`,
  ),
  reached: counted(['Reached', '触达'], 'contacts', 'delivered or answered', WAS_REACHED),
  optedOut: counted(
    ['Opted out', '退订'],
    'contacts',
    'reached people who opted out within 7 days',
    `${WAS_REACHED} and ${OPTED_OUT}`,
  ),
  feedbackInTime: counted(
    ['Feedback processed in time', '及时反馈'],
    'feedback',
    'processed by the due time',
    'f.processed_at <= f.due_at',
  ),
  pageSeconds: {
    ...counted(
      ['Seconds on pages', '页面停留（秒）'],
      'visits',
      'seconds on a page until it was left',
      `z.event_type = 'OUT'`,
    ),
    value: 'round(coalesce(z.duration_ms, 0) / 1000.0)::bigint',
  },
  firstReached: counted(['First bills', '首期账单'], 'firstBills', 'first bills that reached DPD 7', REACHED),
  firstUnpaid: counted(['First bills unpaid', '首期逾期'], 'firstBills', 'of these, unpaid on that day', UNPAID),
};

/** The funnel from registration to the repeat loan, what channels cost, and what each contact brought. */
export const operation = defineReport({
  name: 'operation',
  title: { en: 'Operation report', zh: '运营报表' },
  endpoints: operationReport,
  units: operationReport.measures,
  dimension: 'DATE',
  channels: async ({ db, caller, lang }) =>
    (await channelNames(db, caller.scope, lang)).map(({ code, label }) => ({ value: code, label })),
  youngDays: 7,
  reach: ({ userNo }) => ({ trafficUserNo: userNo }),
  sources: {
    registrations,
    applications,
    moves,
    sessions,
    channelEvents,
    contacts,
    attributed,
    feedback,
    visits,
    firstBills,
  },
  measures: operationMeasures,
});
