import { type Kysely, sql } from 'kysely';

/** Templates of messages: what they say is a version of the configuration, or what the product starts with. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(templates).execute(db);
}

const templates = `
  CREATE SEQUENCE message_template_number;
  CREATE TABLE message_template (
    template_code text PRIMARY KEY DEFAULT 'MT' || lpad(nextval('message_template_number')::text, 9, '0'),
    template_name text NOT NULL CHECK (template_name <> ''),
    node_code text NOT NULL,
    channel_type text NOT NULL CHECK (channel_type IN ('SMS', 'EMAIL', 'PUSH', 'WHATSAPP', 'IN_APP')),
    sms_kind text NOT NULL CHECK (sms_kind IN ('VERIFICATION', 'SERVICE', 'REMINDER', 'COLLECTION', 'MARKETING')),
    is_enabled boolean NOT NULL DEFAULT false,
    updated_at timestamptz NOT NULL DEFAULT now(),
    version integer NOT NULL DEFAULT 1
  );
  CREATE INDEX message_template_node ON message_template (node_code);
  INSERT INTO message_template (template_code, template_name, node_code, channel_type, sms_kind, is_enabled)
  SELECT node || '_' || channel, name, node, channel, kind, true
  FROM (VALUES
      ('SIGN_IN_CODE', 'Sign-in code', 'VERIFICATION'),
      ('PASSWORD_CHANGED', 'Password changed', 'SERVICE'),
      ('PASSWORD_RESET', 'Password reset', 'SERVICE'),
      ('PASSWORD_RESET_LINK', 'Link for a new password', 'SERVICE'),
      ('PASSWORD_FIRST_LINK', 'Link for the first password', 'SERVICE'),
      ('MFA_BOUND', 'Authenticator set up', 'SERVICE'),
      ('MFA_RESET', 'Authenticator reset', 'SERVICE'),
      ('MFA_RECOVERY_CODE_USED', 'Recovery code used', 'SERVICE')
    ) AS nodes (node, name, kind)
    CROSS JOIN (VALUES ('EMAIL'), ('SMS')) AS channels (channel)
  UNION ALL SELECT code, name, node, 'SMS', kind, true
  FROM (VALUES
      ('ORDER_RETURNED', 'Application returned', 'ORDER_RETURNED', 'SERVICE'),
      ('DUE_REMINDER', 'Due reminder', 'COLLECTION_SMS', 'COLLECTION'),
      ('OVERDUE_NOTICE', 'Overdue notice', 'COLLECTION_SMS', 'COLLECTION'),
      ('PROMISE_REMINDER', 'Promise reminder', 'COLLECTION_SMS', 'COLLECTION'),
      ('REPAYMENT_CODE', 'Repayment account', 'COLLECTION_SMS', 'COLLECTION')
    ) AS own (code, name, node, kind);
  ALTER TABLE message
    ADD template_code text REFERENCES message_template,
    ADD template_version integer;
`;
