import { type Kysely, sql } from 'kysely';

/** Domains that e-mail is sent from, as their name servers were found. Accounts that send by now go on; a change of one wants its domain verified. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE message_domain (
    domain text PRIMARY KEY CHECK (domain = lower(domain)),
    domain_state text NOT NULL CHECK (domain_state IN ('VERIFIED', 'NO_RECORD', 'OTHER_RECORD')),
    checked_at timestamptz NOT NULL
  )`.execute(db);
}
