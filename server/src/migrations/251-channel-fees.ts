import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** What a channel took for its services, as its statement shows it; one row a line of a statement. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE SEQUENCE channel_fee_number`.execute(db);
  await sql`
    CREATE TABLE channel_fee (
      fee_no text PRIMARY KEY DEFAULT 'CF' || lpad(nextval('channel_fee_number')::text, 9, '0'),
      merchant_no text NOT NULL REFERENCES merchant,
      account_code text NOT NULL REFERENCES account CHECK (starts_with(account_code, 'BANK.')),
      statement_code text NOT NULL CHECK (length(statement_code) BETWEEN 1 AND 64),
      charged_on date NOT NULL,
      amount_cents bigint NOT NULL CHECK (amount_cents > 0),
      fee_status text NOT NULL DEFAULT 'BOOKED' CHECK (fee_status IN ('BOOKED', 'REVERSED')),
      maker_user_no text NOT NULL REFERENCES app_user,
      checker_user_no text REFERENCES app_user,
      booked_at timestamptz NOT NULL DEFAULT now(),
      journal_id bigint NOT NULL,
      version bigint NOT NULL DEFAULT 0,
      CHECK (maker_user_no <> checker_user_no)
    )`.execute(db);
  // A line of a statement counts once; one that was booked by mistake may be booked again.
  await sql`
    CREATE UNIQUE INDEX channel_fee_once ON channel_fee (account_code, statement_code)
      WHERE fee_status = 'BOOKED'`.execute(db);
  await sql`
    CREATE INDEX channel_fee_newest ON channel_fee (merchant_no, charged_on DESC)`.execute(db);
}
