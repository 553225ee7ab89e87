import type { Source } from '../engine/source.ts';

/** A posting's loan: by its bill, by the payout of its journal, or by the payment that was matched. */
const ORDER = `coalesce(b.order_no, case when a.subject_type = 'LOAN' then a.subject_no end, f.order_no)`;

const tablesBy = (sameDay: string) => `posting p
  join journal j on j.journal_id = p.journal_id and ${sameDay}
  left join bill b on b.bill_no = p.bill_no
  left join payout_attempt a on j.cause_type = 'PAYOUT' and a.attempt_no = j.cause_no
  left join payment_flow f on f.flow_no = p.flow_no
  left join payment_flow cf on cf.flow_no = j.cause_no
  left join payment_application ca on ca.application_no = j.cause_no
  left join loan_order o on o.order_no = ${ORDER}
  left join app_user mk on mk.user_no = j.maker_user_no
  left join app_user ck on ck.user_no = j.checker_user_no`;

/** Postings with their journals; the day is the business date. */
export const postings: Source = {
  from: tablesBy('j.business_date = p.business_date'),
  // Two numbers and two dates that go together: PostgreSQL takes them for a three-hundredth of the rows, and over a year
  // joins what follows the wrong way round.
  ofManyDays: {
    from: tablesBy('j.business_date >= p.business_date and j.business_date <= p.business_date'),
    days: ['j.business_date'],
  },
  recordedAt: 'j.posted_at',
  isClosedByDay: true,
  day: 'p.business_date',
  merchantNo: 'p.merchant_no',
  factNo: `p.journal_id || '-' || p.line_no`,
  dimensions: {
    PRODUCT: 'o.product_no',
    CHANNEL: 'coalesce(f.payment_channel, a.payout_channel)',
    COMPONENT: 'p.component',
    LOAN_TYPE: 'o.loan_type',
  },
  filters: {
    productNo: 'o.product_no',
    loanType: 'o.loan_type',
    lendingChannel: 'o.lending_channel',
    paymentChannel: 'coalesce(f.payment_channel, a.payout_channel)',
    component: 'p.component',
    account: 'p.account_code',
  },
  shows: {
    happenedAt: 'j.posted_at',
    kind: 'j.journal_kind',
    orderNo: ORDER,
    billNo: 'p.bill_no',
    flowNo: 'coalesce(p.flow_no, cf.flow_no, ca.flow_no)',
    account: 'p.account_code',
    component: 'p.component',
    causeNo: 'j.cause_no',
    reversesNo: 'j.reverses_id',
    makerName: 'mk.real_name',
    checkerName: 'ck.real_name',
  },
};
