import type { prepaid, ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';

type Exchange = NonNullable<ReplyOf<typeof prepaid.consumption>['exchange']>;

interface Charged {
  readonly merchantNo: string;
  readonly consumptionType: prepaid.ConsumptionRow['consumptionType'];
  readonly causeNo: string;
}

type Found = Omit<Exchange, 'requestedAt' | 'repliedAt'> & {
  readonly requestedAt: Date | null;
  readonly repliedAt: Date | null;
};

/** An SMS: the template it says, by number; what left to whom stays with the message. */
const ofMessage = (causeNo: string) => sql<Found>`
  SELECT 'SMS ' || coalesce(m.template_code, m.kind) || ' ' || m.message_no AS request, m.created_at AS requested_at,
    coalesce(m.delivery_outcome, m.message_status) AS reply, coalesce(m.delivery_told_at, m.sent_at) AS replied_at
  FROM message m WHERE m.message_no = ${causeNo}
  UNION ALL
  SELECT 'SMS ' || coalesce(a.template_code, '') || ' ' || d.attempt_id, a.attempted_at, d.dispatch_status, d.finished_at
  FROM contact_dispatch d JOIN contact_attempt a USING (attempt_id) 
  WHERE d.attempt_id = CASE WHEN ${causeNo}::text ~ '^CONTACT[0-9]+$' THEN substr(${causeNo}::text, 8)::bigint END`;

/** A check or a query of an application: that it was answered, never what. */
const ofEvidence = (causeNo: string) => sql<Found>`
  SELECT e.topic || ' ' || e.order_no AS request, e.asked_at AS requested_at,
    CASE WHEN e.delivered_at IS NULL THEN NULL ELSE 'ANSWERED' END AS reply, e.delivered_at AS replied_at
  FROM order_evidence e WHERE e.order_no || '-' || e.topic = ${causeNo} AND e.order_no = split_part(${causeNo}, '-', 1)`;

/** An order that the merchant took: the event as it was sent, and the attempt that it took it with. */
const ofDelivery = ({ merchantNo, causeNo }: Charged) => sql<Found>`
  SELECT e.event || ' ' || e.event_no || ' ' || e.data::text AS request, c.sent_at AS requested_at,
    'HTTP ' || c.reply_status || coalesce(' ' || c.reply_excerpt, '') AS reply,
    c.sent_at + make_interval(secs => c.took_ms / 1000.0) AS replied_at
  FROM merchant_event e JOIN merchant_callback c ON c.event_no = e.event_no AND c.merchant_no = e.merchant_no
  WHERE e.event = 'order.acquired' AND e.subject_no = ${causeNo} AND c.merchant_no = ${merchantNo}
    AND c.reply_status BETWEEN 200 AND 299 ORDER BY c.callback_id`;

/** What a charge was for, as it was asked and answered; null where it was charged by hand. */
export async function exchangeOf(db: Queryable, charged: Charged): Promise<Exchange | null> {
  const { consumptionType, causeNo } = charged;
  const query =
    consumptionType === 'SMS_SENT'
      ? ofMessage(causeNo)
      : consumptionType === 'ORDER_DELIVERED'
        ? ofDelivery(charged)
        : consumptionType === 'LOAN_DISBURSED'
          ? null
          : ofEvidence(causeNo);
  const found = query === null ? undefined : (await query.execute(db)).rows[0];
  if (!found) return null;
  const { requestedAt, repliedAt, ...said } = found;
  return { ...said, requestedAt: requestedAt?.toISOString() ?? null, repliedAt: repliedAt?.toISOString() ?? null };
}
