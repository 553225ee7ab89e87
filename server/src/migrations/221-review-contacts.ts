import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/**
 * What review tells and asks customers, and how long its people take: the messages that wait for contact hours,
 * and the times of decisions among the tracking events.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(indexes).execute(db);
}

const indexes = `
  CREATE INDEX contact_attempt_returned ON contact_attempt (order_no, attempt_id DESC)
    WHERE template_code = 'ORDER_RETURNED';
  CREATE INDEX contact_attempt_returned_later ON contact_attempt (next_allowed_at)
    WHERE template_code = 'ORDER_RETURNED' AND next_allowed_at IS NOT NULL;
  CREATE INDEX tracking_event_review ON tracking_event (user_no, received_at)
    WHERE event_type = 'COMMAND' AND page_name = 'OrderAudit';
`;
