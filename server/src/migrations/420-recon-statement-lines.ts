import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** How many lines each statement brought: a day may take several. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE recon_statement ADD COLUMN line_count integer NOT NULL DEFAULT 0`.execute(db);
}
