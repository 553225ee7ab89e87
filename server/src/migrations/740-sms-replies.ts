import { type Kysely, sql } from 'kysely';

/** What people answer to SMS, and reports listed by the number that their gateway gives. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(smsReplies).execute(db);
}

const smsReplies = `
  CREATE TABLE sms_reply (
    reply_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    -- The gateway's number: the same message again is the same reply.
    vendor_sms_id text NOT NULL UNIQUE,
    phone text NOT NULL,
    reply_text text NOT NULL CHECK (length(reply_text) <= 1600),
    is_stop boolean NOT NULL DEFAULT false,
    received_at timestamptz NOT NULL DEFAULT now(),
    -- Of the newest SMS that we sent to the number; null where we sent none.
    merchant_no text REFERENCES merchant,
    customer_no text REFERENCES customer,
    order_no text,
    case_no text,
    handled_at timestamptz,
    handled_by text REFERENCES app_user,
    remark text,
    version int NOT NULL DEFAULT 1
  );
  CREATE INDEX sms_reply_newest ON sms_reply (merchant_no, received_at DESC);
  CREATE INDEX sms_reply_waiting ON sms_reply (received_at) WHERE handled_at IS NULL;
  CREATE INDEX gateway_callback_of_topic ON gateway_callback_state (topic, received_at DESC)
    WHERE topic IN ('robot/call', 'sms/delivery');
  CREATE INDEX contact_reference_robot ON contact_reference (attempt_id) WHERE gateway = 'ROBOT';
`;
