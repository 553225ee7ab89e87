import type { orderDetail, ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Call } from '../../../http/implement.ts';
import { outcomeOfContact } from '../../collections/node-notices/index.ts';
import { findDetails } from './find-order.ts';
import { nameFor } from './masked.ts';

type Message = ReplyOf<typeof orderDetail.messages>[number];
const SHOWN = 100;

/** What the customer was written about an order: by business nodes, by staff and in collection. @throws AppError ORDER_NOT_FOUND, ORDER_DETAILS_HIDDEN */
export async function messagesOf(
  { orderNo }: { readonly orderNo: string },
  { db, caller }: Call,
): Promise<ReplyOf<typeof orderDetail.messages>> {
  const { customerNo, customerName, phone } = await findDetails(db, caller, orderNo);
  const { rows } = await sql<Omit<Message, 'at'> & { readonly at: Date }>`
    WITH notices AS (SELECT * FROM node_notice WHERE customer_no = ${customerNo} AND order_no = ${orderNo}),
      sent AS (
        SELECT 'CONTACT' AS source, a.attempt_id::text AS source_no, a.attempted_at AS at, 'SMS' AS channel_type, n.node_code,
          a.purpose, a.content AS text,
          ${outcomeOfContact(sql`a.attempt_id`)} AS outcome
        FROM contact_attempt a LEFT JOIN notices n USING (attempt_id)
        WHERE a.phone = ${phone} AND a.channel = 'SMS' AND a.refused_for IS NULL AND n.message_no IS NULL
          AND (n.notice_id IS NOT NULL OR a.order_no = ${orderNo}
            OR a.case_no IN (SELECT case_no FROM collection_case WHERE order_no = ${orderNo}))
        UNION ALL
        SELECT 'MESSAGE', m.message_no, m.created_at, m.channel, n.node_code, 'SERVICE', m.body,
          CASE WHEN m.delivery_outcome IN ('DELIVERED', 'FAILED') THEN m.delivery_outcome
            WHEN m.message_status = 'SENDING' THEN 'QUEUED' ELSE m.message_status END
        FROM notices n JOIN message m USING (message_no)),
      newest AS (SELECT * FROM sent ORDER BY at DESC, source_no DESC LIMIT ${SHOWN})
    SELECT s.source || ' ' || s.source_no AS message_id, s.at, s.channel_type, s.node_code, s.purpose, s.text, s.outcome,
      (SELECT coalesce(own.sender, account.sender_id) FROM (
          SELECT account_code, at, sending_id FROM sms_sending WHERE source = s.source AND source_no = s.source_no
          UNION ALL
          SELECT account_code, at, sending_id FROM message_sending WHERE source = s.source AND source_no = s.source_no) tried
        LEFT JOIN message_account own USING (account_code) LEFT JOIN sms_account account USING (account_code)
        ORDER BY tried.at DESC, tried.sending_id DESC LIMIT 1) AS sender
    FROM newest s ORDER BY s.at DESC, s.source_no DESC`.execute(db);
  const [first = ''] = customerName.split(' ');
  const shown = nameFor(caller, first);
  return rows.map(({ at, text, ...row }) => ({
    ...row,
    at: at.toISOString(),
    text: text !== null && first !== '' ? text.replaceAll(first, shown) : text,
  }));
}
