import { type Kysely, sql } from 'kysely';

/** What was requested about one thing, whatever became of it: read for every order that is sent by hand. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE INDEX change_request_subject ON change_request (subject_no, kind) WHERE subject_no IS NOT NULL`.execute(
    db,
  );
}
