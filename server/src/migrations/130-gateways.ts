import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/**
 * What gateways tell us, as it came, before anything is made of it; and what a payout needs to be asked
 * about. Callbacks lie in a partition a month; that the same one counts once holds over all months, so it
 * has a table of its own.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(callbacks).execute(db);
  await sql.raw(payouts).execute(db);
}

// Milliseconds: what a client reads must find its row again by it.
const callbacks = `
  CREATE SEQUENCE gateway_callback_number;
  CREATE TABLE gateway_callback (
    callback_id bigint NOT NULL DEFAULT nextval('gateway_callback_number'),
    received_at timestamptz(3) NOT NULL DEFAULT now(),
    topic text NOT NULL CHECK (topic ~ '^[a-z]+(/[a-z0-9]+)+$'),
    content bytea NOT NULL CHECK (octet_length(content) <= 65536),
    content_type text NOT NULL,
    PRIMARY KEY (callback_id, received_at)
  ) PARTITION BY RANGE (received_at);
  CREATE TABLE gateway_callback_rest PARTITION OF gateway_callback DEFAULT;
  CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON gateway_callback
    FOR EACH ROW EXECUTE FUNCTION refuse_change();
  SELECT ensure_month_partitions('gateway_callback', 3);

  CREATE TABLE gateway_callback_state (
    content_hash bytea PRIMARY KEY,
    callback_id bigint NOT NULL UNIQUE,
    received_at timestamptz(3) NOT NULL,
    topic text NOT NULL,
    callback_status text NOT NULL DEFAULT 'RECEIVED'
      CHECK (callback_status IN ('RECEIVED', 'PROCESSED', 'IGNORED', 'REFUSED')),
    repeats integer NOT NULL DEFAULT 0,
    attempts integer NOT NULL DEFAULT 0,
    next_attempt_at timestamptz NOT NULL DEFAULT now(),
    fault text,
    finished_at timestamptz,
    FOREIGN KEY (callback_id, received_at) REFERENCES gateway_callback
  );
  CREATE INDEX gateway_callback_open ON gateway_callback_state (next_attempt_at)
    WHERE callback_status = 'RECEIVED';
`;

const payouts = `
  CREATE SEQUENCE payout_attempt_number;
  ALTER TABLE payout_attempt
    ALTER COLUMN attempt_no SET DEFAULT 'PO' || lpad(nextval('payout_attempt_number')::text, 9, '0'),
    ADD COLUMN payee_phone text,
    ADD COLUMN payee_name text,
    ADD COLUMN conversation_id text,
    ADD COLUMN maker_user_no text,
    ADD COLUMN checker_user_no text;
  ALTER TABLE payout_attempt ADD CONSTRAINT payout_attempt_two_people
    CHECK (maker_user_no <> checker_user_no);
  CREATE TABLE payout_query (
    conversation_id text PRIMARY KEY,
    attempt_no text NOT NULL REFERENCES payout_attempt,
    asked_at timestamptz NOT NULL DEFAULT now(),
    answered_at timestamptz,
    result_code text
  );
  CREATE INDEX payout_query_attempt ON payout_query (attempt_no, asked_at DESC);
`;
