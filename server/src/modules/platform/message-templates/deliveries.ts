import type { messageNodes, messagePoint, ParsedRequestOf, ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Call } from '../../../http/implement.ts';
import { merchantsSeen } from '../../../http/merchant-scope.ts';
import { maskEmail, maskPhone } from '../masking/index.ts';

type Reply = ReplyOf<typeof messagePoint.deliveries>;

interface Delivery {
  readonly at: Date;
  readonly channelType: messageNodes.MessageChannel;
  readonly destination: string;
  readonly templateCode: string;
  readonly outcome: Reply[number]['outcome'];
}

const SHOWN = 50;

/** The newest messages of a node, to staff and to customers. */
export async function deliveriesOf(
  { nodeCode, merchantNo }: ParsedRequestOf<typeof messagePoint.deliveries>,
  { db, caller }: Call,
): Promise<Reply> {
  const seen = merchantsSeen(caller.scope);
  const { rows } = await sql<Delivery>`
    WITH own AS (SELECT template_code, channel_type FROM message_template WHERE node_code = ${nodeCode})
    (SELECT m.created_at AS at, m.channel AS channel_type, m.destination, m.template_code,
       CASE WHEN m.delivery_outcome IN ('DELIVERED', 'FAILED') THEN m.delivery_outcome
         WHEN m.message_status = 'SENDING' THEN 'QUEUED' ELSE m.message_status END AS outcome
     FROM message m JOIN own USING (template_code)
     WHERE (${merchantNo ?? null}::text IS NULL OR m.merchant_no = ${merchantNo ?? null})
       AND (m.merchant_no IS NULL OR ${seen}::text[] IS NULL OR m.merchant_no = ANY(${seen}::text[]))
     ORDER BY m.created_at DESC LIMIT ${SHOWN})
    UNION ALL
    (SELECT a.attempted_at, 'SMS', a.phone, a.template_code,
       CASE WHEN a.refused_for IS NOT NULL THEN 'REFUSED'
         WHEN d.dispatch_status IS NULL OR d.dispatch_status IN ('QUEUED', 'SENDING') THEN 'QUEUED'
         WHEN d.dispatch_status = 'REFUSED' THEN 'FAILED' ELSE d.dispatch_status END
     FROM contact_attempt a JOIN own USING (template_code) LEFT JOIN contact_dispatch d USING (attempt_id)
     WHERE own.channel_type = 'SMS' AND (${merchantNo ?? null}::text IS NULL OR a.merchant_no = ${merchantNo ?? null})
       AND (${seen}::text[] IS NULL OR a.merchant_no = ANY(${seen}::text[]))
     ORDER BY a.attempted_at DESC LIMIT ${SHOWN})
    ORDER BY at DESC LIMIT ${SHOWN}`.execute(db);
  return rows.map(({ at, destination, ...row }) => ({
    ...row,
    at: at.toISOString(),
    destination: row.channelType === 'EMAIL' ? maskEmail(destination) : maskPhone(destination),
  }));
}
