import { type Kysely, sql } from 'kysely';

/** Codes sent to customers and staff, each with its sends; numbers with a fixed code at merchants that are for tests. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(codes).execute(db);
}

const codes = `
  ALTER TABLE merchant ADD is_sandbox boolean NOT NULL DEFAULT false;
  ALTER TABLE message ADD merchant_no text REFERENCES merchant;
  CREATE SEQUENCE verification_code_number;
  CREATE TABLE verification_code (
    code_no text PRIMARY KEY DEFAULT 'VC' || lpad(nextval('verification_code_number')::text, 9, '0'),
    code_purpose text NOT NULL CHECK (code_purpose IN ('REGISTER', 'LOGIN', 'BIND_CARD', 'STAFF_LOGIN')),
    merchant_no text REFERENCES merchant,
    user_no text REFERENCES app_user,
    channel text NOT NULL CHECK (channel IN ('SMS', 'EMAIL')),
    destination text NOT NULL,
    network text CHECK (network IN ('SAFARICOM', 'AIRTEL', 'TELKOM')),
    language text NOT NULL CHECK (language IN ('en', 'sw', 'zh')),
    code_hash bytea NOT NULL,
    -- What the code can be read from while it is valid; wiped with its end.
    code_sealed bytea,
    address text NOT NULL,
    -- The fixed code of a test user: nothing is sent.
    is_test boolean NOT NULL DEFAULT false,
    created_at timestamptz NOT NULL DEFAULT now(),
    sent_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL,
    attempts int NOT NULL DEFAULT 0 CHECK (attempts >= 0),
    used_at timestamptz,
    -- A newer code of the same person and purpose took its place.
    replaced_at timestamptz,
    last_message_no text REFERENCES message ON DELETE SET NULL,
    version int NOT NULL DEFAULT 1,
    CHECK ((code_purpose = 'STAFF_LOGIN') = (user_no IS NOT NULL)),
    CHECK ((code_purpose = 'STAFF_LOGIN') = (merchant_no IS NULL))
  );
  CREATE INDEX verification_code_newest ON verification_code (sent_at DESC);
  CREATE INDEX verification_code_destination ON verification_code (destination, sent_at DESC);
  CREATE INDEX verification_code_address ON verification_code (address, created_at DESC);
  CREATE INDEX verification_code_readable ON verification_code (expires_at) WHERE code_sealed IS NOT NULL;
  CREATE TABLE verification_send (
    send_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    code_no text NOT NULL REFERENCES verification_code ON DELETE CASCADE,
    message_no text NOT NULL REFERENCES message ON DELETE CASCADE,
    channel text NOT NULL CHECK (channel IN ('SMS', 'EMAIL')),
    destination text NOT NULL,
    -- Null where the person asked for it.
    sent_by text REFERENCES app_user,
    sent_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE INDEX verification_send_code ON verification_send (code_no);
  CREATE INDEX verification_send_destination ON verification_send (destination, sent_at DESC);

  CREATE SEQUENCE test_user_number;
  CREATE TABLE test_user (
    test_user_no text PRIMARY KEY DEFAULT 'TU' || lpad(nextval('test_user_number')::text, 9, '0'),
    merchant_no text NOT NULL REFERENCES merchant,
    phone text NOT NULL CHECK (phone ~ '^254[0-9]{9}$'),
    code_sealed bytea NOT NULL,
    expires_at timestamptz NOT NULL,
    remark text,
    updated_by text NOT NULL REFERENCES app_user,
    updated_at timestamptz NOT NULL DEFAULT now(),
    version int NOT NULL DEFAULT 1,
    UNIQUE (merchant_no, phone)
  );

  INSERT INTO message_template (template_code, template_name, node_code, channel_type, sms_kind, is_enabled)
  VALUES ('VERIFICATION_CODE', 'Verification code', 'VERIFICATION_CODE', 'SMS', 'VERIFICATION', true);
  ALTER TABLE contact_attempt DROP CONSTRAINT contact_attempt_purpose_check,
    ADD CONSTRAINT contact_attempt_purpose_check CHECK (purpose IN
      ('COLLECTION', 'REVIEW', 'SERVICE', 'TELEMARKETING', 'MARKETING', 'REQUESTED', 'VERIFICATION'));
`;
