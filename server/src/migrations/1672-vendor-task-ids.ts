import { type Kysely, sql } from 'kysely';

/**
 * What 94 AI calls a task, as it answers when the task is sent, and as its reports name it. Tasks sent before have none
 * until they are synchronised; their reports name our number.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE ai_task ADD COLUMN vendor_task_id text`.execute(db);
  await sql`CREATE INDEX ai_task_vendor ON ai_task (vendor_task_id) WHERE vendor_task_id IS NOT NULL`.execute(db);
  await sql`ALTER TABLE gateway_callback_state ADD COLUMN told_vendor_task text`.execute(db);
}
