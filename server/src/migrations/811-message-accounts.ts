import { type Kysely, sql } from 'kysely';

/** Accounts that an app sends messages from, each message's way by them, and where push and in-app messages arrive. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const part of [accounts, sendings, arrivals, channels]) await sql.raw(part).execute(db);
}

const accounts = `
  CREATE TABLE message_account (
    account_code text PRIMARY KEY CHECK (account_code ~ '^[A-Z0-9_]{2,32}$'),
    -- Null: the console, which writes to staff.
    merchant_no text REFERENCES merchant,
    app_id text NOT NULL GENERATED ALWAYS AS (coalesce(merchant_no, 'CONSOLE')) STORED,
    channel_type text NOT NULL CHECK (channel_type IN ('SMS', 'EMAIL', 'PUSH', 'WHATSAPP', 'IN_APP')),
    sender text NOT NULL CHECK (length(sender) BETWEEN 1 AND 64),
    is_default boolean NOT NULL,
    -- -1: without a limit.
    daily_cap integer NOT NULL CHECK (daily_cap BETWEEN -1 AND 10000000),
    quiet_from text CHECK (quiet_from ~ '^[0-2][0-9]:[0-5][0-9]$'),
    quiet_to text CHECK (quiet_to ~ '^[0-2][0-9]:[0-5][0-9]$'),
    sms_account_code text REFERENCES sms_account,
    -- Of an e-mail server; null: the server's own.
    endpoint_url text,
    user_name text,
    phone_number_id text,
    whats_app_template text,
    certificate_expires_on date,
    -- Sealed for this account.
    sealed_secret bytea,
    is_enabled boolean NOT NULL DEFAULT false,
    updated_at timestamptz NOT NULL DEFAULT now(),
    version integer NOT NULL DEFAULT 1,
    CHECK ((quiet_from IS NULL) = (quiet_to IS NULL)),
    CHECK (quiet_from <> quiet_to),
    CHECK ((channel_type = 'SMS') = (sms_account_code IS NOT NULL)),
    CHECK ((channel_type = 'WHATSAPP') = (phone_number_id IS NOT NULL AND whats_app_template IS NOT NULL)),
    CHECK (channel_type = 'EMAIL' OR endpoint_url IS NULL),
    CHECK ((endpoint_url IS NULL) = (user_name IS NULL)),
    -- Customers have no e-mail address with us; staff have no app.
    CHECK (CASE WHEN merchant_no IS NULL THEN channel_type IN ('SMS', 'EMAIL') ELSE channel_type <> 'EMAIL' END),
    CHECK (NOT is_enabled OR sealed_secret IS NOT NULL OR channel_type IN ('SMS', 'IN_APP') OR
      (channel_type = 'EMAIL' AND endpoint_url IS NULL))
  );
  CREATE UNIQUE INDEX message_account_default ON message_account (app_id, channel_type) WHERE is_default;
  CREATE INDEX message_account_app ON message_account (app_id, channel_type);
`;

const sendings = `
  CREATE TABLE message_sending (
    sending_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at timestamptz NOT NULL DEFAULT now(),
    account_code text NOT NULL REFERENCES message_account,
    -- A message of the outbox, an attempt of a contact, or a test.
    source text NOT NULL CHECK (source IN ('MESSAGE', 'CONTACT', 'TEST')),
    source_no text NOT NULL,
    -- INVALID: no account could send to this destination.
    outcome text NOT NULL CHECK (outcome IN ('SENT', 'UNAVAILABLE', 'REFUSED', 'INVALID', 'UNKNOWN')),
    reference text,
    fault text,
    delivery text CHECK (delivery IN ('SENT', 'DELIVERED', 'FAILED'))
  );
  CREATE INDEX message_sending_account ON message_sending (account_code, at);
  CREATE INDEX message_sending_source ON message_sending (source, source_no);
  CREATE INDEX message_sending_reference ON message_sending (reference) WHERE reference IS NOT NULL;
`;

const arrivals = `
  -- A phone on which a customer has the app: where push goes.
  CREATE TABLE app_device (
    merchant_no text NOT NULL REFERENCES merchant,
    token text NOT NULL CHECK (length(token) BETWEEN 8 AND 4096),
    phone text NOT NULL CHECK (phone ~ '^254[0-9]{9}$'),
    os text NOT NULL CHECK (os IN ('ANDROID', 'IOS')),
    registered_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (merchant_no, token)
  );
  CREATE INDEX app_device_phone ON app_device (merchant_no, phone, registered_at DESC);
  -- What a customer reads in the app.
  CREATE TABLE in_app_message (
    message_no text PRIMARY KEY,
    merchant_no text NOT NULL REFERENCES merchant,
    phone text NOT NULL,
    sender text NOT NULL,
    title text NOT NULL,
    body text NOT NULL,
    arrived_at timestamptz NOT NULL DEFAULT now(),
    read_at timestamptz
  );
  CREATE INDEX in_app_message_reader ON in_app_message (merchant_no, phone, arrived_at DESC);
`;

const channels = `
  ALTER TABLE message DROP CONSTRAINT message_channel_check,
    ADD CONSTRAINT message_channel_check CHECK (channel IN ('EMAIL', 'SMS', 'PUSH', 'WHATSAPP', 'IN_APP'));
`;
