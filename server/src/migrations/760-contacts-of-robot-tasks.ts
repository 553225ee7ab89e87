import { type Kysely, sql } from 'kysely';

/** Reports ask which task an attempt belongs to. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE INDEX robot_task_item_attempt ON robot_task_item (attempt_id) WHERE attempt_id IS NOT NULL`.execute(
    db,
  );
}
