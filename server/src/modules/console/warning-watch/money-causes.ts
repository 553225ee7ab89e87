import { sql } from 'kysely';
import { type PayoutAttempt, pageOfPayout } from '../../lending/payouts/index.ts';
import { shownMoment } from '../../platform/policy/index.ts';
import { rolesWith } from '../../platform/warnings/index.ts';
import type { Cause, WatchedSource } from './cause.ts';

const AFTER_LOAN = '/AdminContent/AfterLoanSystem';
/** The watch over payouts asks the channel after two minutes; what has no answer after these needs a person. */
const UNKNOWN_MINUTES = 15;
/** A payment is matched at once or by somebody; nobody has to hear of it sooner. */
const UNMATCHED_MINUTES = 30;
const MAX = 200;

interface UnknownPayout {
  readonly attemptNo: string;
  readonly merchantNo: string;
  readonly amountCents: number;
  readonly payoutChannel: string;
  readonly subjectType: PayoutAttempt['subjectType'];
  readonly subjectNo: string;
  readonly sentAt: Date;
}

/** Payouts of which nobody knows whether the money left. */
export const unknownPayouts: WatchedSource = {
  sourceType: 'PAYOUT_UNKNOWN',
  prefix: 'ATTEMPT-',
  quietHours: 24,
  async find(db, now) {
    const { rows } = await sql<UnknownPayout>`
      SELECT attempt_no, merchant_no, amount_cents, payout_channel, sent_at, subject_type, subject_no
      FROM payout_attempt
      WHERE attempt_status = 'UNKNOWN' AND sent_at <= ${now}::timestamptz - make_interval(mins => ${UNKNOWN_MINUTES})
      ORDER BY created_at LIMIT ${MAX}`.execute(db);
    if (rows.length === 0) return [];
    const roleNos = await rolesWith(db, 'afterLoan:payoutStatus:query');
    return rows.map(({ attemptNo, merchantNo, amountCents, payoutChannel, sentAt, ...subject }): Cause => ({
      key: attemptNo,
      warningLevel: 'URGENT',
      subject: `No response for payout ${attemptNo} (${payoutChannel}) since ${shownMoment(sentAt)} EAT`,
      subjectZh: `${payoutChannel} 打款 ${attemptNo} 自东非时间 ${shownMoment(sentAt)} 起无结果`,
      subjectPath: pageOfPayout(subject),
      amountCents,
      merchantNo,
      roleNos,
      assigneeUserNo: null,
    }));
  },
};

interface OfMerchant {
  readonly merchantNo: string;
  readonly merchantName: string;
  readonly amountCents: number;
}

/** Payments that belong to nobody, one warning a merchant. */
export const unmatchedFlows: WatchedSource = {
  sourceType: 'FLOW_UNMATCHED',
  prefix: 'UNMATCHED-',
  quietHours: 24,
  async find(db, now) {
    const { rows } = await sql<OfMerchant & { flows: number }>`
      SELECT f.merchant_no, m.merchant_name, count(*) AS flows, sum(f.writable_cents)::bigint AS amount_cents
      FROM payment_flow f JOIN merchant m USING (merchant_no)
      WHERE f.flow_status = 'UNMATCHED'
        AND f.received_at <= ${now}::timestamptz - make_interval(mins => ${UNMATCHED_MINUTES})
      GROUP BY 1, 2 ORDER BY 1`.execute(db);
    if (rows.length === 0) return [];
    const roleNos = await rolesWith(db, 'afterLoan:flow:assign');
    return rows.map(({ merchantNo, merchantName, flows, amountCents }): Cause => {
      const payments = flows === 1 ? 'payment' : 'payments';
      return {
        key: merchantNo,
        warningLevel: 'ATTENTION',
        subject: `${flows} ${payments} to ${merchantName} not matched to an order yet`,
        subjectZh: `${merchantName} 有 ${flows} 笔流水尚未匹配到订单`,
        subjectPath: `${AFTER_LOAN}/FlowRecordSupplement?tab=unmatched`,
        amountCents,
        merchantNo,
        roleNos,
        assigneeUserNo: null,
      };
    });
  },
};

/** Merchants whose prepaid balance, credit line included, lasts less than a day at the pace of their week. */
export const lowBalances: WatchedSource = {
  sourceType: 'LOW_BALANCE',
  prefix: 'PREPAID-',
  quietHours: 24,
  async find(db, now) {
    const { rows } = await sql<OfMerchant & { isSpent: boolean; isBelowAlarm: boolean }>`
      SELECT p.merchant_no, m.merchant_name, p.balance_cents AS amount_cents,
        p.balance_cents + p.credit_line_cents <= 0 AS is_spent,
        coalesce(p.balance_cents <= s.alarm_at_cents, false) AS is_below_alarm
      FROM merchant_prepaid p JOIN merchant m USING (merchant_no) LEFT JOIN merchant_service s USING (merchant_no)
      WHERE p.balance_cents <= s.alarm_at_cents OR (SELECT coalesce(sum(c.amount_cents), 0) / 7 FROM merchant_consumption c
          WHERE c.merchant_no = p.merchant_no AND c.consumption_status <> 'REVERSED'
            AND c.consumed_at > ${now}::timestamptz - interval '7 days'
            AND c.consumed_at <= ${now}) > p.balance_cents + p.credit_line_cents
      ORDER BY 1`.execute(db);
    if (rows.length === 0) return [];
    const roleNos = await rolesWith(db, 'merchant:recharge:apply');
    return rows.map(({ merchantNo, merchantName, amountCents, isSpent, isBelowAlarm }): Cause => ({
      key: merchantNo,
      warningLevel: isSpent ? 'URGENT' : 'ATTENTION',
      subject: isSpent
        ? `Prepaid balance of ${merchantName} is used up`
        : isBelowAlarm
          ? `The prepaid balance of ${merchantName} is at its alarm`
          : `The prepaid balance of ${merchantName} lasts less than a day at the pace of the last week`,
      subjectZh: isSpent
        ? `${merchantName} 的预付余额已用完`
        : isBelowAlarm
          ? `${merchantName} 的预付余额已达告警线`
          : `按最近一周的用量，${merchantName} 的预付余额不足一天`,
      subjectPath: '/AdminContent/MerchantSystem/RechargeRecord',
      amountCents,
      merchantNo,
      roleNos,
      assigneeUserNo: null,
    }));
  },
};
