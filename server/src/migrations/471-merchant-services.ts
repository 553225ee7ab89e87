import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Merchants' service accounts: what they use, how we reach them, their keys, and what was sent to them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(tables).execute(db);
}

const tables = `
  CREATE TABLE merchant_service (
    merchant_no text PRIMARY KEY REFERENCES merchant,
    services text[] NOT NULL CHECK (cardinality(services) > 0
      AND services <@ ARRAY['ORDER_ACQUIRE', 'DATA_QUERY', 'SMS', 'FACE_CHECK']),
    billing_model text NOT NULL CHECK (billing_model IN ('PREPAID', 'CREDIT')),
    callback_url text CHECK (callback_url LIKE 'https://%' AND length(callback_url) <= 500),
    ip_allow_list text[] NOT NULL DEFAULT '{}',
    contact_phone text NOT NULL CHECK (contact_phone ~ '^254[0-9]{9}$'),
    contact_email text NOT NULL CHECK (length(contact_email) <= 128),
    alarm_at_cents bigint CHECK (alarm_at_cents >= 0),
    service_status text NOT NULL DEFAULT 'DISABLED' CHECK (service_status IN ('ENABLED', 'DISABLED')),
    callback_passed_at timestamptz,
    last_call_at timestamptz,
    version bigint NOT NULL DEFAULT 0
  );
  CREATE SEQUENCE merchant_key_number;
  CREATE TABLE merchant_api_key (
    key_id text PRIMARY KEY DEFAULT 'MK' || lpad(nextval('merchant_key_number')::text, 8, '0'),
    merchant_no text NOT NULL REFERENCES merchant_service,
    key_hash text NOT NULL UNIQUE CHECK (length(key_hash) = 64),
    key_tail text NOT NULL,
    created_by text NOT NULL REFERENCES app_user,
    created_at timestamptz NOT NULL DEFAULT now(),
    valid_until timestamptz
  );
  CREATE INDEX merchant_api_key_live ON merchant_api_key (merchant_no, created_at DESC);
  CREATE TABLE merchant_callback (
    callback_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    merchant_no text NOT NULL REFERENCES merchant_service,
    event text NOT NULL,
    url text NOT NULL,
    sent_at timestamptz NOT NULL DEFAULT now(),
    took_ms integer NOT NULL CHECK (took_ms >= 0),
    reply_status integer,
    fault text
  );
  CREATE INDEX merchant_callback_newest ON merchant_callback (merchant_no, callback_id DESC);
`;
