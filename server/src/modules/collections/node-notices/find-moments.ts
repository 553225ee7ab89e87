import type { messageNodes, messagePoint } from '@kituo/sdk/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { Database, Queryable } from '../../../db/database.ts';
import { pointAt, subjectsOf } from '../../platform/message-templates/index.ts';
import { addDays, businessDateOf, startOfBusinessDate } from '../../platform/policy/index.ts';
import { withinHours } from './within-hours.ts';

interface Moment {
  readonly subjectNo: string;
  readonly merchantNo: string;
  readonly customerNo: string;
  readonly orderNo: string | null;
  readonly loanType: 'FIRST' | 'REPEAT' | null;
  /** Of the loan; null where the moment is of none. */
  readonly loanCents: number | null;
  /** Days past due of the customer's oldest unpaid bill, 0 where none is late. */
  readonly dpd: number;
  readonly happenedAt: Date;
  /** The template that what happened names itself; of cancelling rules alone. */
  readonly templateCode?: string | null;
}

/** Older ones nobody waits for: a server that was away for longer tells nothing late. */
const LOOKED_BACK = sql`interval '1 day'`;
const A_TURN = 500;

const LOAN = sql`coalesce(o.approved_cents, o.applied_cents)`;

type Finder = (now: Date) => RawBuilder<unknown>;
const ofOrders =
  (happened: 'audit_time' | 'lending_time' | 'refused_at', condition: RawBuilder<unknown>): Finder =>
  (now) =>
    sql`
  SELECT o.order_no AS subject_no, o.merchant_no, o.customer_no, o.order_no, o.loan_type, ${LOAN} AS loan_cents, ${sql.ref(`o.${happened}`)} AS happened_at
  FROM loan_order o WHERE ${sql.ref(`o.${happened}`)} BETWEEN ${now}::timestamptz - ${LOOKED_BACK} AND ${now} AND ${condition}`;
/** The earliest reminder that a due-date rule may ask for. */
const MOST_DAYS_BEFORE = 7;
const ofBills = (condition: RawBuilder<unknown>, now: Date, subjectNo = sql`b.bill_no`): RawBuilder<unknown> => sql`
  SELECT ${subjectNo} AS subject_no, b.merchant_no, b.customer_no, b.order_no, o.loan_type, ${LOAN} AS loan_cents, ${now}::timestamptz AS happened_at
  FROM bill b JOIN loan_order o USING (order_no) WHERE ${condition}`;

/** By when the payment was applied: the day on which the customer paid may be over when we are told. */
const paidBills: Finder = (now) => sql`
  SELECT unnest(a.settled_bill_nos || a.recovered_bill_nos) AS bill_no, a.applied_at AS happened_at
  FROM payment_application a
  WHERE a.application_status = 'LIVE' AND a.applied_at BETWEEN ${now}::timestamptz - ${LOOKED_BACK} AND ${now}`;
/** Closed without a payment that names them: of these only the day is known, and its last moment is as late as it was. */
const billsWithNothingOwed: Finder = (now) => {
  const today = businessDateOf(now);
  return sql`
  SELECT z.bill_no, LEAST(${now}::timestamptz, CASE WHEN z.actual_date < ${today}::date
    THEN ${new Date(startOfBusinessDate(today).getTime() - 1)}::timestamptz END) AS happened_at
  FROM bill z
  WHERE z.bill_status = 'SETTLED' AND z.actual_date BETWEEN ${addDays(today, -1)}::date AND ${today}::date
    AND NOT EXISTS (SELECT FROM payment_application a WHERE a.order_no = z.order_no
      AND a.application_status = 'LIVE' AND z.bill_no = ANY(a.settled_bill_nos || a.recovered_bill_nos))`;
};

/** Where each queued node finds its moments. A day's moments (what falls due) are found on the day itself. */
const FINDERS = {
  ORDER_APPROVED: ofOrders(
    'audit_time',
    sql`o.order_status IN ('PENDING_DISBURSEMENT', 'DISBURSING', 'DISBURSE_FAILED')`,
  ),
  // Of rules alone: a person who cancels an order speaks with the customer.
  ORDER_CANCELLED: (now) => sql`
    SELECT o.order_no AS subject_no, o.merchant_no, o.customer_no, o.order_no, o.loan_type, ${LOAN} AS loan_cents, i.run_at AS happened_at,
      i.facts ->> 'notifyTemplateNo' AS template_code
    FROM config_rule r JOIN config_rule_item i USING (rule_id) JOIN loan_order o ON o.order_no = i.subject_no
    WHERE r.config_key = 'afterLoan.autoCancel' AND i.outcome = 'VOIDED' AND o.order_status = 'VOIDED'
      AND i.run_at BETWEEN ${now}::timestamptz - ${LOOKED_BACK} AND ${now}`,
  ORDER_DECLINED: ofOrders('refused_at', sql`o.order_status IN ('MACHINE_REFUSED', 'REFUSED')`),
  DISBURSED: ofOrders('lending_time', sql`o.order_status = 'DISBURSED'`),
  // Three days before, or on each reminder day of the due-date rule that the loan was disbursed under.
  BILL_DUE_IN_3: (now) => {
    const today = businessDateOf(now);
    return ofBills(
      sql`b.bill_status = 'ACTIVE' AND b.due_date BETWEEN ${today}::date AND ${addDays(today, MOST_DAYS_BEFORE)}::date
        AND ${today}::date - b.due_date = ANY(coalesce(o.reminder_days, '{-3}'))`,
      now,
      sql`b.bill_no || CASE WHEN ${today}::date - b.due_date = -3 THEN '' ELSE '/' || (${today}::date - b.due_date) END`,
    );
  },
  BILL_OVERDUE: (now) =>
    ofBills(sql`b.bill_status = 'ACTIVE' AND b.due_date = ${addDays(businessDateOf(now), -1)}::date`, now),
  REPAID: (now) => sql`
    SELECT b.bill_no AS subject_no, b.merchant_no, b.customer_no, b.order_no, o.loan_type, ${LOAN} AS loan_cents, paid.happened_at
    FROM (${paidBills(now)} UNION ALL ${billsWithNothingOwed(now)}) paid JOIN bill b USING (bill_no)
      JOIN loan_order o ON o.order_no = b.order_no
    WHERE b.bill_status = 'SETTLED'`,
  WITHDRAWAL_CANCELLED: (now) => sql`
    SELECT w.withdraw_no AS subject_no, w.merchant_no, w.customer_no, NULL AS order_no, NULL AS loan_type, NULL::bigint AS loan_cents, w.cancelled_at AS happened_at
    FROM wallet_withdrawal w WHERE w.withdraw_status = 'CANCELLED'
      AND w.cancelled_at BETWEEN ${now}::timestamptz - ${LOOKED_BACK} AND ${now}`,
  REFUND_SUCCESS: (now) => sql`
    SELECT r.refund_no AS subject_no, r.merchant_no, r.customer_no, NULL AS order_no, NULL AS loan_type, NULL::bigint AS loan_cents, r.success_time AS happened_at
    FROM refund r WHERE r.refund_status = 'SUCCESS' AND r.created_at > ${now}::timestamptz - interval '60 days'
      AND r.success_time BETWEEN ${now}::timestamptz - ${LOOKED_BACK} AND ${now}`,
  COUPON_GRANTED: (now) => sql`
    SELECT c.coupon_no AS subject_no, c.merchant_no, c.customer_no, NULL AS order_no, NULL AS loan_type, NULL::bigint AS loan_cents, c.issued_at AS happened_at
    FROM coupon c WHERE c.coupon_status = 'AVAILABLE' AND c.issued_at BETWEEN ${now}::timestamptz - ${LOOKED_BACK} AND ${now}`,
  LIMIT_EXPIRING: (now) => sql`
    SELECT t.credit_no AS subject_no, t.merchant_no, t.customer_no, NULL AS order_no, NULL AS loan_type, NULL::bigint AS loan_cents, ${now}::timestamptz AS happened_at
    FROM temporary_credit t WHERE t.credit_status = 'GRANTED'
      AND t.expires_at > ${now} AND t.expires_at <= ${now}::timestamptz + interval '1 day'`,
  // By the day's reckoning, by a recalculation or by hand.
  VIP_LEVEL_LOWERED: (now) => sql`
    SELECT v.move_id::text AS subject_no, c.merchant_no, v.customer_no, NULL AS order_no, NULL AS loan_type, NULL::bigint AS loan_cents, v.moved_at AS happened_at
    FROM vip_move v JOIN customer c USING (customer_no)
    WHERE coalesce(v.level_no, -1) < v.level_before AND v.moved_at BETWEEN ${now}::timestamptz - ${LOOKED_BACK} AND ${now}`,
  // A feedback by its end, an app suggestion by each reply.
  FEEDBACK_ANSWERED: (now) => sql`
    SELECT f.feedback_no AS subject_no, f.merchant_no, f.customer_no, NULL AS order_no, NULL AS loan_type, NULL::bigint AS loan_cents, f.processed_at AS happened_at
    FROM feedback f WHERE f.reply_content IS NOT NULL AND f.merged_into IS NULL
      AND f.processed_at BETWEEN ${now}::timestamptz - ${LOOKED_BACK} AND ${now}
    UNION ALL
    SELECT m.advice_no || '/' || m.message_id, a.merchant_no, a.customer_no, NULL, NULL, NULL::bigint, m.at
    FROM app_advice_message m JOIN app_advice a USING (advice_no)
    WHERE a.customer_no IS NOT NULL AND m.at BETWEEN ${now}::timestamptz - ${LOOKED_BACK} AND ${now}`,
} as const satisfies Partial<Record<messageNodes.NodeCode, Finder>>;

export type QueuedNode = keyof typeof FINDERS;
export const isQueuedNode = (code: string): code is QueuedNode => code in FINDERS;
const NODES = Object.keys(FINDERS).filter(isQueuedNode);

/**
 * Queues the moments of customers that an enabled node writes about, each once. A node that was off when it happened
 * says nothing of it later.
 * @returns how many were queued.
 */
export async function findMoments(db: Database, now: Date): Promise<number> {
  let queued = 0;
  for (const nodeCode of NODES) queued += await queueOf(db, nodeCode, now);
  return queued;
}

async function queueOf(db: Database, nodeCode: QueuedNode, now: Date): Promise<number> {
  const subjects = await subjectsOf(db, nodeCode);
  const open = await Promise.all(subjects.map(async (one) => (await pointAt(db, one, now)).isEnabled));
  const isOpen = open.includes(true);
  if (!isOpen && nodeCode !== 'ORDER_CANCELLED') return 0;
  const { rows } = await sql<Moment>`
    SELECT found.*, ${dpdOf(now)} AS dpd FROM (${FINDERS[nodeCode](now)}) found
    WHERE NOT EXISTS (SELECT FROM node_notice n WHERE n.node_code = ${nodeCode} AND n.subject_no = found.subject_no)
      ${isOpen ? sql`` : sql`AND found.template_code IS NOT NULL`}
    ORDER BY found.happened_at, found.subject_no LIMIT ${A_TURN}`.execute(db);
  let queued = 0;
  for (const { loanType, loanCents, dpd, templateCode = null, ...moment } of rows) {
    const point = await pointAt(db, { merchantNo: moment.merchantNo, nodeCode }, moment.happenedAt);
    const isWanted = templateCode !== null || (point.isEnabled && speaksOf(point, { loanType, loanCents, dpd }));
    const afterDelay = new Date(moment.happenedAt.getTime() + (point.delayMinutes ?? 0) * 60_000);
    const made = await db
      .insertInto('nodeNotice')
      .values({
        ...moment,
        nodeCode,
        templateCode,
        dueAt: withinHours(afterDelay, point),
        noticeStatus: isWanted ? 'QUEUED' : 'SKIPPED',
        endedAt: isWanted ? null : now,
      })
      .onConflict((by) => by.columns(['nodeCode', 'subjectNo']).doNothing())
      .returning('noticeId')
      .executeTakeFirst();
    if (made && isWanted) queued += 1;
  }
  return queued;
}

type Condition = Pick<messagePoint.MessagePoint, 'loanType' | 'loanCentsFrom' | 'loanCentsTo' | 'dpdFrom' | 'dpdTo'>;

const dpdOf = (
  now: Date,
) => sql`coalesce((SELECT greatest(0, ${businessDateOf(now)}::date - min(late.due_date)) FROM bill late
  WHERE late.customer_no = found.customer_no AND late.bill_status = 'ACTIVE'), 0)`;

/** Pure: whether a node speaks of loans of this kind and size, to customers so many days late; what is of no loan has no size. */
export function speaksOf(
  { loanType, loanCentsFrom, loanCentsTo, dpdFrom = 0, dpdTo }: Condition,
  of: Pick<Moment, 'loanType' | 'loanCents' | 'dpd'>,
): boolean {
  if (loanType !== undefined && loanType !== of.loanType) return false;
  if (of.dpd < dpdFrom || (dpdTo !== undefined && of.dpd > dpdTo)) return false;
  if (loanCentsFrom !== undefined && (of.loanCents === null || of.loanCents < loanCentsFrom)) return false;
  return loanCentsTo === undefined || (of.loanCents !== null && of.loanCents <= loanCentsTo);
}

/** How many moments of the last day a node finds, of these merchants (null: all) and loans. */
export async function countMoments(
  db: Queryable,
  nodeCode: QueuedNode,
  of: Condition & { readonly merchantNos: readonly string[] | null },
  now: Date,
): Promise<number> {
  const { rows } = await sql<{ messages: number }>`
    SELECT count(*)::int AS messages FROM (${FINDERS[nodeCode](now)}) found
    WHERE (${of.merchantNos}::text[] IS NULL OR found.merchant_no = ANY(${of.merchantNos}::text[]))
      AND (${of.loanType ?? null}::text IS NULL OR found.loan_type = ${of.loanType ?? null})
      AND (${of.loanCentsFrom ?? null}::bigint IS NULL OR found.loan_cents >= ${of.loanCentsFrom ?? null})
      AND ${dpdOf(now)} BETWEEN ${of.dpdFrom ?? 0} AND ${of.dpdTo ?? 1_000_000}
      AND (${of.loanCentsTo ?? null}::bigint IS NULL OR found.loan_cents <= ${of.loanCentsTo ?? null})`.execute(db);
  return rows[0]?.messages ?? 0;
}
