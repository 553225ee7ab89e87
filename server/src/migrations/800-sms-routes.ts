import { type Kysely, sql } from 'kysely';

const KEYS = ['sms.route', 'sms.marketingRoute'];

/** Accounts with SMS providers, routes by which texts leave, and each message's way. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const part of [accounts, routes, sendings, waiting]) await sql.raw(part).execute(db);
  await letSeveralADay(db);
}

const accounts = `
  CREATE TABLE sms_account (
    account_code text PRIMARY KEY CHECK (account_code ~ '^[A-Z0-9_]{2,32}$'),
    provider text NOT NULL CHECK (provider IN ('SERVER', 'AFRICAS_TALKING')),
    sender_id text NOT NULL CHECK (sender_id ~ '^[A-Za-z0-9]{1,11}$'),
    endpoint_url text,
    user_name text,
    -- Sealed for this account.
    sealed_key bytea,
    unit_price_cents bigint NOT NULL CHECK (unit_price_cents >= 0),
    is_enabled boolean NOT NULL DEFAULT false,
    updated_at timestamptz NOT NULL DEFAULT now(),
    version integer NOT NULL DEFAULT 1,
    CHECK (provider = 'SERVER' OR (endpoint_url IS NOT NULL AND user_name IS NOT NULL)),
    CHECK (NOT is_enabled OR provider = 'SERVER' OR sealed_key IS NOT NULL)
  );
`;

const routes = `
  CREATE SEQUENCE sms_route_number;
  CREATE TABLE sms_route (
    route_no text PRIMARY KEY DEFAULT 'SR' || lpad(nextval('sms_route_number')::text, 6, '0'),
    sms_kind text NOT NULL CHECK (sms_kind IN ('VERIFICATION', 'SERVICE', 'REMINDER', 'COLLECTION', 'MARKETING')),
    -- Null: every merchant, every network without a route of its own.
    merchant_no text REFERENCES merchant,
    network text CHECK (network IN ('SAFARICOM', 'AIRTEL', 'TELKOM')),
    subject_no text NOT NULL UNIQUE
      GENERATED ALWAYS AS (coalesce(merchant_no, 'ALL') || '_' || sms_kind || '_' || coalesce(network, 'ALL')) STORED,
    is_paused boolean NOT NULL DEFAULT false,
    created_by text NOT NULL REFERENCES app_user,
    created_at timestamptz NOT NULL DEFAULT now(),
    version integer NOT NULL DEFAULT 1,
    CHECK (NOT is_paused OR sms_kind = 'MARKETING')
  );
  -- Each route as it is at this moment.
  CREATE VIEW sms_route_now AS
  SELECT r.*, v.value, v.version_no,
    CASE WHEN v.value IS NULL OR NOT (v.value ->> 'isEnabled')::boolean THEN 'DISABLED'
      WHEN r.is_paused THEN 'PAUSED' ELSE 'ENABLED' END AS route_status,
    EXISTS (SELECT FROM config_version o WHERE o.config_key IN ('sms.route', 'sms.marketingRoute')
      AND o.subject_no = r.subject_no AND o.stored_status IN ('DRAFT', 'PENDING')) AS has_open_version
  FROM sms_route r
  LEFT JOIN LATERAL (SELECT c.value, c.version_no FROM config_version c
    WHERE c.config_key IN ('sms.route', 'sms.marketingRoute') AND c.subject_no = r.subject_no
      AND c.stored_status IN ('SCHEDULED', 'IN_FORCE', 'SUPERSEDED') AND c.in_force_from <= now()
    ORDER BY c.in_force_from DESC LIMIT 1) v ON true;
`;

const sendings = `
  CREATE TABLE sms_sending (
    sending_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at timestamptz NOT NULL DEFAULT now(),
    route_no text NOT NULL REFERENCES sms_route,
    account_code text NOT NULL REFERENCES sms_account,
    -- A message of the outbox, an attempt of a contact, or a test.
    source text NOT NULL CHECK (source IN ('MESSAGE', 'CONTACT', 'TEST')),
    source_no text NOT NULL,
    -- INVALID: no account could send to this number.
    outcome text NOT NULL CHECK (outcome IN ('SENT', 'UNAVAILABLE', 'REFUSED', 'INVALID', 'UNKNOWN')),
    reference text,
    cost_cents bigint NOT NULL DEFAULT 0,
    fault text,
    delivery text CHECK (delivery IN ('SENT', 'DELIVERED', 'FAILED'))
  );
  CREATE INDEX sms_sending_route ON sms_sending (route_no, at);
  CREATE INDEX sms_sending_account ON sms_sending (account_code, at);
  CREATE INDEX sms_sending_source ON sms_sending (source, source_no);
  CREATE INDEX sms_sending_reference ON sms_sending (reference) WHERE reference IS NOT NULL;
`;

const waiting = `
  ALTER TABLE contact_dispatch ADD not_before timestamptz;
  ALTER TABLE sms_marketing_recipient ADD route_no text REFERENCES sms_route;
  CREATE INDEX sms_marketing_recipient_route ON sms_marketing_recipient (route_no, sent_at) WHERE route_no IS NOT NULL;
`;

/** Routes may have several versions on one day; the keys that the index leaves out already stay. */
async function letSeveralADay(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ readonly key: string }>`
    SELECT DISTINCT found[1] AS key FROM pg_indexes,
      regexp_matches(indexdef, '''([A-Za-z]+\\.[A-Za-z]+)''', 'g') AS found
    WHERE indexname = 'config_version_day'`.execute(db);
  const keys = [...new Set([...rows.map(({ key }) => key), ...KEYS])].toSorted();
  await sql`DROP INDEX config_version_day`.execute(db);
  await sql`CREATE UNIQUE INDEX config_version_day ON config_version (config_key, subject_no, effective_from)
    WHERE stored_status IN ('SCHEDULED', 'IN_FORCE', 'SUPERSEDED')
      AND config_key NOT IN (${sql.join(keys.map((key) => sql.lit(key)))})`.execute(db);
}
