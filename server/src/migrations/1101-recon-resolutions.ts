import { type Kysely, sql } from 'kysely';

/** How differences of each look were resolved: what was done three times the same way is proposed the next time. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE recon_resolution (
      change_no text PRIMARY KEY REFERENCES change_request,
      account_code text NOT NULL REFERENCES account,
      diff_type text NOT NULL,
      pattern text NOT NULL,
      way text NOT NULL,
      reason text NOT NULL,
      requested_at timestamptz NOT NULL DEFAULT now()
    )`.execute(db);
  await sql`CREATE INDEX recon_resolution_look ON recon_resolution (account_code, diff_type, pattern, requested_at DESC)`.execute(
    db,
  );
}
