import { type Kysely, sql } from 'kysely';

/** Partners' licences and addresses, the keys of their systems, and what was sent to them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(platforms).execute(db);
}

const platforms = `
  ALTER TABLE partner_platform
    ADD COLUMN licence_no text NOT NULL DEFAULT '-' CHECK (licence_no <> ''),
    -- The last day (EAT) on which its products are shown.
    ADD COLUMN licence_expires_on date NOT NULL DEFAULT '2099-12-31',
    ADD COLUMN base_url text NOT NULL DEFAULT 'https://example.com/' CHECK (base_url LIKE 'https://%'),
    ADD COLUMN callback_url text NOT NULL DEFAULT 'https://example.com/' CHECK (callback_url LIKE 'https://%'),
    ADD COLUMN ip_allow_list text[] NOT NULL DEFAULT '{}',
    ADD COLUMN contact_email text NOT NULL DEFAULT '-',
    ADD COLUMN callback_passed_at timestamptz,
    ADD COLUMN last_callback_at timestamptz,
    ADD COLUMN last_call_at timestamptz;
  CREATE SEQUENCE partner_key_number;
  CREATE TABLE partner_key (
    key_id text PRIMARY KEY DEFAULT 'PK' || lpad(nextval('partner_key_number')::text, 8, '0'),
    platform_code text NOT NULL REFERENCES partner_platform,
    key_hash text NOT NULL UNIQUE,
    key_tail text NOT NULL,
    created_by text NOT NULL REFERENCES app_user,
    created_at timestamptz NOT NULL DEFAULT now(),
    valid_until timestamptz
  );
  CREATE INDEX partner_key_platform ON partner_key (platform_code);
  CREATE TABLE partner_callback (
    callback_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    platform_code text NOT NULL REFERENCES partner_platform,
    event text NOT NULL,
    url text NOT NULL,
    sent_at timestamptz NOT NULL DEFAULT now(),
    took_ms integer NOT NULL,
    reply_status integer,
    fault text
  );
  CREATE INDEX partner_callback_platform ON partner_callback (platform_code, sent_at DESC);
`;
