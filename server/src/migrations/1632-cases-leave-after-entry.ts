import { type Kysely, sql } from 'kysely';

/** A case leaves collection after it entered. A payment by an earlier clock closed some before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`UPDATE collection_case SET closed_at = opened_at WHERE closed_at < opened_at`.execute(db);
  await sql`ALTER TABLE collection_case ADD CONSTRAINT collection_case_leaves_after_entry
    CHECK (closed_at >= opened_at)`.execute(db);
}
