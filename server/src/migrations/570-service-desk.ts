import { type Kysely, sql } from 'kysely';

/** Calls that came in, and advice that customers wrote in the app with its thread. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(calls).execute(db);
  await sql.raw(advice).execute(db);
}

const calls = `
  CREATE SEQUENCE in_call_number;
  CREATE TABLE in_call_record (
    record_no text PRIMARY KEY DEFAULT 'IC' || lpad(nextval('in_call_number')::text, 9, '0'),
    merchant_no text NOT NULL REFERENCES merchant,
    hotline_value text,
    phone text NOT NULL CHECK (phone ~ '^254[0-9]{9}$'),
    customer_no text REFERENCES customer,
    email text,
    order_no text REFERENCES loan_order,
    call_at timestamptz NOT NULL DEFAULT now(),
    is_missed boolean NOT NULL DEFAULT false,
    wait_seconds integer NOT NULL DEFAULT 0 CHECK (wait_seconds >= 0),
    talk_seconds integer NOT NULL DEFAULT 0 CHECK (talk_seconds >= 0),
    reason_type text,
    content text,
    resolve_status text NOT NULL DEFAULT 'UNRESOLVED' CHECK (resolve_status IN ('UNRESOLVED', 'FOLLOWING', 'RESOLVED')),
    next_follow_at timestamptz,
    agent_user_no text REFERENCES app_user,
    called_back_at timestamptz,
    version bigint NOT NULL DEFAULT 0,
    CHECK (is_missed OR (reason_type IS NOT NULL AND content IS NOT NULL))
  );
  CREATE INDEX in_call_newest ON in_call_record (call_at DESC);
  CREATE INDEX in_call_phone ON in_call_record (phone, call_at DESC);
`;

const advice = `
  CREATE SEQUENCE app_advice_number;
  CREATE TABLE app_advice (
    advice_no text PRIMARY KEY DEFAULT 'AA' || lpad(nextval('app_advice_number')::text, 9, '0'),
    merchant_no text NOT NULL REFERENCES merchant,
    customer_no text REFERENCES customer,
    phone text CHECK (phone ~ '^254[0-9]{9}$'),
    app_version text NOT NULL,
    advice_type text NOT NULL,
    content text NOT NULL CHECK (content <> ''),
    language text NOT NULL DEFAULT 'en',
    device text,
    image_ids text[] NOT NULL DEFAULT '{}',
    feedback_status text NOT NULL DEFAULT 'UNPROCESSED'
      CHECK (feedback_status IN ('UNPROCESSED', 'PROCESSING', 'PROCESSED')),
    handler_user_no text REFERENCES app_user,
    submitted_at timestamptz NOT NULL DEFAULT now(),
    reply_due_at timestamptz NOT NULL,
    processed_at timestamptz,
    result text,
    result_remark text,
    feedback_no text REFERENCES feedback,
    version bigint NOT NULL DEFAULT 0
  );
  CREATE INDEX app_advice_newest ON app_advice (submitted_at DESC);
  CREATE INDEX app_advice_customer ON app_advice (customer_no);
  CREATE TABLE app_advice_message (
    message_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    advice_no text NOT NULL REFERENCES app_advice,
    user_no text NOT NULL REFERENCES app_user,
    content text NOT NULL,
    at timestamptz NOT NULL DEFAULT now()
  );
  CREATE INDEX app_advice_thread ON app_advice_message (advice_no, message_id);
`;
