import { type Kysely, sql } from 'kysely';

/** What a dial task's script is about: a code of SCRIPT_TAG, as telemarketing keeps them; and a task's newest talks. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE call_task ADD script_tag text`.execute(db);
  await sql`CREATE INDEX call_follow_up_task ON call_follow_up (task_no, follow_up_id) WHERE task_no IS NOT NULL`.execute(
    db,
  );
}
