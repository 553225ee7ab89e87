import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** The customer feedback that was made of a call that came in. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE in_call_record ADD COLUMN feedback_no text REFERENCES feedback`.execute(db);
  await sql`CREATE INDEX in_call_record_feedback ON in_call_record (feedback_no) WHERE feedback_no IS NOT NULL`.execute(
    db,
  );
}
