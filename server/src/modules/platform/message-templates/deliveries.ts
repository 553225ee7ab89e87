import type { messageNodes, messagePoint, ParsedRequestOf, ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import type { Call } from '../../../http/implement.ts';
import { merchantsSeen } from '../../../http/merchant-scope.ts';
import { maskEmail, maskPhone } from '../masking/index.ts';

type Reply = ReplyOf<typeof messagePoint.deliveries>;

type Hop = Reply[number]['hops'][number];

interface Delivery {
  readonly source: 'MESSAGE' | 'CONTACT';
  readonly sourceNo: string;
  readonly at: Date;
  readonly channelType: messageNodes.MessageChannel;
  readonly destination: string;
  readonly templateCode: string;
  readonly outcome: Reply[number]['outcome'];
}

const SHOWN = 50;

/** The newest messages of a node, to staff and to customers. */
export async function deliveriesOf(
  { nodeCode, merchantNo, templateCode }: ParsedRequestOf<typeof messagePoint.deliveries>,
  { db, caller }: Call,
): Promise<Reply> {
  const seen = merchantsSeen(caller.scope);
  const { rows } = await sql<Delivery>`
    WITH own AS (SELECT template_code, channel_type FROM message_template WHERE node_code = ${nodeCode}
      AND (${templateCode ?? null}::text IS NULL OR template_code = ${templateCode ?? null}))
    (SELECT 'MESSAGE' AS source, m.message_no AS source_no, m.created_at AS at, m.channel AS channel_type, m.destination, m.template_code,
       CASE WHEN m.delivery_outcome IN ('DELIVERED', 'FAILED') THEN m.delivery_outcome
         WHEN m.message_status = 'SENDING' THEN 'QUEUED' ELSE m.message_status END AS outcome
     FROM message m JOIN own USING (template_code)
     WHERE (${merchantNo ?? null}::text IS NULL OR m.merchant_no = ${merchantNo ?? null})
       AND (m.merchant_no IS NULL OR ${seen}::text[] IS NULL OR m.merchant_no = ANY(${seen}::text[]))
     ORDER BY m.created_at DESC LIMIT ${SHOWN})
    UNION ALL
    (SELECT 'CONTACT', a.attempt_id::text, a.attempted_at, 'SMS', a.phone, a.template_code,
       -- What the gateway reported goes before what was handed to it.
       coalesce(CASE WHEN a.refused_for IS NOT NULL THEN 'REFUSED' END,
         (SELECT r.outcome FROM contact_result r
           WHERE r.attempt_id = a.attempt_id AND r.outcome IN ('DELIVERED', 'FAILED') ORDER BY r.result_id DESC LIMIT 1),
         CASE WHEN d.dispatch_status IS NULL OR d.dispatch_status IN ('QUEUED', 'SENDING') THEN 'QUEUED'
           WHEN d.dispatch_status = 'REFUSED' THEN 'FAILED' ELSE d.dispatch_status END)
     FROM contact_attempt a JOIN own USING (template_code) LEFT JOIN contact_dispatch d USING (attempt_id)
     WHERE own.channel_type = 'SMS' AND (${merchantNo ?? null}::text IS NULL OR a.merchant_no = ${merchantNo ?? null})
       AND (${seen}::text[] IS NULL OR a.merchant_no = ANY(${seen}::text[]))
     ORDER BY a.attempted_at DESC LIMIT ${SHOWN})
    ORDER BY at DESC LIMIT ${SHOWN}`.execute(db);
  const hops = await hopsOf(db, rows);
  return rows.map(({ at, destination, source, sourceNo, ...row }) => ({
    ...row,
    at: at.toISOString(),
    destination: row.channelType === 'EMAIL' ? maskEmail(destination) : maskPhone(destination),
    hops: hops.get(`${source} ${sourceNo}`) ?? [],
  }));
}

/** Every account that was tried for these messages, the earliest first; by `MESSAGE` and number. */
export async function hopsOf(
  db: Queryable,
  messages: readonly Pick<Delivery, 'source' | 'sourceNo'>[],
): Promise<ReadonlyMap<string, Hop[]>> {
  if (messages.length === 0) return new Map();
  const sources = messages.map(({ source }) => source);
  const numbers = messages.map(({ sourceNo }) => sourceNo);
  const { rows } = await sql<Omit<Hop, 'at'> & { readonly at: Date; readonly message: string }>`
    WITH asked AS (SELECT * FROM unnest(${sources}::text[], ${numbers}::text[]) AS of (source, source_no)),
      tried AS (
        SELECT s.at, s.sending_id, s.account_code, s.route_no, s.outcome, s.fault, s.delivery, source, source_no
        FROM sms_sending s JOIN asked USING (source, source_no)
        UNION ALL
        SELECT s.at, s.sending_id, s.account_code, NULL, s.outcome, s.fault, s.delivery, source, source_no
        FROM message_sending s JOIN asked USING (source, source_no))
    SELECT source || ' ' || source_no AS message, at, account_code, route_no, outcome, fault, delivery
    FROM tried ORDER BY at, sending_id`.execute(db);
  const grouped = Map.groupBy(rows, ({ message }) => message);
  return new Map(
    [...grouped].map(([message, tries]) => [
      message,
      tries.map(({ message: _, at, ...hop }) => ({ ...hop, at: at.toISOString() })),
    ]),
  );
}
