import { type Kysely, sql } from 'kysely';

/** What of a customer is still valid, whether the account is open, and who looked up whom by an encrypted UID. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(customers).execute(db);
  await sql.raw(aiHelp).execute(db);
}

const customers = `
  ALTER TABLE customer
    ADD COLUMN data_status text NOT NULL DEFAULT 'VALID' CHECK (data_status IN ('VALID', 'EXPIRED')),
    ADD COLUMN expired_kinds text[] NOT NULL DEFAULT '{}',
    ADD COLUMN data_expired_at timestamptz,
    ADD COLUMN account_status text NOT NULL DEFAULT 'OPEN'
      CHECK (account_status IN ('OPEN', 'CLOSE_PENDING', 'CLOSED')),
    ADD COLUMN sessions_ended_at timestamptz;
`;

const aiHelp = `
  CREATE TABLE ai_help_log (
    log_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    operator_user_no text NOT NULL REFERENCES app_user,
    uid_count integer NOT NULL CHECK (uid_count BETWEEN 1 AND 50),
    results text[] NOT NULL,
    customer_nos text[] NOT NULL,
    purpose text NOT NULL,
    feedback_no text,
    remark text,
    decrypted_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE INDEX ai_help_log_newest ON ai_help_log (decrypted_at DESC);
`;
