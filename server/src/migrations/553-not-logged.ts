import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** What an entry of customer service knows of the app: which one, and when it was last used. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE call_entry ADD COLUMN app_name text CHECK (length(app_name) <= 64),
    ADD COLUMN last_login_at timestamptz`.execute(db);
}
