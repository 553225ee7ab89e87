import { type Kysely, sql } from 'kysely';

/** The feedback that a duplicate was merged into. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE feedback ADD COLUMN merged_into text REFERENCES feedback CHECK (merged_into <> feedback_no)`.execute(
    db,
  );
  await sql`CREATE INDEX feedback_merged ON feedback (merged_into) WHERE merged_into IS NOT NULL`.execute(db);
}
