import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** What an account's bank calls the columns of its statements, and our own numbers that statements repeat. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(columns).execute(db);
  await sql`ALTER TABLE recon_line ADD COLUMN own_reference text`.execute(db);
}

// Either money in and money out have a column each, or one column has both with a sign.
const columns = `
  CREATE TABLE statement_columns (
    account_code text PRIMARY KEY REFERENCES account,
    serial_title text NOT NULL,
    time_title text NOT NULL,
    details_title text NOT NULL,
    paid_in_title text,
    withdrawn_title text,
    amount_title text,
    date_order text NOT NULL CHECK (date_order IN ('DMY', 'MDY', 'YMD')),
    updated_by text NOT NULL REFERENCES app_user,
    updated_at timestamptz NOT NULL DEFAULT now(),
    CHECK (CASE WHEN amount_title IS NULL THEN paid_in_title IS NOT NULL AND withdrawn_title IS NOT NULL
      ELSE paid_in_title IS NULL AND withdrawn_title IS NULL END)
  );
`;
