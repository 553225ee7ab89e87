import { type Kysely, sql } from 'kysely';

/** Answers to customers go out through a business node, and each says what became of it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(answers).execute(db);
}

const answers = `
  ALTER TABLE node_notice
    ADD attempt_id bigint,
    ADD message_no text REFERENCES message ON DELETE SET NULL;
  ALTER TABLE app_advice_message ADD attempt_id bigint;
  CREATE INDEX app_advice_message_at ON app_advice_message (at);
  CREATE INDEX feedback_processed ON feedback (processed_at) WHERE processed_at IS NOT NULL;
  INSERT INTO message_template (template_code, template_name, node_code, channel_type, sms_kind, is_enabled)
  VALUES ('FEEDBACK_ANSWERED', 'Answer to a customer', 'FEEDBACK_ANSWERED', 'SMS', 'SERVICE', true),
    ('FEEDBACK_ANSWERED_APP', 'Answer to a customer, in the app', 'FEEDBACK_ANSWERED', 'IN_APP', 'SERVICE', true);
`;
