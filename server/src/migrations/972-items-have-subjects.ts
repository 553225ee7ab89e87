import { type Kysely, sql } from 'kysely';

/** An item of a job is about something, always: work on nothing is refused where it is queued, not booked on ''. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`UPDATE job_item SET subject_no = item_no::text WHERE subject_no IS NULL`.execute(db);
  await sql`ALTER TABLE job_item ALTER COLUMN subject_no SET NOT NULL`.execute(db);
}
