import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Whether a job's file shows what lists mask: its download says so. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE job ADD COLUMN is_unmasked boolean NOT NULL DEFAULT false`.execute(db);
}
