import { type Kysely, sql } from 'kysely';

/** When the vendor was asked about a call of a task whose end nobody told, and which variables a script speaks. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE ai_task_item ADD COLUMN asked_at timestamptz`.execute(db);
  await sql`ALTER TABLE ai_script ADD COLUMN variables text[]`.execute(db);
  await sql`ALTER TABLE ai_task_exchange DROP CONSTRAINT ai_task_exchange_asked_check,
    ADD CONSTRAINT ai_task_exchange_asked_check
      CHECK (asked IN ('START', 'PAUSE', 'RESUME', 'STOP', 'STATUS', 'WITHDRAW', 'REPORTS'))`.execute(db);
}
