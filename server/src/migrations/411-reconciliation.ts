import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Statements of channels, their lines, and what matching a day of an account found. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(tables).execute(db);
}

// A serial number is taken in once an account and kind: the fee of a payment has the payment's.
const tables = `
  CREATE SEQUENCE recon_day_number;
  CREATE TABLE recon_day (
    run_id text PRIMARY KEY DEFAULT 'RD' || lpad(nextval('recon_day_number')::text, 8, '0'),
    account_code text NOT NULL REFERENCES account,
    business_date date NOT NULL,
    recon_status text NOT NULL DEFAULT 'OPEN' CHECK (recon_status IN ('OPEN', 'DIFFERENT', 'BALANCED', 'CLOSED')),
    statement_total_cents bigint NOT NULL DEFAULT 0,
    our_total_cents bigint NOT NULL DEFAULT 0,
    matched_count integer NOT NULL DEFAULT 0,
    diff_count integer NOT NULL DEFAULT 0,
    closed_by text REFERENCES app_user,
    version integer NOT NULL DEFAULT 1,
    UNIQUE (account_code, business_date),
    CHECK (recon_status <> 'CLOSED' OR diff_count = 0)
  );
  CREATE TABLE recon_statement (
    statement_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    run_id text NOT NULL REFERENCES recon_day,
    account_code text NOT NULL,
    file_name text NOT NULL,
    file_md5 text NOT NULL,
    imported_by text NOT NULL REFERENCES app_user,
    imported_at timestamptz NOT NULL DEFAULT now(),
    UNIQUE (account_code, file_md5)
  );
  CREATE TABLE recon_line (
    line_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    run_id text NOT NULL REFERENCES recon_day,
    account_code text NOT NULL,
    serial text NOT NULL,
    kind text NOT NULL CHECK (kind IN ('IN', 'OUT', 'FEE')),
    amount_cents bigint NOT NULL CHECK (amount_cents > 0),
    happened_at timestamptz NOT NULL,
    details text NOT NULL,
    UNIQUE (account_code, serial, kind)
  );
  CREATE INDEX recon_line_run ON recon_line (run_id);
  CREATE SEQUENCE recon_difference_number;
  CREATE TABLE recon_difference (
    diff_id text PRIMARY KEY DEFAULT 'DF' || lpad(nextval('recon_difference_number')::text, 9, '0'),
    run_id text NOT NULL REFERENCES recon_day,
    diff_type text NOT NULL,
    serial text NOT NULL,
    statement_cents bigint,
    our_cents bigint,
    happened_at timestamptz NOT NULL,
    details text NOT NULL,
    flow_no text,
    attempt_no text,
    UNIQUE (run_id, diff_type, serial)
  );
`;
