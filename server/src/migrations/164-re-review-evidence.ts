import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** What was attached to a submission for re-review. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`ALTER TABLE re_review ADD COLUMN attach_ids text[] NOT NULL DEFAULT '{}'`).execute(db);
}
