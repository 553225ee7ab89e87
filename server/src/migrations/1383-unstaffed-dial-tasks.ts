import { type Kysely, sql } from 'kysely';

/** Why a dial task paused without anybody: none of its people was on shift. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE call_task ADD COLUMN paused_for text CHECK (paused_for = 'NOBODY_ON_SHIFT'),
    ADD CHECK (paused_for IS NULL OR task_status = 'PAUSED')`.execute(db);
}
