import { type Kysely, sql } from 'kysely';

/** Applicants are told why they were declined: the text it starts with, and how the moment is found. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(notice).execute(db);
}

const notice = `
  INSERT INTO message_template (template_code, template_name, node_code, channel_type, sms_kind, is_enabled)
  VALUES ('ORDER_DECLINED', 'Application declined', 'ORDER_DECLINED', 'SMS', 'SERVICE', true);
  CREATE INDEX loan_order_declined ON loan_order (refused_at) WHERE order_status IN ('MACHINE_REFUSED', 'REFUSED');
`;
