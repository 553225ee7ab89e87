import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** All entries of a person, removed ones too: the index before it knows those that are not. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE INDEX risk_list_subject ON risk_list_entry (subject_type, subject_value)`.execute(db);
}
